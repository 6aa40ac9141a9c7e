import { renumberLabels } from '../ensemble/adopt.js'
import type { LabelTable } from '../ensemble/label-table.js'
import type { HotLoops } from '../hot-loops/hot-loops.js'
import { kMeans } from '../numeric/k-means.js'
import { nearestCentres } from '../numeric/nearest-centres.js'
import { randomFor } from '../numeric/random.js'
import { drawSpread } from '../numeric/subset.js'
import type { Labels, Matrix } from '../types.js'
import type { MethodContext } from './method.js'

/** The label of every sample by k-means on the distinct label rows, each weighted by its multiplicity. */
export function clusterRows(
  points: Matrix,
  table: LabelTable,
  options: { clusterCount: number; restarts: number; maxIterations?: number },
  { loops, seed, pauser }: Pick<MethodContext, 'loops' | 'seed' | 'pauser'>,
): Labels {
  const { labels } = kMeans(points, {
    ...options,
    clusterCount: Math.min(options.clusterCount, points.rowCount),
    weights: table.multiplicity,
    seed,
    loops,
    onIteration: () => pauser.check(),
  })
  return table.rowOf.map(r => labels[r])
}

/** The centres come from at most this many label rows; then every row is assigned to the nearest one. */
const MOST_FITTED = 30_000

/** The label of every distinct label row, numbered by first appearance among the samples, and the centres in this order. */
export function clusterSomeRows(
  points: Matrix,
  table: LabelTable,
  options: { clusterCount: number; restarts: number },
  { loops, seed, pauser }: Pick<MethodContext, 'loops' | 'seed' | 'pauser'>,
): { rowLabels: Labels; centres: Matrix } {
  const { rowCount, columnCount: d } = points
  const isWhole = rowCount <= MOST_FITTED
  const rows = isWhole ? null : drawSpread(rowCount, MOST_FITTED, randomFor(seed, 0))
  const fitted = rows === null ? points : rowsAt(points, rows)
  const run = kMeans(fitted, {
    ...options,
    clusterCount: Math.min(options.clusterCount, fitted.rowCount),
    weights: rows === null ? table.multiplicity : Float64Array.from(rows, row => table.multiplicity[row]),
    seed,
    loops,
    onIteration: () => pauser.check(),
  })
  const found = isWhole ? run.labels : allNearest(points, run.centres, loops)
  const perSample = renumberLabels(table.rowOf.map(row => found[row]))
  const rowLabels = new Int32Array(rowCount)
  const values = new Float64Array(perSample.clusterCount * d)
  table.rowOf.forEach((row, i) => {
    rowLabels[row] = perSample.labels[i]
    values.set(run.centres.values.subarray(found[row] * d, (found[row] + 1) * d), perSample.labels[i] * d)
  })
  return { rowLabels, centres: { rowCount: perSample.clusterCount, columnCount: d, values } }
}

function rowsAt({ columnCount, values }: Matrix, rows: Int32Array): Matrix {
  const picked = new Float64Array(rows.length * columnCount)
  rows.forEach((row, at) => {
    picked.set(values.subarray(row * columnCount, (row + 1) * columnCount), at * columnCount)
  })
  return { rowCount: rows.length, columnCount, values: picked }
}

function allNearest({ rowCount, columnCount: d, values }: Matrix, centres: Matrix, loops: HotLoops): Labels {
  const read = (from: number, to: number, out: Float64Array) => out.set(values.subarray(from * d, to * d))
  const steps = nearestCentres({ rowCount, columnCount: d, read }, centres, loops)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/**
 * Expands eigenvectors on distinct rows, rowCount x columns, to an embedding of all samples, n x k. Columns beyond the
 * rank of the matrix have eigenvalue 0 and no defined direction, so they are zero.
 */
export function embeddingOfRows(table: LabelTable, vectors: Float64Array, columns: number, k: number): Matrix {
  const { sampleCount, rowOf, multiplicity } = table
  const values = new Float64Array(sampleCount * k)
  for (let i = 0; i < sampleCount; i++) {
    const factor = 1 / Math.sqrt(multiplicity[rowOf[i]])
    for (let q = 0; q < Math.min(columns, k); q++) values[i * k + q] = factor * vectors[rowOf[i] * columns + q]
  }
  return { rowCount: sampleCount, columnCount: k, values }
}

/** The first `k` values, padded with zeros. */
export function padded(values: Float64Array, k: number): Float64Array {
  const out = new Float64Array(k)
  out.set(values.subarray(0, k))
  return out
}
