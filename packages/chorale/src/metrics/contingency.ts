import { InputError, invalid } from '../errors.js'

/** One label per sample: numbers or strings. Every distinct value, including -1, is a cluster or class. */
export type LabelValues = ArrayLike<number | string>

/**
 * The sparse contingency table of two labelings of the same samples, with clusters as rows and classes as columns.
 * Rows, columns and the cells of a row are in order of first appearance, so the table, and every sum over it,
 * is the same to the last bit for all names of clusters and classes.
 */
export interface Contingency {
  /** n */
  readonly sampleCount: number
  /** Samples of each cluster. */
  readonly rowSizes: Int32Array
  /** Samples of each class. */
  readonly columnSizes: Int32Array
  /** Cells rowStarts[r] .. rowStarts[r + 1] - 1 belong to row r. */
  readonly rowStarts: Int32Array
  /** The column of each cell. */
  readonly columns: Int32Array
  /** The samples of each cell, at least 1. */
  readonly counts: Int32Array
}

/**
 * The contingency table of two labelings.
 *
 * O(n) time and memory for any number of clusters: samples are sorted by row, then each row is tallied.
 * Error messages name `caller`, the public function.
 */
export function contingency(caller: string, labels: LabelValues, truth: LabelValues): Contingency {
  checkLabels(caller, 'labels', labels)
  checkLabels(caller, 'truth', truth)
  const n = labels.length
  if (truth.length !== n) {
    throw invalid(caller, 'truth', `be as long as labels (${n})`, truth.length)
  }
  const rows = numberByAppearance(caller, 'labels', labels)
  const columns = numberByAppearance(caller, 'truth', truth)
  return crossTable(rows, columns)
}

/** Whether the two labelings are the same partition: every cluster is one class and vice versa. */
export function isSamePartition({ rowSizes, columnSizes, counts }: Contingency): boolean {
  return counts.length === rowSizes.length && counts.length === columnSizes.length
}

function checkLabels(caller: string, name: string, values: LabelValues): void {
  if (typeof values?.length !== 'number') {
    throw invalid(caller, name, 'be an array of labels', values)
  }
  if (values.length === 0) {
    throw invalid(caller, name, 'be an array of at least one label', 'an empty one')
  }
}

interface Numbered {
  /** 0..sizes.length - 1 per sample, by first appearance. */
  readonly codes: Int32Array
  readonly sizes: Int32Array
}

function numberByAppearance(caller: string, name: string, values: LabelValues): Numbered {
  const n = values.length
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const value = values[i]
    if (!Number.isInteger(value)) return numberByMap(caller, name, values)
    if ((value as number) < least) least = value as number
    if ((value as number) > most) most = value as number
  }
  // A lookup table is several times faster than a Map if the integers are dense.
  if (most - least > 4 * n + 1024) return numberByMap(caller, name, values)

  const codeOf = new Int32Array(most - least + 1).fill(-1)
  const codes = new Int32Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    const at = (values[i] as number) - least
    if (codeOf[at] < 0) codeOf[at] = count++
    codes[i] = codeOf[at]
  }
  return { codes, sizes: tally(codes, count) }
}

function numberByMap(caller: string, name: string, values: LabelValues): Numbered {
  const codeOf = new Map<number | string, number>()
  const codes = new Int32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    let code = codeOf.get(value)
    if (code === undefined) {
      if (typeof value !== 'string' && (typeof value !== 'number' || Number.isNaN(value))) {
        throw new InputError(`${caller}: ${name}[${i}] must be a number or a string; got ${String(value)}`)
      }
      code = codeOf.size
      codeOf.set(value, code)
    }
    codes[i] = code
  }
  return { codes, sizes: tally(codes, codeOf.size) }
}

function tally(codes: Int32Array, count: number): Int32Array {
  const sizes = new Int32Array(count)
  for (let i = 0; i < codes.length; i++) sizes[codes[i]]++
  return sizes
}

function crossTable(row: Numbered, column: Numbered): Contingency {
  const n = row.codes.length
  const rowCount = row.sizes.length

  // Counting sort: the columns of the samples of row 0, then of row 1, ...
  const next = new Int32Array(rowCount)
  for (let r = 1; r < rowCount; r++) next[r] = next[r - 1] + row.sizes[r - 1]
  const sorted = new Int32Array(n)
  for (let i = 0; i < n; i++) sorted[next[row.codes[i]]++] = column.codes[i]

  const rowStarts = new Int32Array(rowCount + 1)
  const columns = new Int32Array(n)
  const counts = new Int32Array(n)
  // The cell in which a column is counted; a cell before the first one of the current row belongs to an earlier row.
  const cellOf = new Int32Array(column.sizes.length).fill(-1)
  let cellCount = 0
  for (let r = 0, at = 0; r < rowCount; r++) {
    const first = cellCount
    rowStarts[r] = first
    for (const end = at + row.sizes[r]; at < end; at++) {
      const c = sorted[at]
      if (cellOf[c] < first) {
        columns[cellCount] = c
        cellOf[c] = cellCount++
      }
      counts[cellOf[c]]++
    }
  }
  rowStarts[rowCount] = cellCount
  return {
    sampleCount: n,
    rowSizes: row.sizes,
    columnSizes: column.sizes,
    rowStarts,
    columns: columns.slice(0, cellCount),
    counts: counts.slice(0, cellCount),
  }
}
