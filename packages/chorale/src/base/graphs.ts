import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../numeric/random.js'
import type { Labels, Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import type { CellsModel } from './cells-model.js'
import { graphPartitions } from './graphs/graph-partitions.js'
import { viewRows } from './graphs/graph-views.js'
import { joinedGraph, type LinkGraph, linkGraph } from './graphs/link-graph.js'
import { linkScore } from './graphs/link-score.js'
import { BUILT_PER_KEPT, type GraphsPlan, NEIGHBOUR_GRAPHS } from './graphs-plan.js'
import { inSampleOrder } from './in-sample-order.js'
import { numberByAppearance } from './number-by-appearance.js'
import { labelInBlocks } from './row-labeler.js'

/** Separates the streams of graphs from those of other base clusterings with the same seed. */
const STREAM = 0x96a9

/** Computes any task of a plan: the clusterings of one graph. All randomness of task t comes from the stream (seed, t). */
export function createGraphTasks(
  samples: Samples,
  plan: GraphsPlan,
  loops: HotLoops,
): (t: number) => Generator<unknown, BaseClustering[]> {
  const { fitRows, views, components, width, clusterCount } = plan
  const n = fitRows.length
  const isWhole = n === samples.sampleCount
  let graphs: { readonly single: readonly LinkGraph[]; readonly joined: LinkGraph } | undefined

  return function* graphTask(t) {
    if (graphs === undefined) {
      const single = views.map(({ nearest }) => linkGraph(nearest, n))
      graphs = { single, joined: joinedGraph(single) }
    }
    const at = t % views.length
    const { columnCount, isUnit } = views[at]
    const rows = viewRows({ rowCount: n, width, values: components }, columnCount, isUnit)
    const random = randomFor(hash32(plan.seed, STREAM), t)
    const found = yield* graphPartitions({ rows, columnCount, graph: graphs.single[at] }, clusterCount, {
      random,
      loops,
    })
    const scores: number[] = []
    for (const labels of found) {
      scores.push(linkScore(graphs.joined, labels, 1 + labels.reduce((most, label) => Math.max(most, label), 0)))
      yield 'score'
    }
    const models = found.map(labels => modelOf(plan, labels, samples.featureCount))
    const all = isWhole
      ? found.map(labels => inSampleOrder(labels, fitRows))
      : yield* labelInBlocks(models, samples, loops)
    return models.map((model, place) => ({ ...numbered(model, all[place]), score: scores[place] }))
  }
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
