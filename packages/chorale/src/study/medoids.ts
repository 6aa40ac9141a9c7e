/**
 * Partitioning around medoids (Kaufman and Rousseeuw 1990): samples as centres, chosen greedily, then exchanged for others
 * as long as the sum of the distances to the nearest one falls. All exchanges with one new medoid are judged in one pass
 * over the samples (Schubert and Rousseeuw 2019), so that a round takes O(n²) time instead of O(k n²). The choices and the
 * order of ties are those of R's cluster::pam.
 *
 * @param distances n x n, symmetric, with zeros on the diagonal
 * @returns for every sample the number of its nearest medoid
 */
export function medoidLabels(distances: Float64Array, size: number, clusterCount: number): Int32Array {
  const medoids = greedyMedoids(distances, size, clusterCount)
  const isMedoid = new Uint8Array(size)
  for (const medoid of medoids) isMedoid[medoid] = 1
  for (;;) {
    const near = nearestMedoids(distances, size, medoids)
    const swap = bestSwap(distances, size, near, isMedoid, clusterCount)
    // As in R: what rounding could be is no gain.
    if (swap === null || !(swap.change < -16 * Number.EPSILON * near.total)) return near.nearest
    isMedoid[medoids[swap.medoid]] = 0
    isMedoid[swap.sample] = 1
    medoids[swap.medoid] = swap.sample
    // R judges medoids in the order of the samples.
    medoids.sort()
  }
}

/** The first has the least sum of distances; each further one shortens the sum to the nearest medoid the most. */
function greedyMedoids(distances: Float64Array, size: number, clusterCount: number): Int32Array {
  const medoids = new Int32Array(clusterCount)
  const isMedoid = new Uint8Array(size)
  let largest = 0
  for (let at = 0; at < distances.length; at++) largest = Math.max(largest, distances[at])
  const nearest = new Float64Array(size).fill(1.1 * largest + 1)
  for (let c = 0; c < clusterCount; c++) {
    let best = -1
    let most = 0
    for (let i = 0; i < size; i++) {
      if (isMedoid[i] === 1) continue
      let gain = 0
      for (let j = 0, at = i * size; j < size; j++, at++) {
        const shorter = nearest[j] - distances[at]
        if (shorter > 0) gain += shorter
      }
      // The last of equals.
      if (gain >= most) {
        most = gain
        best = i
      }
    }
    medoids[c] = best
    isMedoid[best] = 1
    for (let j = 0; j < size; j++) nearest[j] = Math.min(nearest[j], distances[best * size + j])
  }
  return medoids.sort()
}

interface NearMedoids {
  /** The position of the nearest medoid of each sample, its distance, and that of the second. */
  readonly nearest: Int32Array
  readonly first: Float64Array
  readonly second: Float64Array
  readonly total: number
}

function nearestMedoids(distances: Float64Array, size: number, medoids: Int32Array): NearMedoids {
  const nearest = new Int32Array(size)
  const first = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  const second = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  for (let c = 0; c < medoids.length; c++) {
    const row = medoids[c] * size
    for (let j = 0; j < size; j++) {
      const d = distances[row + j]
      if (d < first[j]) {
        second[j] = first[j]
        first[j] = d
        nearest[j] = c
      } else if (d < second[j]) second[j] = d
    }
  }
  let total = 0
  for (let j = 0; j < size; j++) total += first[j]
  return { nearest, first, second, total }
}

/**
 * The exchange that changes the sum the most. For a new medoid h and an old one i, the change of sample j is
 *
 *   min(d(h,j), second(j)) - first(j)   if i is the nearest medoid of j,   min(d(h,j) - first(j), 0)   otherwise
 */
function bestSwap(
  distances: Float64Array,
  size: number,
  { nearest, first, second }: NearMedoids,
  isMedoid: Uint8Array,
  clusterCount: number,
): { medoid: number; sample: number; change: number } | null {
  const changes = new Float64Array(clusterCount)
  let best: { medoid: number; sample: number; change: number } | null = null
  for (let h = 0; h < size; h++) {
    if (isMedoid[h] === 1) continue
    changes.fill(0)
    let shared = 0
    for (let j = 0, at = h * size; j < size; j++, at++) {
      const d = distances[at]
      const closer = d < first[j] ? d - first[j] : 0
      shared += closer
      changes[nearest[j]] += (d < second[j] ? d : second[j]) - first[j] - closer
    }
    for (let c = 0; c < clusterCount; c++) {
      const change = shared + changes[c]
      if (change < (best?.change ?? 0)) best = { medoid: c, sample: h, change }
    }
  }
  return best
}
