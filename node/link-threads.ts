import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  type ClusterWeighting,
  type HotLoops,
  type LabelTable,
  type LinkCounts,
  type LinkForm,
  type LinkHolder,
  linkPart,
  linksInThisThread,
  type OpenLinks,
  type RowRange,
} from '../src/internal.js'

/** What a thread is started with: its rows, and room for the factors and the product of all threads. */
export interface LinkThreadStart {
  readonly table: LabelTable
  readonly weighting: ClusterWeighting
  readonly range: RowRange
  readonly width: number
  readonly loops: HotLoops
  readonly input: Float64Array
  readonly output: Float64Array
  readonly control: Int32Array
}

/** What a thread is asked for. After a `fill` it multiplies on demand until it is told to leave off. */
export type LinkOrder =
  | { readonly kind: 'count'; readonly alpha: number }
  | { readonly kind: 'fill'; readonly alpha: number; readonly form: LinkForm }

/** What it answers. */
export type LinkAnswer =
  | { readonly kind: 'count'; readonly counts: LinkCounts }
  | { readonly kind: 'fill'; readonly entryCount: number }
  | { readonly kind: 'error'; readonly error: unknown }

/** Words in shared memory: the number of the product, threads that are done with it, whether no more come, failures. */
export const CONTROL = { turn: 0, done: 1, over: 2, failed: 3, size: 4 } as const

/** Rows below which starting threads takes longer than the work. */
const WORTH = 4096

/** Milliseconds after which a thread that has not multiplied its rows is taken for lost. */
const PATIENCE = 300_000

/** Options of {@link linksInThreads}. */
export interface LinksInThreadsOptions {
  /** Threads, this one included; as many as there are cores when absent. */
  threads?: number
}

/**
 * Finds and multiplies the confident links of exact runs in several threads, each with a range of the label rows; below
 * 4,096 distinct rows in this thread alone. Results are the same for any number of threads.
 *
 * @example
 * ```ts
 * import { consensus } from 'chorale'
 * import { linksInThreads } from 'chorale/node'
 *
 * const labelings = [[0, 0, 1, 1], [0, 0, 1, 2], [1, 1, 0, 0]]
 * const { labels } = await consensus(labelings, { clusterCount: 2, openLinks: linksInThreads({ threads: 2 }) })
 * console.log(labels.join()) // 0,0,1,1
 * ```
 */
export function linksInThreads({ threads = availableParallelism() }: LinksInThreadsOptions = {}): OpenLinks {
  return async (similarity, options) => {
    const { rowCount } = similarity.table
    const threadCount = rowCount < WORTH ? 1 : Math.min(threads, Math.ceil(rowCount / WORTH) + 1)
    if (threadCount <= 1) return linksInThisThread(similarity, options)

    const { width, loops, pauser } = options
    const { table, weighting } = similarity
    const starts = Array.from({ length: threadCount + 1 }, (_, part) => Math.round((part * rowCount) / threadCount))
    const input = sharedNumbers(rowCount * width)
    const output = sharedNumbers(rowCount * width)
    const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL.size))
    const shared = { table, weighting, width, loops, input, output, control }
    const workers = starts.slice(1, -1).map((from, part) => {
      const start: LinkThreadStart = { ...shared, range: { from, to: starts[part + 2] } }
      return new Worker(workerFile(), { workerData: start })
    })
    const close = async () => {
      await Promise.all(workers.map(worker => worker.terminate()))
    }
    try {
      const own = await linkPart(similarity, { from: 0, to: starts[1] }, { width, loops, pauser })
      return { ...holderOver(workers, own, { ...shared, ownLength: starts[1] * width, pauser }), close }
    } catch (error) {
      await close()
      throw error
    }
  }
}

type Shared = Pick<LinkThreadStart, 'input' | 'output' | 'control' | 'width'> & {
  readonly ownLength: number
  readonly pauser: Parameters<OpenLinks>[1]['pauser']
}

