import {
  firstSample,
  type LabelBlock,
  type LabelExtent,
  type LabelStore,
  type Span,
  spansOf,
} from '../ensemble/label-store.js'
import { Pauser } from '../pause.js'
import { PASSES, type PassBroadcast, type PassName, type PassPartial } from './passes.js'

/** Runs passes over the spans of an ensemble, wherever its labels are. */
export interface PassRunner {
  readonly spans: readonly Span[]
  /**
   * Runs a pass over all spans and hands out what it found, in the order of the spans. `labels` has one per sample, for
   * the pass that asks for them.
   */
  run<Name extends PassName>(
    pass: Name,
    broadcast: PassBroadcast<Name>,
    accept: (partial: PassPartial<Name>, span: Span) => void,
    labels?: Int32Array,
  ): Promise<void>
}

/** A runner that holds something. */
export interface OpenedPasses extends PassRunner {
  /** Ends whatever the runner started. */
  close(): Promise<void>
}

/** Opens a runner on labels. */
export type OpenPasses = (store: LabelStore, options: { signal?: AbortSignal }) => Promise<OpenedPasses>

/** All passes in this thread, with pauses for the event loop after every block. */
export const passesInThisThread: OpenPasses = async (store, { signal }) => {
  const pauser = new Pauser(signal)
  const spans = spansOf(store.sampleCount)
  return {
    spans,
    async run(pass, broadcast, accept, labels) {
      for (const span of spans) {
        const work = startPass(pass, store, broadcast, span, labels)
        for (let b = span.from; b < span.to; b++) {
          work.add(store.blocks[b])
          await pauser.pause()
        }
        accept(work.finish(), span)
      }
    },
    close: async () => {},
  }
}

/** A pass on its way through a span. */
interface StartedPass<Name extends PassName> {
  add(block: LabelBlock): void
  finish(): PassPartial<Name>
}

/** A pass at the beginning of a span: `add` takes its blocks in order, `finish` gives what it found. */
export function startPass<Name extends PassName>(
  pass: Name,
  extent: LabelExtent,
  broadcast: PassBroadcast<Name>,
  span: Span,
  labels?: Int32Array,
): StartedPass<Name> {
  const { from, to } = samplesOf(span, extent.sampleCount)
  return beginPass(pass, extent, broadcast, span, labels?.subarray(from, to))
}

/** The same, with the labels of the span alone. */
export function beginPass<Name extends PassName>(
  pass: Name,
  extent: LabelExtent,
  broadcast: PassBroadcast<Name>,
  span: Span,
  spanLabels?: Int32Array,
): StartedPass<Name> {
  const begin = PASSES[pass] as (...args: unknown[]) => StartedPass<Name>
  return begin(extent, broadcast, span, spanLabels)
}

/** The samples of a span: [from, to). */
export function samplesOf(span: Span, sampleCount: number): { from: number; to: number } {
  return { from: firstSample(span), to: Math.min(firstSample({ from: span.to, to: span.to }), sampleCount) }
}
