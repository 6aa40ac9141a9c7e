import type { Labels } from '../types.js'
import type { Cells } from './cells/cell-set.js'
import type { FeatureMap } from './feature-map.js'
import { SMOOTHING, WAYS } from './graphs/graph-partitions.js'
import type { ViewPlan } from './graphs/graph-views.js'

/**
 * Base clusterings from graphs of the nearest rows, for tables with many features. A task is one graph, with several
 * clusterings; those that explain the links of all graphs best are kept.
 */
export interface GraphsPlan {
  readonly part: 'graphs'
  readonly seed: number
  readonly sampleCount: number
  /** k */
  readonly clusterCount: number
  /** The number of clusterings that are kept: half of those that are built. */
  readonly labelingCount: number
  /** The samples that the graphs connect, in an order that does not depend on the order of all samples. */
  readonly fitRows: Int32Array
  /** From features to components. */
  readonly map: FeatureMap
  /** The components of these samples: rows of `width` numbers. */
  readonly components: Float32Array
  readonly width: number
  readonly views: readonly ViewPlan[]
  /**
   * The second round: the best clusterings of the first one, by the rows of the fit. A link counts the less the more of
   * them separate its rows. Empty in the first round.
   */
  readonly agreeing: readonly Labels[]
  /** Cells of the components by which new samples are labeled, and the cell of each of these samples. */
  readonly cells: Cells
  readonly cellOf: Int32Array
}

/** The name of the base clusterer. */
export const NEIGHBOUR_GRAPHS = 'neighbour-graphs'

/** Clusterings that are built for each one that is kept. */
export const BUILT_PER_KEPT = 2

/** The clusterings of one task. */
const PER_TASK = SMOOTHING.length * WAYS

/** With fewer rows, there is no second round: the links of few rows are too uncertain to be told apart. */
const SECOND_ROUND_FROM = 5000
/** Graphs of the second round: those with the most components. */
const SECOND_VIEWS = 2

/** Whether there is a second round. */
export function hasSecondRound({ fitRows, views }: Pick<GraphsPlan, 'fitRows' | 'views'>): boolean {
  return fitRows.length > SECOND_ROUND_FROM && views.length > SECOND_VIEWS
}

/** The graphs that a round clusters. */
export function roundViews({ views, agreeing }: Pick<GraphsPlan, 'views' | 'agreeing'>): readonly ViewPlan[] {
  return agreeing.length === 0 ? views : views.slice(0, SECOND_VIEWS)
}

export function graphTaskCount(plan: Pick<GraphsPlan, 'labelingCount' | 'views' | 'agreeing'>): number {
  const perGraph = Math.ceil((BUILT_PER_KEPT * plan.labelingCount) / (plan.views.length * PER_TASK))
  return roundViews(plan).length * perGraph
}
