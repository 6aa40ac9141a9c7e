import type { LabelTable } from '../../labelings/label-table.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createMembershipSums } from '../../numeric/loops/membership.js'
import { runToEnd, type Steps } from '../../pause.js'

/** The memberships of distinct label rows in all clusters, as a matrix B that multiplies blocks of `width` vectors. */
export interface ClusterProduct {
  /** B' R x with R = diag(rowScale): the sum of the scaled rows in every cluster, P x width; valid until the next call. */
  sumByCluster(x: Float64Array, rowScale: Float64Array): Float64Array
  /** y += R B v for vectors v of the clusters, P x width. */
  addFromClusters(y: Float64Array, v: Float64Array, rowScale: Float64Array): void
  /**
   * y += R B diag(f) B' R x. Every low-rank matrix of the library has this form: the co-association before the
   * threshold, the base kernels K⁽ᵗ⁾ = U U' and their weighted sum, the degree-normalised base term. O(n m) per vector.
   */
  add(y: Float64Array, x: Float64Array, rowScale: Float64Array, clusterFactor: Float64Array): void
  /** The same in steps. */
  addSteps(y: Float64Array, x: Float64Array, rowScale: Float64Array, clusterFactor: Float64Array): Steps<void>
}

export function createClusterProduct(loops: HotLoops, table: LabelTable, width: number): ClusterProduct {
  const { rowCount, ensembleSize, clusters, clusterSizes } = table
  const membership = { rowCount, layerCount: ensembleSize, groupCount: clusterSizes.length, groups: clusters }
  const { sumByGroup, addFromGroups, sumSteps, addSteps } = createMembershipSums(loops, membership, width)
  function* addProduct(
    y: Float64Array,
    x: Float64Array,
    rowScale: Float64Array,
    clusterFactor: Float64Array,
  ): Steps<void> {
    const sums = yield* sumSteps(x, rowScale)
    for (let c = 0; c < clusterFactor.length; c++) {
      for (let b = 0; b < width; b++) sums[c * width + b] *= clusterFactor[c]
    }
    yield* addSteps(y, sums, rowScale)
  }
  return {
    sumByCluster: sumByGroup,
    addFromClusters: addFromGroups,
    add: (...given) => runToEnd(addProduct(...given)),
    addSteps: addProduct,
  }
}
