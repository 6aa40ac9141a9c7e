import {
  countText,
  InputError,
  type LabelBlock,
  LabelStoreBuilder,
  labelBlocks,
  type PackedLabelings,
  type RowExtent,
  renumberBlock,
  type Span,
  samplesOf,
  spansOf,
  tableRows,
  wholeText,
} from 'chorale/internal'
import { openSource, shownUrl } from 'chorale-node/internal'
import { checkedSource } from './fingerprint.js'
import type { ReadOrder } from './read-order.js'

/** The result of reading a piece of a file: packed labels, with clusters numbered by first appearance in the piece. */
export interface ReadPiece {
  readonly blocks: readonly LabelBlock[]
  readonly hasMissing: boolean
  /** The cluster names of each labeling. */
  readonly names: readonly (readonly string[])[]
}

/** Reads and packs one piece. */
export async function readPiece(order: ReadOrder, task: number): Promise<ReadPiece> {
  const { address, byteLength, fingerprint, columns, sampleCount, pieces } = order
  const source = await openSource(address)
  try {
    if (source.byteLength !== byteLength) {
      throw new InputError(
        `${shownUrl(address)}: the file has ${countText(source.byteLength, 'byte')} on this worker, but ${wholeText(byteLength)} on the driver`,
      )
    }
    const tables = tableRows(checkedSource(source, fingerprint), samplesOf(pieces[task], sampleCount))
    const { blocks, clusterNames } = await labelBlocks(tables, source.name, { columns, isPart: true })
    const builder = new LabelStoreBuilder(columns.length)
    for await (const block of blocks) builder.add(block)
    const store = builder.finish()
    return { blocks: store.blocks, hasMissing: store.hasMissing, names: clusterNames }
  } finally {
    await source.close()
  }
}

/** The blocks of each task. There are at most as many tasks as pieces that can be read independently. */
export function piecesOf({ rowCount, pieceCount }: RowExtent): Span[] {
  const spans = spansOf(rowCount)
  const blockCount = spans[spans.length - 1].to
  const length = Math.ceil(blockCount / Math.min(spans.length, pieceCount))
  const pieces: Span[] = []
  for (let from = 0; from < blockCount; from += length) pieces.push({ from, to: Math.min(from + length, blockCount) })
  return pieces
}

/** Joins pieces in order. Clusters are numbered by first appearance in the file. */
export class PieceJoiner {
  readonly #numberOf: Map<string, number>[]
  readonly #blocks: LabelBlock[] = []
  #hasMissing = false

  constructor(
    readonly source: string,
    readonly columns: readonly string[],
  ) {
    this.#numberOf = columns.map(() => new Map())
  }

  add({ blocks, hasMissing, names }: ReadPiece): void {
    const numbers = names.map((texts, t) => Int32Array.from(texts, text => this.#number(t, text)))
    for (const block of blocks) this.#blocks.push(renumberBlock(block, numbers))
    this.#hasMissing ||= hasMissing
  }

  #number(t: number, text: string): number {
    const known = this.#numberOf[t].get(text)
    if (known !== undefined) return known
    this.#numberOf[t].set(text, this.#numberOf[t].size)
    return this.#numberOf[t].size - 1
  }

  finish(sampleCount: number): PackedLabelings {
    const empty = this.#numberOf.findIndex(numbers => numbers.size === 0)
    if (empty >= 0) {
      throw new InputError(
        `${this.source}: column "${this.columns[empty]}" has no label in any row; exclude it with \`columns\``,
      )
    }
    const clusterStarts = new Int32Array(this.columns.length + 1)
    this.#numberOf.forEach(({ size }, t) => {
      clusterStarts[t + 1] = clusterStarts[t] + size
    })
    const extent = { sampleCount, ensembleSize: this.columns.length, clusterStarts, hasMissing: this.#hasMissing }
    return {
      sampleCount,
      names: this.columns,
      store: { ...extent, blocks: this.#blocks },
      clusterNames: this.#numberOf.map(numbers => [...numbers.keys()]),
    }
  }
}
