import { munkres } from 'munkres'
import { type Contingency, contingency, isSamePartition, type LabelValues } from './contingency.js'

/**
 * Accuracy under the best one-to-one matching of clusters to classes. Above 0, at most 1; symmetric.
 *
 *   accuracy = (1/n) max_σ Σ_r n_{r σ(r)}
 *
 * A cluster or class without a match counts as wrong. The matching (Munkres) takes about k³ steps for k clusters and
 * k classes.
 *
 * @example
 * ```ts
 * import { accuracy } from 'chorale'
 *
 * console.log(accuracy([0, 0, 0, 1], ['a', 'a', 'b', 'b']).toFixed(2)) // 0.75
 * ```
 *
 * @group Metrics
 */
export function accuracy(labels: LabelValues, truth: LabelValues): number {
  return accuracyOf(contingency('accuracy', labels, truth))
}

/** Accuracy of a contingency table. */
export function accuracyOf(table: Contingency): number {
  if (isSamePartition(table)) return 1
  const { sampleCount, rowSizes, columnSizes, rowStarts, columns, counts } = table

  const costs = Array.from(rowSizes, (_, r) => {
    const row = new Float64Array(columnSizes.length)
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) row[columns[at]] = -counts[at]
    return row
  })
  let matched = 0
  for (const [r, c] of munkres(costs)) matched -= costs[r][c]
  return matched / sampleCount
}
