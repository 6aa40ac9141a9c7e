import type { Ensemble, Labels } from 'chorale/internal'
import { groupCoAssociation } from './group-co-association.js'

/** How often samples of two clusters share a base cluster. */
export interface ClusterSimilarity {
  readonly clusters: readonly number[]
  /** clusters x clusters shares. The share of a cluster with itself is over pairs of different samples; NaN for one sample. */
  readonly shares: Float64Array
  /** Mean over all pairs of samples of the same cluster, and of different clusters. */
  readonly within: number
  readonly between: number
}

/** Averages the co-association matrix over pairs of clusters. Memory grows with the square of the number of clusters. */
export function clusterSimilarity(ensemble: Ensemble, labels: Labels): ClusterSimilarity {
  const clusters = Array.from(new Set(labels)).sort((a, b) => a - b)
  const k = clusters.length
  const rowOf = new Map(clusters.map((cluster, row) => [cluster, row]))
  const groups = labels.map(label => rowOf.get(label)!)
  const { values: shares } = groupCoAssociation(ensemble, groups, k, { withSelf: false })
  const sizes = new Float64Array(k)
  for (const group of groups) sizes[group]++
  return { clusters, shares, within: meanShare(shares, sizes, true), between: meanShare(shares, sizes, false) }
}

/** Mean of the blocks on or off the diagonal, weighted by their pairs of samples. */
function meanShare(shares: Float64Array, sizes: Float64Array, onDiagonal: boolean): number {
  const k = sizes.length
  let sum = 0
  let pairs = 0
  for (let a = 0; a < k; a++) {
    for (let b = 0; b < k; b++) {
      const share = shares[a * k + b]
      if ((a === b) !== onDiagonal || Number.isNaN(share)) continue
      const weight = sizes[a] * (a === b ? sizes[a] - 1 : sizes[b])
      sum += weight * share
      pairs += weight
    }
  }
  return sum / pairs
}
