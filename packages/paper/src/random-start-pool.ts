import { adoptLabelings, type Ensemble, type Labels, randomFor, type Samples } from 'chorale/internal'

export interface RandomStartPoolOptions {
  ensembleSize: number
  seed: number
  /** The number of starts; the one with the least inertia is kept. */
  starts: number
}

const MOST_ITERATIONS = 100

/**
 * The pool of the paper from k-means that starts at samples drawn at random: k uniform in [2, ⌊√n⌋], then Lloyd.
 * Simple and slow: only for trying variants of the protocol. An empty centre stays where it was.
 */
export function randomStartPool(samples: Samples, { ensembleSize, seed, starts }: RandomStartPoolOptions): Ensemble {
  const largest = Math.max(2, Math.floor(Math.sqrt(samples.sampleCount)))
  const labelings = Array.from({ length: ensembleSize }, (_, t) => {
    const random = randomFor(seed, t)
    const k = 2 + Math.floor(random() * (largest - 1))
    let best: { labels: Labels; inertia: number } | null = null
    for (let run = 0; run < starts; run++) {
      const found = lloyd(samples, drawSamples(samples, k, random))
      if (best === null || found.inertia < best.inertia) best = found
    }
    return best!.labels
  })
  return adoptLabelings(labelings)
}

type Random = () => number

/** k different samples as centres. */
function drawSamples({ sampleCount, featureCount: d, values }: Samples, k: number, random: Random): Float64Array {
  const left = Array.from({ length: sampleCount }, (_, i) => i)
  const centres = new Float64Array(k * d)
  for (let c = 0; c < k; c++) {
    const [i] = left.splice(Math.floor(random() * left.length), 1)
    centres.set(values.subarray(i * d, (i + 1) * d), c * d)
  }
  return centres
}

function lloyd({ sampleCount: n, featureCount: d, values }: Samples, centres: Float64Array) {
  const k = centres.length / d
  const labels = new Int32Array(n).fill(-1)
  let inertia = 0
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    let moved = 0
    inertia = 0
    const sums = new Float64Array(k * d)
    const counts = new Int32Array(k)
    for (let i = 0; i < n; i++) {
      // Start with the previous centre: it is usually the nearest, so that most other distances can stop early.
      let nearest = Math.max(0, labels[i])
      let least = squaredDistance(values, i * d, centres, nearest * d, d)
      for (let c = 0; c < k; c++) {
        if (c === nearest) continue
        const distance = squaredDistance(values, i * d, centres, c * d, d, least)
        if (distance < least) {
          nearest = c
          least = distance
        }
      }
      if (labels[i] !== nearest) moved++
      labels[i] = nearest
      inertia += least
      counts[nearest]++
      for (let j = 0; j < d; j++) sums[nearest * d + j] += values[i * d + j]
    }
    if (moved === 0) break
    for (let c = 0; c < k; c++) {
      if (counts[c] > 0) for (let j = 0; j < d; j++) centres[c * d + j] = sums[c * d + j] / counts[c]
    }
  }
  return { labels, inertia }
}

/** |a - b|², or a value of at least the limit. */
function squaredDistance(
  a: Float64Array,
  from: number,
  b: Float64Array,
  other: number,
  d: number,
  limit = Infinity,
): number {
  let sum = 0
  for (let j = 0; j < d && sum < limit; ) {
    for (const end = Math.min(d, j + 8); j < end; j++) {
      const difference = a[from + j] - b[other + j]
      sum += difference * difference
    }
  }
  return sum
}
