import { renumberLabels } from '../labelings/adopt.js'
import type { LabelTable } from '../labelings/label-table.js'
import { kMeansRuns } from '../numeric/k-means.js'
import type { Labels, Matrix } from '../types.js'
import type { MethodContext } from './method.js'

export interface EmbeddingLabels {
  /** Numbered by first appearance. */
  readonly labels: Labels
  /** Σ of squared distances to the centres. */
  readonly inertia: number
  /** The centre of each cluster, computed from the normalised rows. */
  readonly centres: Matrix
}

/**
 * Clusters an embedding: normalises every row of Z to length 1 (a zero row stays zero), then runs k-means.
 *
 * (Paper: does not mention this normalisation. Here: done, because without it the published numbers are not reached and
 * the diversity term has no effect.) If `collapsed`, samples with equal labels have equal rows, and k-means treats them
 * as one weighted point.
 */
export async function labelsFromEmbedding(
  embedding: Matrix,
  table: LabelTable,
  collapsed: boolean,
  options: { clusterCount: number; restarts: number; unitRows?: boolean },
  { loops, seed, pauser }: Pick<MethodContext, 'loops' | 'seed' | 'pauser'>,
): Promise<EmbeddingLabels> {
  const { sampleCount, rowCount, rowOf, multiplicity } = table
  const points = collapsed ? rowsOf(embedding, rowOf, rowCount) : embedding
  const { clusterCount, restarts } = options
  if (clusterCount === 1) {
    const centres = { rowCount: 1, columnCount: points.columnCount, values: new Float64Array(points.columnCount) }
    return { labels: new Int32Array(sampleCount), inertia: Number.NaN, centres }
  }
  const runs = kMeansRuns(options.unitRows === false ? points : unitRows(points), {
    clusterCount: Math.min(clusterCount, points.rowCount),
    restarts,
    seed,
    loops,
    weights: collapsed ? multiplicity : undefined,
  })
  const { labels, inertia, centres } = await pauser.run(runs)
  const perSample = collapsed ? rowOf.map(row => labels[row]) : labels
  const numbered = renumberLabels(perSample)
  return { labels: numbered.labels, inertia, centres: renumberedCentres(centres, perSample, numbered) }
}

/** The centres of the clusters that have members, in the order of their new numbers. */
function renumberedCentres(
  { columnCount: k, values }: Matrix,
  before: Labels,
  { labels, clusterCount }: { labels: Labels; clusterCount: number },
): Matrix {
  const centres = new Float64Array(clusterCount * k)
  for (let i = 0, next = 0; next < clusterCount; i++) {
    if (labels[i] === next) centres.set(values.subarray(before[i] * k, (before[i] + 1) * k), next++ * k)
  }
  return { rowCount: clusterCount, columnCount: k, values: centres }
}

/** One row of the embedding per distinct label row. */
function rowsOf({ columnCount: k, values }: Matrix, rowOf: Int32Array, rowCount: number): Matrix {
  const rows = new Float64Array(rowCount * k)
  rowOf.forEach((row, i) => {
    for (let q = 0; q < k; q++) rows[row * k + q] = values[i * k + q]
  })
  return { rowCount, columnCount: k, values: rows }
}

/** Every row normalised to length 1; rows of exact zeros stay zero. */
export function unitRows({ rowCount, columnCount: k, values }: Matrix): Matrix {
  const scaled = values.slice()
  for (let i = 0; i < rowCount; i++) {
    let square = 0
    for (let q = 0; q < k; q++) square += values[i * k + q] * values[i * k + q]
    if (square === 0) continue
    const length = Math.sqrt(square)
    for (let q = 0; q < k; q++) scaled[i * k + q] /= length
  }
  return { rowCount, columnCount: k, values: scaled }
}
