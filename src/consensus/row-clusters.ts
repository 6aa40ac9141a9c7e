import type { LabelTable } from '../ensemble/label-table.js'
import { kMeans } from '../numeric/k-means.js'
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
