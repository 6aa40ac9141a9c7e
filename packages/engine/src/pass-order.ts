import {
  BLOCK_SAMPLES,
  InputError,
  type LabelExtent,
  PASSES,
  type PassBroadcast,
  type PassName,
  type PassPartial,
  type Span,
} from 'chorale/internal'
import { isCount, refused } from './order-checks.js'
import type { PartReference } from './parts.js'
import { lowerTriangle, squareOf } from './triangle.js'

/** A pass over the spans of packed labels in the storage: one task per span. */
export interface PassOrder<Name extends PassName = PassName> {
  readonly kind: 'pass'
  readonly version: string
  readonly pass: Name
  readonly extent: LabelExtent
  readonly broadcast: PassBroadcast<Name>
  readonly spans: readonly Span[]
  /** The blocks of each span. */
  readonly blocks: readonly PartReference[]
  /** The labels of each span, for the pass that needs them. */
  readonly labels: readonly PartReference[] | null
}

/** Passes whose partial results are sums. Their answer is one total, added up in the order of the spans. */
const SUMS: readonly PassName[] = ['survey', 'degrees', 'gram']

/** Whether the answer is one total instead of partial results. */
export function isSum({ pass }: PassOrder): boolean {
  return SUMS.includes(pass)
}

/** The result of any pass for a span. */
type PassFound = PassPartial<PassName>

/** The result of a pass, as written to a part. */
export function packed(found: PassFound): PassFound {
  return 'gram' in found ? { ...found, gram: lowerTriangle(found.gram) } : found
}

/** The result of a pass, or the sum over all spans, as read from a part. */
export function unpacked(found: PassFound): PassFound {
  return 'gram' in found ? { ...found, gram: squareOf(found.gram) } : found
}

export function checkPass({ pass, extent, spans, blocks, labels }: PassOrder): void {
  if (!Object.hasOwn(PASSES, pass)) throw refused('pass', pass)
  const { sampleCount, ensembleSize, clusterStarts } = extent ?? {}
  if (!isCount(sampleCount) || !isCount(ensembleSize) || clusterStarts?.length !== ensembleSize + 1) {
    throw refused('extent', [sampleCount, ensembleSize])
  }
  if (!Array.isArray(spans) || blocks?.length !== spans.length || (labels && labels.length !== spans.length)) {
    throw refused('spans', spans?.length)
  }
  if (!spans.every(({ from, to }) => from >= 0 && to > from)) throw new InputError('job refused: a span is empty')
}

/** Upper bound on the bytes of a task beside its packed labels: its sums and the model. For the worker's limit. */
export function passBytes({ pass, extent, broadcast, spans }: PassOrder, task: number): number {
  const { clusterStarts, ensembleSize: m } = extent
  const P = clusterStarts[m]
  const model = (broadcast as { model?: { anchorRoots?: Float64Array } } | null)?.model
  const q = P + (model?.anchorRoots?.length ?? 0)
  if (pass === 'gram') return 3 * 8 * q * q
  if (pass === 'survey') return 2 * 8 * P * P
  const { from, to } = spans[Math.max(0, task)]
  return 32 * BLOCK_SAMPLES * (to - from)
}
