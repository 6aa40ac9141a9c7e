/** Points per block, and centres per group. */
export const BLOCK = 8
export const GROUP = 4

/** `slack` relative to the rounding of a distance and to |x|². */
export const SLACK_PER_SQUARE = 10

/** The tables that the hot loops read and write. */
export interface AssignTables {
  readonly pointCount: number
  readonly blockCount: number
  readonly dimension: number
  /** [block][coordinate][8] */
  readonly points: Float32Array
  /** Per point: the part of the rounding error of its distances that does not depend on the centre. */
  readonly slack: Float32Array
  /** [point][coordinate] in f64 */
  readonly rows: Float64Array
  /** Multiplicity of each point; 0 for the padding of the last block. */
  readonly weights: Float64Array
  /** [group][coordinate][4] with the values -2c; and |c|², +Infinity for the padding of the last group. */
  readonly centres: Float32Array
  readonly squares: Float32Array
  /** [centre][coordinate] in f64, for `inertia`; and the sums of the members of each cluster. */
  readonly exactCentres: Float64Array
  readonly sums: Float64Array
  /** The label of each point before the call. */
  readonly labels: Int32Array
  /** The label after the call, or ~label if f32 cannot decide. */
  readonly next: Int32Array
  /** The points whose `next` differs from `labels`, in order. */
  readonly touched: Int32Array
  /** At most how much farther the second nearest centre of each point is; how much of this the last move may have used up. */
  readonly margins: Float32Array
  readonly steps: Float32Array
  /** Points that must be assigned again, and room for a block of them. */
  readonly list: Int32Array
  readonly scratch: Float32Array
  /** Two candidates each, [coordinate][2]. */
  readonly pairs: readonly Float32Array[]
  /** Squared distances to the nearest centre so far, one table per candidate and one for the state. */
  readonly trials: readonly Float32Array[]
  /** The sums of a call of `tryPair`, one per candidate. */
  readonly totals: Float64Array
}

export interface AssignSize {
  readonly pointCount: number
  readonly dimension: number
  readonly centreCount: number
  readonly trialCount: number
}

/** Where the typed arrays come from: the memory of the module, or the JavaScript heap. */
export interface Allocator {
  float64(length: number): Float64Array
  float32(length: number): Float32Array
  int32(length: number): Int32Array
}

export function allocate(
  from: Allocator,
  { pointCount, dimension, centreCount, trialCount }: AssignSize,
): AssignTables {
  const blockCount = Math.ceil(pointCount / BLOCK)
  const padded = blockCount * BLOCK
  const groupCount = Math.ceil(centreCount / GROUP)
  return {
    pointCount,
    blockCount,
    dimension,
    rows: from.float64(pointCount * dimension),
    weights: from.float64(padded),
    exactCentres: from.float64(centreCount * dimension),
    sums: from.float64(centreCount * dimension),
    totals: from.float64(2),
    points: from.float32(padded * dimension),
    slack: from.float32(padded),
    centres: from.float32(groupCount * GROUP * dimension),
    squares: from.float32(groupCount * GROUP),
    pairs: Array.from({ length: trialCount >> 1 }, () => from.float32(2 * dimension)),
    trials: Array.from({ length: trialCount }, () => from.float32(padded)),
    labels: from.int32(padded),
    next: from.int32(padded),
    touched: from.int32(padded),
    margins: from.float32(padded),
    steps: from.float32(centreCount),
    list: from.int32(padded),
    scratch: from.float32(BLOCK * dimension + 24),
  }
}

/** The number of bytes that `allocate` needs. */
export function byteCount({ pointCount, dimension, centreCount, trialCount }: AssignSize): number {
  const padded = Math.ceil(pointCount / BLOCK) * BLOCK
  const centres = Math.ceil(centreCount / GROUP) * GROUP
  const perPoint = 12 * dimension + 4 * trialCount + 32
  const scratch = 4 * (BLOCK * dimension + 24)
  return padded * perPoint + centres * (20 * dimension + 8) + 4 * trialCount * dimension + scratch + 16
}
