import { type LoopChoice, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import type { EnsemblePlan } from './plan.js'
import { createTasks, taskCountOf } from './tasks.js'

/** A job that computes all base clusterings of an ensemble. Plain data that can be sent to another thread. */
export interface EnsembleJob {
  readonly samples: Samples
  readonly plan: EnsemblePlan
  readonly loops: LoopChoice
}

/** Options of {@link TaskExecutor}. */
export interface RunTasksOptions {
  signal?: AbortSignal
  /** Called after each finished task. */
  onDone: () => void
}

/** The part of an executor that computes base clusterings. */
export interface TaskExecutor {
  /**
   * Runs the tasks of a job, in any order and anywhere. Each gives one or more base clusterings, which do not depend on
   * where and in which order they are computed.
   */
  runTasks(job: EnsembleJob, options: RunTasksOptions): Promise<BaseClustering[][]>
}

/** Runs any task of an ensemble, in steps that can be paused. */
export type TaskRunner = (task: number) => Generator<unknown, BaseClustering[]>

/** Prepares the calling thread for the tasks of a job. */
export async function createTaskRunner({ samples, plan, loops }: EnsembleJob): Promise<TaskRunner> {
  return createTasks(samples, plan, await loadHotLoops(loops))
}

/** Runs all tasks in this thread, one after another, with pauses for the event loop. */
export async function runInThisThread(
  job: EnsembleJob,
  { signal, onDone }: RunTasksOptions,
): Promise<BaseClustering[][]> {
  const pauser = new Pauser(signal)
  const runTask = await createTaskRunner(job)
  const results: BaseClustering[][] = []
  for (let task = 0; task < taskCountOf(job.plan); task++) {
    const steps = runTask(task)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    results.push(step.value)
    onDone()
    await pauser.pause()
  }
  return results
}
