import { bestAssignment } from '../numeric/assignment.js'
import { type Contingency, contingency, isSamePartition, type LabelValues } from './contingency.js'

/**
 * Accuracy under the best one-to-one matching of clusters to classes. Above 0, at most 1; symmetric.
 *
 *   accuracy = (1/n) max_σ Σ_r n_{r σ(r)}
 *
 * A cluster or class without a match counts as wrong. The matching takes about k³ steps for k clusters and
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

  // The assignment wants at least as many columns as rows.
  const isWide = columnSizes.length >= rowSizes.length
  const [height, width] = isWide ? [rowSizes.length, columnSizes.length] : [columnSizes.length, rowSizes.length]
  const shared = new Float64Array(height * width)
  for (let r = 0; r < rowSizes.length; r++) {
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) {
      shared[isWide ? r * width + columns[at] : columns[at] * width + r] = counts[at]
    }
  }
  const matched = bestAssignment(shared, height, width).reduce((sum, c, r) => sum + shared[r * width + c], 0)
  return matched / sampleCount
}
