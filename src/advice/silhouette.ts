import { randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Labels, Samples } from '../types.js'

/** Distances are computed between at most this many samples; the standard error of the mean is then about 0.01. */
const MOST_SAMPLES = 1000

/** The silhouettes of some samples. */
export interface Silhouettes {
  /** The chosen samples, ascending. */
  readonly samples: Int32Array
  /** One value per chosen sample, from -1 to 1. */
  readonly values: Float64Array
}

/**
 * Silhouettes of a clustering: how much closer samples are to their own cluster than to the next, from -1 to 1.
 *
 *   s(i) = (b - a) / max(a, b),   a, b = mean distance to the own cluster, to the nearest other one; 0 in a cluster of one
 *
 * Uses 1000 samples if there are more. They measure roundness: rings and moons have low silhouettes even if they are clear.
 */
export function silhouettesOf(samples: Samples, labels: Labels, seed = 1): Silhouettes {
  const { sampleCount: n, featureCount: d, values } = samples
  const chosen = drawSubset(n, Math.min(n, MOST_SAMPLES), randomFor(seed, 0))
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const sizes = new Float64Array(k)
  for (const i of chosen) sizes[labels[i]]++

  const sums = new Float64Array(k)
  const found = new Float64Array(chosen.length)
  chosen.forEach((i, at) => {
    sums.fill(0)
    for (const j of chosen) {
      let square = 0
      for (let q = 0; q < d; q++) {
        const difference = values[i * d + q] - values[j * d + q]
        square += difference * difference
      }
      sums[labels[j]] += Math.sqrt(square)
    }
    const own = labels[i]
    if (sizes[own] === 1) return
    const a = sums[own] / (sizes[own] - 1)
    let b = Number.POSITIVE_INFINITY
    for (let c = 0; c < k; c++) if (c !== own && sizes[c] > 0) b = Math.min(b, sums[c] / sizes[c])
    if (b < Number.POSITIVE_INFINITY && Math.max(a, b) > 0) found[at] = (b - a) / Math.max(a, b)
  })
  return { samples: chosen, values: found }
}

/** The mean of the silhouettes. */
export function meanSilhouette(samples: Samples, labels: Labels, seed = 1): number {
  const { values } = silhouettesOf(samples, labels, seed)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
