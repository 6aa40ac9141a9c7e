import type { LabelBlock } from '../../src/scale/label-store.js'
import { beginPass } from '../../src/scale/pass-runner.js'
import { isSum, type JobData, type Order, type PassOrder, taskCount } from './orders.js'
import { decodePart } from './part-codec.js'
import { MissingPart, needBody, type PartReference, readBody, readPart, writePart } from './parts.js'
import type { Storage } from './storage.js'

/** What a task found: a part in the storage. */
export interface TaskAnswer extends PartReference {
  readonly task: number
}

/** Packed labels of spans, by their digest, that stay in memory from one pass to the next. */
export interface SpanCache {
  get(digest: string): Uint8Array | undefined
  set(digest: string, body: Uint8Array): void
}

/**
 * Carries out a task of an order. What is in the storage already, whole and under the right name, is not computed
 * again: a task may be given out twice, or to another worker after the first was lost.
 */
export async function perform(
  storage: Storage,
  { order: digest, task }: JobData,
  order: Order,
  cache: SpanCache,
): Promise<TaskAnswer> {
  const name = `${digest}/${task}`
  const there = await readBody(storage, name)
  if (there !== null) return { task, name, digest: there.digest }
  return { task, ...(await writePart(storage, name, await runPass(storage, order, task, cache))) }
}

async function runPass(storage: Storage, order: PassOrder, task: number, cache: SpanCache): Promise<unknown> {
  const { blocks, labels } = order
  const { digest } = blocks[task]
  const stored = cache.get(digest) ?? (await needBody(storage, blocks[task]))
  cache.set(digest, stored)
  const spanLabels = labels === null ? undefined : ((await readPart(storage, labels[task])) as Int32Array)
  return passOver(order, task, decodePart(stored) as LabelBlock[], spanLabels)
}

function passOver(order: PassOrder, task: number, span: readonly LabelBlock[], labels?: Int32Array): unknown {
  const { pass, extent, broadcast, spans } = order
  const work = beginPass(pass, extent, broadcast as never, spans[task], labels)
  for (const block of span) work.add(block)
  return work.finish()
}

/** All tasks of an order, each once, in their order: their answers, or for sums the answer with the total. */
export async function combine(
  storage: Storage,
  digest: string,
  order: Order,
  answers: readonly TaskAnswer[],
): Promise<TaskAnswer[]> {
  const sorted = [...answers].sort((a, b) => a.task - b.task)
  const isWhole = sorted.length === taskCount(order) && sorted.every(({ task }, at) => task === at)
  if (!isWhole) throw new MissingPart(`each task of an order must be done once; done were ${sorted.map(a => a.task)}`)
  if (!isSum(order) || sorted.length === 1) return sorted
  const name = totalName(digest)
  const there = await readBody(storage, name)
  if (there !== null) return [{ task: -1, name, digest: there.digest }]
  const total = { sum: await readPart(storage, sorted[0]) }
  for (const answer of sorted.slice(1)) addInto(total, { sum: await readPart(storage, answer) })
  const written = await writePart(storage, name, total.sum)
  await Promise.all(sorted.map(answer => storage.remove(answer.name)))
  return [{ task: -1, ...written }]
}

/** Where the total of a sum is. */
export function totalName(digest: string): string {
  return `${digest}/total`
}

/** Adds numbers and arrays of numbers, field by field. */
function addInto(total: Record<string, unknown>, part: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(part)) {
    const own = total[field]
    if (typeof own === 'number') total[field] = own + (value as number)
    else if (own instanceof Float64Array) addArrays(own, value as Float64Array)
    else addInto(own as typeof total, value as typeof part)
  }
}

function addArrays(total: Float64Array, part: Float64Array): void {
  for (let at = 0; at < total.length; at++) total[at] += part[at]
}
