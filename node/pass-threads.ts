import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  type LabelStore,
  type OpenPasses,
  type PassBroadcast,
  type PassName,
  type PassPartial,
  type PassRunner,
  Pauser,
  passesInThisThread,
  type Span,
  spansOf,
  startPass,
} from '../src/internal.js'

/** A pass as it is told to a thread. */
export interface PassOrder {
  readonly pass: PassName
  readonly broadcast: unknown
  readonly labels?: Int32Array
  /** One number in shared memory: how many spans have been taken. */
  readonly taken: Int32Array
}

/** What a thread found in a span, or what went wrong. */
export type PassAnswer = { readonly span: number; readonly partial: unknown } | { readonly error: unknown }

/** Options of {@link passesInThreads}. */
export interface PassesInThreadsOptions {
  /** Threads, this one included; as many as there are cores when absent. */
  threads?: number
}

/**
 * Runs the passes of anchored runs in several threads. All read the same labels in shared memory and take the next span
 * from one counter; results are the same for any number of them. An aborted signal ends the threads at once.
 *
 * @example
 * ```ts
 * import { consensus, sampleShape, buildEnsemble } from 'chorale'
 * import { passesInThreads } from 'chorale/node'
 *
 * const samples = sampleShape('blobs', { sampleCount: 2000, featureCount: 4 })
 * const ensemble = await buildEnsemble(samples, { ensembleSize: 10 })
 * const options = { clusterCount: 3, anchors: 200, openPasses: passesInThreads({ threads: 2 }) }
 * const { anchored } = await consensus(ensemble, options)
 * console.log(anchored?.anchorCount) // 200
 * ```
 */
export function passesInThreads({ threads }: PassesInThreadsOptions = {}): OpenPasses {
  return async (store, { signal }) => {
    const spans = spansOf(store.sampleCount)
    const threadCount = Math.min(threads ?? availableParallelism(), spans.length)
    if (threadCount === 1) return passesInThisThread(store, { signal })
    const workers = Array.from({ length: threadCount - 1 }, () => new Worker(workerFile(), { workerData: store }))
    for (const worker of workers) worker.setMaxListeners(0)
    const run: PassRunner['run'] = (pass, broadcast, accept, labels) =>
      runShared(workers, store, spans, { pass, broadcast, accept, labels, signal })
    const close = async () => {
      await Promise.all(workers.map(worker => worker.terminate()))
    }
    return { spans, run, close }
  }
}

interface Work<Name extends PassName> {
  readonly pass: Name
  readonly broadcast: PassBroadcast<Name>
  readonly accept: (partial: PassPartial<Name>, span: Span) => void
  readonly labels?: Int32Array
  readonly signal?: AbortSignal
}

/** One pass: every thread takes spans until none is left, and what they find is accepted in order. */
async function runShared<Name extends PassName>(
  workers: readonly Worker[],
  store: LabelStore,
  spans: readonly Span[],
  { pass, broadcast, accept, labels, signal }: Work<Name>,
): Promise<void> {
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const order: PassOrder = { pass, broadcast, labels: labels && shared(labels), taken }
  const waiting = new Map<number, PassPartial<Name>>()
  let next = 0
  let finish = () => {}
  let fail = (_error: unknown) => {}
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  const deliver = (span: number, partial: PassPartial<Name>) => {
    waiting.set(span, partial)
    for (; waiting.has(next); next++) {
      accept(waiting.get(next)!, spans[next])
      waiting.delete(next)
    }
    if (next === spans.length) finish()
  }
  const listen = (answer: PassAnswer) => {
    if ('error' in answer) return fail(answer.error)
    try {
      deliver(answer.span, answer.partial as PassPartial<Name>)
    } catch (error) {
      fail(error)
    }
  }

  for (const worker of workers) {
    worker.on('message', listen)
    worker.once('error', fail)
    worker.postMessage(order)
  }
  try {
    await Promise.all([takeHere(store, spans, order, signal, deliver as never), finished])
  } catch (error) {
    Atomics.store(taken, 0, spans.length)
    signal?.throwIfAborted()
    throw error
  } finally {
    for (const worker of workers) {
      worker.off('message', listen)
      worker.off('error', fail)
    }
  }
}

/** This thread's share, with pauses in which the others are heard. */
async function takeHere(
  store: LabelStore,
  spans: readonly Span[],
  { pass, broadcast, labels, taken }: PassOrder,
  signal: AbortSignal | undefined,
  deliver: (span: number, partial: unknown) => void,
): Promise<void> {
  const pauser = new Pauser(signal)
  for (let s = Atomics.add(taken, 0, 1); s < spans.length; s = Atomics.add(taken, 0, 1)) {
    const work = startPass(pass, store, broadcast as never, spans[s], labels)
    for (let b = spans[s].from; b < spans[s].to; b++) {
      work.add(store.blocks[b])
      await pauser.pause()
    }
    deliver(s, work.finish())
  }
}

function shared(labels: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(labels.byteLength))
  copy.set(labels)
  return copy
}

/** The worker is a file of its own beside the built library; from the sources the built one is used too. */
function workerFile(): URL {
  const fromSource = import.meta.url.endsWith('.ts')
  return new URL(fromSource ? '../dist/pass-worker.js' : './pass-worker.js', import.meta.url)
}
