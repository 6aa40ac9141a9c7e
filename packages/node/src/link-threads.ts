import {
  type ClusterWeighting,
  type CoAssociation,
  type HotLoops,
  type LabelTable,
  type LinkCounts,
  type LinkForm,
  type LinkHolder,
  type LinkPart,
  linkPart,
  type OpenLinksOptions,
  type Pauser,
  type RowRange,
} from 'chorale/internal'
import { ThreadTeam } from './thread-team.js'
import { workerFile } from './worker-file.js'

/** The start data of a thread that holds links: its rows, and shared memory for the factors and the product. */
export interface LinkStart extends SharedProduct {
  readonly kind: 'links'
  readonly table: LabelTable
  readonly weighting: ClusterWeighting
  readonly range: RowRange
  readonly least: number
  readonly loops: HotLoops
}

/** Shared memory in which all threads multiply. */
interface SharedProduct {
  readonly width: number
  readonly input: Float64Array
  readonly output: Float64Array
  readonly control: Int32Array
}

/** The calls of a thread that holds links. After `fill`, it multiplies on demand until it is told to stop. */
export type LinkCalls = {
  count: { order: { readonly alpha: number }; answer: LinkCounts }
  fill: { order: { readonly alpha: number; readonly form: LinkForm }; answer: number }
}

/** Positions in shared memory: the current product, finished threads, whether to stop, failures. */
export const CONTROL = { turn: 0, done: 1, over: 2, failed: 3, size: 4 } as const

/** Milliseconds after which a thread that has not finished its product counts as dead. */
const PATIENCE = 300_000

/** Finds, holds and multiplies links in `threadCount` threads, this one included, each with a range of the label rows. */
export async function linksInThreads(
  similarity: CoAssociation,
  threadCount: number,
  { width, least, loops, pauser }: OpenLinksOptions,
): Promise<LinkHolder> {
  const { table, weighting } = similarity
  const { rowCount } = table
  const bounds = Array.from({ length: threadCount + 1 }, (_, part) => Math.round((part * rowCount) / threadCount))
  const product: SharedProduct = {
    width,
    input: sharedNumbers(rowCount * width),
    output: sharedNumbers(rowCount * width),
    control: new Int32Array(new SharedArrayBuffer(4 * CONTROL.size)),
  }
  const starts = bounds.slice(1, -1).map((from, part): LinkStart => {
    return { ...product, kind: 'links', table, weighting, least, loops, range: { from, to: bounds[part + 2] } }
  })
  const team = new ThreadTeam<LinkCalls>(workerFile('thread-worker', import.meta.url), starts)
  try {
    const own = await linkPart(similarity, { from: 0, to: bounds[1] }, { width, least, loops, pauser })
    return holderOver(team, own, bounds[1] * width, product, pauser)
  } catch (error) {
    await team.close()
    throw error
  }
}

function holderOver(
  team: ThreadTeam<LinkCalls>,
  own: LinkPart,
  ownLength: number,
  { width, input, output, control }: SharedProduct,
  pauser: Pauser,
): LinkHolder {
  const { signal } = pauser
  let isMultiplying = false
  const leave = () => {
    if (!isMultiplying) return
    Atomics.store(control, CONTROL.over, 1)
    startTurn(control)
    isMultiplying = false
  }
  return {
    async count(alpha) {
      leave()
      const found = await team.callForEach('count', { alpha }, () => own.count(alpha, pauser), signal)
      const all = [found.own, ...found.answers]
      const sum = (of: 'kept' | 'dropped' | 'linked') => all.reduce((total, counts) => total + counts[of], 0)
      const lengths = new Float64Array(output.length / width)
      for (let part = 0, at = 0; part < all.length; at += all[part++].lengths.length) lengths.set(all[part].lengths, at)
      return { kept: sum('kept'), dropped: sum('dropped'), linked: sum('linked'), lengths }
    },
    async fill(alpha, form) {
      // All threads have stopped multiplying before, because each answered a count.
      if (isMultiplying) throw new Error('links must be counted before they are stored')
      Atomics.store(control, CONTROL.over, 0)
      isMultiplying = true
      const found = await team.callForEach('fill', { alpha, form }, () => own.fill(alpha, form, pauser), signal)
      return found.answers.reduce((total, entryCount) => total + entryCount, found.own)
    },
    *multiplySteps(y, x) {
      input.set(x)
      startTurn(control)
      yield* own.multiplySteps(y.subarray(0, ownLength), x)
      awaitAll(control, team.size)
      y.set(output.subarray(ownLength), ownLength)
    },
    close: () => team.close(),
  }
}

/** Wakes all threads for the next product. */
function startTurn(control: Int32Array): void {
  Atomics.store(control, CONTROL.done, 0)
  Atomics.add(control, CONTROL.turn, 1)
  Atomics.notify(control, CONTROL.turn)
}

/** Blocks until all threads have multiplied their rows, which takes milliseconds. */
function awaitAll(control: Int32Array, count: number): void {
  for (let done = 0; done < count; done = Atomics.load(control, CONTROL.done)) {
    if (Atomics.wait(control, CONTROL.done, done, PATIENCE) === 'timed-out')
      throw new Error('a thread does not respond')
  }
  if (Atomics.load(control, CONTROL.failed) > 0) throw new Error('a thread could not multiply its links')
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length))
}
