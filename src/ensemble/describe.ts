import type { Ensemble } from '../types.js'
import { coveredCounts } from './coverage.js'
import { countDistinctRows } from './distinct-rows.js'
import { clusterCountsOf, type LabelStore, storeOf } from './label-store.js'

/** What an ensemble holds, in numbers. */
export interface EnsembleReport {
  readonly sampleCount: number
  readonly ensembleSize: number
  readonly clusterCounts: readonly number[]
  /** Share of samples that each labeling covers, in (0, 1]. */
  readonly coverage: readonly number[]
  /** Missing labels in all labelings together. */
  readonly missingCount: number
  /** Samples that differ in at least one label. */
  readonly distinctRows: number
  /** Labelings that put all samples they cover into one cluster: they say nothing about the others. */
  readonly oneClusterLabelings: readonly number[]
}

/**
 * Counts what an ensemble holds: clusters, missing labels, distinct label rows.
 */
export function describeEnsemble(ensemble: Ensemble): EnsembleReport {
  return describeStore(storeOf(ensemble))
}

/** The same for packed labels. */
export function describeStore(store: LabelStore): EnsembleReport {
  const { sampleCount, ensembleSize } = store
  const clusterCounts = clusterCountsOf(store)
  const covered = coveredCounts(store)
  return {
    sampleCount,
    ensembleSize,
    clusterCounts,
    coverage: covered.map(count => count / sampleCount),
    missingCount: covered.reduce((sum, count) => sum + sampleCount - count, 0),
    distinctRows: countDistinctRows(store),
    oneClusterLabelings: clusterCounts.flatMap((count, t) => (count === 1 ? [t] : [])),
  }
}
