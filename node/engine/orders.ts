import packageJson from '../../package.json' with { type: 'json' }
import { InputError } from '../../src/index.js'
import { BLOCK_SAMPLES, type LabelExtent, type Span } from '../../src/scale/label-store.js'
import { PASSES, type PassName } from '../../src/scale/passes.js'
import type { PartReference } from './parts.js'

/** Orders are carried out by workers of the same version alone: the same labels come from the same code. */
export const VERSION = packageJson.version

/** What a job says: where the storage of the run is, which order there, and which of its tasks. Nothing else. */
export interface JobData {
  /** Address of the storage of the run. */
  readonly storage: string
  /** The digest of the order, which is its name too. */
  readonly order: string
  /** Which task of the order; -1 combines all of them. */
  readonly task: number
}

/** A job of another form is refused: only known words, and digests that cannot be guessed. */
export function checkJob(data: unknown): JobData {
  const { storage, order, task } = (data ?? {}) as Record<string, unknown>
  if (typeof storage !== 'string' || storage.length > 2000) throw refused('storage', storage)
  if (typeof order !== 'string' || !/^[0-9a-f]{64}$/.test(order)) throw refused('order', order)
  if (!Number.isInteger(task) || (task as number) < -1) throw refused('task', task)
  return { storage, order, task: task as number }
}

function refused(field: string, value: unknown): InputError {
  return new InputError(`the job is refused: ${field} is ${JSON.stringify(value)?.slice(0, 80)}`)
}

/** A pass over the spans of packed labels in the storage. */
export interface PassOrder {
  readonly kind: 'pass'
  readonly version: string
  readonly pass: PassName
  readonly extent: LabelExtent
  readonly broadcast: unknown
  readonly spans: readonly Span[]
  /** The blocks of each span. */
  readonly blocks: readonly PartReference[]
  /** The labels of each span, for the pass that asks for them. */
  readonly labels: readonly PartReference[] | null
}

export type Order = PassOrder

/** Passes whose partial results are sums: one total comes back, added up in the order of the spans. */
const SUMS: readonly PassName[] = ['survey', 'degrees', 'gram']

export function isSum(order: Order): boolean {
  return order.kind === 'pass' && SUMS.includes(order.pass)
}

/** How many tasks an order has. */
export function taskCount(order: Order): number {
  return order.spans.length
}

/** Bytes that a task takes beside its packed labels: what it adds up, and the model. A bound, for the worker's limit. */
export function bytesNeeded({ pass, extent, broadcast, spans }: Order, task: number): number {
  const { clusterStarts, ensembleSize: m } = extent
  const P = clusterStarts[m]
  const model = (broadcast as { model?: { anchorRoots?: Float64Array } }).model
  const q = P + (model?.anchorRoots?.length ?? 0)
  if (pass === 'gram') return 3 * 8 * q * q
  if (pass === 'survey') return 2 * 8 * P * P
  const { from, to } = spans[Math.max(0, task)]
  return 32 * BLOCK_SAMPLES * (to - from)
}

/** Refuses what is not an order, or asks for a task that it does not have. */
export function checkOrder(value: unknown, task: number): Order {
  const order = value as Order
  if (order?.kind !== 'pass' || !Object.hasOwn(PASSES, order.pass)) throw refused('kind', order?.kind)
  if (order.version !== VERSION) {
    throw new InputError(
      `this worker is chorale ${VERSION}, but the run was started by ${order.version}: the same version is needed on all machines`,
    )
  }
  const { sampleCount, ensembleSize, clusterStarts } = order.extent ?? {}
  if (!isCount(sampleCount) || !isCount(ensembleSize) || clusterStarts?.length !== ensembleSize + 1) {
    throw refused('extent', [sampleCount, ensembleSize])
  }
  const { spans, blocks, labels } = order
  if (!Array.isArray(spans) || blocks?.length !== spans.length || (labels && labels.length !== spans.length)) {
    throw refused('spans', spans?.length)
  }
  if (task >= spans.length) throw refused('task', task)
  return order
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
