import { log2 } from '../numeric/exp-log.js'
import { type Contingency, contingency, isSamePartition, type LabelValues } from './contingency.js'

/**
 * Normalized mutual information of two labelings, with the arithmetic mean of their entropies. From 0 to 1; symmetric.
 *
 *   NMI = 2 I(X; Y) / (H(X) + H(Y))
 *   I(X; Y) = Σ (n_rc / n) log₂( n n_rc / (a_r b_c) ),   H(X) = -Σ (a_r / n) log₂(a_r / n)
 *
 * Two labelings that put all samples into one cluster are the same partition, and the NMI is 1. (0/0, NaN in the
 * reference.) The logarithm is our own, so that choices by NMI are the same on every JavaScript runtime.
 *
 * @example
 * ```ts
 * import { normalizedMutualInformation } from 'chorale'
 *
 * console.log(normalizedMutualInformation([0, 0, 0, 1], ['a', 'a', 'b', 'b']).toFixed(2)) // 0.34
 * ```
 *
 * @group Metrics
 */
export function normalizedMutualInformation(labels: LabelValues, truth: LabelValues): number {
  return nmiOf(contingency('normalizedMutualInformation', labels, truth))
}

/** NMI of a contingency table. */
export function nmiOf(table: Contingency): number {
  if (isSamePartition(table)) return 1
  const { sampleCount: n, rowSizes, columnSizes, rowStarts, columns, counts } = table

  let information = 0
  for (let r = 0; r < rowSizes.length; r++) {
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) {
      const count = counts[at]
      information += (count / n) * log2((n * count) / (rowSizes[r] * columnSizes[columns[at]]))
    }
  }
  // For independent labelings rounding may leave a sum of about -1e-17.
  return (2 * Math.max(0, information)) / (entropy(rowSizes, n) + entropy(columnSizes, n))
}

function entropy(sizes: Int32Array, n: number): number {
  let sum = 0
  for (const size of sizes) sum -= (size / n) * log2(size / n)
  return sum
}
