import { hash32 } from './random.js'

/**
 * Random samples of rows that do not depend on the order of the rows.
 *
 * Every row gets a key from a hash of its content and the seed, and the rows with the smallest keys are the sample. So the
 * sample has the exact size, needs one pass and no knowledge of the number of rows, and every row has the same chance.
 * Equal rows are told apart by counting them: the first has one key, the second another.
 */

/** Collects the rows with the smallest keys, in one pass. O(count) memory. */
export class SmallestKeys {
  readonly #count: number
  readonly #keys: Float64Array
  readonly #rows: Int32Array
  #filled = 0
  /** Keys from here on are not among the smallest. */
  #limit = Number.POSITIVE_INFINITY

  constructor(count: number) {
    this.#count = count
    this.#keys = new Float64Array(2 * count)
    this.#rows = new Int32Array(2 * count)
  }

  add(key: number, row: number): void {
    if (key >= this.#limit) return
    this.#keys[this.#filled] = key
    this.#rows[this.#filled++] = row
    if (this.#filled === this.#keys.length) this.#drop()
  }

  /** The rows with the smallest keys, in the order in which they were added. */
  rows(): Int32Array {
    if (this.#filled > this.#count) this.#drop()
    return this.#rows.slice(0, this.#filled)
  }

  /** Keeps only the smallest keys; of equal ones, those that were added first. */
  #drop(): void {
    const keys = this.#keys
    const rows = this.#rows
    const sorted = keys.slice(0, this.#filled).sort()
    const limit = sorted[this.#count - 1]
    let room = this.#count - sorted.indexOf(limit)
    let kept = 0
    for (let at = 0; at < this.#filled; at++) {
      if (keys[at] > limit || (keys[at] === limit && room-- <= 0)) continue
      keys[kept] = keys[at]
      rows[kept++] = rows[at]
    }
    this.#filled = kept
    this.#limit = limit
  }
}

/** The key of the given occurrence of a row, in [0, 1). */
export function sampleKey(seed: number, hash: number, occurrence: number): number {
  const row = hash32(seed, hash)
  // 53 bits, so that two keys are hardly ever equal.
  return (hash32(row, 2 * occurrence) * 2097152 + (hash32(row, 2 * occurrence + 1) >>> 11)) / 9007199254740992
}

/** Options of {@link sampleRows}. */
export interface SampleRowsOptions {
  /** The number of rows of the sample; all rows if there are no more. */
  readonly count: number
  readonly seed: number
  /**
   * A hash of the content of a row, 32 bits. The sample then consists of the same contents in whatever order the rows are.
   * By default a row is known by its number only.
   */
  readonly hashOf?: (row: number) => number
}

/** The rows of a random sample, ascending. O(rowCount) time. */
export function sampleRows(rowCount: number, { count, seed, hashOf }: SampleRowsOptions): Int32Array {
  if (count >= rowCount) return Int32Array.from({ length: rowCount }, (_, row) => row)
  if (hashOf !== undefined) {
    const hashes = new Uint32Array(rowCount)
    for (let row = 0; row < rowCount; row++) hashes[row] = hashOf(row)
    return sampleHashed(hashes, { count, seed })
  }
  const smallest = new SmallestKeys(count)
  for (let row = 0; row < rowCount; row++) smallest.add(sampleKey(seed, row, 0), row)
  return smallest.rows()
}

/** The same for rows of which the hashes are known. O(n) bytes beside the hashes. */
export function sampleHashed(
  hashes: Uint32Array,
  { count, seed }: Pick<SampleRowsOptions, 'count' | 'seed'>,
): Int32Array {
  if (count >= hashes.length) return Int32Array.from(hashes, (_, row) => row)
  const smallest = new SmallestKeys(count)
  const occurrenceOf = occurrencesOf(hashes)
  for (let row = 0; row < hashes.length; row++) smallest.add(sampleKey(seed, hashes[row], occurrenceOf(row)), row)
  return smallest.rows()
}

/**
 * A random sample of rows of which some are equal: how often each distinct row is in the sample of `count` rows.
 * `hashes` has one hash of 32 bits for each distinct row, `multiplicity` how many rows are like it.
 */
export function sampleRepeats(
  hashes: ArrayLike<number>,
  multiplicity: ArrayLike<number>,
  { count, seed }: Pick<SampleRowsOptions, 'count' | 'seed'>,
): Int32Array {
  const smallest = new SmallestKeys(count)
  for (let row = 0; row < hashes.length; row++) {
    for (let at = 0; at < multiplicity[row]; at++) smallest.add(sampleKey(seed, hashes[row], at), row)
  }
  const repeats = new Int32Array(hashes.length)
  for (const row of smallest.rows()) repeats[row]++
  return repeats
}

/** Bits per hash by which repeated hashes are told from others. */
const BITS_PER_HASH = 16

/**
 * For every row in turn, how many rows before it have the same hash. Most tables have hardly any equal rows, so only hashes
 * that share their place in a table of bits with another row are counted.
 */
function occurrencesOf(hashes: Uint32Array): (row: number) => number {
  let bitCount = 1024
  while (bitCount < BITS_PER_HASH * hashes.length && bitCount < 2 ** 31) bitCount *= 2
  const placeOf = (row: number) => Math.imul(hashes[row], 0x9e3779b1) & (bitCount - 1)
  const isTaken = new Uint8Array(bitCount / 8)
  const isShared = new Uint8Array(bitCount / 8)
  for (let row = 0; row < hashes.length; row++) {
    const place = placeOf(row)
    const bit = 1 << (place & 7)
    if ((isTaken[place >> 3] & bit) === 0) isTaken[place >> 3] |= bit
    else isShared[place >> 3] |= bit
  }
  const counts = new Map<number, number>()
  return row => {
    const place = placeOf(row)
    if ((isShared[place >> 3] & (1 << (place & 7))) === 0) return 0
    const count = counts.get(hashes[row]) ?? 0
    counts.set(hashes[row], count + 1)
    return count
  }
}
