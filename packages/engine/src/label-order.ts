import { BLOCK_SAMPLES, InputError, type LabelExtent, type RowLabeling, type Span } from 'chorale/internal'
import { areIn, isCount, isPart, isSpan, refused } from './order-checks.js'
import type { PartReference } from './parts.js'

const LARGEST = 2 ** 31 - 1

/** Rows to label with a model: packed labels in the storage, one task per span. */
export interface LabelOrder {
  readonly kind: 'label'
  readonly version: string
  readonly extent: LabelExtent
  readonly labeling: RowLabeling
  readonly spans: readonly Span[]
  /** The blocks of each span. */
  readonly blocks: readonly PartReference[]
}

export function checkLabeling({ extent, labeling, spans, blocks }: LabelOrder): void {
  const { sampleCount, ensembleSize, clusterStarts } = extent ?? {}
  if (!isCount(sampleCount) || !isCount(ensembleSize) || !areIn(clusterStarts, 0, LARGEST, ensembleSize + 1)) {
    throw refused('extent', [sampleCount, ensembleSize])
  }
  const isRising = clusterStarts.every((start, t) => (t === 0 ? start === 0 : start >= clusterStarts[t - 1]))
  if (!isRising || typeof extent.hasMissing !== 'boolean')
    throw refused('extent', Array.from(clusterStarts).slice(0, 8))
  const { columns, clusters } = labeling ?? {}
  const isColumn = (t: number, at: number) =>
    Number.isInteger(t) &&
    t >= 0 &&
    t < ensembleSize &&
    areIn(clusters[at], -1, LARGEST, clusterStarts[t + 1] - clusterStarts[t])
  if (!Array.isArray(columns) || !Array.isArray(clusters) || !columns.every(isColumn)) throw refused('columns', columns)
  if (!Array.isArray(spans) || spans.length === 0 || blocks?.length !== spans.length)
    throw refused('spans', spans?.length)
  if (!Array.isArray(blocks) || !blocks.every(isPart)) throw refused('blocks', blocks.length)
  if (!spans.every(span => isSpan(span, LARGEST))) throw new InputError('job refused: a span is empty')
}

/** Upper bound on the bytes of a task beside its packed labels. For the worker's limit. */
export function labelBytes({ spans }: LabelOrder, task: number): number {
  const { from, to } = spans[Math.max(0, task)]
  return 32 * BLOCK_SAMPLES * (to - from)
}
