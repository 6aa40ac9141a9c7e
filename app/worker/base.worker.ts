import * as Comlink from 'comlink'
import { type BaseClusterer, type BaseClustering, createTaskRunner, type EnsembleJob } from '../../src/internal.js'

let clusterer: BaseClusterer

/** A worker that computes base clusterings, one of several. */
const base = {
  async start(job: EnsembleJob): Promise<void> {
    clusterer = await createTaskRunner(job)
  },

  cluster(t: number): BaseClustering {
    const steps = clusterer(t)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return Comlink.transfer(step.value, [step.value.labels.buffer])
  },
}

export type BaseWorker = typeof base

Comlink.expose(base)
