import { noLabel } from '../labelings/codes.js'
import { type DistinctRows, rowTotal, storeOfDistinct } from '../labelings/distinct-rows.js'
import {
  type LabelBlock,
  type LabelExtent,
  type LabelStore,
  type Span,
  samplesOf,
  spansOf,
} from '../labelings/label-store.js'
import { type HotLoops, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { ConsensusModel } from './rules/consensus-model.js'
import { createRowDecision } from './rules/row-decision.js'

/** How a model labels the rows of a label store: plain data, which can be sent to other threads and machines. */
export interface RowLabeling {
  readonly model: ConsensusModel
  /** For each labeling that the model uses: its number in the store. */
  readonly columns: readonly number[]
  /** For each of them: the number of each of its clusters, across all labelings of the model; -1 for an unknown one. */
  readonly clusters: readonly Int32Array[]
}

/** The labels of consecutive samples. */
export interface LabeledRows {
  /** -1 for a sample whose clusters are all unknown to the model. */
  readonly labels: Int32Array
  readonly confidence: Float64Array
}

/** Options of {@link LabelExecutor}. */
export interface LabelRowsOptions {
  signal?: AbortSignal
  /** Receives the labels of each span, in the order of the spans. */
  accept: (found: LabeledRows, span: Span) => void
}

/** The part of an executor that labels rows. */
export interface LabelExecutor {
  /** Labels all rows of a store. Spans are independent of each other, so they can run anywhere. */
  labelRows(store: LabelStore, labeling: RowLabeling, options: LabelRowsOptions): Promise<void>
}

/** Labels rows in this thread, with pauses for the event loop. */
export async function labelRowsInThisThread(
  store: LabelStore,
  labeling: RowLabeling,
  { signal, accept }: LabelRowsOptions,
): Promise<void> {
  const pauser = new Pauser(signal)
  const label = createSpanLabeler(store, labeling, await loadHotLoops())
  for (const span of spansOf(store.sampleCount)) {
    const steps = label(store.blocks.slice(span.from, span.to))
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    accept(step.value, span)
  }
}

/** The number of rows between two pauses. */
const PIECE = 2048

/** A function that labels the blocks of a span. It gives back control after every piece. */
export function createSpanLabeler({ ensembleSize: m }: LabelExtent, labeling: RowLabeling, loops: HotLoops) {
  const { model, columns, clusters } = labeling
  const { label, confidence } = createRowDecision(model, loops)
  const used = columns.length
  const row = new Int32Array(used)

  return function* (blocks: readonly LabelBlock[]): Generator<'piece', LabeledRows> {
    const sampleCount = blocks.reduce((sum, block) => sum + block.sampleCount, 0)
    const found = { labels: new Int32Array(sampleCount), confidence: new Float64Array(sampleCount) }
    let first = 0
    for (const { codes, rowCount, rowOf, sampleCount: blockSamples } of blocks) {
      const none = noLabel(codes)
      const rowLabels = new Int32Array(rowCount)
      const rowConfidences = new Float64Array(rowCount)
      for (let r = 0; r < rowCount; r++) {
        for (let a = 0; a < used; a++) {
          const code = codes[r * m + columns[a]]
          row[a] = code === none ? -1 : clusters[a][code]
        }
        rowLabels[r] = label(row, 0)
        if (rowLabels[r] >= 0) rowConfidences[r] = confidence(row, 0, rowLabels[r])
        if (r % PIECE === PIECE - 1) yield 'piece'
      }
      for (let i = 0; i < blockSamples; i++) {
        found.labels[first + i] = rowLabels[rowOf[i]]
        found.confidence[first + i] = rowConfidences[rowOf[i]]
      }
      first += blockSamples
      yield 'piece'
    }
    return found
  }
}

/** Equal rows are labeled once if that saves at least this share of the work. */
const WORTHWHILE = 0.25

/** All labels of a store with these distinct rows. `onSpan` is called after every span. */
export async function labelAllRows(
  store: LabelStore,
  rows: DistinctRows,
  labeling: RowLabeling,
  executor: LabelExecutor,
  work: { signal?: AbortSignal; onSpan: (done: number, total: number) => void },
): Promise<LabeledRows> {
  if (rows.rowCount > (1 - WORTHWHILE) * rowTotal(store.blocks)) return labelStore(store, labeling, executor, work)
  const once = await labelStore(storeOfDistinct(store, rows), labeling, executor, work)
  const labels = new Int32Array(store.sampleCount)
  const confidence = new Float64Array(store.sampleCount)
  let i = 0
  store.blocks.forEach(({ rowOf }, b) => {
    const numbers = rows.numbers[b]
    for (let at = 0; at < rowOf.length; at++, i++) {
      const row = numbers[rowOf[at]]
      labels[i] = once.labels[row]
      confidence[i] = once.confidence[row]
    }
  })
  return { labels, confidence }
}

async function labelStore(
  store: LabelStore,
  labeling: RowLabeling,
  executor: LabelExecutor,
  { signal, onSpan }: { signal?: AbortSignal; onSpan: (done: number, total: number) => void },
): Promise<LabeledRows> {
  const { sampleCount } = store
  const labels = new Int32Array(sampleCount)
  const confidence = new Float64Array(sampleCount)
  const total = spansOf(sampleCount).length
  let done = 0
  await executor.labelRows(store, labeling, {
    signal,
    accept(found, span) {
      const { from } = samplesOf(span, sampleCount)
      labels.set(found.labels, from)
      confidence.set(found.confidence, from)
      onSpan(++done, total)
    },
  })
  return { labels, confidence }
}
