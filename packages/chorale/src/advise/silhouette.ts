import { randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Labels, Samples } from '../types.js'

/** Distances are computed between at most this many samples; the standard error of the mean is then about 0.01. */
const MOST_SAMPLES = 1000

/** The silhouettes of some samples. */
interface Silhouettes {
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
  const row = new Float64Array(chosen.length)
  const found = silhouettesByRows(
    Int32Array.from(chosen, i => labels[i]),
    at => {
      chosen.forEach((j, other) => {
        row[other] = distanceBetween(values, chosen[at] * d, j * d, d)
      })
      return row
    },
  )
  return { samples: chosen, values: found }
}

/** Computes mean silhouettes of many clusterings of the same samples; the distances are computed once. */
export function createMeanSilhouette({ sampleCount: n, featureCount: d, values }: Samples): (labels: Labels) => number {
  const distances = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const distance = distanceBetween(values, i * d, j * d, d)
      distances[i * n + j] = distance
      distances[j * n + i] = distance
    }
  }
  return labels => {
    const found = silhouettesByRows(labels, i => distances.subarray(i * n, (i + 1) * n))
    return found.reduce((sum, value) => sum + value, 0) / n
  }
}

/** The silhouettes of samples, from the rows of their distances. */
function silhouettesByRows(labels: Labels, rowOf: (sample: number) => Float64Array): Float64Array {
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const sizes = new Float64Array(k)
  for (const label of labels) sizes[label]++
  const sums = new Float64Array(k)
  const found = new Float64Array(labels.length)
  labels.forEach((own, at) => {
    if (sizes[own] === 1) return
    sums.fill(0)
    const row = rowOf(at)
    for (let j = 0; j < row.length; j++) sums[labels[j]] += row[j]
    const a = sums[own] / (sizes[own] - 1)
    let b = Number.POSITIVE_INFINITY
    for (let c = 0; c < k; c++) if (c !== own && sizes[c] > 0) b = Math.min(b, sums[c] / sizes[c])
    if (b < Number.POSITIVE_INFINITY && Math.max(a, b) > 0) found[at] = (b - a) / Math.max(a, b)
  })
  return found
}

function distanceBetween(values: Float64Array, a: number, b: number, d: number): number {
  let square = 0
  for (let q = 0; q < d; q++) {
    const difference = values[a + q] - values[b + q]
    square += difference * difference
  }
  return Math.sqrt(square)
}

/** The mean of the silhouettes. */
export function meanSilhouette(samples: Samples, labels: Labels, seed = 1): number {
  const { values } = silhouettesOf(samples, labels, seed)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
