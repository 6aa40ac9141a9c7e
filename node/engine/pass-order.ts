import {
  BLOCK_SAMPLES,
  InputError,
  type LabelExtent,
  PASSES,
  type PassBroadcast,
  type PassName,
  type PassPartial,
  type Span,
} from '../../src/internal.js'
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
  /** The labels of each span, for the pass that asks for them. */
  readonly labels: readonly PartReference[] | null
}

/** Passes whose partial results are sums: one total comes back, added up in the order of the spans. */
const SUMS: readonly PassName[] = ['survey', 'degrees', 'gram']

/** Whether one total is wanted in place of the partial results. */
export function isSum({ pass }: PassOrder): boolean {
  return SUMS.includes(pass)
}

/** What some pass finds in a span. */
type PassFound = PassPartial<PassName>

/** What a pass found, as it goes into a part. */
export function packed(found: PassFound): PassFound {
  return 'gram' in found ? { ...found, gram: lowerTriangle(found.gram) } : found
}

/** What a pass found, or the sum over all spans, as it came out of a part. */
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
  if (!spans.every(({ from, to }) => from >= 0 && to > from)) throw new InputError('the job is refused: an empty span')
}

/** Bytes that a task takes beside its packed labels: what it adds up, and the model. A bound, for the worker's limit. */
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
