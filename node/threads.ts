import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import {
  type BaseClustering,
  createTaskRunner,
  type EnsembleJob,
  Pauser,
  type RunnerOptions,
  type RunTasks,
  runInThisThread,
  tasksBySize,
} from '../src/internal.js'

/** What every thread is started with. */
export interface ThreadData {
  /** Its samples lie in shared memory. */
  readonly job: EnsembleJob
  /** The base clusterings in the order in which they are taken. */
  readonly order: readonly number[]
  /** One number in shared memory: how many have been taken. */
  readonly taken: Int32Array
}

/** A finished base clustering on its way back. */
export interface ThreadMessage {
  readonly t: number
  readonly result: BaseClustering
}

/** Options of {@link runInThreads}. */
export interface RunInThreadsOptions {
  /** Multiplications below which all is done in this thread, because starting others would cost more than it saves. */
  smallWork?: number
}

/** Multiplications below which a thread (70 ms to start) costs more than it saves: about 100 ms of k-means. */
const SMALL_WORK = 1e9

/** Passes over the samples that a base clustering takes, seeding included; for the estimate only. */
const PASSES = 30

/**
 * Runs the base clusterings of an ensemble in `concurrency` threads, this one included; as many as there are cores when
 * absent. All threads read the same samples and take the next base clustering from one counter, the largest first, so
 * a slow core only does less. An aborted signal ends the other threads in the middle of their work.
 *
 * @example
 * ```ts
 * import { buildEnsemble, sampleShape } from 'chorale'
 * import { runInThreads } from 'chorale/node'
 *
 * const samples = sampleShape('blobs', { sampleCount: 2000, featureCount: 8 })
 * const ensemble = await buildEnsemble(samples, { seed: 1, concurrency: 2, runTasks: runInThreads() })
 * console.log(ensemble.labelings.length) // 45
 * ```
 */
export function runInThreads({ smallWork = SMALL_WORK }: RunInThreadsOptions = {}): RunTasks {
  return async (job, options) => {
    const threadCount = Math.min(options.concurrency ?? availableParallelism(), job.plan.ensembleSize)
    if (threadCount === 1 || workOf(job) < smallWork) return runInThisThread(job, options)
    return shareOut(shareSamples(job), threadCount - 1, options)
  }
}

async function shareOut(job: EnsembleJob, helperCount: number, { signal, onDone }: RunnerOptions) {
  const { ensembleSize } = job.plan
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ThreadData = { job, order: tasksBySize(job.plan), taken }
  const pool = new Tinypool({ filename: workerFile(), minThreads: helperCount, maxThreads: helperCount, workerData })
  const results: BaseClustering[] = new Array(ensembleSize)
  let missing = ensembleSize
  let complete = () => {}
  const completed = new Promise<void>(resolve => {
    complete = resolve
  })
  const accept = ({ t, result }: ThreadMessage) => {
    results[t] = result
    onDone()
    if (--missing === 0) complete()
  }

  const channels = Array.from({ length: helperCount }, () => new MessageChannel())
  try {
    const helpers = channels.map(({ port1, port2 }) => {
      port2.on('message', accept)
      return pool.run(port1, { name: 'takeTasks', transferList: [port1], signal })
    })
    await Promise.all([takeHere(workerData, signal, accept), ...helpers, completed])
  } catch (error) {
    Atomics.store(taken, 0, ensembleSize)
    signal?.throwIfAborted()
    throw error
  } finally {
    for (const { port2 } of channels) port2.close()
    await pool.destroy()
  }
  return results
}

/** This thread's share, with pauses for the event loop. */
async function takeHere(
  { job, order, taken }: ThreadData,
  signal: AbortSignal | undefined,
  accept: (message: ThreadMessage) => void,
): Promise<void> {
  const pauser = new Pauser(signal)
  const clusterer = await createTaskRunner(job)
  for (let at = Atomics.add(taken, 0, 1); at < order.length; at = Atomics.add(taken, 0, 1)) {
    const steps = clusterer(order[at])
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    accept({ t: order[at], result: step.value })
    await pauser.pause()
  }
}

function workOf({ samples, plan }: EnsembleJob): number {
  const clusters = plan.generator === 'fixed-k' ? plan.clusterCount : plan.maxClusterCount / 2
  return samples.sampleCount * samples.featureCount * clusters * PASSES * plan.ensembleSize
}

/** The job with its values in memory that threads can share; copied once unless they are there already. */
function shareSamples(job: EnsembleJob): EnsembleJob {
  const { samples } = job
  if (samples.values.buffer instanceof SharedArrayBuffer) return job
  const values = new Float64Array(new SharedArrayBuffer(samples.values.byteLength))
  values.set(samples.values)
  return { ...job, samples: { ...samples, values } }
}

/** The worker is a file of its own beside the built library; from the sources the built one is used too. */
function workerFile(): string {
  const fromSource = import.meta.url.endsWith('.ts')
  return new URL(fromSource ? '../dist/ensemble-worker.js' : './ensemble-worker.js', import.meta.url).href
}
