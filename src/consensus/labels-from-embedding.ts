import { renumberLabels } from '../ensemble/adopt.js'
import type { LabelTable } from '../ensemble/label-table.js'
import { kMeans } from '../numeric/k-means.js'
import type { Labels, Matrix } from '../types.js'
import type { MethodContext } from './method.js'

export interface EmbeddingLabels {
  /** Numbered by first appearance. */
  readonly labels: Labels
  /** Σ of squared distances to the centres. */
  readonly inertia: number
}

/**
 * Clusters of an embedding: every row of Z scaled to length 1 (a zero row stays zero), then k-means.
 *
 * (Paper: does not print the scaling. Here: done, because without it the published numbers are not reached and the
 * diversity term would not act.) Samples with equal labels have equal rows as long as `collapsed`; they are then
 * handled as one weighted point.
 */
export function labelsFromEmbedding(
  embedding: Matrix,
  table: LabelTable,
  collapsed: boolean,
  options: { clusterCount: number; restarts: number; unitRows?: boolean },
  { kernels, seed, breath }: Pick<MethodContext, 'kernels' | 'seed' | 'breath'>,
): EmbeddingLabels {
  const { sampleCount, rowCount, rowOf, multiplicity } = table
  const points = collapsed ? rowsOf(embedding, rowOf, rowCount) : embedding
  const { clusterCount, restarts } = options
  if (clusterCount === 1) return { labels: new Int32Array(sampleCount), inertia: Number.NaN }
  const { labels, inertia } = kMeans(options.unitRows === false ? points : unitRows(points), {
    clusterCount: Math.min(clusterCount, points.rowCount),
    restarts,
    seed,
    kernels,
    weights: collapsed ? multiplicity : undefined,
    onIteration: () => breath.check(),
  })
  const perSample = collapsed ? rowOf.map(row => labels[row]) : labels
  return { labels: renumberLabels(perSample).labels, inertia }
}

/** One row of the embedding per distinct label row. */
function rowsOf({ columnCount: k, values }: Matrix, rowOf: Int32Array, rowCount: number): Matrix {
  const rows = new Float64Array(rowCount * k)
  rowOf.forEach((row, i) => {
    for (let q = 0; q < k; q++) rows[row * k + q] = values[i * k + q]
  })
  return { rowCount, columnCount: k, values: rows }
}

/** Every row scaled to length 1; rows of exact zeros stay zero. */
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
