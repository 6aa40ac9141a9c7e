import type { LabelTable } from '../ensemble/label-table.js'
import type { Labels } from '../types.js'

/**
 * How much more the base clusterings put a sample with its own cluster than with the next best one, in [0, 1].
 *
 *   share(i, C) = agreeing / covered pairs of a labeling and a member of C other than i
 *   confidence(i) = max(0, share(i, own) - largest share(i, other))
 *
 * A singleton has 0; with one cluster the own share is the confidence. From tables of counts, O(n m k).
 */
export function sampleConfidence(table: LabelTable, labels: Labels): Float64Array {
  const { sampleCount, ensembleSize: m, rowCount, rowOf, clusters, clusterStarts } = table
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const P = clusterStarts[m]
  // Samples of consensus cluster C in base cluster c, and those that labeling t covers.
  const inCluster = new Float64Array(k * P)
  const covered = new Float64Array(k * m)
  const sizes = new Float64Array(k)
  for (let i = 0; i < sampleCount; i++) {
    sizes[labels[i]]++
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + rowOf[i]]
      if (c < 0) continue
      inCluster[labels[i] * P + c]++
      covered[labels[i] * m + t]++
    }
  }

  const confidence = new Float64Array(sampleCount)
  for (let i = 0; i < sampleCount; i++) {
    const own = labels[i]
    if (sizes[own] === 1) continue
    let ownShare = 0
    let otherShare = 0
    for (let C = 0; C < k; C++) {
      let agreeing = 0
      let pairs = 0
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + rowOf[i]]
        if (c < 0) continue
        const itself = C === own ? 1 : 0
        agreeing += inCluster[C * P + c] - itself
        pairs += covered[C * m + t] - itself
      }
      const share = pairs > 0 ? agreeing / pairs : 0
      if (C === own) ownShare = share
      else otherShare = Math.max(otherShare, share)
    }
    confidence[i] = Math.max(0, ownShare - otherShare)
  }
  return confidence
}
