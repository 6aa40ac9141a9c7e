import { checkClusterCount, invalid } from '../../errors.js'
import { adoptLabelings, type Labeling } from '../../labelings/adopt.js'
import type { Ensemble } from '../../types.js'
import { ln } from './bounds.js'

/** The bound of spectral ensemble clustering and its four terms. */
export interface SecBound {
  readonly value: number
  readonly terms: readonly [number, number, number, number]
}

/**
 * The earlier generalization bound of spectral ensemble clustering, for a finite ensemble.
 *
 *   √(2π) m k / n · (Σ w_i⁻²)^½ + √(8π) m k / (√n min w) + √(2π) m k / (n min w²) · (Σ w_i²)^½ + (ln(1/δ) / 2n)^½
 *   w_i = Σₜ |cluster of sample i in labeling t|                                  (App. D, after Liu et al. 2017)
 *
 * It bounds a different objective (weighted k-means on cluster memberships) than {@link generalizationBound}, and it does
 * not decrease as m grows, because w_i grows with m. The two numbers cannot be subtracted from each other.
 */
export function secBound(
  input: Ensemble | readonly Labeling[],
  options: { clusterCount: number; failureProbability?: number },
): SecBound {
  const { sampleCount: n, labelings, clusterCounts } = 'labelings' in input ? input : adoptLabelings(input)
  const { clusterCount: k, failureProbability: delta = 0.05 } = options
  checkClusterCount('secBound', k, n)
  if (!(delta > 0 && delta < 1)) {
    throw invalid('secBound', 'failureProbability', 'be a number above 0 and below 1', delta)
  }

  const degrees = new Float64Array(n)
  labelings.forEach((labels, t) => {
    const sizes = new Float64Array(clusterCounts[t])
    for (const label of labels) if (label >= 0) sizes[label]++
    for (let i = 0; i < n; i++) if (labels[i] >= 0) degrees[i] += sizes[labels[i]]
  })
  let least = Number.POSITIVE_INFINITY
  let squares = 0
  let inverseSquares = 0
  for (const degree of degrees) {
    least = Math.min(least, degree)
    squares += degree * degree
    inverseSquares += 1 / (degree * degree)
  }
  const mk = labelings.length * k
  const root = Math.sqrt(2 * Math.PI)
  const terms = [
    ((root * mk) / n) * Math.sqrt(inverseSquares),
    (Math.sqrt(8 * Math.PI) * mk) / (Math.sqrt(n) * least),
    ((root * mk) / (n * least * least)) * Math.sqrt(squares),
    Math.sqrt(ln(1 / delta) / (2 * n)),
  ] as const
  return { value: terms.reduce((sum, term) => sum + term, 0), terms }
}
