import type {
  ClusterFit,
  ClusterRun,
  ConsensusResult,
  Ensemble,
  Labels,
  PackedLabelings,
  Review,
} from 'chorale/internal'
import { type SampleNames, sampleNamer } from 'chorale-report/data'

/** A clustering of the input into one number of clusters, ready to be shown and written. */
export interface Finding {
  /** k, the requested or advised number of clusters. */
  readonly clusterCount: number
  /** The cluster and the confidence of every sample. */
  readonly labels: Labels
  readonly confidence: Float64Array
  /** The rows that the clusters come from; null if they come from all. */
  readonly fit: ClusterFit | null
  /** Of the rows of the fit. */
  readonly ensemble: Ensemble | PackedLabelings
  readonly result: ConsensusResult
  readonly review: Review
}

export function findingOf({ consensus, review, ...others }: ClusterRun): Finding {
  return { ...others, result: consensus, review: review! }
}

/** The values of the rows of the fit. */
export function ofFit<Value>({ fit }: Finding, values: readonly Value[]): readonly Value[] {
  return fit?.places ? Array.from(fit.places, row => values[row]) : values
}

/** The names of the rows of the fit. */
export function namesOfFit({ fit }: Finding, names: SampleNames): SampleNames {
  if (!fit?.places) return names
  const nameOf = sampleNamer(names)
  return { ids: Array.from(fit.places, nameOf), droppedRows: [] }
}
