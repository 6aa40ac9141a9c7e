import type { NpyRows, PlainReading, Span } from 'chorale/internal'
import { fingerprintLength } from './fingerprint.js'
import { areIn, isCount, isPart, isSpan, refused } from './order-checks.js'
import type { PartReference } from './parts.js'

/** Rows of a large table to label with models of features. Every task reads a span of rows itself. */
export interface RowsOrder {
  readonly kind: 'rows'
  readonly version: string
  /** The absolute path or the URL of an .npy file. */
  readonly address: string
  readonly byteLength: number
  /** The content of the file, by which a worker checks what it reads. */
  readonly fingerprint: Uint8Array
  readonly rows: NpyRows
  readonly reading: PlainReading
  /** The models, as the texts of their files. */
  readonly models: PartReference
  readonly modelCount: number
  readonly spans: readonly Span[]
  /** Whether the labels are wanted as lines of CSV, too. */
  readonly wantsLines: boolean
}

/** At least so many rows for each task, and at most so many tasks. */
const LEAST_ROWS = 65_536
const MOST_SPANS = 512

/** The rows of each task. They depend on the number of rows only. */
export function rowSpans(rowCount: number): Span[] {
  const length = Math.max(LEAST_ROWS, Math.ceil(rowCount / MOST_SPANS))
  const spans: Span[] = []
  for (let from = 0; from < rowCount; from += length) spans.push({ from, to: Math.min(from + length, rowCount) })
  return spans
}

const MOST_MODELS = 1000

export function checkRows(order: RowsOrder): void {
  const { address, byteLength, fingerprint, rows, reading, models, modelCount, spans } = order
  if (typeof address !== 'string') throw refused('address', address)
  if (!isCount(byteLength)) throw refused('size', byteLength)
  if (!(fingerprint instanceof Uint8Array) || fingerprint.length !== fingerprintLength(byteLength)) {
    throw refused('fingerprint', null)
  }
  const { rowCount, columnCount, itemSize, dataStart } = rows ?? {}
  const isInside = isCount(dataStart) && dataStart + rowCount * columnCount * itemSize <= byteLength
  if (!isCount(rowCount) || !isCount(columnCount) || !isCount(itemSize) || !isInside) throw refused('rows', rows)
  const { columns, scaling } = reading ?? {}
  const isSound =
    reading?.columnCount === columnCount &&
    areIn(columns, 0, columnCount - 1) &&
    scaling?.centre instanceof Float64Array &&
    scaling.spread instanceof Float64Array &&
    scaling.centre.length === columns.length &&
    scaling.spread.length === columns.length
  if (!isSound) throw refused('reading', columnCount)
  if (!isPart(models)) throw refused('models', models)
  if (!isCount(modelCount) || modelCount > MOST_MODELS) throw refused('models', modelCount)
  if (!Array.isArray(spans) || spans.length === 0 || !spans.every(span => isSpan(span, rowCount)))
    throw refused('spans', spans?.length)
}

/** Bytes of the labels of a row by one model, and of its line; of a model in memory. */
const LABEL_BYTES = 12
const LINE_BYTES = 40
const MODEL_BYTES = 2 ** 26

/** Upper bound on the bytes of a task: the rows of a block as read and as features, the labels, and the models. */
export function rowsBytes({ rows, spans, modelCount }: RowsOrder, task: number): number {
  const { from, to } = spans[Math.max(0, task)]
  const block = Math.min(BLOCK_ROWS, to - from) * rows.columnCount * (rows.itemSize + 16)
  return block + (to - from) * (modelCount * LABEL_BYTES + LINE_BYTES) + modelCount * MODEL_BYTES
}

/** Rows that are labeled at a time. */
export const BLOCK_ROWS = 16_384
