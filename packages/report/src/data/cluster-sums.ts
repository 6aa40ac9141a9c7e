import type { Dataset, Labels } from 'chorale/internal'

/** Sums of the scaled features by cluster, and the spread of every feature over all samples that have a cluster. */
export interface ClusterSums {
  /** The number of samples of each cluster. */
  readonly sizes: Float64Array
  /** The sum of feature j over cluster C at [C d + j]. */
  readonly sums: Float64Array
  /** The sum of every feature over all samples. */
  readonly totals: Float64Array
  /** The standard deviation of every feature over all samples. */
  readonly deviations: Float64Array
}

export function clusterSums({ values, featureCount: d }: Dataset, labels: Labels): ClusterSums {
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const sizes = new Float64Array(clusterCount)
  const sums = new Float64Array(clusterCount * d)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    sizes[labels[i]]++
    const row = labels[i] * d
    for (let j = 0; j < d; j++) sums[row + j] += values[i * d + j]
  }
  const n = sizes.reduce((a, b) => a + b, 0)
  const totals = new Float64Array(d)
  for (let at = 0; at < sums.length; at++) totals[at % d] += sums[at]
  // Squares of deviations from the mean, not of the values, so that a large offset does not cancel the spread.
  const squares = new Float64Array(d)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    for (let j = 0; j < d; j++) squares[j] += (values[i * d + j] - totals[j] / n) ** 2
  }
  return { sizes, sums, totals, deviations: squares.map(square => Math.sqrt(square / n)) }
}

/**
 * The share of the variance of every feature that lies between the clusters, in [0, 1]: η² of an analysis of variance.
 * 1 if the cluster determines the feature, 0 if all clusters have the same mean.
 */
export function separations({ sizes, sums, totals, deviations }: ClusterSums): Float64Array {
  const d = totals.length
  const n = sizes.reduce((a, b) => a + b, 0)
  return deviations.map((deviation, j) => {
    if (deviation === 0) return 0
    let between = 0
    for (let C = 0; C < sizes.length; C++) {
      if (sizes[C] > 0) between += sizes[C] * (sums[C * d + j] / sizes[C] - totals[j] / n) ** 2
    }
    return between / n / deviation ** 2
  })
}

/** A scaled value of a feature in the original units. */
export function inFileUnits({ scaling: { centre, spread } }: Dataset, feature: number, value: number): number {
  const inUnits = centre[feature] + spread[feature] * value
  // The rounding error of a mean of exact zeros after scaling and back.
  return Math.abs(inUnits) < 1e-12 * (Math.abs(centre[feature]) + Math.abs(spread[feature])) ? 0 : inUnits
}
