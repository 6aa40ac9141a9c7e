import { type Contingency, contingency, type LabelValues } from './contingency.js'

/**
 * Purity: the share of samples that belong to the largest class of their cluster. Above 0, at most 1; not symmetric,
 * and 1 for all singletons, so read it together with the number of clusters.
 *
 *   purity = (1/n) Σ_r max_c n_rc
 *
 * @example
 * ```ts
 * import { purity } from 'chorale'
 *
 * console.log(purity([0, 0, 0, 1], ['a', 'a', 'b', 'b']).toFixed(2)) // 0.75
 * ```
 *
 * @group Metrics
 */
export function purity(labels: LabelValues, truth: LabelValues): number {
  return purityOf(contingency('purity', labels, truth))
}

/** Purity of a contingency table. */
export function purityOf({ sampleCount, rowSizes, rowStarts, counts }: Contingency): number {
  let sum = 0
  for (let r = 0; r < rowSizes.length; r++) {
    let largest = 0
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) largest = Math.max(largest, counts[at])
    sum += largest
  }
  return sum / sampleCount
}
