import type { Ensemble, Labels } from '../types.js'
import { type Codes, newCodes, noLabel, sharedBytes } from './codes.js'
import { RowGroups } from './row-groups.js'

/** The number of samples per block. Fixed, because results are sums over blocks, whose order matters for rounding. */
export const BLOCK_SAMPLES = 25_000

/** The labels that a block has room for at first. */
const FIRST_LABELS = 2 ** 22

/** The largest number of spans of a run, and of spans of one block. */
const MOST_SPANS = 64
const MOST_SHORT_SPANS = 16

/**
 * Consecutive samples of all labelings, with equal label rows collapsed. Plain data in memory that threads can share.
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

/** The dimensions of an ensemble, without its labels. */
export interface LabelExtent {
  /** n */
  readonly sampleCount: number
  /** m */
  readonly ensembleSize: number
  /** First cluster of each labeling when clusters are numbered across all labelings; the last entry is P. */
  readonly clusterStarts: Int32Array
  /** Whether any sample lacks a label. */
  readonly hasMissing: boolean
}

/** The labels of an ensemble in one or two bytes each. Passes over all samples read it. */
export interface LabelStore extends LabelExtent {
  readonly blocks: readonly LabelBlock[]
}

/** Collects labels in pieces of any length and divides them into blocks. */
export class LabelStoreBuilder {
  readonly #m: number
  /** Rows of the block that is being filled; -1 = no label. */
  #rows: Int32Array
  #filled = 0
  /** The largest label of that block. */
  #most = 0
  #hasMissing = false
  readonly #clusterCounts: Int32Array
  readonly #blocks: LabelBlock[] = []
  readonly #groups: RowGroups

  /** `mostSamples` limits the buffers of a small ensemble. */
  constructor(ensembleSize: number, mostSamples = BLOCK_SAMPLES) {
    const capacity = Math.min(mostSamples, BLOCK_SAMPLES)
    this.#m = ensembleSize
    // Very many labelings have few samples, for which a whole block would not fit into memory.
    this.#rows = new Int32Array(Math.min(capacity * ensembleSize, Math.max(ensembleSize, FIRST_LABELS)))
    this.#clusterCounts = new Int32Array(ensembleSize)
    this.#groups = new RowGroups(ensembleSize, capacity)
  }

  /** The number of samples added so far. */
  get sampleCount(): number {
    return this.#blocks.length * BLOCK_SAMPLES + this.#filled
  }

