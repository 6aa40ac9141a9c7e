import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { BaseClustering } from '../src/ensemble/base-clustering.js'
import { tasksBySize } from '../src/ensemble/plan.js'
import { type EnsembleJob, type RunTasks, runInThisThread } from '../src/ensemble/runner.js'

/** Multiplications below which starting threads (about 70 ms) costs more than it saves: about 200 ms of k-means. */
const SMALL_WORK = 2e9

/** Passes over the samples that a base clustering takes, seeding included; for the estimate only. */
const PASSES = 30

/**
 * Runs the base clusterings of an ensemble in worker threads, as many as the machine has cores unless `concurrency`
 * says otherwise. The samples lie in memory that all threads share. Free threads take the next base clustering, the
 * largest first; an aborted signal ends threads in the middle of their work.
 * Small work is done in this thread.
 */
export function runInThreads(options: { smallWork?: number } = {}): RunTasks {
  const { smallWork = SMALL_WORK } = options
  return async (job, runnerOptions) => {
    const { signal, onDone, concurrency = availableParallelism() } = runnerOptions
    const { plan } = job
    const threadCount = Math.min(concurrency, plan.ensembleSize)
    if (threadCount === 1 || workOf(job) < smallWork) return runInThisThread(job, runnerOptions)

    const workerData = { ...job, samples: { ...job.samples, values: shared(job.samples.values) } }
    const pool = new Tinypool({ filename: workerFile(), minThreads: threadCount, maxThreads: threadCount, workerData })
    const results: BaseClustering[] = new Array(plan.ensembleSize)
    try {
      await Promise.all(
        tasksBySize(plan).map(async t => {
          results[t] = await pool.run(t, { name: 'runTask', signal })
          onDone()
        }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      await pool.destroy()
    }
    return results
  }
}

function workOf({ samples, plan }: EnsembleJob): number {
  const clusters = plan.generator === 'fixed-k' ? plan.clusterCount : plan.maxClusterCount / 2
  return samples.sampleCount * samples.featureCount * clusters * PASSES * plan.ensembleSize
}

/** The values in memory that threads can share; copied once unless they are there already. */
function shared(values: Float64Array): Float64Array {
  if (values.buffer instanceof SharedArrayBuffer) return values
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}

/** The worker is a file of its own beside the built library; from the sources the built one is used too. */
function workerFile(): string {
  const fromSource = import.meta.url.endsWith('.ts')
  return new URL(fromSource ? '../dist/ensemble-worker.js' : './ensemble-worker.js', import.meta.url).href
}
