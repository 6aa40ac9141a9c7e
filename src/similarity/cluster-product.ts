import type { LabelTable } from '../ensemble/label-table.js'

/**
 * y += R B diag(f) B' R x, with B the 0/1 membership of rows in all clusters and R = diag(rowScale).
 *
 * Every low-rank matrix of the library has this form: the co-association before the threshold, the base kernels
 * K⁽ᵗ⁾ = U U', their weighted sum, the degree-normalised base term. O(n m) per vector.
 */
export function addClusterProduct(
  y: Float64Array,
  x: Float64Array,
  width: number,
  table: LabelTable,
  rowScale: Float64Array,
  clusterFactor: Float64Array,
): void {
  const sums = sumByCluster(x, width, table, rowScale)
  for (let c = 0; c < clusterFactor.length; c++) {
    for (let b = 0; b < width; b++) sums[c * width + b] *= clusterFactor[c]
  }
  const { ensembleSize: m, rowCount, clusters } = table
  for (let r = 0; r < rowCount; r++) {
    const scale = rowScale[r]
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + r]
      if (c < 0) continue
      for (let b = 0; b < width; b++) y[r * width + b] += scale * sums[c * width + b]
    }
  }
}

/** B' R x: the sum of the scaled rows of x in every cluster, P x width. */
export function sumByCluster(x: Float64Array, width: number, table: LabelTable, rowScale: Float64Array): Float64Array {
  const { ensembleSize: m, rowCount, clusters, clusterStarts } = table
  const sums = new Float64Array(clusterStarts[m] * width)
  for (let r = 0; r < rowCount; r++) {
    const scale = rowScale[r]
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + r]
      if (c < 0) continue
      for (let b = 0; b < width; b++) sums[c * width + b] += scale * x[r * width + b]
    }
  }
  return sums
}
