import { InputError } from '../../errors.js'
import { type ArrayTableOptions, type ArrayVariable, rowCountOf, tableOfArrays } from '../array-variable.js'
import { stridedNumbers, textColumn } from '../strided-column.js'
import { checkTableSize, quoted, type Table } from '../table.js'
import { headerAt, type Mat4Header, SPARSE, TEXT } from './mat4-header.js'

/**
 * Reads MATLAB's .mat of version 4: numbers, text and sparse matrices in either byte order. Complex numbers are skipped
 * with a note.
 */
export function readMat4(bytes: Uint8Array, options: ArrayTableOptions = {}): Table {
  const caller = options.name ?? 'readTable'
  const fileSize = options.fileSize ?? bytes.length
  const damaged = (what: string) => new InputError(`${caller}: damaged .mat: ${what}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const variables: ArrayVariable[] = []
  const skipped: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const header = headerAt(bytes, at)
    if (header === null) throw damaged(`no array begins at byte ${at + 1}`)
    const { format, kind, rowCount, columnCount, isComplex, name, dataStart } = header
    const size = rowCount * columnCount * format.size * (isComplex ? 2 : 1)
    if (dataStart + size > bytes.length) {
      throw damaged(`${quoted(name)} should take ${size} bytes, but ${bytes.length - dataStart} are left`)
    }
    at = dataStart + size
    if (isComplex || (kind === SPARSE && columnCount === 4)) skipped.push(`${quoted(name)} (complex numbers)`)
    else if (kind === TEXT) variables.push(textRows(view, header))
    else if (kind === SPARSE) variables.push(sparseMatrix(view, header, { caller, fileSize, damaged }))
    else variables.push(fullMatrix(view, header))
  }
  return tableOfArrays(caller, variables, options, skipped)
}

/** Full matrices are stored column by column. */
function fullMatrix(
  view: DataView,
  { isLittle, format, rowCount, columnCount, name, dataStart }: Mat4Header,
): ArrayVariable {
  const variable: ArrayVariable = {
    name,
    shape: [rowCount, columnCount],
    kind: 'number',
    column: (j, columnName) =>
      stridedNumbers(columnName, format, {
        view,
        first: dataStart + j * rowCount * format.size,
        stride: format.size,
        count: rowCountOf(variable),
        isLittle,
      }),
  }
  return variable
}

/** One string per row, padded with spaces at the end; every character is a number. */
function textRows(
  view: DataView,
  { isLittle, format, rowCount, columnCount, name, dataStart }: Mat4Header,
): ArrayVariable {
  const characterAt = (i: number, j: number) => {
    const code = Number(format.read(view, dataStart + (j * rowCount + i) * format.size, isLittle))
    return code >= 0 && code <= 0xffff ? String.fromCharCode(code) : '\ufffd'
  }
  const textAt = (i: number) => {
    let text = ''
    for (let j = 0; j < columnCount; j++) text += characterAt(i, j)
    return text.trimEnd()
  }
  return {
    name,
    shape: [rowCount],
    kind: 'text',
    column: (_, columnName) => textColumn(columnName, rowCount, textAt),
  }
}

/** Lines of row, column and value, and a last one with the size of the matrix. */
function sparseMatrix(
  view: DataView,
  { isLittle, format, rowCount: lineCount, columnCount: width, name, dataStart }: Mat4Header,
  { caller, fileSize, damaged }: { caller: string; fileSize: number; damaged: (what: string) => InputError },
): ArrayVariable {
  const invalid = (what: string) => damaged(`the sparse matrix ${quoted(name)} ${what}`)
  if (width !== 3 || lineCount === 0) throw invalid('does not have rows, columns and values')
  const numberAt = (line: number, field: number) =>
    Number(format.read(view, dataStart + (field * lineCount + line) * format.size, isLittle))
  const entryCount = lineCount - 1
  const [rowCount, columnCount] = [numberAt(entryCount, 0), numberAt(entryCount, 1)]
  if (![rowCount, columnCount].every(size => Number.isSafeInteger(size) && size >= 0))
    throw invalid('has no valid size')
  checkTableSize(caller, rowCount, columnCount, fileSize)
  const ofColumn: number[][] = Array.from({ length: columnCount }, () => [])
  for (let e = 0; e < entryCount; e++) {
    const [row, column] = [numberAt(e, 0), numberAt(e, 1)]
    const isInside = row >= 1 && row <= rowCount && column >= 1 && column <= columnCount
    if (!isInside || !Number.isInteger(row) || !Number.isInteger(column)) {
      throw invalid(`has an entry in row ${row} and column ${column} of ${rowCount} x ${columnCount}`)
    }
    ofColumn[column - 1].push(e)
  }
  const isRow = rowCount === 1 && columnCount > 1
  return {
    name,
    shape: [rowCount, columnCount],
    kind: 'number',
    column: (j, columnName) => {
      const numbers = new Float64Array(isRow ? columnCount : rowCount)
      for (const e of isRow ? ofColumn.flat() : ofColumn[j]) numbers[numberAt(e, isRow ? 1 : 0) - 1] = numberAt(e, 2)
      return { name: columnName, kind: 'number', numbers }
    },
  }
}
