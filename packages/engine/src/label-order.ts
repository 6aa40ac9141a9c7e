import { BLOCK_SAMPLES, InputError, type LabelExtent, type RowLabeling, type Span } from 'chorale/internal'
import { isCount, refused } from './order-checks.js'
import type { PartReference } from './parts.js'

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
  if (!isCount(sampleCount) || !isCount(ensembleSize) || clusterStarts?.length !== ensembleSize + 1) {
    throw refused('extent', [sampleCount, ensembleSize])
  }
  const { columns, clusters } = labeling ?? {}
  const isColumn = (t: number, at: number) =>
    Number.isInteger(t) &&
    t >= 0 &&
    t < ensembleSize &&
    clusters[at]?.length === clusterStarts[t + 1] - clusterStarts[t]
  if (!Array.isArray(columns) || !Array.isArray(clusters) || !columns.every(isColumn)) throw refused('columns', columns)
  if (!Array.isArray(spans) || blocks?.length !== spans.length) throw refused('spans', spans?.length)
  if (!spans.every(({ from, to }) => from >= 0 && to > from)) throw new InputError('job refused: a span is empty')
}

/** Upper bound on the bytes of a task beside its packed labels. For the worker's limit. */
export function labelBytes({ spans }: LabelOrder, task: number): number {
  const { from, to } = spans[Math.max(0, task)]
  return 32 * BLOCK_SAMPLES * (to - from)
}
