import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../numeric/random.js'
import type { Labels, Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import type { CellsModel } from './cells-model.js'
import { graphPartitions } from './graphs/graph-partitions.js'
import { viewRows } from './graphs/graph-views.js'
import { type LinkGraph, linkGraph } from './graphs/link-graph.js'
import { linkScore } from './graphs/link-score.js'
import { BUILT_PER_KEPT, type GraphsPlan, hasSecondRound, NEIGHBOUR_GRAPHS, roundViews } from './graphs-plan.js'
import { inSampleOrder } from './in-sample-order.js'
import { numberByAppearance } from './number-by-appearance.js'
import { labelInBlocks } from './row-labeler.js'

/** Separates the streams of graphs from those of other base clusterings with the same seed. */
const STREAM = { first: 0x96a9, second: 0x96aa }

/** Computes any task of a plan: the clusterings of one graph. All randomness of task t comes from the stream (seed, t). */
export function createGraphTasks(
  samples: Samples,
  plan: GraphsPlan,
  loops: HotLoops,
): (t: number) => Generator<unknown, BaseClustering[]> {
  const { fitRows, views, components, width, clusterCount, agreeing } = plan
  const used = roundViews(plan)
  const n = fitRows.length
  const isWhole = n === samples.sampleCount
  let graphs: readonly LinkGraph[] | undefined

  return function* graphTask(t) {
    graphs ??= views.map(({ nearest }) => linkGraph(nearest, n))
    const at = t % used.length
    const { columnCount, isUnit } = used[at]
    const rows = viewRows({ rowCount: n, width, values: components }, columnCount, isUnit)
    const graph = agreeing.length === 0 ? graphs[at] : sharpened(graphs[at], agreeing)
    const random = randomFor(hash32(plan.seed, agreeing.length === 0 ? STREAM.first : STREAM.second), t)
    const found = yield* graphPartitions({ rows, columnCount, graph }, clusterCount, {
      random,
      loops,
    })
    const scores: number[] = []
    for (const labels of found) {
      scores.push(heldOutScore(graphs, at, labels))
      yield 'score'
    }
    const models = found.map(labels => modelOf(plan, labels, samples.featureCount))
    const all = isWhole
      ? found.map(labels => inSampleOrder(labels, fitRows))
      : yield* labelInBlocks(models, samples, loops)
    return models.map((model, place) => ({ ...numbered(model, all[place]), score: scores[place] }))
  }
}

/** The mean score of the links of the other graphs: those of the own one have shaped the labels. */
function heldOutScore(graphs: readonly LinkGraph[], own: number, labels: Labels): number {
  const clusterCount = 1 + labels.reduce((most, label) => Math.max(most, label), 0)
  const others = graphs.length === 1 ? graphs : graphs.filter((_, at) => at !== own)
  return others.reduce((sum, graph) => sum + linkScore(graph, labels, clusterCount), 0) / others.length
}

/** The graph with links that count the less, the more clusterings separate their rows. */
function sharpened(graph: LinkGraph, clusterings: readonly Labels[]): LinkGraph {
  const weights = graph.weights.slice()
  for (let i = 0; i < graph.rowCount; i++) {
    for (let e = graph.starts[i]; e < graph.starts[i + 1]; e++) {
      let same = 0
      for (const labels of clusterings) if (labels[i] === labels[graph.links[e]]) same++
      // No link is cut for good, so that no row is alone.
      weights[e] *= (same / clusterings.length) ** 2 + LEAST_SHARE
    }
  }
  return { ...graph, weights }
}

const LEAST_SHARE = 1e-3

/** The plan of the second round after the first; null if there is none. */
export function secondRound(plan: GraphsPlan, first: readonly BaseClustering[]): GraphsPlan | null {
  if (!hasSecondRound(plan)) return null
  return { ...plan, agreeing: bestOfGraphs(first, plan).map(({ labels }) => plan.fitRows.map(row => labels[row])) }
}

/** Samples follow the nearest cells; a cell has the most common label of its rows, of equally common ones the lowest. */
function modelOf({ map, cells, cellOf, clusterCount }: GraphsPlan, labels: Labels, featureCount: number): CellsModel {
  const cellCount = cells.centres.rowCount
  const votes = new Float64Array(cellCount * clusterCount)
  for (let r = 0; r < labels.length; r++) votes[cellOf[r] * clusterCount + labels[r]]++
  const cellLabels = new Int32Array(cellCount)
  for (let cell = 0; cell < cellCount; cell++) {
    for (let c = 1; c < clusterCount; c++) {
      if (votes[cell * clusterCount + c] > votes[cell * clusterCount + cellLabels[cell]]) cellLabels[cell] = c
    }
  }
  return { kind: 'cells', base: NEIGHBOUR_GRAPHS, featureCount, map, cells, cellLabels, rule: 'weights', clusterCount }
}

/** Numbers the clusters by first appearance; clusters without a sample come last. */
function numbered(model: CellsModel, found: Labels): BaseClustering {
  const { labels, numbers } = numberByAppearance(found)
  let clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const numberOf = new Map<number, number>()
  const cellLabels = model.cellLabels.map(label => {
    const known = numbers[label] ?? -1
    if (known >= 0) return known
    const number = numberOf.get(label) ?? clusterCount++
    numberOf.set(label, number)
    return number
  })
  return { labels, model: { ...model, cellLabels, clusterCount } }
}

/** The clusterings with the best scores, in their order. */
export function bestOfGraphs(clusterings: readonly BaseClustering[], { labelingCount, clusterCount }: GraphsPlan) {
  const complete = clusterings.filter(({ model }) => model.kind === 'cells' && model.clusterCount >= clusterCount)
  const candidates = complete.length > 0 ? complete : clusterings
  const count = Math.min(labelingCount, Math.max(3, Math.round(candidates.length / BUILT_PER_KEPT)))
  const places = [...candidates.keys()].sort((a, b) => candidates[b].score! - candidates[a].score! || a - b)
  const kept = new Set(places.slice(0, count))
  return candidates.filter((_, at) => kept.has(at)).map(({ labels, model }) => ({ labels, model }))
}
