import {
  type BaseClustering,
  createTaskRunner,
  type EnsembleJob,
  Pauser,
  type RunTasksOptions,
  tasksBySize,
} from 'chorale/internal'
import { sharedSamples } from './shared-samples.js'
import { ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** The start data of a thread that computes base clusterings. */
export interface TaskStart {
  readonly kind: 'tasks'
  /** Its samples are in shared memory. */
  readonly job: EnsembleJob
}

/** The call to compute base clusterings. */
export type TaskCalls = { take: { order: TaskOrder; answer: TaskAnswer } }

/** Tasks. Threads take one after the other until none is left. */
interface TaskOrder {
  /** The tasks in the order in which they are taken. */
  readonly sequence: readonly number[]
  /** One number in shared memory: how many have been taken. */
  readonly taken: Int32Array
}

/** A finished task. */
interface TaskAnswer {
  readonly task: number
  readonly result: BaseClustering[]
}

/** Runs the tasks of a job in this thread and `helperCount` others. The largest are taken first. */
export async function tasksInThreads(
  given: EnsembleJob,
  helperCount: number,
  { signal, onDone }: RunTasksOptions,
): Promise<BaseClustering[][]> {
  const job = { ...given, samples: sharedSamples(given.samples) }
  const sequence = tasksBySize(job.plan, job.samples.featureCount)
  const order: TaskOrder = { sequence, taken: new Int32Array(new SharedArrayBuffer(4)) }
  const results: BaseClustering[][] = new Array(sequence.length)
  let missing = sequence.length
  let complete = () => {}
  const completed = new Promise<void>(resolve => {
    complete = resolve
  })
  const hear = ({ task, result }: TaskAnswer) => {
    results[task] = result
    onDone()
    if (--missing === 0) complete()
  }

  const start: TaskStart = { kind: 'tasks', job }
  const team = new ThreadTeam<TaskCalls>(
    workerFile('thread-worker', import.meta.url),
    new Array(helperCount).fill(start),
  )
  try {
    await team.call('take', order, {
      hear,
      until: () => Promise.all([takeHere(job, order, signal, hear), completed]),
      signal,
    })
    return results
  } finally {
    // This thread's own part may still be running.
    Atomics.store(order.taken, 0, sequence.length)
    await team.close()
  }
}

/** This thread's share, with pauses for the event loop. */
async function takeHere(
  job: EnsembleJob,
  { sequence, taken }: TaskOrder,
  signal: AbortSignal | undefined,
  accept: (answer: TaskAnswer) => void,
): Promise<void> {
  const pauser = new Pauser(signal)
  const runTask = await createTaskRunner(job)
  for (let at = Atomics.add(taken, 0, 1); at < sequence.length; at = Atomics.add(taken, 0, 1)) {
    const steps = runTask(sequence[at])
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    accept({ task: sequence[at], result: step.value })
    await pauser.pause()
  }
}