function holderOver(
  workers: readonly Worker[],
  own: Awaited<ReturnType<typeof linkPart>>,
  { input, output, control, width, ownLength, pauser }: Shared,
): Omit<LinkHolder, 'close'> {
  let isMultiplying = false
  const leave = () => {
    if (!isMultiplying) return
    Atomics.store(control, CONTROL.over, 1)
    startTurn(control)
    isMultiplying = false
  }
  return {
    async count(alpha) {
      leave()
      const others = askAll(workers, { kind: 'count', alpha })
      const parts = await together(own.count(alpha, pauser), others, pauser.signal)
      const all = [parts[0], ...parts[1].map(answer => answer.counts)]
      const sum = (of: 'kept' | 'dropped' | 'linked') => all.reduce((total, counts) => total + counts[of], 0)
      const lengths = new Float64Array(output.length / width)
      for (let part = 0, at = 0; part < all.length; at += all[part++].lengths.length) lengths.set(all[part].lengths, at)
      return { kept: sum('kept'), dropped: sum('dropped'), linked: sum('linked'), lengths }
    },
    async fill(alpha, form) {
      // All threads have left off before: each answered a count.
      if (isMultiplying) throw new Error('links are counted before they are stored')
      Atomics.store(control, CONTROL.over, 0)
      const others = askAll(workers, { kind: 'fill', alpha, form })
      isMultiplying = true
      const [here, there] = await together(own.fill(alpha, form, pauser), others, pauser.signal)
      return there.reduce((total, { entryCount }) => total + entryCount, here)
    },
    multiplyInto(y, x) {
      input.set(x)
      startTurn(control)
      own.multiplyInto(y.subarray(0, ownLength), x)
      awaitAll(control, workers.length)
      y.set(output.subarray(ownLength), ownLength)
    },
  }
}

/** Wakes all threads for the next product. */
function startTurn(control: Int32Array): void {
  Atomics.store(control, CONTROL.done, 0)
  Atomics.add(control, CONTROL.turn, 1)
  Atomics.notify(control, CONTROL.turn)
}

/** Waits, without giving way, until all threads have multiplied their rows: a matter of milliseconds. */
function awaitAll(control: Int32Array, count: number): void {
  for (let done = 0; done < count; done = Atomics.load(control, CONTROL.done)) {
    if (Atomics.wait(control, CONTROL.done, done, PATIENCE) === 'timed-out') throw new Error('a thread does not answer')
  }
  if (Atomics.load(control, CONTROL.failed) > 0) throw new Error('a thread could not multiply its links')
}

type AnswerTo<Order extends LinkOrder> = Extract<LinkAnswer, { kind: Order['kind'] }>

function askAll<Order extends LinkOrder>(workers: readonly Worker[], order: Order): Promise<AnswerTo<Order>[]> {
  return Promise.all(workers.map(worker => ask(worker, order)))
}

function ask<Order extends LinkOrder>(worker: Worker, order: Order): Promise<AnswerTo<Order>> {
  return new Promise((resolve, reject) => {
    const hear = (answer: LinkAnswer) => {
      worker.off('error', fail)
      if (answer.kind === 'error') reject(answer.error)
      else resolve(answer as AnswerTo<Order>)
    }
    const fail = (error: unknown) => {
      worker.off('message', hear)
      reject(error)
    }
    worker.once('message', hear)
    worker.once('error', fail)
    worker.postMessage(order)
  })
}

/** This thread's part and those of the others; an aborted signal is not kept waiting for them. */
async function together<Here, There>(here: Promise<Here>, there: Promise<There>, signal?: AbortSignal) {
  there.catch(() => {})
  const own = await here
  if (signal === undefined) return [own, await there] as const
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return [own, await Promise.race([there, aborted])] as const
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length))
}

/** The worker is a file of its own beside the built library; from the sources the built one is used too. */
function workerFile(): URL {
  const fromSource = import.meta.url.endsWith('.ts')
  return new URL(fromSource ? '../dist/link-worker.js' : './link-worker.js', import.meta.url)
}
