import { renumberLabels } from '../labelings/adopt.js'
import { canonicalRows } from '../labelings/canonical-rows.js'
import type { LabelTable } from '../labelings/label-table.js'
import { kMeansRuns } from '../numeric/k-means.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { nearestCentres } from '../numeric/nearest-centres.js'
import { type Random, randomFor } from '../numeric/random.js'
import { drawSpread } from '../numeric/subset.js'
import type { Steps } from '../pause.js'
import type { Labels, Matrix } from '../types.js'
import type { MethodContext } from './method.js'

/** With more distinct rows than this, the centres come from as many samples as the second number. */
const MANY_ROWS = 50_000
const DRAWN_SAMPLES = 20_000
/**
 * Where an iteration takes more multiplications than this, with hundreds of clusters, the centres come from fewer samples:
 * so many, or so many per cluster.
 */
const MUCH_WORK = 3e8
const FEWER_SAMPLES = { least: 10_000, perCluster: 40 }
/** Multiplications of an iteration of all starts, of which at least some run. More starts find nothing else. */
const WORK_OF_STARTS = 2.5e9
const LEAST_STARTS = 3

/** The label of every sample by k-means on the distinct label rows, each weighted by its multiplicity. */
export async function clusterRows(
  points: Matrix,
  table: LabelTable,
  options: RowOptions,
  context: RowContext,
): Promise<Labels> {
  const { rowLabels } = await kMeansOfRows(points, table, options, context)
  return table.rowOf.map(row => rowLabels[row])
}

/** The label of every distinct row, numbered by first appearance among the samples, and the centres in this order. */
export async function numberedRowClusters(
  points: Matrix,
  table: LabelTable,
  options: RowOptions,
  context: RowContext,
): Promise<{ rowLabels: Labels; centres: Matrix }> {
  const { columnCount: d } = points
  const found = await kMeansOfRows(points, table, options, context)
  const perSample = renumberLabels(table.rowOf.map(row => found.rowLabels[row]))
  const rowLabels = new Int32Array(points.rowCount)
  const values = new Float64Array(perSample.clusterCount * d)
  table.rowOf.forEach((row, i) => {
    const from = found.rowLabels[row] * d
    rowLabels[row] = perSample.labels[i]
    values.set(found.centres.values.subarray(from, from + d), perSample.labels[i] * d)
  })
  return { rowLabels, centres: { rowCount: perSample.clusterCount, columnCount: d, values } }
}

interface RowOptions {
  clusterCount: number
  restarts: number
  maxIterations?: number
}

type RowContext = Pick<MethodContext, 'loops' | 'seed' | 'pauser'>

/**
 * k-means on the distinct label rows, each weighted by its multiplicity. If there are very many rows, the centres come
 * from some samples, and one pass assigns all rows.
 */
async function kMeansOfRows(
  points: Matrix,
  table: LabelTable,
  options: RowOptions,
  { loops, seed, pauser }: RowContext,
): Promise<{ rowLabels: Labels; centres: Matrix }> {
  const { clusterCount: k, restarts } = options
  const perRow = points.columnCount * k
  const drawn = drawnCount(points.rowCount, perRow, k)
  const random = randomFor(seed, SAMPLE_STREAM)
  const order = points.rowCount > MANY_ROWS ? null : canonicalRows(table)
  const { rows, weights } = drawn === null ? allRows(table, order) : drawRows(table.multiplicity, order, drawn, random)
  const chosen = rows === null ? points : pickRows(points, rows)
  const affordable = Math.max(LEAST_STARTS, Math.floor(WORK_OF_STARTS / (chosen.rowCount * perRow)))
  const runs = kMeansRuns(chosen, {
    ...options,
    clusterCount: Math.min(k, chosen.rowCount),
    restarts: Math.min(restarts, affordable),
    weights,
    seed,
    loops,
  })
  const { labels, centres } = await pauser.run(runs)
  if (drawn !== null) return { rowLabels: await pauser.run(nearestOf(points, centres, loops)), centres }
  return { rowLabels: rows === null ? labels : inPlace(labels, rows), centres }
}

/** The number of samples that the centres come from; null = all rows. */
function drawnCount(rowCount: number, perRow: number, clusterCount: number): number | null {
  const { least, perCluster } = FEWER_SAMPLES
  const fewer = Math.max(least, perCluster * clusterCount)
  if (rowCount > fewer && rowCount * perRow > MUCH_WORK) return fewer
  return rowCount > MANY_ROWS ? DRAWN_SAMPLES : null
}

interface WeightedRows {
  /** null = all rows. */
  readonly rows: Int32Array | null
  readonly weights: Float64Array
}

function allRows({ multiplicity }: LabelTable, order: Int32Array | null): WeightedRows {
  if (order === null) return { rows: null, weights: multiplicity }
  return { rows: order, weights: Float64Array.from(order, row => multiplicity[row]) }
}

/** The labels of rows in another order, back in their places. */
function inPlace(labels: Labels, rows: Int32Array): Labels {
  const own = new Int32Array(labels.length)
  rows.forEach((row, at) => {
    own[row] = labels[at]
  })
  return own
}

/**
 * The rows of randomly drawn samples, weighted by the number of samples drawn from each. A row with many samples, such as
 * the core of a cluster, is thus always there. One sample comes from each of equal stretches of the samples, row by row.
 */
function drawRows(multiplicity: Float64Array, order: Int32Array | null, count: number, random: Random): WeightedRows {
  const rowAt = (place: number) => (order === null ? place : order[place])
  const sampleCount = multiplicity.reduce((sum, count) => sum + count, 0)
  const rows: number[] = []
  const weights: number[] = []
  let place = 0
  let end = multiplicity[rowAt(0)]
  for (const sample of drawSpread(sampleCount, Math.min(sampleCount, count), random)) {
    while (sample >= end) end += multiplicity[rowAt(++place)]
    const row = rowAt(place)
    if (rows.at(-1) === row) weights[weights.length - 1]++
    else {
      rows.push(row)
      weights.push(1)
    }
  }
  return { rows: Int32Array.from(rows), weights: Float64Array.from(weights) }
}

/** The random stream of the sample; k-means uses the first ones. */
const SAMPLE_STREAM = 1_000_000

function pickRows({ columnCount, values }: Matrix, rows: Int32Array): Matrix {
  const picked = new Float64Array(rows.length * columnCount)
  rows.forEach((r, at) => {
    picked.set(values.subarray(r * columnCount, (r + 1) * columnCount), at * columnCount)
  })
  return { rowCount: rows.length, columnCount, values: picked }
}

/** The nearest centre of every point; ties go to the lowest. */
function nearestOf({ rowCount, columnCount, values }: Matrix, centres: Matrix, loops: HotLoops): Steps<Labels> {
  const read = (from: number, to: number, out: Float64Array) =>
    out.set(values.subarray(from * columnCount, to * columnCount))
  return nearestCentres({ rowCount, columnCount, read }, centres, loops)
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
