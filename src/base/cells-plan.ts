import type { FeatureMap } from './feature-map.js'
import type { CellClustererName } from './index.js'

/** Base clusterings of cells. A task is one set of cells, with several labelings by each clusterer. */
export interface CellsPlan {
  readonly part: 'cells'
  readonly clusterers: readonly CellClustererName[]
  readonly seed: number
  readonly sampleCount: number
  /** The number of labelings of all sets. */
  readonly labelingCount: number
  /** The largest number of clusters of a labeling. */
  readonly maxClusterCount: number
  /** The samples that the cells come from, in an order that does not depend on the order of all samples. */
  readonly fitRows: Int32Array
  readonly map: FeatureMap | null
}

/** The number of labelings by each clusterer in one set of cells. */
export const LABELINGS_PER_SET = 4

export function setCountOf({ labelingCount, clusterers }: CellsPlan): number {
  return Math.ceil(labelingCount / (LABELINGS_PER_SET * clusterers.length))
}
