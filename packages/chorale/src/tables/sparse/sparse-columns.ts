import { countText } from '../../count-text.js'
import { InputError } from '../../errors.js'
import type { NumberColumn } from '../table.js'

/** The entries of a matrix that are not zero, column after column. */
export interface SparseMatrix {
  readonly rowCount: number
  readonly columnCount: number
  /** columnCount + 1 places: the entries of column j are those from starts[j] to starts[j + 1]. */
  readonly starts: ArrayLike<number>
  /** The row of every entry. */
  readonly rows: ArrayLike<number>
  readonly values: Float32Array | Float64Array
}

/** Columns that are filled with numbers whenever they are read, so that a table takes the memory of its entries. */
export function sparseColumns(
  { rowCount, starts, rows, values }: SparseMatrix,
  names: readonly string[],
  role?: NumberColumn['role'],
): NumberColumn[] {
  return names.map((name, j) => ({
    name,
    kind: 'number',
    isSparse: true,
    ...(role === undefined ? {} : { role }),
    get numbers() {
      const numbers = new Float64Array(rowCount)
      // Entries of one place add up.
      for (let at = starts[j]; at < starts[j + 1]; at++) numbers[rows[at]] += values[at]
      return numbers
    },
  }))
}

/** 100,000 cells with 30,000 genes, and more. */
const MOST_CELLS = 2 ** 33
/** A matrix of at most so many cells may have any number of entries; a larger one at least one for so many further cells. */
const SMALL = 25_000_000
const CELLS_PER_ENTRY = 1000
/** A column takes some hundred bytes besides its entries. */
const MOST_COLUMNS = 1_000_000

/** Rejects a sparse matrix whose columns would take far more time to go through than its entries suggest. */
export function checkSparseSize(caller: string, rowCount: number, columnCount: number, entryCount: number): void {
  const cells = rowCount * columnCount
  const isLarge = cells > MOST_CELLS || columnCount > MOST_COLUMNS || cells > SMALL + CELLS_PER_ENTRY * entryCount
  if (!isLarge) return
  throw new InputError(
    `${caller}: ${rowCount} rows x ${columnCount} columns with ${countText(entryCount, 'entry', 'entries')} are too many cells; remove rows or columns without entries`,
  )
}

/** Entries in any order: the same place may occur more than once. */
export interface Entries {
  readonly rows: ArrayLike<number>
  readonly columns: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/** Entries in any order as a matrix. */
export function matrixOfEntries(
  rowCount: number,
  columnCount: number,
  { rows, columns, values }: Entries,
): SparseMatrix {
  const count = values.length
  const starts = new Int32Array(columnCount + 1)
  for (let at = 0; at < count; at++) starts[columns[at] + 1]++
  for (let j = 0; j < columnCount; j++) starts[j + 1] += starts[j]
  const next = starts.slice()
  const sortedRows = new Int32Array(count)
  const sortedValues = arrayFor(values)
  for (let at = 0; at < count; at++) {
    const place = next[columns[at]]++
    sortedRows[place] = rows[at]
    sortedValues[place] = values[at]
  }
  return { rowCount, columnCount, starts, rows: sortedRows, values: sortedValues }
}

/** A matrix whose entries are stored row after row, as scipy's csr_matrix, with its entries column after column. */
export function matrixOfRows(
  rowCount: number,
  columnCount: number,
  { starts, columns, values }: { starts: ArrayLike<number>; columns: ArrayLike<number>; values: ArrayLike<number> },
): SparseMatrix {
  const rows = new Int32Array(values.length)
  for (let i = 0; i < rowCount; i++) rows.fill(i, starts[i], starts[i + 1])
  return matrixOfEntries(rowCount, columnCount, { rows, columns, values })
}

/** The values in 32 bits where that changes none of them. */
function arrayFor(values: ArrayLike<number>): Float32Array | Float64Array {
  for (let at = 0; at < values.length; at++) {
    if (Math.fround(values[at]) !== values[at]) return new Float64Array(values.length)
  }
  return new Float32Array(values.length)
}

/** Checks the arrays of a compressed matrix: `starts` ascend from 0 to the number of entries, and every index is in range. */
export function checkCompressed(
  caller: string,
  { starts, indices, values }: { starts: ArrayLike<number>; indices: ArrayLike<number>; values: ArrayLike<number> },
  { outer, inner }: { outer: number; inner: number },
): void {
  const fault = (why: string) => new InputError(`${caller}: damaged sparse matrix: ${why}`)
  if (starts.length !== outer + 1) throw fault(`${starts.length} starts for ${outer} rows or columns`)
  if (indices.length !== values.length) throw fault(`${indices.length} indices for ${values.length} values`)
  if (starts[0] !== 0 || starts[outer] !== values.length) throw fault('the starts do not cover the entries')
  for (let i = 0; i < outer; i++) if (!(starts[i] <= starts[i + 1])) throw fault('the starts do not ascend')
  for (let at = 0; at < indices.length; at++) {
    if (!(indices[at] >= 0 && indices[at] < inner)) throw fault(`index ${indices[at]} is not below ${inner}`)
  }
}
