import type { Ensemble } from '../types.js'
import { coveredCounts } from './coverage.js'
import { countDistinctRows } from './distinct-rows.js'
import { clusterCountsOf, type LabelStore, storeOf } from './label-store.js'

/** A numeric summary of an ensemble. */
export interface EnsembleReport {
  readonly sampleCount: number
  readonly ensembleSize: number
  readonly clusterCounts: readonly number[]
  /** The share of samples that each labeling covers, in (0, 1]. */
  readonly coverage: readonly number[]
  /** The number of missing labels in all labelings. */
  readonly missingCount: number
  /** The number of distinct label rows: samples that differ in at least one label. */
  readonly distinctRows: number
  /** Indices of the labelings that put all their samples into one cluster. They carry no information. */
  readonly oneClusterLabelings: readonly number[]
}

/**
 * Counts what an ensemble holds: clusters, missing labels, distinct label rows.
 */
export function describeEnsemble(ensemble: Ensemble): EnsembleReport {
  return describeStore(storeOf(ensemble))
}

/** Like {@link describeEnsemble}, for a label store whose distinct rows may be counted already. */
export function describeStore(store: LabelStore, distinctRows = countDistinctRows(store)): EnsembleReport {
  const { sampleCount, ensembleSize } = store
  const clusterCounts = clusterCountsOf(store)
  const covered = coveredCounts(store)
  return {
    sampleCount,
    ensembleSize,
    clusterCounts,
    coverage: covered.map(count => count / sampleCount),
    missingCount: covered.reduce((sum, count) => sum + sampleCount - count, 0),
    distinctRows,
    oneClusterLabelings: clusterCounts.flatMap((count, t) => (count === 1 ? [t] : [])),
  }
}
