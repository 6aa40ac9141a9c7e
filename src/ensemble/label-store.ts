import { InputError } from '../check.js'

/** Samples per block: what is read, collapsed and handled at a time. Fixed, because sums over blocks are results. */
export const BLOCK_SAMPLES = 65_536

/** The most spans that a run is cut into. */
const MOST_SPANS = 64

/** Numbers of one, two or four bytes; the largest of each kind of the first two means: no label. */
export type Codes = Uint8Array | Uint16Array | Int32Array

/**
 * Consecutive samples of all labelings, equal label rows collapsed. Plain data in memory that threads can share.
 */
export interface LabelBlock {
  readonly sampleCount: number
  /** Distinct label rows, numbered by first appearance. */
  readonly rowCount: number
  /** The label of row r in labeling t at [r m + t]. */
  readonly codes: Codes
  /** Samples that share each row. */
  readonly multiplicity: Uint32Array
  /** The row of each sample. */
  readonly rowOf: Uint16Array
}

/** What is known of an ensemble without its labels. */
export interface LabelExtent {
  /** n */
  readonly sampleCount: number
  /** m */
  readonly ensembleSize: number
  /** First cluster of each labeling when all are numbered through; the last entry is P. */
  readonly clusterStarts: Int32Array
  /** Whether any sample lacks a label. */
  readonly hasMissing: boolean
}

/** The labels of an ensemble in one or two bytes each: what the passes over all samples read. */
export interface LabelStore extends LabelExtent {
  readonly blocks: readonly LabelBlock[]
}

/** Collects labels piece by piece, pieces of any length, and cuts them into blocks. */
export class LabelStoreBuilder {
  readonly #m: number
  /** Rows of the block that is being filled; -1 = no label. */
  readonly #rows: Int32Array
  #filled = 0
  #hasMissing = false
  readonly #clusterCounts: Int32Array
  readonly #blocks: LabelBlock[] = []
  readonly #grouper: RowGrouper

  constructor(ensembleSize: number) {
    this.#m = ensembleSize
    this.#rows = new Int32Array(BLOCK_SAMPLES * ensembleSize)
    this.#clusterCounts = new Int32Array(ensembleSize)
    this.#grouper = new RowGrouper(ensembleSize)
  }

  /** Samples so far. */
  get sampleCount(): number {
    return this.#blocks.length * BLOCK_SAMPLES + this.#filled
  }

  /** Adds samples [from, to) of labelings whose clusters are numbered 0, 1, ...; -1 = no label. */
  add(labelings: readonly Int32Array[], from = 0, to = labelings[0].length): void {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, BLOCK_SAMPLES - this.#filled)
      this.#copy(labelings, at, count)
      at += count
      this.#filled += count
      if (this.#filled === BLOCK_SAMPLES) this.#close()
    }
  }

