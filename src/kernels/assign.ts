import type { Kernels } from './kernels.js'
import { Workspace } from './workspace.js'

/*
 * Which of k centres is nearest to each of n points, in f32, and the trials of k-means++.
 *
 * Points are packed in blocks of 8, centres in groups of 4: a tile of 8 x 4 distances lives in registers, and the
 * smallest is kept in the same loop, so no n x k table is ever written. The lanes of a SIMD register are 8 different
 * points; every sum runs over the coordinates in order. assembly/assign.ts and the plain functions below therefore
 * round alike, and their results are equal to the bit.
 *
 * |c|² - 2 x·c costs two operations per coordinate where |x - c|² costs three, but it cancels. So the runner-up is kept
 * too, and a label whose lead is within the rounding error is written as ~label: the caller decides those in f64.
 */

/** Points per block, and centres per group. */
export const BLOCK = 8
export const GROUP = 4

/** The tables that the kernels read and write; nBlocks blocks of 8 points with d coordinates. */
export interface AssignTables {
  readonly blockCount: number
  readonly dimension: number
  /** [block][coordinate][8] */
  readonly points: Float32Array
  /** Per point: the part of the rounding error of its distances that does not depend on the centre. */
  readonly slack: Float32Array
  /** Multiplicity of each point; 0 for the points that fill up the last block. */
  readonly weights: Float64Array
  /** [group][coordinate][4], holding -2c; and |c|², +Infinity for the centres that fill up the last group. */
  readonly centres: Float32Array
  readonly squares: Float32Array
  /** The label of each point before the call; the kernels only read it. */
  readonly labels: Int32Array
  /** The label after the call, or ~label where f32 cannot decide. */
  readonly next: Int32Array
  /** The points whose `next` differs from `labels`, in order. */
  readonly touched: Int32Array
  /** [coordinate][2]: the two candidates of a trial. */
  readonly pair: Float32Array
  /** Squared distances to the nearest centre so far, one table per candidate and one for the state. */
  readonly trials: readonly Float32Array[]
  /** What a call of `tryPair` summed. */
  readonly sums: Float64Array
}

export interface Assign {
  readonly tables: AssignTables
  /** Fills `next` and `touched` from the first `groupCount` groups of centres; returns the length of `touched`. */
  nearest(groupCount: number, relative: number): number
  /** Fills trials[first] and trials[second] from trials[closest] for blocks from..to-1, and `sums` with their totals. */
  tryPair(from: number, to: number, closest: number, first: number, second: number): void
}

export interface AssignSize {
  readonly pointCount: number
  readonly dimension: number
  readonly centreCount: number
  readonly trialCount: number
}

export function createAssign(kernels: Kernels, size: AssignSize): Assign {
  return kernels.kind === 'simd' ? simdAssign(kernels, size) : plainAssign(size)
}

/** Where the typed arrays come from: the memory of the module, or the JavaScript heap. */
interface Allocator {
  float64(length: number): Float64Array
  float32(length: number): Float32Array
  int32(length: number): Int32Array
}

function allocate(from: Allocator, { pointCount, dimension, centreCount, trialCount }: AssignSize): AssignTables {
  const blockCount = Math.ceil(pointCount / BLOCK)
  const padded = blockCount * BLOCK
  const groupCount = Math.ceil(centreCount / GROUP)
  return {
    blockCount,
    dimension,
    weights: from.float64(padded),
    sums: from.float64(2),
    points: from.float32(padded * dimension),
    slack: from.float32(padded),
    centres: from.float32(groupCount * GROUP * dimension),
    squares: from.float32(groupCount * GROUP),
    pair: from.float32(2 * dimension),
    trials: Array.from({ length: trialCount }, () => from.float32(padded)),
    labels: from.int32(padded),
    next: from.int32(padded),
    touched: from.int32(padded),
  }
}

interface AssignExports {
  nearest(...numbers: number[]): number
  tryPair(...numbers: number[]): void
}

/** Products per call of the module: about a millisecond, so that a first call does not stay in the slow tier. */
const PRODUCTS_PER_CALL = 8_000_000

