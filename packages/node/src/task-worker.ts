import { createTaskRunner } from 'chorale/internal'
import type { TaskCalls, TaskStart } from './task-threads.js'
import { serveCalls } from './thread-team.js'

/** Computes base clusterings until none is left, and sends each one as soon as it is done. */
export function serveTasks({ job }: TaskStart): void {
  serveCalls<TaskCalls>(async (_name, { sequence, taken }, answer) => {
    const runTask = await createTaskRunner(job)
    for (let at = Atomics.add(taken, 0, 1); at < sequence.length; at = Atomics.add(taken, 0, 1)) {
      const steps = runTask(sequence[at])
      let step = steps.next()
      while (!step.done) step = steps.next()
      answer({ task: sequence[at], result: step.value })
    }
  })
}
