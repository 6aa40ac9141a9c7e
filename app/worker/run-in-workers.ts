import * as Comlink from 'comlink'
import { type BaseClustering, type EnsembleJob, type RunTasksOptions, tasksBySize } from '../../src/internal.js'
import type { BaseWorker } from './base.worker.js'

/** Multiplications below which all is done in the calling worker: starting others would cost more than it saves. */
const SMALL_WORK = 3e8

/** Passes over the samples that a base clustering takes; for the estimate only. */
const PASSES = 30

/** Whether it pays to start other workers. */
export function isLargeWork({ samples, plan }: EnsembleJob): boolean {
  const clusters = plan.generator === 'fixed-k' ? plan.clusterCount : plan.maxClusterCount / 2
  return samples.sampleCount * samples.featureCount * clusters * PASSES * plan.ensembleSize > SMALL_WORK
}

/**
 * Computes base clusterings in so many workers. Each is handed the next one when it is done, the largest first. The
 * samples lie in shared memory where the page is isolated, and are copied to each worker otherwise. Stopping ends the
 * workers in the middle of their work.
 */
export async function runInWorkers(
  job: EnsembleJob,
  workerCount: number,
  { signal, onDone }: RunTasksOptions,
  onResult: (result: BaseClustering) => void,
): Promise<BaseClustering[]> {
  const order = tasksBySize(job.plan)
  const results: BaseClustering[] = new Array(order.length)
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
      results[t] = await base.cluster(t)
      onResult(results[t])
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

/** A worker could not be loaded: there is no network any more, or the browser does not let workers start others. */
export class WorkerMissing extends Error {}

/** Rejects when a worker cannot be loaded. */
function failure(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', event =>
      reject(new WorkerMissing(event.message || 'a worker could not be started')),
    )
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
