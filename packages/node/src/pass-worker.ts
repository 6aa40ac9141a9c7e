import { loadHotLoops, spansOf, startPass } from 'chorale/internal'
import type { PassCalls, PassStart } from './pass-threads.js'
import { serveCalls } from './thread-team.js'

/** Runs passes over spans of the labels until none is left, and sends the result of each. */
export function servePasses({ store }: PassStart): void {
  const spans = spansOf(store.sampleCount)
  serveCalls<PassCalls>(async (pass, { broadcast, labels, taken }, answer) => {
    const loops = await loadHotLoops()
    for (let s = Atomics.add(taken, 0, 1); s < spans.length; s = Atomics.add(taken, 0, 1)) {
      const work = startPass(pass, store, broadcast, { span: spans[s], loops, labels })
      for (let b = spans[s].from; b < spans[s].to; b++) work.add(store.blocks[b])
      const partial = work.finish()
      answer({ span: s, partial }, buffersOf(partial))
    }
  })
}

/** The memory of a partial result, which is transferred instead of copied. */
function buffersOf(partial: object): ArrayBuffer[] {
  const values = ArrayBuffer.isView(partial) ? [partial] : Object.values(partial)
  return values.flatMap(value => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []))
}
