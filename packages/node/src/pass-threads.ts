import {
  type LabelStore,
  loadHotLoops,
  type OpenedPasses,
  type OpenPassesOptions,
  type PassBroadcast,
  type PassName,
  type PassPartial,
  Pauser,
  type Span,
  spansOf,
  startPass,
} from 'chorale/internal'
import { ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** The start data of a thread that runs passes. */
export interface PassStart {
  readonly kind: 'passes'
  /** Labels in shared memory. */
  readonly store: LabelStore
}

/** The call of every pass, by its name. */
export type PassCalls = { [Name in PassName]: { order: PassOrder<Name>; answer: PassAnswer<Name> } }

/** A pass over spans. Threads take spans until none is left. */
interface PassOrder<Name extends PassName> {
  readonly broadcast: PassBroadcast<Name>
  readonly labels?: Int32Array
  /** One number in shared memory: how many spans have been taken. */
  readonly taken: Int32Array
}

/** The result of a pass for a span. */
interface PassAnswer<Name extends PassName> {
  readonly span: number
  readonly partial: PassPartial<Name>
}

/** Runs passes in this thread and `helperCount` others, which all read the same labels in shared memory. */
export function passesInThreads(store: LabelStore, helperCount: number, { signal }: OpenPassesOptions): OpenedPasses {
  const spans = spansOf(store.sampleCount)
  const start: PassStart = { kind: 'passes', store }
  const team = new ThreadTeam<PassCalls>(
    workerFile('thread-worker', import.meta.url),
    new Array(helperCount).fill(start),
  )
  return {
    spans,
    async run(pass, broadcast, accept, labels) {
      const order = { broadcast, labels: labels && shared(labels), taken: new Int32Array(new SharedArrayBuffer(4)) }
      const { deliver, delivered } = inOrder(spans, accept)
      const hear = ({ span, partial }: PassAnswer<typeof pass>) => deliver(span, partial)
      try {
        await team.call(pass, order, {
          hear,
          until: () => Promise.all([takeHere(pass, order, { store, spans, signal, hear }), delivered]),
          signal,
        })
      } finally {
        // This thread's own part may still be running.
        Atomics.store(order.taken, 0, spans.length)
      }
    },
    close: () => team.close(),
  }
}

/** Delivers results in the order of the spans, whatever order they arrive in. */
function inOrder<Found>(spans: readonly Span[], accept: (partial: Found, span: Span) => void) {
  const waiting = new Map<number, Found>()
  let next = 0
  let finish = () => {}
  const delivered = new Promise<void>(resolve => {
    finish = resolve
  })
  const deliver = (span: number, found: Found) => {
    waiting.set(span, found)
    for (let partial = waiting.get(next); partial !== undefined; partial = waiting.get(next)) {
      waiting.delete(next)
      accept(partial, spans[next++])
    }
    if (next === spans.length) finish()
  }
  return { deliver, delivered }
}

interface OwnPart<Name extends PassName> {
  readonly store: LabelStore
  readonly spans: readonly Span[]
  readonly signal: AbortSignal | undefined
  readonly hear: (answer: PassAnswer<Name>) => void
}

/** This thread's share, with pauses in which answers of other threads arrive. */
async function takeHere<Name extends PassName>(
  pass: Name,
  { broadcast, labels, taken }: PassOrder<Name>,
  { store, spans, signal, hear }: OwnPart<Name>,
): Promise<void> {
  const pauser = new Pauser(signal)
  const loops = await loadHotLoops()
  for (let s = Atomics.add(taken, 0, 1); s < spans.length; s = Atomics.add(taken, 0, 1)) {
    const work = startPass(pass, store, broadcast, { span: spans[s], loops, labels })
    for (let b = spans[s].from; b < spans[s].to; b++) {
      work.add(store.blocks[b])
      await pauser.pause()
    }
    hear({ span: s, partial: work.finish() })
  }
}

function shared(labels: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(labels.byteLength))
  copy.set(labels)
  return copy
}
