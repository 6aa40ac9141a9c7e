import { firstSample, type LabelExtent, type LabelStore, type Span, spansOf } from '../../labelings/label-store.js'
import { loadHotLoops } from '../../numeric/loops/hot-loops.js'
import { Pauser } from '../../pause.js'
import type { Pass, PassPlace } from './pass.js'
import { PASSES, type PassBroadcast, type PassName, type PassPartial } from './passes.js'

/** Runs passes over the spans of an ensemble, in this thread or elsewhere. */
export interface PassRunner {
  readonly spans: readonly Span[]
  /**
   * Runs a pass over all spans and calls `accept` with the partial results, in the order of the spans. `labels` has one
   * label per sample, for a pass that needs them.
   */
  run<Name extends PassName>(
    pass: Name,
    broadcast: PassBroadcast<Name>,
    accept: (partial: PassPartial<Name>, span: Span) => void,
    labels?: Int32Array,
  ): Promise<void>
}

/** A pass runner that owns resources. */
export interface OpenedPasses extends PassRunner {
  /** Releases the resources of the runner and ends its threads. */
  close(): Promise<void>
}

/** Options of {@link PassExecutor}. */
export interface OpenPassesOptions {
  signal?: AbortSignal
}

/** The part of an executor that runs the passes of a consensus with anchors. */
export interface PassExecutor {
  /** Opens a pass runner for a label store; the caller closes it. */
  openPasses(store: LabelStore, options: OpenPassesOptions): Promise<OpenedPasses>
}

/** Runs all passes in this thread, with pauses for the event loop after every block. */
export async function passesInThisThread(store: LabelStore, { signal }: OpenPassesOptions): Promise<OpenedPasses> {
  const pauser = new Pauser(signal)
  const spans = spansOf(store.sampleCount)
  const loops = await loadHotLoops()
  return {
    spans,
    async run(pass, broadcast, accept, labels) {
      for (const span of spans) {
        const work = startPass(pass, store, broadcast, { span, loops, labels })
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

/** The same runner, which also calls `onSpan` after every span of every pass. */
export function watchedPasses(passes: PassRunner, onSpan: () => void): PassRunner {
  return {
    spans: passes.spans,
    run: (pass, broadcast, accept, labels) =>
      passes.run(
        pass,
        broadcast,
        (partial, span) => {
          accept(partial, span)
          onSpan()
        },
        labels,
      ),
  }
}

/**
 * Starts a pass on a span, with the labels of all samples: `add` takes the blocks of the span in order, `finish` returns
 * the partial result.
 */
export function startPass<Name extends PassName>(
  pass: Name,
  extent: LabelExtent,
  broadcast: PassBroadcast<Name>,
  { span, loops, labels }: PassPlace,
): Pass<PassPartial<Name>> {
  const { from, to } = samplesOf(span, extent.sampleCount)
  return beginPass(pass, extent, broadcast, { span, loops, labels: labels?.subarray(from, to) })
}

/** Like {@link startPass}, with only the labels of the span. */
export function beginPass<Name extends PassName>(
  pass: Name,
  extent: LabelExtent,
  broadcast: PassBroadcast<Name>,
  place: PassPlace,
): Pass<PassPartial<Name>> {
  return PASSES[pass](extent, broadcast, place)
}

/** The samples of a span: [from, to). */
export function samplesOf(span: Span, sampleCount: number): { from: number; to: number } {
  return { from: firstSample(span), to: Math.min(firstSample({ from: span.to, to: span.to }), sampleCount) }
}
