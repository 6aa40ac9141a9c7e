import { createSpanLabeler, loadHotLoops, spansOf } from 'chorale/internal'
import type { LabelCalls, LabelStart } from './label-threads.js'
import { serveCalls } from './thread-team.js'

/** Labels spans until none is left, and sends the labels of each. */
export function serveLabels({ store, labeling }: LabelStart): void {
  const spans = spansOf(store.sampleCount)
  serveCalls<LabelCalls>(async (_name, { taken }, answer) => {
    const label = createSpanLabeler(store, labeling, await loadHotLoops())
    for (let s = Atomics.add(taken, 0, 1); s < spans.length; s = Atomics.add(taken, 0, 1)) {
      const steps = label(store.blocks.slice(spans[s].from, spans[s].to))
      let step = steps.next()
      while (!step.done) step = steps.next()
      const { labels, confidence } = step.value
      answer({ span: s, found: step.value }, [labels.buffer as ArrayBuffer, confidence.buffer as ArrayBuffer])
    }
  })
}
