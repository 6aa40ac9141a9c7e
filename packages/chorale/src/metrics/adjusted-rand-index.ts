import { type Contingency, contingency, isSamePartition, type LabelValues } from './contingency.js'
import { pairCounts } from './pair-counts.js'

/**
 * Adjusted Rand index (Hubert and Arabie, 1985): agreement on pairs of samples, corrected for chance. At most 1, about 0 for unrelated
 * labelings, at least -1/2; symmetric.
 *
 *   ARI = (B - E) / ((P + Q)/2 - E),   E = P Q / N
 *
 * N: all pairs; P, Q: pairs together in labels, in truth; B: in both.
 * The denominator is 0 only if both labelings are one cluster, or both are all singletons. In both cases they are the
 * same partition, and the ARI is 1. (The reference returns 0.)
 *
 * @example
 * ```ts
 * import { adjustedRandIndex } from 'chorale'
 *
 * console.log(adjustedRandIndex([0, 0, 0, 1], ['a', 'a', 'b', 'b']).toFixed(2)) // 0.00
 * ```
 *
 * @group Metrics
 */
export function adjustedRandIndex(labels: LabelValues, truth: LabelValues): number {
  return ariOf(contingency('adjustedRandIndex', labels, truth))
}

/** ARI of a contingency table. */
export function ariOf(table: Contingency): number {
  if (isSamePartition(table)) return 1
  const { all, inLabels, inTruth, inBoth } = pairCounts(table)
  const expected = (inLabels * inTruth) / all
  return (inBoth - expected) / ((inLabels + inTruth) / 2 - expected)
}
