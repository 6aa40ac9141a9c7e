import { InputError } from '../../errors.js'
import { type ArrayTableOptions, type ArrayVariable, isVector, rowCountOf, tableOfArrays } from '../array-variable.js'
import { decompressedLimitInMemory, inflate } from '../compressed/inflate.js'
import { NUMBER_FORMATS, type NumberFormat } from '../number-format.js'
import { stridedNumbers, textColumn } from '../strided-column.js'
import { checkTableSize, quoted, type Table } from '../table.js'
import { MatBlock, type MatElement, type MatHeader } from './mat-block.js'
import { readMat4 } from './mat4.js'
import { isMat4 } from './mat4-header.js'

const MATRIX = 14
const COMPRESSED = 15

/** Numeric array classes in the file: 6 double, 7 single, 8 to 15 integers. */
const NUMBER_CLASSES = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
const CELL = 1
const CHAR = 4
const SPARSE = 5
const CLASS_NAMES = new Map([
  [CELL, 'a cell array'],
  [2, 'a struct'],
  [3, 'an object'],
  [16, 'a function handle'],
  [17, 'an object (string, table or categorical)'],
])

/** Storage types by their numbers in the file. */
const STORAGE: ReadonlyMap<number, NumberFormat> = new Map(
  Object.entries({ 1: 'i1', 2: 'u1', 3: 'i2', 4: 'u2', 5: 'i4', 6: 'u4', 7: 'f4', 9: 'f8', 12: 'i8', 13: 'u8' }).map(
    ([type, format]) => [Number(type), NUMBER_FORMATS.get(format)!],
  ),
)

/**
 * Reads MATLAB's .mat: version 4 (see mat4.ts), and versions 5 to 7 (Level 5 MAT-file format): numbers of all types, logical, sparse,
 * char, and cells of char; either byte order; compressed or not. Structs, objects, complex numbers and
 * arrays with more than two dimensions are skipped with a note.
 */
export async function readMat(
  bytes: Uint8Array,
  options: ArrayTableOptions & { signal?: AbortSignal } = {},
): Promise<Table> {
  const caller = options.name ?? 'readTable'
  if (isMat4(bytes)) return readMat4(bytes, options)
  if (bytes.length < 136) throw new InputError(`${caller}: damaged .mat: the file is cut short`)
  const isLittle = bytes[126] === 0x49
  const fileSize = options.fileSize ?? bytes.length
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  let room = decompressedLimitInMemory(bytes.length)

  const file = new MatBlock(caller, bytes, isLittle, fileSize)
  for (let at = 128; at < bytes.length; ) {
    const element = file.element(at, bytes.length)
    at = element.type === COMPRESSED ? element.end : element.next
    let block = file
    let matrix = element
    if (element.type === COMPRESSED) {
      const compressed = bytes.subarray(element.start, element.end)
      const content = await inflate(caller, 'zlib', compressed, { limit: room, signal: options.signal })
      room -= content.length
      block = new MatBlock(caller, content, isLittle, fileSize)
      matrix = block.element(0, content.length)
    }
    if (matrix.type !== MATRIX) continue
    const { name, variable, why } = readVariable(block, matrix)
    // Arrays without a name are internal.
    if (name === '') continue
    if (variable) variables.push(variable)
    else skipped.push(`${quoted(name)} (${why})`)
  }
  return tableOfArrays(caller, variables, options, skipped)
}

/** Reads one variable, or says why it cannot be read. A damaged variable does not prevent reading the others. */
function readVariable(block: MatBlock, matrix: MatElement): { name: string; variable?: ArrayVariable; why?: string } {
  const header = block.matrixHeader(matrix)
  const { name, shape, classNumber, isComplex } = header
  if (shape.length !== 2) return { name, why: `${shape.length} dimensions` }
  if (isComplex) return { name, why: 'complex numbers' }
  const read = READERS.get(classNumber)
  if (!read) return { name, why: CLASS_NAMES.get(classNumber) ?? `class ${classNumber}` }
  try {
    const variable = read(block, header, matrix.end)
    return variable ? { name, variable } : { name, why: CLASS_NAMES.get(classNumber) }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { name, why: error.message.replace(`${block.caller}: `, '') }
  }
}

/** Full matrices are stored column by column, in the smallest type that fits the values. */
function readNumbers(block: MatBlock, { name, shape, dataStart: at }: MatHeader, end: number): ArrayVariable {
  const [rowCount, columnCount] = shape as [number, number]
  const values = block.numbers(at, end, STORAGE, name)
  if (values.count !== rowCount * columnCount) {
    throw block.damaged(`${quoted(name)} is ${rowCount} x ${columnCount}, but has ${values.count} values`)
  }
  const variable: ArrayVariable = {
    name,
    shape,
    kind: 'number',
    column: (j, columnName) =>
      stridedNumbers(columnName, values.format, {
        view: block.view,
        first: values.start + j * rowCount * values.format.size,
        stride: values.format.size,
        count: rowCountOf(variable),
        isLittle: block.isLittle,
      }),
  }
  return variable
}

