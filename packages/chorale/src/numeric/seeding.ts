import { BLOCK } from './loops/assign-tables.js'
import { type PointSet, trialsFor } from './point-set.js'
import type { Random } from './random.js'

/** The ways k-means++ draws its centres, the default first. */
export const SEEDINGS = ['greedy', 'plain'] as const
/** `greedy`: the best of several candidates for every centre; `plain`: a single candidate, like MATLAB's kmeans. */
export type Seeding = (typeof SEEDINGS)[number]

/**
 * Points are tried in chunks of whole blocks, small enough to stay in the cache while all candidates pass over them.
 * A draw walks through the running total of the chunks first.
 */
const CHUNK_COORDINATES = 2 ** 16
const LARGEST_CHUNK = 64

/**
 * Draws k starting centres with k-means++ (Arthur and Vassilvitskii 2007): the first by multiplicity, each further one
 * by multiplicity times squared distance to the nearest centre so far. Of the candidates drawn for each place the one
 * is kept that leaves the smallest total, the first of equals; `plain` draws one only. Control comes back after every
 * centre.
 * Writes k x d centres, in the coordinates of the set, to `exactCentres`. When every point coincides with a centre there
 * is nothing left to draw: the remaining centres repeat the first one, and so lose every tie against it.
 */
export function* seedCentres(
  set: PointSet,
  clusterCount: number,
  random: Random,
  seeding: Seeding = 'greedy',
): Generator<'centre', void> {
  const { dimension: d } = set
  const { trials, blockCount, totals: pairTotals, weights, rows, exactCentres } = set.assign.tables
  const chunk = Math.min(LARGEST_CHUNK, Math.ceil(CHUNK_COORDINATES / (BLOCK * d)))
  const chunkCount = Math.ceil(blockCount / chunk)
  const trialCount = seeding === 'plain' ? 1 : trialsFor(clusterCount)
  const chosen = new Int32Array(clusterCount)
  const candidates = new Int32Array(trialCount)
  // Which table holds the current distances; the others take the candidates. totals: [table][chunk].
  let state = 0
  const totals = trials.map(() => new Float64Array(chunkCount))

  trials[state].fill(Infinity)
  chosen[0] = drawByWeight(set, random)
  candidates[0] = chosen[0]
  state = tryCandidates(1)

  for (let c = 1; c < clusterCount; c++) {
    const total = sum(totals[state])
    if (total <= 0) {
      chosen.fill(chosen[0], c)
      break
    }
    for (let t = 0; t < trialCount; t++) candidates[t] = draw(random() * total)
    const previous = state
    state = tryCandidates(trialCount)
    chosen[c] = candidates[winner(previous, state)]
    yield 'centre'
  }

  for (let c = 0; c < clusterCount; c++) exactCentres.set(rows.subarray(chosen[c] * d, (chosen[c] + 1) * d), c * d)

  /** The point at which the running total of weight times distance passes `target`. */
  function draw(target: number): number {
    let rest = target
    let at = 0
    while (at < chunkCount - 1 && rest >= totals[state][at]) rest -= totals[state][at++]
    // Rounding may carry the walk past its end: the last point with a positive share is taken then.
    let last = -1
    const end = Math.min((at + 1) * chunk * BLOCK, set.pointCount)
    for (let i = at * chunk * BLOCK; i < end; i++) {
      const share = weights[i] * trials[state][i]
      if (share <= 0) continue
      last = i
      rest -= share
      if (rest < 0) return i
    }
    if (last < 0) for (last = end - 1; weights[last] * trials[state][last] <= 0; ) last--
    return last
  }

  /** Fills one table per candidate, two at a time; returns the table with the smallest total. */
  function tryCandidates(count: number): number {
    for (let t = 0; t < count; t += 2) loadPair(set, t >> 1, candidates[t], candidates[Math.min(t + 1, count - 1)])
    for (let at = 0; at < chunkCount; at++) {
      const to = Math.min((at + 1) * chunk, blockCount)
      for (let t = 0; t < count; t += 2) {
        const first = tableOf(state, t)
        const second = tableOf(state, t + 1)
        set.assign.tryPair(t >> 1, at * chunk, to, state, first, second)
        totals[first][at] = pairTotals[0]
        totals[second][at] = pairTotals[1]
      }
    }
    let best = tableOf(state, 0)
    let least = sum(totals[best])
    for (let t = 1; t < count; t++) {
      const total = sum(totals[tableOf(state, t)])
      if (total < least) {
        least = total
        best = tableOf(state, t)
      }
    }
    return best
  }
}

/** The table of candidate t, passing over the one that holds the state; and back. */
function tableOf(state: number, t: number): number {
  return t < state ? t : t + 1
}

function winner(state: number, table: number): number {
  return table < state ? table : table - 1
}

function drawByWeight({ pointCount, totalWeight, assign }: PointSet, random: Random): number {
  const { weights } = assign.tables
  let rest = random() * totalWeight
  for (let i = 0; i < pointCount; i++) {
    rest -= weights[i]
    if (rest < 0) return i
  }
  return pointCount - 1
}

function loadPair(set: PointSet, index: number, first: number, second: number): void {
  const { points, pairs } = set.assign.tables
  const pair = pairs[index]
  const { dimension: d } = set
  let from0 = (first - (first % BLOCK)) * d + (first % BLOCK)
  let from1 = (second - (second % BLOCK)) * d + (second % BLOCK)
  for (let at = 0; at < 2 * d; at += 2) {
    pair[at] = points[from0]
    pair[at + 1] = points[from1]
    from0 += BLOCK
    from1 += BLOCK
  }
}

function sum(values: Float64Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total
}
