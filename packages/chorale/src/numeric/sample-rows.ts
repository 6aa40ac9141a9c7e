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
  const smallest = new SmallestKeys(count)
  if (hashOf === undefined) {
    for (let row = 0; row < rowCount; row++) smallest.add(sampleKey(seed, row, 0), row)
    return smallest.rows()
  }
  const occurrences = new OccurrenceCounts(rowCount)
  for (let row = 0; row < rowCount; row++) {
    const hash = hashOf(row)
    smallest.add(sampleKey(seed, hash, occurrences.next(hash)), row)
  }
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

/** How often each hash occurred: an open-addressing table. */
class OccurrenceCounts {
  readonly #hashes: Int32Array
  /** 0 = a free slot. */
  readonly #counts: Int32Array

  constructor(most: number) {
    let slotCount = 16
    while (slotCount < 2 * most) slotCount *= 2
    this.#hashes = new Int32Array(slotCount)
    this.#counts = new Int32Array(slotCount)
  }

  /** How often the hash was seen before. */
  next(hash: number): number {
    const own = hash | 0
    const mask = this.#counts.length - 1
    let slot = hash32(0, own) & mask
    while (this.#counts[slot] > 0 && this.#hashes[slot] !== own) slot = (slot + 1) & mask
    this.#hashes[slot] = own
    return this.#counts[slot]++
  }
}
