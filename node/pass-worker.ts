import { parentPort, workerData } from 'node:worker_threads'
import { type LabelStore, spansOf, startPass } from '../src/internal.js'
import type { PassAnswer, PassOrder } from './pass-threads.js'

// A thread that runs passes over spans of the labels it was started with, as long as there are any to take.
const store: LabelStore = workerData
const spans = spansOf(store.sampleCount)

parentPort?.on('message', ({ pass, broadcast, labels, taken }: PassOrder) => {
  try {
    for (let s = Atomics.add(taken, 0, 1); s < spans.length; s = Atomics.add(taken, 0, 1)) {
      const work = startPass(pass, store, broadcast as never, spans[s], labels)
      for (let b = spans[s].from; b < spans[s].to; b++) work.add(store.blocks[b])
      answer({ span: s, partial: work.finish() })
    }
  } catch (error) {
    answer({ error })
  }
})

function answer(message: PassAnswer): void {
  parentPort?.postMessage(message, 'partial' in message ? buffersOf(message.partial) : [])
}

/** The memory of a partial result, which goes along instead of being copied. */
function buffersOf(partial: unknown): ArrayBuffer[] {
  const values = ArrayBuffer.isView(partial) ? [partial] : Object.values(partial as object)
  return values.flatMap(value => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []))
}
