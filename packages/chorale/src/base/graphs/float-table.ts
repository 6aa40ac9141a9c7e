import { type FloatRows, paddedWidth } from '../../numeric/loops/float-rows.js'
import type { RowLinks } from '../../numeric/loops/row-links.js'
import type { Samples } from '../../types.js'
import { writeSample } from '../distance.js'

/** The fitted rows in 32 bits: all numbers, or those that are not zero where most are. */
export type FloatTable = DenseTable | SparseTable

interface DenseTable extends FloatRows {
  readonly kind: 'dense'
  readonly columnCount: number
}

interface SparseTable extends RowLinks {
  readonly kind: 'sparse'
  readonly rowCount: number
  readonly columnCount: number
}

/** Up to this share of numbers that are not zero, products skip the zeros. */
const SPARSE_SHARE = 0.3

/** The rows of the samples in the given order. */
export function floatTable(samples: Samples, rows: Int32Array): FloatTable {
  const { featureCount: d } = samples
  const n = rows.length
  return isSparse(samples, rows) ? sparseTable(samples, rows) : denseTable(samples, rows, n, d)
}

/** Rows that show whether most numbers are zero. */
const LOOKED_AT = 200

function isSparse(samples: Samples, rows: Int32Array): boolean {
  const { featureCount: d } = samples
  const row = new Float64Array(d)
  const count = Math.min(rows.length, LOOKED_AT)
  let filled = 0
  for (let at = 0; at < count; at++) {
    writeSample(row, samples, rows[Math.floor((at * rows.length) / count)])
    for (let f = 0; f < d; f++) if (row[f] !== 0) filled++
  }
  return filled <= SPARSE_SHARE * count * d
}

function denseTable(samples: Samples, rows: Int32Array, n: number, d: number): DenseTable {
  const width = paddedWidth(d)
  const values = new Float32Array(n * width)
  const row = new Float64Array(d)
  for (let r = 0; r < n; r++) {
    writeSample(row, samples, rows[r])
    values.set(row, r * width)
  }
  return { kind: 'dense', rowCount: n, columnCount: d, width, values }
}

function sparseTable(samples: Samples, rows: Int32Array): SparseTable {
  const { featureCount: d } = samples
  const n = rows.length
  const row = new Float64Array(d)
  const starts = new Int32Array(n + 1)
  let links = new Int32Array(Math.ceil((SPARSE_SHARE * n * d) / 4) + d)
  let weights = new Float32Array(links.length)
  let e = 0
  for (let r = 0; r < n; r++) {
    writeSample(row, samples, rows[r])
    if (e + d > links.length) {
      links = enlarged(links, new Int32Array(2 * links.length + d))
      weights = enlarged(weights, new Float32Array(links.length))
    }
    for (let f = 0; f < d; f++) {
      if (row[f] === 0) continue
      links[e] = f
      weights[e++] = row[f]
    }
    starts[r + 1] = e
  }
  return { kind: 'sparse', rowCount: n, columnCount: d, starts, links: links.slice(0, e), weights: weights.slice(0, e) }
}

function enlarged<List extends Int32Array | Float32Array>(from: List, to: List): List {
  to.set(from)
  return to
}

/** The given rows of a table. */
export function tableRows(table: FloatTable, rows: Int32Array): FloatTable {
  const n = rows.length
  if (table.kind === 'dense') {
    const { width } = table
    const values = new Float32Array(n * width)
    for (let r = 0; r < n; r++) values.set(table.values.subarray(rows[r] * width, (rows[r] + 1) * width), r * width)
    return { ...table, rowCount: n, values }
  }
  const starts = new Int32Array(n + 1)
  for (let r = 0; r < n; r++) starts[r + 1] = starts[r] + table.starts[rows[r] + 1] - table.starts[rows[r]]
  const links = new Int32Array(starts[n])
  const weights = new Float32Array(starts[n])
  for (let r = 0; r < n; r++) {
    links.set(table.links.subarray(table.starts[rows[r]], table.starts[rows[r] + 1]), starts[r])
    weights.set(table.weights.subarray(table.starts[rows[r]], table.starts[rows[r] + 1]), starts[r])
  }
  return { ...table, rowCount: n, starts, links, weights }
}

/** The mean of every column, in 64 bits. */
export function columnMeans(table: FloatTable): Float64Array {
  const { rowCount: n, columnCount: d } = table
  const means = new Float64Array(d)
  if (table.kind === 'sparse') for (let e = 0; e < table.links.length; e++) means[table.links[e]] += table.weights[e]
  else {
    const { width, values } = table
    for (let r = 0; r < n; r++) for (let f = 0; f < d; f++) means[f] += values[r * width + f]
  }
  for (let f = 0; f < d; f++) means[f] /= n
  return means
}
