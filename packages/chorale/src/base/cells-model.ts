import { simdFollow } from '../numeric/loops/follow-cells.js'
import type { NearCells } from '../numeric/loops/group-search.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { orPlain } from '../numeric/loops/workspace.js'
import type { Labels } from '../types.js'
import {
  type Cells,
  cellWeights,
  type FollowRule,
  followNearest,
  followWeights,
  weightScale,
} from './cells/cell-set.js'
import type { FeatureMap } from './feature-map.js'

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

/** The labels of rows in each model, from their near cells. */
export function follow(
  near: NearCells,
  models: readonly Pick<CellsModel, 'cells' | 'cellLabels' | 'rule'>[],
  loops: HotLoops,
): Labels[] {
  return followWith(loops, near, models)
}

const followWith = /* @__PURE__ */ orPlain(
  (loops, near: NearCells, models: readonly Pick<CellsModel, 'cells' | 'cellLabels' | 'rule'>[]): Labels[] => {
    const [{ cells }] = models
    if (loops.kind === 'plain') return plainFollow(near, models)
    const labelings = models.map(({ cellLabels, rule }) => ({ cellLabels, isByWeights: rule === 'weights' }))
    return simdFollow(loops, near, {
      cellCount: cells.centres.rowCount,
      scale: weightScale(cells.width),
      labelings,
    })
  },
)

function plainFollow(near: NearCells, models: readonly Pick<CellsModel, 'cells' | 'cellLabels' | 'rule'>[]): Labels[] {
  const needsWeights = models.some(({ rule }) => rule === 'weights')
  const weights = needsWeights ? cellWeights(near, models[0].cells.width) : new Float64Array(0)
  return models.map(({ rule, cellLabels }) =>
    rule === 'nearest' ? followNearest(near, cellLabels) : followWeights(near, weights, cellLabels),
  )
}
