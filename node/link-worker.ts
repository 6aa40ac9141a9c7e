import { parentPort, workerData } from 'node:worker_threads'
import { coAssociation, type LinkPart, linkPart, Pauser } from '../src/internal.js'
import { CONTROL, type LinkAnswer, type LinkOrder, type LinkThreadStart } from './link-threads.js'

// A thread that holds the confident links of its range of rows.
const { table, weighting, range, width, loops, input, output, control }: LinkThreadStart = workerData
const pauser = new Pauser()
const opened = linkPart(coAssociation(table, weighting), range, { width, loops, pauser })
const ownOutput = output.subarray(range.from * width, range.to * width)

parentPort?.on('message', async (order: LinkOrder) => {
  try {
    const part = await opened
    if (order.kind === 'count') answer({ kind: 'count', counts: await part.count(order.alpha, pauser) })
    else {
      const turn = Atomics.load(control, CONTROL.turn)
      answer({ kind: 'fill', entryCount: await part.fill(order.alpha, order.form, pauser) })
      multiplyOnDemand(part, turn)
    }
  } catch (error) {
    answer({ kind: 'error', error })
  }
})

function answer(message: LinkAnswer): void {
  parentPort?.postMessage(message)
}

/** One product per turn, from the given turn on, until no more come. */
function multiplyOnDemand(part: LinkPart, lastTurn: number): void {
  for (let turn = lastTurn; ; ) {
    Atomics.wait(control, CONTROL.turn, turn)
    turn = Atomics.load(control, CONTROL.turn)
    if (Atomics.load(control, CONTROL.over) === 1) return
    try {
      part.multiplyInto(ownOutput, input)
    } catch {
      Atomics.add(control, CONTROL.failed, 1)
    }
    Atomics.add(control, CONTROL.done, 1)
    Atomics.notify(control, CONTROL.done)
  }
}
