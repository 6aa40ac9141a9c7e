import type { MessagePort } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { createTaskRunner } from '../src/internal.js'
import type { ThreadData, ThreadMessage } from './threads.js'

/** Computes base clusterings as long as there are any to take, and sends each one back as soon as it is done. */
export async function takeTasks(port: MessagePort): Promise<void> {
  const { job, order, taken }: ThreadData = Tinypool.workerData
  const clusterer = await createTaskRunner(job)
  for (let at = Atomics.add(taken, 0, 1); at < order.length; at = Atomics.add(taken, 0, 1)) {
    const steps = clusterer(order[at])
    let step = steps.next()
    while (!step.done) step = steps.next()
    const message: ThreadMessage = { t: order[at], result: step.value }
    port.postMessage(message)
  }
  port.close()
}
