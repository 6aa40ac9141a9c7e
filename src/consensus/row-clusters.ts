import type { LabelTable } from '../ensemble/label-table.js'
import { kMeans } from '../numeric/k-means.js'
import type { Labels, Matrix } from '../types.js'
import type { MethodContext } from './method.js'

/** k-means on one point per distinct label row, each counted as often as it occurs: the label of every sample. */
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

/**
 * Eigenvectors on distinct rows, rowCount x columns, as an embedding of all samples, n x k. Columns beyond the rank of the
 * matrix have eigenvalue 0 and no direction of their own: they are zero.
 */
export function embeddingOfRows(table: LabelTable, vectors: Float64Array, columns: number, k: number): Matrix {
  const { sampleCount, rowOf, multiplicity } = table
  const values = new Float64Array(sampleCount * k)
  for (let i = 0; i < sampleCount; i++) {
    const scale = 1 / Math.sqrt(multiplicity[rowOf[i]])
    for (let q = 0; q < Math.min(columns, k); q++) values[i * k + q] = scale * vectors[rowOf[i] * columns + q]
  }
  return { rowCount: sampleCount, columnCount: k, values }
}

/** The first `k` of some numbers, with zeros where there are fewer. */
export function padded(values: Float64Array, k: number): Float64Array {
  const out = new Float64Array(k)
  out.set(values.subarray(0, k))
  return out
}
