import { type LoopChoice, loadHotLoops } from '../hot-loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Samples } from '../types.js'
import { type BaseClusterer, type BaseClustering, createBaseClusterer } from './base-clustering.js'
import type { EnsemblePlan } from './plan.js'

/** A job that computes all base clusterings of an ensemble. Plain data that can be sent to another thread. */
export interface EnsembleJob {
  readonly samples: Samples
  readonly plan: EnsemblePlan
  readonly loops: LoopChoice
}

/** Options of {@link TaskExecutor}. */
export interface RunTasksOptions {
  signal?: AbortSignal
  /** Called after each finished base clustering. */
  onDone: () => void
}

/** The part of an executor that computes base clusterings. */
export interface TaskExecutor {
  /**
   * Computes the base clusterings 0..m-1 of a job. The result does not depend on where or in which order this happens.
   */
  runTasks(job: EnsembleJob, options: RunTasksOptions): Promise<BaseClustering[]>
}

/** Prepares the calling thread for the base clusterings of a job. */
export async function createTaskRunner({ samples, plan, loops }: EnsembleJob): Promise<BaseClusterer> {
  return createBaseClusterer(samples, plan, await loadHotLoops(loops))
}

/** Computes all base clusterings in this thread, one after another, with pauses for the event loop. */
export async function runInThisThread(
  job: EnsembleJob,
  { signal, onDone }: RunTasksOptions,
): Promise<BaseClustering[]> {
  const pauser = new Pauser(signal)
  const clusterer = await createTaskRunner(job)
  const results: BaseClustering[] = []
  for (let t = 0; t < job.plan.ensembleSize; t++) {
    const steps = clusterer(t)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    results.push(step.value)
    onDone()
    await pauser.pause()
  }
  return results
}
