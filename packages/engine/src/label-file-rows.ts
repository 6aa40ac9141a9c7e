import {
  createSampleLabeler,
  InputError,
  labelLines,
  loadHotLoops,
  loadModel,
  npyNumbers,
  npyRanges,
  type SampleLabeler,
  type SampleLabels,
  scaleRows,
} from 'chorale/internal'
import { openSource, shownUrl } from 'chorale-node/internal'
import { checkedSource } from './fingerprint.js'
import { BLOCK_ROWS, type RowsOrder } from './rows-order.js'

/** The labels of a span of rows by each model, and the same as lines of CSV. */
export interface LabeledSpan {
  readonly from: number
  readonly clusterings: readonly SampleLabels[]
  readonly lines: Uint8Array | null
}

/** Labels the rows of an order, span by span. */
export type SpanReader = (task: number) => Promise<LabeledSpan>

/** Prepares the models of an order, given as the texts of their files. */
export async function createSpanReader(order: RowsOrder, models: readonly string[]): Promise<SpanReader> {
  const loops = await loadHotLoops()
  const labelers: SampleLabeler[] = []
  for (const text of models) {
    const { consensus, base } = loadModel(text)
    if (base === null) throw new InputError('job refused: a model has no features')
    labelers.push(await createSampleLabeler({ consensus, base }, loops))
  }
  return task => labelSpan(order, task, labelers)
}

async function labelSpan(order: RowsOrder, task: number, labelers: readonly SampleLabeler[]): Promise<LabeledSpan> {
  const { address, byteLength, fingerprint, rows, reading, spans, wantsLines } = order
  const { from, to } = spans[task]
  const source = await openSource(address)
  try {
    if (source.byteLength !== byteLength) {
      throw new InputError(`${shownUrl(address)}: the file has another size on this worker than on the driver`)
    }
    const checked = checkedSource(source, fingerprint)
    const clusterings = labelers.map(({ hasOutliers }) => ({
      labels: new Int32Array(to - from),
      confidence: new Float64Array(to - from),
      ...(hasOutliers ? { outlier: new Float64Array(to - from) } : {}),
    }))
    let lines = ''
    for (let first = from; first < to; first += BLOCK_ROWS) {
      const last = Math.min(first + BLOCK_ROWS, to)
      const ranges: Uint8Array[] = []
      for (const range of npyRanges(rows, first, last)) ranges.push(await checked.read(range.from, range.to))
      const samples = scaleRows(npyNumbers(rows, ranges), reading)
      const found: SampleLabels[] = []
      for (const [at, labeler] of labelers.entries()) {
        found.push(await labeler.label(samples))
        clusterings[at].labels.set(found[at].labels, first - from)
        clusterings[at].confidence.set(found[at].confidence, first - from)
        clusterings[at].outlier?.set(found[at].outlier!, first - from)
      }
      if (wantsLines) lines += labelLines(first, found)
    }
    return { from, clusterings, lines: wantsLines ? new TextEncoder().encode(lines) : null }
  } finally {
    await source.close()
  }
}
