import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { randomFor } from '../../numeric/random.js'
import type { Samples } from '../../types.js'
import { canonicalOrder } from '../canonical-order.js'
import { type Distance, samplesForDistance } from '../distance.js'
import { componentRows, floatComponents } from './float-components.js'
import { floatTable } from './float-table.js'
import { graphPartitions } from './graph-partitions.js'
import { nearestRows, neighbourCount } from './graph-views.js'
import { linkGraph } from './link-graph.js'
import { linkScore } from './link-score.js'

/** A distance, and why. */
export interface DistanceChoice {
  readonly distance: Distance
  readonly reason: string
}

/** Lengths of rows are kept only if they clearly help: the best score with them is this many times the one without. */
const CLEARLY = 1.1
const COMPONENTS = 30
const SMOOTHING = [10]
/** Numbers of the rows that are compared, and the fewest and most rows. */
const COMPARED = { values: 6e6, least: 300, most: 1000 }
/** The same for every seed. */
const STREAM = 32

/** The number of rows that decide the distance. */
export function comparedRows({ sampleCount, featureCount }: Pick<Samples, 'sampleCount' | 'featureCount'>): number {
  const { values, least, most } = COMPARED
  return Math.min(sampleCount, most, Math.max(least, Math.floor(values / featureCount)))
}

/**
 * Whether rows with many features of one unit are compared as they are or by their directions. Both ways, the rows are
 * clustered in the graph of their nearest rows, and the score of the links decides. Directions are better for most
 * embeddings, counts and images.
 */
export function* chooseDistance(
  given: Samples,
  clusterCount: number,
  loops: HotLoops,
): Generator<unknown, DistanceChoice> {
  const scores: number[] = []
  const order = canonicalOrder(given)
  for (const distance of ['euclidean', 'cosine'] as const) {
    const samples = samplesForDistance(given, distance)
    const table = floatTable(samples, order)
    const components = yield* floatComponents(table, COMPONENTS, loops)
    const rows = yield* componentRows(table, components, loops)
    const nearest = yield* nearestRows(rows, neighbourCount(rows.rowCount), loops)
    const view = { rows, columnCount: components.variances.length, graph: linkGraph(nearest, rows.rowCount) }
    const random = randomFor(STREAM, 0)
    const found = yield* graphPartitions(view, clusterCount, { smoothing: SMOOTHING, random, loops })
    const complete = found.map(labels => linkScore(view.graph, labels, clusterCount))
    scores.push(Math.max(0, ...complete))
    yield distance
  }
  return scores[0] > CLEARLY * scores[1]
    ? { distance: 'euclidean', reason: 'Rows as they are, because their lengths help to tell clusters apart.' }
    : {
        distance: 'cosine',
        reason: 'The directions of rows, because their lengths do not help to tell clusters apart.',
      }
}
