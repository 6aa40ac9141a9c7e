import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { squaredDistance } from '../numeric/loops/squared-distance.js'
import type { Random } from '../numeric/random.js'
import type { Labels, Matrix, Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import type { CellClusterer, CellSet } from './cell-clusterer.js'
import { cellWeights, meanDistance } from './cells/cell-set.js'
import { drawCells } from './cells/draw-cells.js'
import { createCellFinder } from './cells/nearest-cells.js'
import { type CellsModel, follow } from './cells-model.js'
import { type CellsPlan, drawCellCount, labelingsPerSet, randomOfSet } from './cells-plan.js'
import { mappedSamples } from './feature-map.js'
import { inSampleOrder } from './in-sample-order.js'
import { numberByAppearance } from './number-by-appearance.js'
import { labelInBlocks } from './row-labeler.js'

/** The number of near cells that link cells in the graph, drawn for every set. */
const NEIGHBOURS = { from: 3, to: 7 }

/** Computes any set of cells of a plan, with its labelings. All randomness of set s comes from the stream (seed, s). */
export function createCellTasks(
  samples: Samples,
  plan: CellsPlan,
  { clusterers, loops }: { clusterers: readonly CellClusterer[]; loops: HotLoops },
): (set: number) => Generator<unknown, BaseClustering[]> {
  const { fitRows, map, minClusterCount, maxClusterCount } = plan
  let points: Matrix | undefined
  const isWhole = fitRows.length === samples.sampleCount

  return function* cellTask(number) {
    points ??= mappedSamples(samples, fitRows, map)
    const random = randomOfSet(plan.seed, number)
    const set = drawCellSet(points, number, { maxClusterCount, loops, random })
    yield 'cells'

    const turns = labelingsPerSet(plan)
    const perSet = turns * clusterers.length
    const wanted = Math.min(perSet, plan.labelingCount - number * perSet)
    const most = mostClusters(maxClusterCount, set.cells.centres.rowCount)
    const clusterCounts = Array.from({ length: turns }, () =>
      drawBetween(Math.min(minClusterCount, most), most, random),
    )
    const largest = Math.max(...clusterCounts)
    const models: CellsModel[] = []
    for (const clusterer of clusterers) {
      const label = yield* clusterer.open(set, { largest, loops, random })
      for (let turn = 0; turn < turns && models.length < wanted; turn++) {
        const cellLabels = label(clusterCounts[turn], turn, random)
        models.push(modelOf(clusterer, samples.featureCount, plan, set, cellLabels))
        yield 'labeling'
      }
    }
    const labelings = isWhole
      ? follow(set.near, models, loops).map(labels => inSampleOrder(labels, fitRows))
      : yield* labelInBlocks(models, samples, loops)
    return models.map((model, t) => numbered(model, labelings[t]))
  }
}

/** Draws cells of the points and finds the near cells of every point. */
export function drawCellSet(
  points: Matrix,
  number: number,
  { maxClusterCount, loops, random }: { maxClusterCount: number; loops: HotLoops; random: Random },
): CellSet {
  const { rowCount: n } = points
  const centres = drawCells(points, drawCellCount(n, maxClusterCount, random), { loops, random })
  const neighbours = Math.min(centres.rowCount, drawBetween(NEIGHBOURS.from, NEIGHBOURS.to, random))
  const near = createCellFinder(centres, loops)(points.values, n, neighbours)
  const width = meanDistance(near)
  const sizes = new Float64Array(centres.rowCount)
  for (let at = 0; at < near.cells.length; at += near.count) sizes[near.cells[at]]++
  return { number, cells: { centres, neighbours, width }, near, weights: cellWeights(near, width), sizes }
}

/** Above this many clusters, a labeling has one for every three cells at most: more say nothing, and take long to find. */
const MANY_CLUSTERS = 50

function mostClusters(maxClusterCount: number, cellCount: number): number {
  return Math.min(maxClusterCount, Math.max(MANY_CLUSTERS, Math.floor(cellCount / 3)), cellCount)
}

function drawBetween(from: number, to: number, random: Random): number {
  return from + Math.floor(random() * (to - from + 1))
}

function modelOf(
  { name, rule }: CellClusterer,
  featureCount: number,
  { map }: CellsPlan,
  { cells }: CellSet,
  cellLabels: Labels,
): CellsModel {
  return { kind: 'cells', base: name, featureCount, map, cells, cellLabels, rule, clusterCount: 0 }
}

/**
 * Numbers the clusters by first appearance. The cells of a cluster without any sample join the cluster of the nearest
 * other cell, so that new samples get no label that the consensus does not know.
 */
function numbered(model: CellsModel, found: Labels): BaseClustering {
  const { labels, numbers } = numberByAppearance(found)
  const { cells, cellLabels } = model
  const known = cellLabels.map(label => numbers[label] ?? -1)
  const filled = known.map((number, cell) => (number >= 0 ? number : known[nearestKnown(cells.centres, known, cell)]))
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  return { labels, model: { ...model, cellLabels: filled, clusterCount } }
}

function nearestKnown({ rowCount, columnCount: d, values }: Matrix, known: Labels, cell: number): number {
  let nearest = known.findIndex(number => number >= 0)
  let least = Infinity
  for (let c = 0; c < rowCount; c++) {
    if (known[c] < 0) continue
    const distance = squaredDistance(values, cell * d, values, c * d, d, least)
    if (distance < least) {
      least = distance
      nearest = c
    }
  }
  return nearest
}
