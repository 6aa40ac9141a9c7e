import type { Ensemble } from '../types.js'
import { countDistinctRows } from './label-table.js'

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
  const { sampleCount, labelings, clusterCounts } = ensemble
  const missing = labelings.map(labels => labels.reduce((count, label) => count + (label < 0 ? 1 : 0), 0))
  return {
    sampleCount,
    ensembleSize: labelings.length,
    clusterCounts: [...clusterCounts],
    coverage: missing.map(count => (sampleCount - count) / sampleCount),
    missingCount: missing.reduce((a, b) => a + b, 0),
    distinctRows: countDistinctRows(ensemble),
    oneClusterLabelings: clusterCounts.flatMap((count, t) => (count === 1 ? [t] : [])),
  }
}