function simdAssign(kernels: Kernels, size: AssignSize): Assign {
  const padded = Math.ceil(size.pointCount / BLOCK) * BLOCK
  const centres = Math.ceil(size.centreCount / GROUP) * GROUP
  const perPoint = 4 * size.dimension + 4 * size.trialCount + 24
  const byteCount = padded * perPoint + centres * (4 * size.dimension + 4) + 8 * size.dimension + 16
  const workspace = new Workspace<AssignExports>(kernels, byteCount)
  const tables = allocate(workspace, size)
  const { blockCount, dimension, points, slack, weights, centres: packed, squares, labels, next, touched } = tables
  const { pair, trials, sums } = tables
  const { nearest, tryPair } = workspace.exports
  const trialAt = trials.map(table => table.byteOffset)
  const pointsAt = points.byteOffset
  const weightsAt = weights.byteOffset
  const pairAt = pair.byteOffset
  const sumsAt = sums.byteOffset

  return {
    tables,
    nearest(groupCount, relative) {
      const blocks = Math.max(1, Math.floor(PRODUCTS_PER_CALL / (BLOCK * GROUP * groupCount * dimension)))
      let count = 0
      for (let from = 0; from < blockCount; from += blocks) {
        const to = Math.min(from + blocks, blockCount)
        count = nearest(
          pointsAt,
          slack.byteOffset,
          from,
          to,
          dimension,
          packed.byteOffset,
          squares.byteOffset,
          groupCount,
          relative,
          labels.byteOffset,
          next.byteOffset,
          touched.byteOffset,
          count,
        )
      }
      return count
    },
    tryPair(from, to, closest, first, second) {
      const near = trialAt[closest]!
      tryPair(pointsAt, from, to, dimension, pairAt, near, weightsAt, trialAt[first]!, trialAt[second]!, sumsAt)
    },
  }
}

const HEAP: Allocator = {
  float64: length => new Float64Array(length),
  float32: length => new Float32Array(length),
  int32: length => new Int32Array(length),
}

function plainAssign(size: AssignSize): Assign {
  const tables = allocate(HEAP, size)
  return {
    tables,
    nearest: (groupCount, relative) => plainNearest(tables, groupCount, relative),
    tryPair: (from, to, closest, first, second) => plainTryPair(tables, from, to, closest, first, second),
  }
}

const f32 = Math.fround

/** The twin of `nearest`, in tiles of 2 points x 4 centres. */
function plainNearest(tables: AssignTables, groupCount: number, relative: number): number {
  const { blockCount, dimension: d, points, slack, centres, squares, labels, next, touched } = tables
  const factor = f32(relative)
  let count = 0
  for (let p = 0; p < blockCount * BLOCK; p += 2) {
    const block = (p >> 3) * d * BLOCK + (p & 7)
    let best0 = f32(Infinity)
    let best1 = f32(Infinity)
    let second0 = f32(Infinity)
    let second1 = f32(Infinity)
    let label0 = 0
    let label1 = 0
    for (let g = 0; g < groupCount; g++) {
      const s = g * GROUP
      let a00 = squares[s]!
      let a10 = squares[s + 1]!
      let a20 = squares[s + 2]!
      let a30 = squares[s + 3]!
      let a01 = a00
      let a11 = a10
      let a21 = a20
      let a31 = a30
      let x = block
      const end = (g + 1) * GROUP * d
      for (let c = s * d; c < end; c += GROUP) {
        const x0 = points[x]!
        const x1 = points[x + 1]!
        const c0 = centres[c]!
        const c1 = centres[c + 1]!
        const c2 = centres[c + 2]!
        const c3 = centres[c + 3]!
        a00 = f32(a00 + f32(x0 * c0))
        a01 = f32(a01 + f32(x1 * c0))
        a10 = f32(a10 + f32(x0 * c1))
        a11 = f32(a11 + f32(x1 * c1))
        a20 = f32(a20 + f32(x0 * c2))
        a21 = f32(a21 + f32(x1 * c2))
        a30 = f32(a30 + f32(x0 * c3))
        a31 = f32(a31 + f32(x1 * c3))
        x += BLOCK
      }
      if (a00 < best0) {
        second0 = best0
        best0 = a00
        label0 = s
      } else if (a00 < second0) second0 = a00
      if (a10 < best0) {
        second0 = best0
        best0 = a10
        label0 = s + 1
      } else if (a10 < second0) second0 = a10
      if (a20 < best0) {
        second0 = best0
        best0 = a20
        label0 = s + 2
      } else if (a20 < second0) second0 = a20
      if (a30 < best0) {
        second0 = best0
        best0 = a30
        label0 = s + 3
      } else if (a30 < second0) second0 = a30
      if (a01 < best1) {
        second1 = best1
        best1 = a01
        label1 = s
      } else if (a01 < second1) second1 = a01
      if (a11 < best1) {
        second1 = best1
        best1 = a11
        label1 = s + 1
      } else if (a11 < second1) second1 = a11
      if (a21 < best1) {
        second1 = best1
        best1 = a21
        label1 = s + 2
      } else if (a21 < second1) second1 = a21
      if (a31 < best1) {
        second1 = best1
        best1 = a31
        label1 = s + 3
      } else if (a31 < second1) second1 = a31
    }
    if (f32(second0 - best0) <= f32(slack[p]! + f32(factor * best0))) label0 = ~label0
    if (f32(second1 - best1) <= f32(slack[p + 1]! + f32(factor * best1))) label1 = ~label1
    next[p] = label0
    next[p + 1] = label1
    if (label0 !== labels[p]) touched[count++] = p
    if (label1 !== labels[p + 1]) touched[count++] = p + 1
  }
  return count
}

