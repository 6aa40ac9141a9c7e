import { countText } from '../count-text.js'
import { InputError } from '../errors.js'

/** What a file says of a column itself. Other columns get their role from their names and contents. */
type StatedRole = 'feature' | 'id' | 'annotation'

interface NamedColumn {
  readonly name: string
  /** Set if the format of the file, or its orientation, says what the column is. */
  readonly role?: StatedRole
}

/** A column of numbers; NaN if the value is missing. */
export interface NumberColumn extends NamedColumn {
  readonly kind: 'number'
  readonly numbers: Float64Array
  /** Set if `numbers` is made whenever it is read, because most of them are zero: read it once for all rows. */
  readonly isSparse?: true
}

/** A column of strings. Each distinct string is stored once. */
export interface TextColumn extends NamedColumn {
  readonly kind: 'text'
  /** The distinct strings, by first appearance (or as the file declares them). */
  readonly texts: readonly string[]
  /** For every row the index of its string, or -1 if the value is missing. */
  readonly codes: Int32Array
}

/** A column of vectors of one length, such as embeddings. */
export interface VectorColumn extends NamedColumn {
  readonly kind: 'vector'
  /** How many numbers every vector has. */
  readonly size: number
  /** The vectors, row after row. A row without a vector is all NaN. */
  readonly values: Float32Array | Float64Array
}

/** A column of a table: numbers, strings or vectors. */
export type Column = NumberColumn | TextColumn | VectorColumn

/** A table: named columns of equal length. */
export interface Table {
  /** The file name, if one was given. */
  readonly name: string | null
  readonly rowCount: number
  readonly columns: readonly Column[]
  /** The assumptions about the file, one sentence each. */
  readonly notes: readonly string[]
  /**
   * The decimal sign of the numbers in a text file. `unclear`: there are points, and all of them could separate thousands
   * as well. Absent if no number has one, and for files whose numbers are not text.
   */
  readonly decimal?: 'comma' | 'point' | 'unclear'
  /** Set if samples are known to be rows: the format or the caller says so, or the table was transposed. */
  readonly orientation?: 'stated' | 'transposed'
}

/** Rows [from, to) of a table. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * The limits of a table. A larger file is rejected before memory is allocated: 2²⁸ cells are 2 GiB of numbers, which fit a
 * laptop and a browser tab, and 200,000 columns a few hundred megabytes. The bytes of a larger file carry more of both.
 */
const MAX_CELLS = { always: 2 ** 28, perByte: 4, ever: 2 ** 31 }
const MAX_COLUMNS = { always: 200_000, perByte: 0.02, ever: 1_000_000 }

/** A file of at most this many bytes is read or rejected within seconds and a gigabyte, whatever it contains. */
export const SMALL_FILE = 10_000_000
/** The most cells of such a file. Compressed and sparse files can have far more cells than bytes. */
const SMALL_FILE_CELLS = 25_000_000
/** The most cells for every further byte. */
const CELLS_PER_BYTE = 100

/** Rejects a table that is too large, or too large for a file of `fileSize` bytes. */
export function checkTableSize(
  caller: string,
  rowCount: number,
  columnCount: number,
  fileSize = Number.POSITIVE_INFINITY,
): void {
  const mostColumns = largest(MAX_COLUMNS, fileSize)
  if (columnCount > mostColumns) {
    throw new InputError(
      `${caller}: ${columnCount} columns exceed the limit of ${mostColumns}; samples must be rows and features columns`,
    )
  }
  const mostCells = largest(MAX_CELLS, fileSize)
  if (rowCount * columnCount > mostCells) {
    throw new InputError(
      `${caller}: ${rowCount} rows x ${columnCount} columns exceed the limit of ${mostCells} cells; ` +
        'split the file, or remove columns',
    )
  }
  if (rowCount * columnCount > SMALL_FILE_CELLS + CELLS_PER_BYTE * Math.max(0, fileSize - SMALL_FILE)) {
    throw new InputError(
      `${caller}: ${rowCount} rows x ${columnCount} columns are too many cells for a file of ${countText(fileSize, 'byte')}; if ` +
        'this is intended, save the table without compression as CSV or .npy',
    )
  }
}

function largest({ always, perByte, ever }: typeof MAX_CELLS, fileSize: number): number {
  return Math.floor(Math.min(ever, always + perByte * fileSize))
}

/** The most different strings of a small compressed file, and for every further byte. A string costs far more than a number. */
const SMALL_FILE_TEXTS = 1_500_000
const TEXTS_PER_BYTE = 0.25

/** Rejects a compressed file of `fileSize` bytes with too many different strings. */
export function checkTextCount(caller: string, textCount: number, fileSize: number): void {
  if (textCount <= SMALL_FILE_TEXTS + TEXTS_PER_BYTE * Math.max(0, fileSize - SMALL_FILE)) return
  throw new InputError(
    `${caller}: the file has too many different strings for a compressed file of ${countText(fileSize, 'byte')}; if ` +
      'this is intended, decompress it first',
  )
}

/** The cell as a string, null if it is missing. Integers have no decimal point. */
export function cellText(column: Column, row: number): string | null {
  if (column.kind === 'text') {
    const code = column.codes[row]
    return code < 0 ? null : column.texts[code]
  }
  if (column.kind === 'vector') return vectorText(column, row)
  const value = column.numbers[row]
  return Number.isNaN(value) ? null : String(value)
}

function vectorText(column: VectorColumn, row: number): string | null {
  if (isWithoutVector(column, row)) return null
  const { size, values } = column
  return `[${values.subarray(row * size, (row + 1) * size).join(', ')}]`
}

