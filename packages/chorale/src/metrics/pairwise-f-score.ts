import { type Contingency, contingency, type LabelValues } from './contingency.js'
import { pairCounts } from './pair-counts.js'

/**
 * Pairwise F1: how well the pairs of samples in the same cluster match the pairs in the same class. From 0 to 1; symmetric.
 *
 *   F = 2 p r / (p + r),   p = B / P,   r = B / Q
 *
 * P, Q: pairs together in labels, in truth; B: in both. p is 1 if no pair is together in labels, and r is 1 if no
 * pair is together in truth; F is 0 if p + r is 0.
 *
 * @example
 * ```ts
 * import { pairwiseFScore } from 'chorale'
 *
 * console.log(pairwiseFScore([0, 0, 0, 1], ['a', 'a', 'b', 'b']).toFixed(2)) // 0.40
 * ```
 *
 * @group Metrics
 */
export function pairwiseFScore(labels: LabelValues, truth: LabelValues): number {
  return fscoreOf(contingency('pairwiseFScore', labels, truth))
}

/** Pairwise F1 of a contingency table. */
export function fscoreOf(table: Contingency): number {
  const { inLabels, inTruth, inBoth } = pairCounts(table)
  const precision = inLabels === 0 ? 1 : inBoth / inLabels
  const recall = inTruth === 0 ? 1 : inBoth / inTruth
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}
