import { type Points, squaredDistance } from './neighbours.js'
import type { Reduction } from './reduce.js'

/** Nearest landmarks whose positions are averaged. */
const NEAREST = 3

/** Groups of landmarks that are searched for each sample, the nearest first. */
const GROUPS_SEARCHED = 3

const REFINEMENTS = 4

/**
 * Places every sample at the weighted mean of its nearest landmarks, the nearest with the largest weight. The landmarks
 * are divided into groups, and only the nearest groups are searched: O(n √L) instead of O(n L). Yields the share that is
 * done.
 */
export function* placeRest(
  sampleCount: number,
  reduction: Reduction,
  landmarks: Points,
  landmarkPlaces: Float32Array,
): Generator<number, Float32Array<ArrayBuffer>> {
  const { dimension: d, values } = landmarks
  const { centres, members } = groupsOf(landmarks)
  const places = new Float32Array(2 * sampleCount)
  const point = new Float32Array(d)
  const nearGroups = new Int32Array(GROUPS_SEARCHED)
  const nearGroupDistances = new Float64Array(GROUPS_SEARCHED)
  const near = new Int32Array(NEAREST)
  const nearDistances = new Float64Array(NEAREST)
  for (let i = 0; i < sampleCount; i++) {
    reduction.into(i, point, 0)
    nearGroupDistances.fill(Infinity)
    for (let g = 0; g < members.length; g++) {
      insert(
        nearGroups,
        nearGroupDistances,
        g,
        squaredDistance(point, 0, centres, g * d, d, nearGroupDistances[GROUPS_SEARCHED - 1]),
      )
    }
    nearDistances.fill(Infinity)
    for (let at = 0; at < GROUPS_SEARCHED && nearGroupDistances[at] < Infinity; at++) {
      for (const landmark of members[nearGroups[at]]) {
        insert(
          near,
          nearDistances,
          landmark,
          squaredDistance(point, 0, values, landmark * d, d, nearDistances[NEAREST - 1]),
        )
      }
    }
    // A landmark keeps its own position.
    const least = 1e-6 * (nearDistances[1] < Infinity ? nearDistances[1] : 1) + 1e-30
    let total = 0
    for (let at = 0; at < NEAREST && nearDistances[at] < Infinity; at++) {
      const weight = 1 / (nearDistances[at] + least)
      places[2 * i] += weight * landmarkPlaces[2 * near[at]]
      places[2 * i + 1] += weight * landmarkPlaces[2 * near[at] + 1]
      total += weight
    }
    places[2 * i] /= total
    places[2 * i + 1] /= total
    if (i % 512 === 511) yield (i + 1) / sampleCount
  }
  return places
}

/** Keeps the nearest items in order. */
function insert(items: Int32Array, distances: Float64Array, item: number, distance: number): void {
  let at = items.length - 1
  if (distance >= distances[at]) return
  while (at > 0 && distances[at - 1] > distance) {
    distances[at] = distances[at - 1]
    items[at] = items[at - 1]
    at--
  }
  distances[at] = distance
  items[at] = item
}

/** About √L groups of landmarks by a few rounds of k-means. */
function groupsOf({ count, dimension: d, values }: Points): { centres: Float32Array; members: Int32Array[] } {
  const groupCount = Math.max(1, Math.round(Math.sqrt(count)))
  const centres = new Float32Array(groupCount * d)
  for (let g = 0; g < groupCount; g++) {
    const from = Math.floor((g * count) / groupCount) * d
    centres.set(values.subarray(from, from + d), g * d)
  }
  const groups = new Int32Array(count)
  for (let round = 0; round < REFINEMENTS; round++) {
    for (let i = 0; i < count; i++) groups[i] = nearestCentre(values, i * d, centres, groupCount, d)
    if (round === REFINEMENTS - 1) break
    const sizes = new Int32Array(groupCount)
    const sums = new Float64Array(groupCount * d)
    for (let i = 0; i < count; i++) {
      sizes[groups[i]]++
      for (let j = 0; j < d; j++) sums[groups[i] * d + j] += values[i * d + j]
    }
    for (let at = 0; at < centres.length; at++) {
      const size = sizes[Math.floor(at / d)]
      if (size > 0) centres[at] = sums[at] / size
    }
  }
  const all = Int32Array.from(groups.keys())
  return { centres, members: Array.from({ length: groupCount }, (_, g) => all.filter(i => groups[i] === g)) }
}

function nearestCentre(values: Float32Array, start: number, centres: Float32Array, count: number, d: number): number {
  let best = 0
  let least = Infinity
  for (let g = 0; g < count; g++) {
    const distance = squaredDistance(values, start, centres, g * d, d, least)
    if (distance >= least) continue
    least = distance
    best = g
  }
  return best
}
