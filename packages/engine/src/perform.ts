import { createSpanLabeler, type LabelBlock, type LabeledRows, loadHotLoops } from 'chorale/internal'
import { createSpanReader, type LabeledSpan, type SpanReader } from './label-file-rows.js'
import type { LabelOrder } from './label-order.js'
import { type Findings, type JobData, type Order, taskCount } from './orders.js'
import { decodePart } from './part-codec.js'
import { MissingPart, needBody, type PartReference, readBody, writePart } from './parts.js'
import { readPiece } from './read-labels.js'
import type { RowsOrder } from './rows-order.js'
import type { Storage } from './storage.js'

/** The answer of a task: a part in the storage. */
export interface TaskAnswer extends PartReference {
  readonly task: number
}

/** Bodies of parts by digest, kept in memory between tasks. */
export interface PartCache {
  get(digest: string): Uint8Array | undefined
  set(digest: string, body: Uint8Array): void
}

/**
 * Runs a task of an order. If the storage already has an intact result, the task is not computed again: a job can run
 * twice, for example on another worker after the first one died.
 */
export async function performOnce(
  storage: Storage,
  { order: digest, task }: JobData,
  compute: () => Promise<unknown>,
): Promise<TaskAnswer> {
  const name = `${digest}/${task}`
  const there = await readBody(storage, name)
  if (there !== null) return { task, name, digest: there.digest }
  return { task, ...(await writePart(storage, name, await compute())) }
}

/** Computes a task that runs in a thread. */
export async function compute(
  storage: Storage,
  { order: digest, task }: JobData,
  order: Order,
  cache: PartCache,
): Promise<Findings[Exclude<Order['kind'], 'apart'>]> {
  const load = async (part: PartReference) => {
    const body = cache.get(part.digest) ?? (await needBody(storage, part))
    cache.set(part.digest, body)
    return decodePart(body)
  }
  if (order.kind === 'label') return labelSpan(order, task, load)
  if (order.kind === 'read') return readPiece(order, task)
  if (order.kind === 'rows') return labelRows(digest, order, task, load)
  throw new Error('a thread got work for a separate process')
}

type Load = (part: PartReference) => Promise<unknown>

async function labelSpan({ extent, labeling, blocks }: LabelOrder, task: number, load: Load): Promise<LabeledRows> {
  const span = (await load(blocks[task])) as LabelBlock[]
  const steps = createSpanLabeler(extent, labeling, await loadHotLoops())(span)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The last order of rows, whose tasks share their models. */
let last: { digest: string; label: SpanReader } | null = null

async function labelRows(digest: string, order: RowsOrder, task: number, load: Load): Promise<LabeledSpan> {
  if (last?.digest !== digest) {
    const { texts } = (await load(order.models)) as { texts: readonly string[] }
    if (texts.length !== order.modelCount) {
      throw new MissingPart('the models in the storage do not belong to the order')
    }
    last = { digest, label: await createSpanReader(order, texts) }
  }
  return last.label(task)
}

/** Combines the answers of all tasks of an order: a list of them, in task order. */
export async function combine(
  storage: Storage,
  digest: string,
  order: Order,
  answers: readonly TaskAnswer[],
): Promise<TaskAnswer> {
  const sorted = [...answers].sort((a, b) => a.task - b.task)
  const isWhole = sorted.length === taskCount(order) && sorted.every(({ task }, at) => task === at)
  if (!isWhole) throw new MissingPart(`each task of an order must be done once; got tasks ${sorted.map(a => a.task)}`)
  return { task: -1, ...(await writePart(storage, wholeName(digest), sorted)) }
}

/** The name of the part with the answer of an order. */
export function wholeName(digest: string): string {
  return `${digest}/whole`
}
