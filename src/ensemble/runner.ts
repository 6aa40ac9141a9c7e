import { type LoopChoice, loadHotLoops } from '../hot-loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Samples } from '../types.js'
import { type BaseClusterer, type BaseClustering, createBaseClusterer } from './base-clustering.js'
import type { EnsemblePlan } from './plan.js'

/** All base clusterings of an ensemble as a job for somebody; plain data, so that it can be sent to another thread. */
export interface EnsembleJob {
  readonly samples: Samples
  readonly plan: EnsemblePlan
  readonly loops: LoopChoice
}

/** What a runner is asked for beside the job. */
export interface RunnerOptions {
  /** How many base clusterings to compute at once; the runner's own choice when absent. */
  concurrency?: number
  signal?: AbortSignal
  /** Called after each finished base clustering. */
  onDone: () => void
}

/** Computes the base clusterings 0..m-1 of a job. Whoever does it, and in whatever order, the result is the same. */
export type RunTasks = (job: EnsembleJob, options: RunnerOptions) => Promise<BaseClustering[]>

/** Makes ready to compute base clusterings of a job, in the thread that calls. */
export async function createTaskRunner({ samples, plan, loops }: EnsembleJob): Promise<BaseClusterer> {
  return createBaseClusterer(samples, plan, await loadHotLoops(loops))
}

/** One after the other, in this thread, with pauses for the event loop. */
export const runInThisThread: RunTasks = async (job, { signal, onDone }) => {
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
