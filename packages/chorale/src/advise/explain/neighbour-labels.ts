import type { Labels, Samples } from '../../types.js'

/** Neighbours that are looked at. */
const NEIGHBOURS = 7

/** The nearest neighbours of every sample, `count` for each, nearest first. O(n² d). */
export function nearestSamples({ sampleCount: n, featureCount: d, values }: Samples): {
  readonly neighbours: Int32Array
  readonly count: number
} {
  const count = Math.min(NEIGHBOURS, n - 1)
  const neighbours = new Int32Array(n * count)
  const distances = new Float64Array(count)
  for (let i = 0; i < n; i++) {
    const first = i * count
    distances.fill(Number.POSITIVE_INFINITY)
    for (let j = 0; j < n; j++) {
      if (j === i) continue
      let square = 0
      for (let f = 0; f < d; f++) {
        const difference = values[i * d + f] - values[j * d + f]
        square += difference * difference
      }
      if (square >= distances[count - 1]) continue
      let at = count - 1
      for (; at > 0 && distances[at - 1] > square; at--) {
        distances[at] = distances[at - 1]
        neighbours[first + at] = neighbours[first + at - 1]
      }
      distances[at] = square
      neighbours[first + at] = j
    }
  }
  return { neighbours, count }
}

/**
 * The label that each sample would get from its nearest neighbours in some of the features, itself left out. If the features
 * separate the clusters, these are the labels; if they do not, they are unrelated. Assumes no shape.
 */
export function neighbourLabels(samples: Samples, labels: Labels): Int32Array {
  const { neighbours, count } = nearestSamples(samples)
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const votes = new Float64Array(k)
  return Int32Array.from(labels, (_, i) => {
    votes.fill(0)
    for (let at = i * count; at < (i + 1) * count; at++) votes[labels[neighbours[at]]]++
    let best = 0
    for (let c = 1; c < k; c++) if (votes[c] > votes[best]) best = c
    return best
  })
}
