import { randomFor } from '../../numeric/random.js'
import type { Ensemble, Labels } from '../../types.js'

const MAX_ITERATIONS = 300
const TOLERANCE = 1e-9

/** A weighted sum of kernels of labelings: Σ weight K, K_ij = 1/|c| if i and j are in cluster c, otherwise 0. */
export interface KernelSum {
  readonly terms: readonly { readonly labels: Labels; readonly clusterCount: number; readonly weight: number }[]
}

/** Σₜ wₜ K⁽ᵗ⁾ */
export function weightedKernels(
  { labelings, clusterCounts }: Ensemble,
  weights: ArrayLike<number>,
): KernelSum['terms'] {
  return labelings.map((labels, t) => ({ labels, clusterCount: clusterCounts[t], weight: weights[t] }))
}

/** The largest absolute eigenvalue of a weighted sum of kernels, by power iteration of its square. O(n) per kernel and step. */
export function spectralNorm({ terms }: KernelSum, sampleCount: number): number {
  const random = randomFor(1, 0)
  let x: Float64Array = Float64Array.from({ length: sampleCount }, () => random() - 0.5)
  let found = 0
  for (let step = 0; step < MAX_ITERATIONS; step++) {
    const length = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0))
    if (length === 0) return 0
    x = x.map(value => value / length)
    const once = applied(terms, x)
    const now = Math.sqrt(once.reduce((sum, value) => sum + value * value, 0))
    const isDone = Math.abs(now - found) <= TOLERANCE * now
    found = now
    if (isDone) break
    x = applied(terms, once)
  }
  return found
}

function applied(terms: KernelSum['terms'], x: Float64Array): Float64Array {
  const y = new Float64Array(x.length)
  for (const { labels, clusterCount, weight } of terms) {
    const sums = new Float64Array(clusterCount)
    const sizes = new Float64Array(clusterCount)
    labels.forEach((label, i) => {
      if (label < 0) return
      sums[label] += x[i]
      sizes[label]++
    })
    labels.forEach((label, i) => {
      if (label >= 0) y[i] += (weight * sums[label]) / sizes[label]
    })
  }
  return y
}
