import { checkInteger } from '../errors.js'
import { neededSets } from './cells-plan.js'

/** The function in whose name options of base clusterings are checked. */
export const CALLER = 'buildEnsemble'

/** Labelings of cells: this many for each set that the samples need, and at least so many, fewer for more clusters than `many`. */
const LABELINGS = { perSet: 8, least: 80, many: 100, leastOfMany: 40 }
/** The largest number of clusters of a labeling of cells: at least this, where there are enough samples. */
const CLUSTERS = 50

/** The multiple of k that labelings should reach where there are few samples, and the samples for each of these clusters. */
const MULTIPLE = 1.5
const SAMPLES = 5

/**
 * The default for the smallest number of clusters of a labeling of cells: 2, and from k = 25 on more, up to k / 2.
 * Labelings that merge most clusters say little about many of them.
 */
export function smallestInCells(clusterCount: number): number {
  return Math.max(2, Math.min(Math.floor(clusterCount / 2), 2 * (clusterCount - CLUSTERS / 2)))
}

/**
 * The default number of labelings of cells: 128 up to 2,000 samples, then fewer, down to 80, or to 40 for many clusters. On
 * 20,000 samples with 50 clusters in 10 features, 80 had an ARI of .805 and 40 of .771; with 20 clusters both had .90 (means of two draws).
 */
export function standardCellLabelings(n: number, clusterCount = 0): number {
  const { perSet, least, many, leastOfMany } = LABELINGS
  return Math.max(clusterCount > many ? leastOfMany : least, perSet * neededSets(n))
}

/**
 * The default for the largest number of clusters of a labeling of cells: ⌊√n⌋, but at most 50 or 1.5 k, and where k is
 * large, 1.5 k with five samples each.
 */
export function largestInCells(
  n: number,
  { maxClusterCount, clusterCount = 0 }: { maxClusterCount?: number; clusterCount?: number },
): number {
  if (maxClusterCount === undefined) {
    const wanted = Math.ceil(MULTIPLE * clusterCount)
    const room = Math.max(Math.floor(Math.sqrt(n)), Math.min(wanted, Math.floor(n / SAMPLES)))
    return Math.max(2, Math.min(room, Math.max(CLUSTERS, wanted)))
  }
  checkInteger(CALLER, 'maxClusterCount', maxClusterCount, 2, n)
  return maxClusterCount
}
