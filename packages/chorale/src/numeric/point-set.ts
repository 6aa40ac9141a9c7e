import { type Assign, createAssign } from './loops/assign.js'
import { BLOCK, byteCount, GROUP, SLACK_PER_SQUARE } from './loops/assign-tables.js'
import type { HotLoops } from './loops/hot-loops.js'

/**
 * Points prepared for the assignment hot loops, once for any number of k-means runs.
 *
 * Coordinates are shifted to zero mean and scaled by a power of two into [-1, 1], where f32 loses least. In f64 they are
 * rounded to a grid just so coarse that sums over all points are exact. Sums then do not depend on their order, points
 * can be taken from one cluster and put into another without drift, and a point of weight 2 counts exactly as two
 * equal points. 12 bytes per coordinate.
 */
export interface PointSet {
  readonly pointCount: number
  readonly dimension: number
  /** The most centres that fit. */
  readonly capacity: number
  /** How far rounding in f32 may move a squared distance, relative to (|x| + |c|)². */
  readonly rounding: number
  readonly assign: Assign
  totalWeight: number
  /** x = shift + coordinate / scale */
  readonly shift: Float64Array
  scale: number
}

export interface PointSetSize {
  readonly pointCount: number
  readonly dimension: number
  /** The most centres that the points will be compared with. */
  readonly capacity: number
  /** Whether centres will be drawn from the points: k-means++ needs tables of its own. */
  readonly seeding?: boolean
}

/** Memory for points; `loadPoints` fills it, any number of times. */
export function createPointSet(size: PointSetSize, loops: HotLoops): PointSet {
  const { pointCount, dimension, capacity } = size
  const assign = createAssign(loops, tableSize(size))
  const shift = new Float64Array(dimension)
  return { pointCount, dimension, capacity, rounding: rounding(dimension), assign, totalWeight: 0, shift, scale: 1 }
}

/** The memory of a set. It must stay below 2 GiB, which is what the module can address. */
export function pointSetBytes(size: PointSetSize): number {
  return byteCount(tableSize(size))
}

function tableSize({ pointCount, dimension, capacity, seeding = true }: PointSetSize) {
  const trialCount = seeding ? 1 + 2 * Math.ceil(trialsFor(capacity) / 2) : 0
  return { pointCount, dimension, centreCount: capacity, trialCount }
}

/** Copies points into the set; the values (pointCount x dimension) are only read. */
export function loadPoints(set: PointSet, values: Float64Array, weights?: Float64Array): void {
  const tables = set.assign.tables
  if (weights === undefined) tables.weights.fill(1, 0, set.pointCount)
  else tables.weights.set(weights)
  set.totalWeight = 0
  for (let i = 0; i < set.pointCount; i++) set.totalWeight += tables.weights[i]
  set.scale = 1 / powerOfTwoAbove(Math.max(centreColumns(set, values), SMALLEST))
  pack(set, values)
}

/** Below this, 1 / scale would not be a normal number. */
const SMALLEST = 1e-290

/** How many candidates k-means++ tries for each centre: 2 + ⌊ln k⌋, the number of Arthur and Vassilvitskii's own code. */
export function trialsFor(clusterCount: number): number {
  let trials = 2
  for (let power = Math.E; power <= clusterCount; power *= Math.E) trials++
  return trials
}

/** Writes centre c to the f32 tables of the hot loop. */
export function packCentre(set: PointSet, c: number): void {
  const { dimension: d } = set
  const { centres: packed, squares, exactCentres } = set.assign.tables
  squares[c] = packInto(packed, (c - (c % GROUP)) * d + (c % GROUP), exactCentres, c * d, d)
}

function packInto(out: Float32Array, at: number, centres: Float64Array, from: number, d: number): number {
  let square = 0
  for (let j = 0; j < d; j++) {
    const value = Math.fround(centres[from + j])
    out[at + j * GROUP] = -2 * value
    square += value * value
  }
  return square
}

/** Pads the last group with centres that are never the nearest; returns the number of groups. */
export function padCentres(set: PointSet, clusterCount: number): number {
  const { dimension: d } = set
  const { centres: packed, squares } = set.assign.tables
  const groupCount = Math.ceil(clusterCount / GROUP)
  for (let c = clusterCount; c < groupCount * GROUP; c++) {
    const at = (c - (c % GROUP)) * d + (c % GROUP)
    for (let j = 0; j < d; j++) packed[at + j * GROUP] = 0
    squares[c] = Infinity
  }
  return groupCount
}

/**
 * Sets `shift` to the weighted mean of each column, rounded to a thousandth of the column's range; returns the largest
 * distance from it. Rounded, because then data of few digits keep few digits, and ties between them stay ties.
 */
function centreColumns({ pointCount: n, dimension: d, shift, totalWeight, assign }: PointSet, values: Float64Array) {
  const { weights } = assign.tables
  const least = values.slice(0, d)
  const most = values.slice(0, d)
  shift.fill(0)
  for (let i = 0; i < n; i++) {
    const w = weights[i]
    for (let j = 0; j < d; j++) {
      const value = values[i * d + j]
      shift[j] += w * value
      if (value < least[j]) least[j] = value
      if (value > most[j]) most[j] = value
    }
  }
  let reach = 0
  for (let j = 0; j < d; j++) {
    const grid = powerOfTwoAbove(most[j] - least[j]) / 1024
    shift[j] = most[j] === least[j] ? least[j] : Math.round(shift[j] / totalWeight / grid) * grid
    reach = Math.max(reach, most[j] - shift[j], shift[j] - least[j])
  }
  return reach
}

/** The smallest power of two that is not below a positive number; found by doubling, because log2 is not exact. */
function powerOfTwoAbove(value: number): number {
  let power = 1
  while (power < value) power *= 2
  while (power / 2 >= value && power > 2 ** -1000) power /= 2
  return power
}

/**
 * The error of |c|² - 2 x·c in f32, relative to (|x| + |c|)²: the d + 6 roundings of the inputs, the products and the
 * running sum, each at most 2⁻²⁴. They do not all fall on the same side: beyond 60 coordinates eight standard
 * deviations of a random walk are allowed instead.
 */
function rounding(d: number): number {
  return Math.min(d + 6, 8 * Math.sqrt(d + 6)) * 2 ** -24
}

function pack(set: PointSet, values: Float64Array): void {
  const { pointCount: n, dimension: d, shift, scale, totalWeight } = set
  const { points, rows, slack } = set.assign.tables
  // |coordinate| <= 1, so partial sums stay below totalWeight: 2⁵² grid steps must reach that far.
  const grid = Math.min(Math.max(powerOfTwoAbove(totalWeight), 16) * 2 ** -52, 2 ** -30)
  // Adding a number of this size leaves no digits finer than the grid.
  const rounder = 1.5 * 2 ** 52 * grid
  for (let i = 0; i < n; i++) {
    let at = (i - (i % BLOCK)) * d + (i % BLOCK)
    const row = i * d
    let square = 0
    for (let j = 0; j < d; j++) {
      const value = (values[row + j] - shift[j]) * scale + rounder - rounder
      rows[row + j] = value
      points[at] = value
      square += value * value
      at += BLOCK
    }
    // The nearest centre is at most |x| + D away from 0, so (|x| + |c|)² <= 8 |x|² + 2 D², and D² = |x|² + best.
    slack[i] = SLACK_PER_SQUARE * set.rounding * square
  }
}
