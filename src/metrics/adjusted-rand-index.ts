import { type Contingency, contingency, isSamePartition, type LabelValues } from './contingency.js'
import { pairCounts } from './pair-counts.js'

/**
 * Adjusted Rand index (Hubert and Arabie, 1985): agreement on pairs beyond chance. At most 1, about 0 for unrelated
 * labelings, at least -1/2; symmetric.
 *
 *   ARI = (B - E) / ((P + Q)/2 - E),   E = P Q / N
 *
 * N: all pairs; P, Q: pairs together in labels, in truth; B: in both.
 * The denominator is 0 only when both labelings are one cluster, or both all singletons. Both times they are the same
 * partition: 1. (The reference returns 0 there.)
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

/** ARI of a table that is already there. */
export function ariOf(table: Contingency): number {
  if (isSamePartition(table)) return 1
  const { all, inLabels, inTruth, inBoth } = pairCounts(table)
  const expected = (inLabels * inTruth) / all
  return (inBoth - expected) / ((inLabels + inTruth) / 2 - expected)
}
