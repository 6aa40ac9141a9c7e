import {
  createSpanLabeler,
  type LabeledRows,
  type LabelRowsOptions,
  type LabelStore,
  loadHotLoops,
  Pauser,
  type RowLabeling,
  type Span,
  spansOf,
} from 'chorale/internal'
import { ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** The start data of a thread that labels rows. */
export interface LabelStart {
  readonly kind: 'labels'
  /** Labels in shared memory. */
  readonly store: LabelStore
  readonly labeling: RowLabeling
}

/** The call to label spans. Threads take one after the other until none is left. */
export type LabelCalls = { label: { order: LabelOrder; answer: LabelAnswer } }

interface LabelOrder {
  /** One number in shared memory: how many spans have been taken. */
  readonly taken: Int32Array
}

/** The labels of a span. */
interface LabelAnswer {
  readonly span: number
  readonly found: LabeledRows
}

/** Labels rows in this thread and `helperCount` others, which all read the same labels in shared memory. */
export async function labelRowsInThreads(
  store: LabelStore,
  labeling: RowLabeling,
  helperCount: number,
  { signal, accept }: LabelRowsOptions,
): Promise<void> {
  const spans = spansOf(store.sampleCount)
  const start: LabelStart = { kind: 'labels', store, labeling }
  const team = new ThreadTeam<LabelCalls>(
    workerFile('thread-worker', import.meta.url),
    new Array(helperCount).fill(start),
  )
  const order = { taken: new Int32Array(new SharedArrayBuffer(4)) }
  const { deliver, delivered } = inOrder(spans, accept)
  const hear = ({ span, found }: LabelAnswer) => deliver(span, found)
  try {
    await team.call('label', order, {
      hear,
      until: () => Promise.all([labelHere(start, order, signal, hear), delivered]),
      signal,
    })
  } finally {
    // This thread's own part may still be running.
    Atomics.store(order.taken, 0, spans.length)
    await team.close()
  }
}

/** Delivers results in the order of the spans, whatever order they arrive in. */
function inOrder<Found>(spans: readonly Span[], accept: (found: Found, span: Span) => void) {
  const waiting = new Map<number, Found>()
  let next = 0
  let finish = () => {}
  const delivered = new Promise<void>(resolve => {
    finish = resolve
  })
  const deliver = (span: number, found: Found) => {
    waiting.set(span, found)
    for (let part = waiting.get(next); part !== undefined; part = waiting.get(next)) {
      waiting.delete(next)
      accept(part, spans[next++])
    }
    if (next === spans.length) finish()
  }
  return { deliver, delivered }
}

/** This thread's share, with pauses in which answers of other threads arrive. */
async function labelHere(
  { store, labeling }: LabelStart,
  { taken }: LabelOrder,
  signal: AbortSignal | undefined,
  hear: (answer: LabelAnswer) => void,
): Promise<void> {
  const pauser = new Pauser(signal)
  const spans = spansOf(store.sampleCount)
  const label = createSpanLabeler(store, labeling, await loadHotLoops())
  for (let s = Atomics.add(taken, 0, 1); s < spans.length; s = Atomics.add(taken, 0, 1)) {
    const steps = label(store.blocks.slice(spans[s].from, spans[s].to))
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pauser.pause()
    hear({ span: s, found: step.value })
  }
}