/** Sparse matrices: row indices and values of the entries, and the start of every column. */
function readSparse(block: MatBlock, { name, shape, dataStart: at }: MatHeader, end: number): ArrayVariable {
  const [rowCount, columnCount] = shape as [number, number]
  checkTableSize(block.caller, rowCount, columnCount, block.fileSize)
  const rows = block.numbers(at, end, STORAGE, name)
  const begins = block.numbers(rows.next, end, STORAGE, name)
  const values = block.numbers(begins.next, end, STORAGE, name)
  const numberAt = ({ start, format }: typeof rows, i: number) =>
    Number(format.read(block.view, start + i * format.size, block.isLittle))
  const invalid = (what: string) => block.damaged(`the sparse matrix ${quoted(name)} ${what}`)
  if (begins.count !== columnCount + 1) throw invalid(`has ${columnCount} columns, but ${begins.count} column starts`)
  const entryCount = numberAt(begins, columnCount)
  for (let j = 0; j < columnCount; j++) {
    if (numberAt(begins, j) < 0 || numberAt(begins, j) > numberAt(begins, j + 1))
      throw invalid(`has an invalid start of column ${j + 2}`)
  }
  if (entryCount > rows.count || entryCount > values.count) {
    throw invalid(`should have ${entryCount} entries, but has ${Math.min(rows.count, values.count)}`)
  }
  for (let e = 0; e < entryCount; e++) {
    const row = numberAt(rows, e)
    if (!(row >= 0 && row < rowCount)) throw invalid(`has an entry in row ${row + 1} of ${rowCount}`)
  }

  const isRow = rowCount === 1 && columnCount > 1
  return {
    name,
    shape,
    kind: 'number',
    column: (j, columnName) => {
      const numbers = new Float64Array(isRow ? columnCount : rowCount)
      for (let column = isRow ? 0 : j; column <= (isRow ? columnCount - 1 : j); column++) {
        for (let e = numberAt(begins, column); e < numberAt(begins, column + 1); e++) {
          numbers[isRow ? column : numberAt(rows, e)] = numberAt(values, e)
        }
      }
      return { name: columnName, kind: 'number', numbers }
    },
  }
}

/** A char matrix has one string per row, padded with spaces at the end. */
function readChars(block: MatBlock, { name, shape, dataStart: at }: MatHeader, end: number): ArrayVariable {
  const texts = charRows(block, at, end, name, shape)
  return textVector(name, texts)
}

function charRows(block: MatBlock, at: number, end: number, name: string, shape: readonly number[]): string[] {
  const [rowCount, columnCount] = shape as [number, number]
  if (rowCount * columnCount === 0) return []
  const characters = block.characters(at, end, name)
  if (characters.length !== rowCount * columnCount) {
    throw block.damaged(`${quoted(name)} is ${rowCount} x ${columnCount} characters, but has ${characters.length}`)
  }
  return Array.from({ length: rowCount }, (_, i) => {
    let text = ''
    for (let j = 0; j < columnCount; j++) text += characters[j * rowCount + i]
    return text.trimEnd()
  })
}

/** A row or column of cells with one string each; other cell arrays are skipped. */
function readCells(block: MatBlock, { name, shape, dataStart: at }: MatHeader, end: number): ArrayVariable | null {
  const count = shape[0] * shape[1]
  if (!isVector(shape)) return null
  // A cell takes at least the 8 bytes of its tag.
  if (count * 8 > end - at) throw block.damaged(`${quoted(name)} should have ${count} cells, but ends earlier`)
  const texts: string[] = []
  let next = at
  for (let c = 0; c < count; c++) {
    const element = block.element(next, end)
    next = element.next
    if (element.type !== MATRIX) return null
    if (element.end === element.start) {
      texts.push('')
      continue
    }
    const cell = block.matrixHeader(element)
    if (cell.classNumber !== CHAR || cell.shape.length !== 2 || cell.shape[0] > 1) {
      if (!cell.shape.includes(0)) return null
      texts.push('')
    } else texts.push(charRows(block, cell.dataStart, element.end, name, cell.shape)[0] ?? '')
  }
  return textVector(name, texts)
}

function textVector(name: string, texts: readonly string[]): ArrayVariable {
  return {
    name,
    shape: [texts.length],
    kind: 'text',
    column: (_, columnName) => textColumn(columnName, texts.length, i => texts[i]),
  }
}

type ReadClass = (block: MatBlock, header: MatHeader, end: number) => ArrayVariable | null

const READERS: ReadonlyMap<number, ReadClass> = new Map<number, ReadClass>([
  [CELL, readCells],
  [CHAR, readChars],
  [SPARSE, readSparse],
  ...NUMBER_CLASSES.map((classNumber): [number, ReadClass] => [classNumber, readNumbers]),
])