const partial = new Float64Array(2 * BLOCK)

/** The twin of `tryPair`, with the same eight partial sums per candidate. */
function plainTryPair(
  tables: AssignTables,
  from: number,
  to: number,
  closest: number,
  first: number,
  second: number,
): void {
  const { dimension: d, points, pair, weights, sums } = tables
  const near = tables.trials[closest]!
  const out0 = tables.trials[first]!
  const out1 = tables.trials[second]!
  partial.fill(0)
  for (let p = from * BLOCK; p < to * BLOCK; p += 2) {
    let x = (p >> 3) * d * BLOCK + (p & 7)
    let a00 = f32(0)
    let a01 = f32(0)
    let a10 = f32(0)
    let a11 = f32(0)
    for (let c = 0; c < 2 * d; c += 2) {
      const x0 = points[x]!
      const x1 = points[x + 1]!
      const c0 = pair[c]!
      const c1 = pair[c + 1]!
      const e00 = f32(x0 - c0)
      const e01 = f32(x1 - c0)
      const e10 = f32(x0 - c1)
      const e11 = f32(x1 - c1)
      a00 = f32(a00 + f32(e00 * e00))
      a01 = f32(a01 + f32(e01 * e01))
      a10 = f32(a10 + f32(e10 * e10))
      a11 = f32(a11 + f32(e11 * e11))
      x += BLOCK
    }
    const near0 = near[p]!
    const near1 = near[p + 1]!
    if (near0 <= a00) a00 = near0
    if (near1 <= a01) a01 = near1
    if (near0 <= a10) a10 = near0
    if (near1 <= a11) a11 = near1
    out0[p] = a00
    out0[p + 1] = a01
    out1[p] = a10
    out1[p + 1] = a11
    const lane = p & 7
    partial[lane] += weights[p]! * a00
    partial[lane + 1] += weights[p + 1]! * a01
    partial[BLOCK + lane] += weights[p]! * a10
    partial[BLOCK + lane + 1] += weights[p + 1]! * a11
  }
  sums[0] = lanesTotal(0)
  sums[1] = lanesTotal(BLOCK)
}

/** Eight partial sums added in the order of the module: pairs of lanes first, then even and odd. */
function lanesTotal(at: number): number {
  const even = partial[at]! + partial[at + 2]! + (partial[at + 4]! + partial[at + 6]!)
  const odd = partial[at + 1]! + partial[at + 3]! + (partial[at + 5]! + partial[at + 7]!)
  return even + odd
}