  #copy(labelings: readonly Int32Array[], at: number, count: number): void {
    const m = this.#m
    for (let t = 0; t < m; t++) {
      const labels = labelings[t]
      let most = this.#clusterCounts[t] - 1
      let least = 0
      for (let i = 0, to = this.#filled * m + t; i < count; i++, to += m) {
        const label = labels[at + i]
        this.#rows[to] = label
        if (label > most) most = label
        if (label < least) least = label
      }
      this.#clusterCounts[t] = most + 1
      if (least < 0) this.#hasMissing = true
    }
  }

  #close(): void {
    this.#blocks.push(this.#grouper.collapse(this.#rows, this.#filled))
    this.#filled = 0
  }

  finish(): LabelStore {
    const sampleCount = this.sampleCount
    if (sampleCount === 0) throw new InputError('consensus: labelings must have at least one sample; got 0')
    if (this.#filled > 0) this.#close()
    const clusterStarts = new Int32Array(this.#m + 1)
    for (let t = 0; t < this.#m; t++) clusterStarts[t + 1] = clusterStarts[t] + this.#clusterCounts[t]
    const ensembleSize = this.#m
    return { sampleCount, ensembleSize, clusterStarts, hasMissing: this.#hasMissing, blocks: this.#blocks }
  }
}

/** A block whose clusters are numbered otherwise: cluster c of labeling t becomes numbers[t][c]. */
export function renumberBlock(block: LabelBlock, numbers: readonly Int32Array[]): LabelBlock {
  const { codes } = block
  const m = numbers.length
  const none = noLabel(codes)
  const most = numbers.reduce((largest, of) => of.reduce((sofar, each) => Math.max(sofar, each), largest), 0)
  const renumbered = newCodes(codes.length, most)
  const noneNow = noLabel(renumbered)
  for (let at = 0; at < codes.length; ) {
    for (let t = 0; t < m; t++, at++) renumbered[at] = codes[at] === none ? noneNow : numbers[t][codes[at]]
  }
  return { ...block, codes: renumbered }
}

/** Consecutive blocks whose sums are added up before they meet the others: [from, to) of the blocks. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Spans of equal length, at most 64. They depend on the number of samples alone, never on who computes. */
export function spansOf(sampleCount: number): Span[] {
  const blockCount = Math.ceil(sampleCount / BLOCK_SAMPLES)
  const length = Math.ceil(blockCount / MOST_SPANS)
  const spans: Span[] = []
  for (let from = 0; from < blockCount; from += length) spans.push({ from, to: Math.min(from + length, blockCount) })
  return spans
}

/** First sample of a span. */
export function firstSample({ from }: Span): number {
  return from * BLOCK_SAMPLES
}

/** Cluster numbers of rows [from, to) of a block, through all labelings; -1 = no label: (to - from) x m. */
export function rowClustersInto(
  out: Int32Array,
  { codes }: LabelBlock,
  { ensembleSize: m, clusterStarts }: LabelExtent,
  from: number,
  to: number,
): void {
  const none = noLabel(codes)
  for (let at = from * m, o = 0; at < to * m; ) {
    for (let t = 0; t < m; t++, at++, o++) {
      const label = codes[at]
      out[o] = label === none ? -1 : clusterStarts[t] + label
    }
  }
}

/** What stands for a missing label. */
function noLabel(codes: Codes): number {
  return codes instanceof Uint8Array ? 0xff : codes instanceof Uint16Array ? 0xffff : -1
}

/** Open-addressed hash table over whole label rows; rows are compared, so hashes may collide. */
class RowGrouper {
  readonly #m: number
  readonly #slots = new Int32Array(2 * BLOCK_SAMPLES)
  readonly #hashes = new Int32Array(BLOCK_SAMPLES)
  readonly #first = new Int32Array(BLOCK_SAMPLES)

  constructor(ensembleSize: number) {
    this.#m = ensembleSize
  }

  collapse(rows: Int32Array, sampleCount: number): LabelBlock {
    const m = this.#m
    const rowOf = new Uint16Array(sharedBytes(2 * sampleCount))
    const rowCount = this.#group(rowOf, rows, sampleCount)
    const multiplicity = new Uint32Array(sharedBytes(4 * rowCount))
    for (let i = 0; i < sampleCount; i++) multiplicity[rowOf[i]]++

    let most = 0
    for (let at = 0; at < sampleCount * m; at++) if (rows[at] > most) most = rows[at]
    const codes = newCodes(rowCount * m, most)
    const none = noLabel(codes)
    for (let r = 0, o = 0; r < rowCount; r++) {
      for (let t = 0, at = this.#first[r] * m; t < m; t++, at++, o++) codes[o] = rows[at] < 0 ? none : rows[at]
    }
    return { sampleCount, rowCount, codes, multiplicity, rowOf }
  }

  #group(rowOf: Uint16Array, rows: Int32Array, sampleCount: number): number {
    const m = this.#m
    const [slots, hashes, first] = [this.#slots.fill(-1), this.#hashes, this.#first]
    const mask = slots.length - 1
    let rowCount = 0
    for (let i = 0; i < sampleCount; i++) {
      let hash = 0
      for (let at = i * m; at < (i + 1) * m; at++) {
        hash = Math.imul(hash ^ rows[at], 0x9e3779b1)
        hash ^= hash >>> 15
      }
      let slot = hash & mask
      for (;;) {
        const row = slots[slot]
        if (row < 0) {
          slots[slot] = rowCount
          hashes[rowCount] = hash
          first[rowCount] = i
          rowOf[i] = rowCount++
          break
        }
        if (hashes[row] === hash && sameRow(rows, first[row] * m, i * m, m)) {
          rowOf[i] = row
          break
        }
        slot = (slot + 1) & mask
      }
    }
    return rowCount
  }
}

function sameRow(rows: Int32Array, a: number, b: number, m: number): boolean {
  for (let t = 0; t < m; t++) if (rows[a + t] !== rows[b + t]) return false
  return true
}

function newCodes(length: number, most: number): Codes {
  if (most < 0xff) return new Uint8Array(sharedBytes(length))
  if (most < 0xffff) return new Uint16Array(sharedBytes(2 * length))
  return new Int32Array(sharedBytes(4 * length))
}

/** Memory that other threads can read, where the engine allows it. */
function sharedBytes(byteLength: number): ArrayBuffer {
  // Both kinds serve typed arrays alike.
  if (typeof SharedArrayBuffer === 'undefined') return new ArrayBuffer(byteLength)
  return new SharedArrayBuffer(byteLength) as unknown as ArrayBuffer
}
