import type { NearestPoints } from 'chorale/internal'

/** Weighted links between points; each pair appears in both directions. */
export interface NeighbourGraph {
  readonly pointCount: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** Weights in (0, 1]. */
  readonly weights: Float32Array
}

const SEARCH_ROUNDS = 48

/**
 * The fuzzy graph of UMAP. The weight of the link from a point to a neighbour at distance d is
 *
 *   w = exp(−max(0, d − ρ) / σ),   Σ w = log₂(size)
 *
 * where ρ is the distance to the nearest other point, and σ fits the sum. Both directions of a pair are joined with
 * w + w′ − w w′.
 */
export function neighbourGraph({ count: size, indices, distances }: NearestPoints): NeighbourGraph {
  const pointCount = indices.length / size
  const directed = new Float32Array(indices.length)
  const mean = distances.reduce((sum, value) => sum + value, 0) / distances.length || 1
  for (let i = 0; i < pointCount; i++) {
    const own = distances.subarray(i * size, (i + 1) * size)
    const nearest = own.find(distance => distance > 0) ?? 0
    const width = widthOf(own, nearest, Math.log2(size + 1), mean)
    for (let at = 0; at < size; at++) directed[i * size + at] = Math.exp(-Math.max(0, own[at] - nearest) / width)
  }
  return joined(pointCount, size, indices, directed)
}

/** σ by bisection, at least a small share of the mean distance. */
function widthOf(distances: Float64Array, nearest: number, target: number, mean: number): number {
  let low = 0
  let high = Infinity
  let width = 1
  for (let round = 0; round < SEARCH_ROUNDS; round++) {
    let sum = 0
    for (const distance of distances) sum += Math.exp(-Math.max(0, distance - nearest) / width)
    if (Math.abs(sum - target) < 1e-4) break
    if (sum > target) high = width
    else low = width
    width = high === Infinity ? 2 * width : (low + high) / 2
  }
  return Math.max(width, 1e-3 * mean)
}

function joined(pointCount: number, size: number, indices: Int32Array, directed: Float32Array): NeighbourGraph {
  const back = new Map<number, number>()
  for (let at = 0; at < indices.length; at++) back.set(Math.floor(at / size) * pointCount + indices[at], directed[at])
  const from: number[] = []
  const to: number[] = []
  const weights: number[] = []
  for (const [key, weight] of back) {
    const i = Math.floor(key / pointCount)
    const j = key % pointCount
    const other = back.get(j * pointCount + i)
    if (other !== undefined && i > j) continue
    const both = weight + (other ?? 0) - weight * (other ?? 0)
    from.push(i, j)
    to.push(j, i)
    weights.push(both, both)
  }
  return { pointCount, from: Int32Array.from(from), to: Int32Array.from(to), weights: Float32Array.from(weights) }
}
