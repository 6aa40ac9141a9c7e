import { exp, log2 } from '../numeric/exp-log.js'
import { type Contingency, contingency, isSamePartition, type LabelValues } from './contingency.js'

/**
 * Adjusted mutual information of two labelings: 1 if they are the same partition, 0 on average if they are unrelated.
 *
 *   AMI = (I - E[I]) / ((H(X) + H(Y)) / 2 - E[I])
 *   E[I] = Σ_rc Σ_x (x / n) log₂(n x / (a_r b_c)) P(x),   x ~ hypergeometric(n, a_r, b_c)
 *
 * Vinh, Epps and Bailey, JMLR 11 (2010). Unlike NMI it does not grow with the number of clusters, so a labeling can be
 * compared with columns of any number of values. O(n min(R, C)) for the expectation.
 */
export function adjustedMutualInformation(labels: LabelValues, truth: LabelValues): number {
  return amiOf(contingency('adjustedMutualInformation', labels, truth))
}

function amiOf(table: Contingency): number {
  if (isSamePartition(table)) return 1
  const { sampleCount: n, rowSizes, columnSizes, rowStarts, columns, counts } = table
  let information = 0
  for (let r = 0; r < rowSizes.length; r++) {
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) {
      const count = counts[at]
      information += (count / n) * log2((n * count) / (rowSizes[r] * columnSizes[columns[at]]))
    }
  }
  const expected = expectedInformation(table)
  const mean = (entropy(rowSizes, n) + entropy(columnSizes, n)) / 2
  // Both are 0 if one of the labelings is a single cluster.
  return mean - expected < 1e-12 ? 0 : (information - expected) / (mean - expected)
}

/** The mean information of labelings with the same sizes. Each distinct pair of sizes is computed once. */
function expectedInformation({ sampleCount: n, rowSizes, columnSizes }: Contingency): number {
  const logFactorial = new Float64Array(n + 1)
  for (let x = 2; x <= n; x++) logFactorial[x] = logFactorial[x - 1] + log2(x)
  const rows = countsOf(rowSizes)
  const columns = countsOf(columnSizes)
  let total = 0
  for (const [a, rowCount] of rows) {
    for (const [b, columnCount] of columns) total += rowCount * columnCount * expectedCell(a, b, n, logFactorial)
  }
  return total
}

function expectedCell(a: number, b: number, n: number, logFactorial: Float64Array): number {
  const fixed = logFactorial[a] + logFactorial[b] + logFactorial[n - a] + logFactorial[n - b] - logFactorial[n]
  let sum = 0
  for (let x = Math.max(1, a + b - n); x <= Math.min(a, b); x++) {
    const bits = fixed - logFactorial[x] - logFactorial[a - x] - logFactorial[b - x] - logFactorial[n - a - b + x]
    sum += (x / n) * log2((n * x) / (a * b)) * exp(bits * Math.LN2)
  }
  return sum
}

function countsOf(sizes: Int32Array): [number, number][] {
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts]
}

function entropy(sizes: Int32Array, n: number): number {
  let sum = 0
  for (const size of sizes) sum -= (size / n) * log2(size / n)
  return sum
}
