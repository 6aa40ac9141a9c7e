import {
  type ColumnSurvey,
  contentHashes,
  createSampleLabeler,
  labelLines,
  loadHotLoops,
  type Pauser,
  type PlainReading,
  type RowModel,
  type SampleLabels,
  scaleRows,
  surveyRows,
} from 'chorale/internal'
import { openRows, type RowReader, type RowSource, sizeOf } from './row-source.js'
import { type SendAnswer, serveCalls } from './thread-team.js'

/** The start data of a thread that reads rows of a large table. */
export interface RowStart {
  readonly kind: 'rows'
  readonly source: RowSource
}

/** Blocks of rows. Threads take one after the other until none is left. */
export interface BlockOrder {
  readonly blockRows: number
  /** In shared memory: the blocks that have been taken, and those that have been used, in order. */
  readonly progress: Int32Array
}

/** The calls to a thread that reads rows. Every block has an answer of its own. */
export type RowCalls = {
  survey: { order: BlockOrder; answer: { block: number; found: ColumnSurvey[] } }
  hash: { order: HashOrder; answer: { block: number; found: null } }
  label: { order: RowLabelOrder; answer: { block: number; found: LabeledBlock } }
}

/** Hashes the contents of rows, into shared memory. */
interface HashOrder extends BlockOrder {
  readonly reading: PlainReading
  readonly hashes: Uint32Array
}

/** Labels rows with several models. */
interface RowLabelOrder extends BlockOrder {
  readonly reading: PlainReading
  readonly models: readonly RowModel[]
  readonly wantsLines: boolean
}

/** The labels of a block of rows by each model, and the same as lines of CSV. */
export interface LabeledBlock {
  readonly from: number
  readonly clusterings: readonly SampleLabels[]
  readonly lines: Uint8Array | null
}

/** Blocks that may wait until those before them are used. */
const MOST_AHEAD = 64

/** The work on one block. */
type BlockWork<Found> = (from: number, to: number) => Found | Promise<Found>

/** Takes blocks until none is left, and passes on what it finds in each. */
export async function takeBlocks<Found>(
  rowCount: number,
  { blockRows, progress }: BlockOrder,
  work: BlockWork<Found>,
  hear: (answer: { block: number; found: Found }) => void,
  wait: (used: number) => void | Promise<void>,
  pauser?: Pauser,
): Promise<void> {
  const blockCount = Math.ceil(rowCount / blockRows)
  for (let block = Atomics.add(progress, 0, 1); block < blockCount; block = Atomics.add(progress, 0, 1)) {
    for (let used = Atomics.load(progress, 1); block - used > MOST_AHEAD; used = Atomics.load(progress, 1)) {
      await wait(used)
    }
    const from = block * blockRows
    hear({ block, found: await work(from, Math.min(from + blockRows, rowCount)) })
    await pauser?.pause()
  }
}

/** The work of each call, for a reader of the rows. */
export async function blockWork<Name extends keyof RowCalls>(
  name: Name,
  order: RowCalls[Name]['order'],
  reader: RowReader,
  columnCount: number,
): Promise<BlockWork<RowCalls[Name]['answer']['found']>> {
  if (name === 'survey') return (from, to) => surveyRows(reader.read(from, to), to - from, columnCount)
  if (name === 'hash') {
    const { reading, hashes } = order as HashOrder
    return (from, to) => {
      hashes.set(contentHashes(scaleRows(reader.read(from, to), reading)), from)
      return null
    }
  }
  const { reading, models, wantsLines } = order as RowLabelOrder
  const loops = await loadHotLoops()
  const labelers = await Promise.all(models.map(model => createSampleLabeler(model, loops)))
  const encoder = new TextEncoder()
  return async (from, to): Promise<LabeledBlock> => {
    const samples = scaleRows(reader.read(from, to), reading)
    const clusterings: SampleLabels[] = []
    for (const labeler of labelers) clusterings.push(await labeler.label(samples))
    return { from, clusterings, lines: wantsLines ? encoder.encode(labelLines(from, clusterings)) : null }
  }
}

/** Works on blocks until none is left. */
export function serveRows({ source }: RowStart): void {
  const { rowCount, columnCount } = sizeOf(source)
  const reader = openRows(source)
  serveCalls<RowCalls>(async (name, order, answer: SendAnswer<never>) => {
    const work = await blockWork(name, order, reader, columnCount)
    const wait = (used: number) => {
      Atomics.wait(order.progress, 1, used, 1000)
    }
    await takeBlocks(
      rowCount,
      order,
      work,
      found => {
        answer(found as never, buffersOf(found))
      },
      wait,
    )
  })
}

/** What is sent without a copy. */
function buffersOf({ found }: { found: unknown }): ArrayBuffer[] {
  if (found === null || !('clusterings' in (found as object))) return []
  const { clusterings, lines } = found as LabeledBlock
  const arrays = clusterings.flatMap(({ labels, confidence, outlier }) => [
    labels,
    confidence,
    ...(outlier ? [outlier] : []),
  ])
  return [...arrays, ...(lines ? [lines] : [])].map(({ buffer }) => buffer as ArrayBuffer)
}
