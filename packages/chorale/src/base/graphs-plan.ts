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
  /** Cells of the components by which new samples are labeled, and the cell of each of these samples. */
  readonly cells: Cells
  readonly cellOf: Int32Array
}

/** The name of the base clusterer. */
export const NEIGHBOUR_GRAPHS = 'neighbour-graphs'

/** Clusterings that are built for each one that is kept. */
export const BUILT_PER_KEPT = 2

/** The clusterings of one task. */
export const PER_TASK = SMOOTHING.length * WAYS

export function graphTaskCount({
  labelingCount,
  views,
}: {
  readonly labelingCount: number
  readonly views: readonly unknown[]
}): number {
  return views.length * Math.ceil((BUILT_PER_KEPT * labelingCount) / (views.length * PER_TASK))
}
