import { type BaseClustering, type EnsembleJob, type RunTasksOptions, tasksBySize, workOf } from 'chorale/internal'
import * as Comlink from 'comlink'
import type { BaseWorker } from './base.worker.js'

/** Number of multiplications below which the calling worker does all work: starting workers would cost more time. */
const SMALL_WORK = 3e8

/** Whether the work is large enough to start more workers. */
export function isLargeWork({ samples, plan }: EnsembleJob): boolean {
  return workOf(plan, samples.featureCount) > SMALL_WORK
}

/**
 * Computes base clusterings in several workers. Each worker gets the next base clustering when it is done, the largest
 * first. The samples are in shared memory if the page is cross-origin isolated; otherwise each worker gets a copy.
 * Stopping terminates the workers.
 */
export async function runInWorkers(
  job: EnsembleJob,
  workerCount: number,
  { signal, onDone }: RunTasksOptions,
  onResult: (result: BaseClustering) => void,
): Promise<BaseClustering[][]> {
  const order = tasksBySize(job.plan, job.samples.featureCount)
  const results: BaseClustering[][] = new Array(order.length)
  const workers = Array.from(
    { length: Math.min(workerCount, order.length) },
    () => new Worker(new URL('./base.worker.ts', import.meta.url), { type: 'module', name: 'base clusterings' }),
  )
  const shared = shareSamples(job)
  let next = 0
  const work = async (worker: Worker) => {
    const base = Comlink.wrap<BaseWorker>(worker)
    await base.start(shared)
    while (next < order.length) {
      const t = order[next++]
      results[t] = await base.run(t)
      for (const result of results[t]) onResult(result)
      onDone()
    }
  }
  try {
    await Promise.race([Promise.all(workers.map(work)), ...workers.map(failure), stopped(signal)])
  } finally {
    for (const worker of workers) worker.terminate()
  }
  return results
}

/** A worker could not be loaded: there is no network, or the browser does not allow nested workers. */
export class WorkerMissing extends Error {}

/** Rejects when a worker cannot be loaded. */
function failure(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', event => reject(new WorkerMissing(event.message || 'Cannot start a worker.')))
  })
}

/** Rejects with the reason of the signal. */
function stopped(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

function shareSamples(job: EnsembleJob): EnsembleJob {
  if (!globalThis.crossOriginIsolated) return job
  const { samples } = job
  const values = new Float64Array(new SharedArrayBuffer(samples.values.byteLength))
  values.set(samples.values)
  return { ...job, samples: { ...samples, values } }
}