/** How many numbers of a vector are shown. */
const SHOWN_NUMBERS = 3

/** The cell as a string to look at: of a long vector only the first numbers. */
export function shownCellText(column: Column, row: number): string | null {
  if (column.kind !== 'vector' || column.size <= SHOWN_NUMBERS || isWithoutVector(column, row)) {
    return cellText(column, row)
  }
  const { size, values } = column
  const first = values.subarray(row * size, row * size + SHOWN_NUMBERS)
  return `[${Array.from(first, value => String(Number(value.toPrecision(4)))).join(', ')}, ... ${size} numbers]`
}

/** Whether a row has no vector at all. */
function isWithoutVector({ size, values }: VectorColumn, row: number): boolean {
  for (let at = row * size; at < (row + 1) * size; at++) if (!Number.isNaN(values[at])) return false
  return true
}

/** How many values of a column are missing. A vector with a missing number counts. */
export function missingValueCount(column: Column): number {
  let count = 0
  if (column.kind === 'text') for (const code of column.codes) count += code < 0 ? 1 : 0
  else if (column.kind === 'number') for (const value of column.numbers) count += Number.isNaN(value) ? 1 : 0
  else
    for (let row = 0; row * column.size < column.values.length; row++) count += isIncompleteVector(column, row) ? 1 : 0
  return count
}

/** Whether a number of the vector of a row is missing. */
export function isIncompleteVector({ size, values }: VectorColumn, row: number): boolean {
  for (let at = row * size; at < (row + 1) * size; at++) if (Number.isNaN(values[at])) return true
  return false
}

/** One code per row, numbered by first appearance of the value, -1 if missing; and the distinct values as strings. */
export function distinctValues(column: Column): DistinctValues {
  if (column.kind === 'number') return distinctNumbers(column.numbers)
  if (column.kind === 'vector') return distinctVectors(column)
  return isNumberedByAppearance(column) ? column : renumbered(column)
}

interface DistinctValues {
  readonly codes: Int32Array
  readonly texts: readonly string[]
}

/** Whether the codes of a column are already what `distinctValues` makes of them. */
function isNumberedByAppearance({ codes, texts }: TextColumn): boolean {
  let seen = 0
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] > seen) return false
    if (codes[i] === seen) seen++
  }
  return seen === texts.length
}

function renumbered({ codes, texts }: TextColumn): DistinctValues {
  const numberOf = new Int32Array(texts.length).fill(-1)
  const seen: string[] = []
  const result = codes.map(code => {
    if (code < 0) return -1
    if (numberOf[code] < 0) {
      numberOf[code] = seen.length
      seen.push(texts[code])
    }
    return numberOf[code]
  })
  return { codes: result, texts: seen }
}

/** Every vector counts as different. */
function distinctVectors(column: VectorColumn): DistinctValues {
  const texts: string[] = []
  const codes = Int32Array.from({ length: column.values.length / column.size }, (_, row) => {
    const text = shownCellText(column, row)
    return text === null ? -1 : texts.push(text) - 1
  })
  return { codes, texts }
}

/** Labels are mostly small integers. Those are looked up in an array, all others in a map. */
const SMALL = 4096

function distinctNumbers(numbers: Float64Array): DistinctValues {
  // The array is not worth its memory for few rows, of which there may be many columns.
  const codeOfSmall = new Int32Array(numbers.length < SMALL ? 0 : SMALL).fill(-1)
  const codeOf = new Map<number, number>()
  const values: number[] = []
  const codes = new Int32Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]
    const isSmall = value >= 0 && value < codeOfSmall.length && (value | 0) === value
    let code = -1
    if (isSmall) {
      if (codeOfSmall[value] < 0) codeOfSmall[value] = values.length
      code = codeOfSmall[value]
    } else if (!Number.isNaN(value)) code = codeOf.get(value) ?? values.length
    if (code === values.length) {
      values.push(value)
      if (!isSmall) codeOf.set(value, code)
    }
    codes[i] = code
  }
  return { codes, texts: values.map(String) }
}

/** Collects the strings of a column and stores each distinct string once. */
export class TextCollector {
  readonly codes: Int32Array
  readonly texts: string[] = []
  readonly #codeOf = new Map<string, number>()

  constructor(rowCount: number) {
    this.codes = new Int32Array(rowCount).fill(-1)
  }

  set(row: number, text: string): void {
    let code = this.#codeOf.get(text)
    if (code === undefined) {
      code = this.texts.length
      this.#codeOf.set(text, code)
      this.texts.push(text)
    }
    this.codes[row] = code
  }
}

/** Whether a column contains numbers that are not integers: measurements rather than labels. */
export function holdsFractions(column: Column): boolean {
  return column.kind === 'number' && column.numbers.some(value => Number.isFinite(value) && !Number.isInteger(value))
}

/** A name or value in quotes for a message, shortened if it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text)
}

/** The first few elements of a list, for a message. */
export function shortList(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).map(quoted).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

/** Makes names unique: a repeated one gets _2, _3, ... Also returns the repeated names. */
export function uniqueNames(names: readonly string[]): { names: string[]; repeated: string[] } {
  const taken = new Set(names)
  const seen = new Set<string>()
  const next = new Map<string, number>()
  const repeated: string[] = []
  const unique = names.map(name => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    repeated.push(name)
    let count = next.get(name) ?? 2
    while (taken.has(`${name}_${count}`)) count++
    next.set(name, count + 1)
    taken.add(`${name}_${count}`)
    return `${name}_${count}`
  })
  return { names: unique, repeated: [...new Set(repeated)] }
}
