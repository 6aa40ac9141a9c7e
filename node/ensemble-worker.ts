import { Tinypool } from 'tinypool'
import type { BaseClusterer, BaseClustering } from '../src/ensemble/base-clustering.js'
import { createTaskRunner } from '../src/ensemble/runner.js'

let clusterer: Promise<BaseClusterer> | undefined

/** Computes base clustering t of the job that the thread was started with. */
export async function runTask(t: number): Promise<BaseClustering> {
  clusterer ??= createTaskRunner(Tinypool.workerData)
  const steps = (await clusterer)(t)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
