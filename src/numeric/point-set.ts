import { type Assign, createAssign } from '../kernels/assign.js'
import { BLOCK, GROUP } from '../kernels/assign-tables.js'
import type { Kernels } from '../kernels/kernels.js'
import type { Matrix } from '../types.js'

/**
 * Points made ready for the assignment kernels, once for any number of k-means runs.
 *
 * Coordinates are shifted to zero mean and scaled by a power of two into [-1, 1], where f32 loses least. In f64 they are
 * rounded to a grid just so coarse that sums over all points are exact. Sums then do not depend on their order, points
 * can be taken from one cluster and put into another without drift, and a point of weight 2 counts exactly as two
 * equal points. 12 bytes per coordinate.
 */
export interface PointSet {
  readonly pointCount: number
  readonly dimension: number
  readonly totalWeight: number
  /** x = shift + coordinate / scale */
  readonly shift: Float64Array
  readonly scale: number
  /** How far rounding in f32 may move a squared distance, relative to (|x| + |c|)². */
  readonly rounding: number
  /** The most centres that fit. */
  readonly capacity: number
  readonly assign: Assign
}

export interface PointSetOptions {
  /** The most centres that the set will be compared with. */
  capacity: number
  /** Multiplicity of each point; 1 each when absent. */
  weights?: Float64Array
  kernels: Kernels
  /** Where zero shall be; the mean, rounded, when absent. */
  shift?: Float64Array
  /** Tables for k-means++ are left out where no centres will be drawn. */
  seeding?: boolean
}

/** The values are read, never written, and must not change while the set is in use. */
export function createPointSet(points: Matrix, options: PointSetOptions): PointSet {
  const { rowCount: n, columnCount: d, values } = points
  const { capacity, kernels, seeding = true } = options
  const weights = options.weights ?? new Float64Array(n).fill(1)
  let totalWeight = 0
  for (let i = 0; i < n; i++) totalWeight += weights[i]!

  const { shift, reach } = centre(points, weights, totalWeight, options.shift)
  const scale = 1 / powerOfTwoAbove(Math.max(reach, 1e-290))
  const trialCount = seeding ? 1 + 2 * Math.ceil(trialsFor(capacity) / 2) : 0
  const assign = createAssign(kernels, { pointCount: n, dimension: d, centreCount: capacity, trialCount })
  const set = { pointCount: n, dimension: d, totalWeight, shift, scale, rounding: rounding(d), capacity, assign }
  assign.tables.weights.set(weights)
  pack(set, values)
  return set
}

/** How many candidates k-means++ tries for each centre: 2 + ⌊ln k⌋, the number of Arthur and Vassilvitskii's own code. */
export function trialsFor(clusterCount: number): number {
  let trials = 2
  for (let power = Math.E; power <= clusterCount; power *= Math.E) trials++
  return trials
}

/** Puts centre c into the f32 tables of the kernel. */
export function packCentre(set: PointSet, c: number): void {
  const { dimension: d } = set
  const { centres: packed, squares, exactCentres } = set.assign.tables
  squares[c] = packInto(packed, (c - (c % GROUP)) * d + (c % GROUP), exactCentres, c * d, d)
}

function packInto(out: Float32Array, at: number, centres: Float64Array, from: number, d: number): number {
  let square = 0
  for (let j = 0; j < d; j++) {
    const value = Math.fround(centres[from + j]!)
    out[at + j * GROUP] = -2 * value
    square += value * value
  }
  return square
}

/** Fills up the last group with centres that are never the nearest; returns the number of groups. */
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
 * The weighted mean of each column, rounded to a thousandth of the column's range, and the largest distance from it.
 * Rounded, because then data of few digits keep few digits, and ties between them stay ties.
 */
function centre(points: Matrix, weights: Float64Array, totalWeight: number, given: Float64Array | undefined) {
  const { rowCount: n, columnCount: d, values } = points
  const shift = new Float64Array(d)
  const least = values.slice(0, d)
  const most = values.slice(0, d)
  for (let i = 0; i < n; i++) {
    const w = weights[i]!
    for (let j = 0; j < d; j++) {
      const value = values[i * d + j]!
      shift[j] += w * value
      if (value < least[j]!) least[j] = value
      if (value > most[j]!) most[j] = value
    }
  }
  let reach = 0
  for (let j = 0; j < d; j++) {
    const grid = powerOfTwoAbove(most[j]! - least[j]!) / 1024
    if (given !== undefined) shift[j] = given[j]!
    else if (most[j] === least[j]) shift[j] = least[j]!
    else shift[j] = Math.round(shift[j]! / totalWeight / grid) * grid
    reach = Math.max(reach, most[j]! - shift[j]!, shift[j]! - least[j]!)
  }
  return { shift, reach }
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
      const value = (values[row + j]! - shift[j]!) * scale + rounder - rounder
      rows[row + j] = value
      points[at] = value
      square += value * value
      at += BLOCK
    }
    // The nearest centre is at most |x| + D away from 0, so (|x| + |c|)² <= 8 |x|² + 2 D², and D² = |x|² + best.
    slack[i] = 10 * set.rounding * square
  }
}