  /** Adds samples [from, to) of labelings whose clusters are numbered 0, 1, ...; below 0 = no label. */
  add(labelings: readonly Int32Array[], from = 0, to = labelings[0].length): void {
    for (let at = from; at < to; ) {
      const count = Math.min(to - at, BLOCK_SAMPLES - this.#filled)
      this.#reserve(this.#filled + count)
      this.#copy(labelings, at, count)
      at += count
      this.#filled += count
      if (this.#filled === BLOCK_SAMPLES) this.#close()
    }
  }

  /** Adds the samples of a block of another store, in some of its labelings. */
  addBlock({ sampleCount, codes, rowOf }: LabelBlock, { ensembleSize }: LabelExtent, kept: readonly number[]): void {
    const none = noLabel(codes)
    for (let i = 0; i < sampleCount; i++) {
      this.#reserve(this.#filled + 1)
      const rows = this.#rows
      const from = rowOf[i] * ensembleSize
      for (let q = 0, to = this.#filled * this.#m; q < kept.length; q++, to++) {
        const label = codes[from + kept[q]]
        rows[to] = label === none ? -1 : label
        if (label === none) this.#hasMissing = true
        else if (label > this.#most) this.#most = label
      }
      this.#filled++
      if (this.#filled === BLOCK_SAMPLES) this.#close()
    }
  }

  /** Makes room for this many samples of the current block. */
  #reserve(sampleCount: number): void {
    const needed = sampleCount * this.#m
    if (needed <= this.#rows.length) return
    const larger = new Int32Array(Math.min(BLOCK_SAMPLES * this.#m, Math.max(needed, 2 * this.#rows.length)))
    larger.set(this.#rows.subarray(0, this.#filled * this.#m))
    this.#rows = larger
  }

  #copy(labelings: readonly Int32Array[], at: number, count: number): void {
    const m = this.#m
    const rows = this.#rows
    for (let t = 0; t < m; t++) {
      const labels = labelings[t]
      let most = -1
      let least = 0
      for (let i = 0, to = this.#filled * m + t; i < count; i++, to += m) {
        const label = labels[at + i]
        rows[to] = label < 0 ? -1 : label
        if (label > most) most = label
        if (label < least) least = label
      }
      if (most > this.#most) this.#most = most
      if (most >= this.#clusterCounts[t]) this.#clusterCounts[t] = most + 1
      if (least < 0) this.#hasMissing = true
    }
  }

  /** Collapses the rows of the current block and starts the next one. */
  #close(): void {
    const m = this.#m
    const sampleCount = this.#filled
    const rows = this.#rows
    const groups = this.#groups
    const rowOf = new Uint16Array(sharedBytes(2 * sampleCount))
    groups.add(rows, sampleCount, rowOf)
    const rowCount = groups.groupCount
    const multiplicity = new Uint32Array(sharedBytes(4 * rowCount))
    for (let i = 0; i < sampleCount; i++) multiplicity[rowOf[i]]++

    const codes = newCodes(rowCount * m, this.#most)
    const none = noLabel(codes)
    for (let r = 0, o = 0; r < rowCount; r++) {
      for (let t = 0, at = groups.firstRow(r) * m; t < m; t++, at++, o++) codes[o] = rows[at] < 0 ? none : rows[at]
    }
    groups.clear()
    this.#blocks.push({ sampleCount, rowCount, codes, multiplicity, rowOf })
    this.#filled = 0
    this.#most = 0
  }

  finish(): LabelStore {
    const { sampleCount } = this
    if (this.#filled > 0) this.#close()
    return {
      sampleCount,
      ensembleSize: this.#m,
      clusterStarts: startsOf(this.#clusterCounts),
      hasMissing: this.#hasMissing,
      blocks: this.#blocks,
    }
  }
}

/** The label store of an ensemble. */
export function storeOf({
  sampleCount,
  labelings,
  clusterCounts,
}: Pick<Ensemble, 'sampleCount' | 'labelings' | 'clusterCounts'>): LabelStore {
  const builder = new LabelStoreBuilder(labelings.length, sampleCount)
  builder.add(labelings, 0, sampleCount)
  return { ...builder.finish(), clusterStarts: startsOf(clusterCounts) }
}

/** A store with only the given labelings. */
export function pickLabelings(store: LabelStore, kept: readonly number[]): LabelStore {
  if (kept.length === store.ensembleSize) return store
  const builder = new LabelStoreBuilder(kept.length, store.sampleCount)
  for (const block of store.blocks) builder.addBlock(block, store, kept)
  const counts = clusterCountsOf(store)
  return { ...builder.finish(), clusterStarts: startsOf(kept.map(t => counts[t])) }
}

/** The labelings of a store, with four bytes per label. */
export function labelingsOf(store: LabelStore): Labels[] {
  const { sampleCount, ensembleSize: m } = store
  const labelings = Array.from({ length: m }, () => new Int32Array(sampleCount))
  let from = 0
  for (const block of store.blocks) {
    labelingsOfBlock(block, store).forEach((labels, t) => {
      labelings[t].set(labels, from)
    })
    from += block.sampleCount
  }
  return labelings
}

function labelingsOfBlock({ sampleCount, codes, rowOf }: LabelBlock, { ensembleSize: m }: LabelExtent): Labels[] {
  const none = noLabel(codes)
  const labelings: Labels[] = []
  for (let t = 0; t < m; t++) {
    const labels = new Int32Array(sampleCount)
    for (let i = 0; i < sampleCount; i++) {
      const label = codes[rowOf[i] * m + t]
      labels[i] = label === none ? -1 : label
    }
    labelings.push(labels)
  }
  return labelings
}

/** The number of clusters of each labeling. */
export function clusterCountsOf({ ensembleSize: m, clusterStarts }: LabelExtent): number[] {
  return Array.from({ length: m }, (_, t) => clusterStarts[t + 1] - clusterStarts[t])
}

/** First cluster of each labeling when clusters are numbered across all labelings, then their total. */
function startsOf(clusterCounts: ArrayLike<number>): Int32Array {
  const starts = new Int32Array(clusterCounts.length + 1)
  for (let t = 0; t < clusterCounts.length; t++) starts[t + 1] = starts[t] + clusterCounts[t]
  return starts
}

/** A block with renumbered clusters: cluster c of labeling t becomes numbers[t][c]. */
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

/** The labels of some samples in every labeling, one array per labeling; -1 = no label. */
export function labelingsAt({ ensembleSize: m, blocks }: LabelStore, samples: Int32Array): Labels[] {
  const labelings = Array.from({ length: m }, () => new Int32Array(samples.length))
  samples.forEach((sample, at) => {
    const { codes, rowOf } = blocks[Math.floor(sample / BLOCK_SAMPLES)]
    const none = noLabel(codes)
    const row = rowOf[sample % BLOCK_SAMPLES]
    for (let t = 0; t < m; t++) {
      const label = codes[row * m + t]
      labelings[t][at] = label === none ? -1 : label
    }
  })
  return labelings
}

/** Consecutive blocks [from, to) that are summed first, before the sums of all spans are added. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Spans of equal length: up to 16 of one block, so that threads share the work on few samples, then of two blocks and
 * more, because every span has a partial result. They depend only on the number of samples, not on the executor.
 */
export function spansOf(sampleCount: number): Span[] {
  const blockCount = Math.ceil(sampleCount / BLOCK_SAMPLES)
  const length = Math.max(blockCount > MOST_SHORT_SPANS ? 2 : 1, Math.ceil(blockCount / MOST_SPANS))
  const spans: Span[] = []
  for (let from = 0; from < blockCount; from += length) spans.push({ from, to: Math.min(from + length, blockCount) })
  return spans
}

/** The samples of a span: [from, to). */
export function samplesOf({ from, to }: Span, sampleCount: number): { from: number; to: number } {
  return { from: from * BLOCK_SAMPLES, to: Math.min(to * BLOCK_SAMPLES, sampleCount) }
}

/** Writes the cluster numbers of rows [from, to) of a block in all labelings, (to - from) x m; -1 = no label. */
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
