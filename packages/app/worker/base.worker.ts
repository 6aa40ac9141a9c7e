import { type BaseClustering, createTaskRunner, type EnsembleJob, type TaskRunner } from 'chorale/internal'
import * as Comlink from 'comlink'

let runTask: TaskRunner

/** A worker that computes base clusterings, one of several. */
const base = {
  async start(job: EnsembleJob): Promise<void> {
    runTask = await createTaskRunner(job)
  },

  run(task: number): BaseClustering[] {
    const steps = runTask(task)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return Comlink.transfer(
      step.value,
      step.value.map(({ labels }) => labels.buffer),
    )
  },
}

export type BaseWorker = typeof base

Comlink.expose(base)
