/** Points as rows of a flat array. */
export interface Points {
  readonly count: number
  readonly dimension: number
  readonly values: Float32Array
}

/** The nearest neighbours of each point, the nearest first. */
export interface Neighbours {
  /** Neighbours per point. */
  readonly size: number
  readonly indices: Int32Array
  /** Euclidean distances. */
  readonly distances: Float32Array
}

/** Finds the exact nearest neighbours, O(n² d). Yields after each block of points, so that the caller can pause. */
export function* nearestNeighbours(
  { count: n, dimension: d, values }: Points,
  size: number,
): Generator<number, Neighbours> {
  const indices = new Int32Array(n * size)
  const distances = new Float32Array(n * size).fill(Infinity)
  for (let i = 0; i < n; i++) {
    const from = i * size
    const last = from + size - 1
    for (let j = 0; j < n; j++) {
      if (i === j) continue
      const limit = distances[last]
      const distance = squaredDistance(values, i * d, values, j * d, d, limit)
      if (distance >= limit) continue
      let at = last
      while (at > from && distances[at - 1] > distance) {
        distances[at] = distances[at - 1]
        indices[at] = indices[at - 1]
        at--
      }
      distances[at] = distance
      indices[at] = j
    }
    if (i % 64 === 63) yield (i + 1) / n
  }
  return { size, indices, distances: distances.map(Math.sqrt) }
}

/** The squared distance of two rows; any larger number if it is above the limit. */
export function squaredDistance(
  a: Float32Array,
  aStart: number,
  b: Float32Array,
  bStart: number,
  dimension: number,
  limit: number,
): number {
  let sum = 0
  let j = 0
  while (j < dimension) {
    const end = Math.min(dimension, j + 8)
    for (; j < end; j++) {
      const difference = a[aStart + j] - b[bStart + j]
      sum += difference * difference
    }
    if (sum > limit) return sum
  }
  return sum
}
