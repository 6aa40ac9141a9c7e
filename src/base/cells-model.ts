import { type Cells, cellWeights, type FollowRule, followNearest, followWeights } from '../cells/cell-set.js'
import { createCellFinder } from '../cells/nearest-cells.js'
import type { NearCells } from '../hot-loops/group-search.js'
import type { HotLoops } from '../hot-loops/hot-loops.js'
import type { Labels, Samples } from '../types.js'
import { type FeatureMap, mappedBlocks } from './feature-map.js'

/** The model of a base clustering of cells. Its samples follow their cells. */
export interface CellsModel {
  readonly kind: 'cells'
  /** The base clusterer. */
  readonly base: string
  readonly featureCount: number
  /** From features to the coordinates of the cells; null = the features themselves. Models of one ensemble share it. */
  readonly map: FeatureMap | null
  /** The models of one set share their cells. */
  readonly cells: Cells
  /** The cluster of every cell. */
  readonly cellLabels: Labels
  readonly rule: FollowRule
  readonly clusterCount: number
}

/** Labels samples with models that share their cells, block by block: a labeling per model. */
export function* labelByCells(
  models: readonly CellsModel[],
  samples: Samples,
  loops: HotLoops,
): Generator<'block', Labels[]> {
  const [{ map, cells }] = models
  const nearest = createCellFinder(cells.centres, loops)
  const labelings = models.map(() => new Int32Array(samples.sampleCount))
  for (const { from, rowCount, rows } of mappedBlocks(samples, map)) {
    follow(nearest(rows, rowCount, cells.neighbours), models).forEach((labels, t) => {
      labelings[t].set(labels, from)
    })
    yield 'block'
  }
  return labelings
}

/** The labels of rows in each model, from their near cells. */
export function follow(
  near: NearCells,
  models: readonly Pick<CellsModel, 'cells' | 'cellLabels' | 'rule'>[],
): Labels[] {
  const needsWeights = models.some(({ rule }) => rule === 'weights')
  const weights = needsWeights ? cellWeights(near, models[0].cells.width) : new Float64Array(0)
  return models.map(({ rule, cellLabels }) =>
    rule === 'nearest' ? followNearest(near, cellLabels) : followWeights(near, weights, cellLabels),
  )
}
