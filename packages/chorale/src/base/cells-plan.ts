import { hash32, type Random, randomFor } from '../numeric/random.js'
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
  /** The smallest and the largest number of clusters of a labeling. */
  readonly minClusterCount: number
  readonly maxClusterCount: number
  /** The samples that the cells come from, in an order that does not depend on the order of all samples. */
  readonly fitRows: Int32Array
  readonly map: FeatureMap | null
}

/** The number of labelings by each clusterer in one set of cells: more where many samples need few sets. */
const LABELINGS_PER_SET = { from: 4, to: 8 }

/**
 * Sets of cells: this many for small tables, fewer for large ones, whose labels cost as much as there are sets. On 20,000
 * samples, 80 labelings of 5 sets are as good as of 10 (mixtures of 20 and of 50 clusters in four draws, spirals and rings).
 */
const SETS = { most: 16, least: 5, mostUpTo: 2000, power: 0.6 }

/** The number of sets of cells that n samples need. */
export function neededSets(n: number): number {
  const { most, least, mostUpTo, power } = SETS
  return Math.max(least, Math.round(most * Math.min(1, mostUpTo / n) ** power))
}

type SetsOf = Pick<CellsPlan, 'labelingCount' | 'sampleCount'> & { readonly clusterers: readonly string[] }

/** The number of labelings by each clusterer in one set of cells. */
export function labelingsPerSet({ labelingCount, clusterers, sampleCount }: SetsOf): number {
  const { from, to } = LABELINGS_PER_SET
  return Math.max(from, Math.min(to, Math.ceil(labelingCount / (neededSets(sampleCount) * clusterers.length))))
}

export function setCountOf(plan: SetsOf): number {
  return Math.ceil(plan.labelingCount / (labelingsPerSet(plan) * plan.clusterers.length))
}

/** Separates the streams of cells from those of other base clusterings with the same seed. */
const STREAM = 0xce11
/** The number of cells: a multiple of √n, drawn for every set, within limits. */
const CELLS_PER_ROOT = { from: 4, to: 16 }
const LARGEST_SHARE = 0.6
const MOST_CELLS = 800
/** Labelings with many clusters need more cells: this many per cluster, with this many samples each, up to a limit. */
const MANY_CLUSTERS = { cellsPerCluster: 15, samplesPerCell: 8, most: 2000 }

/** The stream of a set, whose first number decides how many cells it has. */
export function randomOfSet(seed: number, set: number): Random {
  return randomFor(hash32(seed, STREAM), set)
}

/** Draws the number of cells of a set of n samples. */
export function drawCellCount(n: number, maxClusterCount: number, random: Random): number {
  const { from, to } = CELLS_PER_ROOT
  const drawn = Math.floor((from + (to - from) * random()) * Math.sqrt(n))
  const count = Math.min(drawn, Math.floor(n * LARGEST_SHARE), mostCells(n, maxClusterCount))
  return Math.max(count, Math.min(n, maxClusterCount + 2))
}

function mostCells(n: number, maxClusterCount: number): number {
  const { cellsPerCluster, samplesPerCell, most } = MANY_CLUSTERS
  return Math.max(MOST_CELLS, Math.min(most, cellsPerCluster * maxClusterCount, Math.floor(n / samplesPerCell)))
}

/** The mean number of cells of a set of n samples. */
export function meanCellCount(n: number): number {
  return Math.min(MOST_CELLS, ((CELLS_PER_ROOT.from + CELLS_PER_ROOT.to) / 2) * Math.sqrt(n))
}
