import type {
  ClusterFit,
  ClusterRun,
  ConsensusResult,
  Ensemble,
  Labels,
  PackedLabelings,
  Review,
} from 'chorale/internal'
import { type ClusterRow, clusterRows, indicesOfSmallest, type SampleNames, sampleNamer } from 'chorale-report/data'
import type { LabelTally } from './label-tally.js'

/** A clustering of the input into one number of clusters, ready to be shown and written. */
export interface Finding {
  /** k, the requested or advised number of clusters. */
  readonly clusterCount: number
  /** The cluster and the confidence of every sample; of the rows of the fit, if the tally stands for all. */
  readonly labels: Labels
  readonly confidence: Float64Array
  /** What the labels of all rows come to, if they are too many to be kept. */
  readonly tally?: LabelTally
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

/** The number of samples that have a label. */
export function sampleCountOf({ labels, tally }: Finding): number {
  return tally?.count ?? labels.length
}

/** The clusters with their sizes and confidence. */
export function clustersOf({ labels, confidence, tally }: Finding): Omit<ClusterRow, 'medianConfidence'>[] {
  return tally?.clusters() ?? clusterRows(labels, confidence)
}

export function meanConfidenceOf({ confidence, tally }: Finding): number {
  return tally?.meanConfidence ?? confidence.reduce((sum, value) => sum + value, 0) / confidence.length
}

/** The samples with the lowest confidence. */
export function leastCertainOf({ confidence, tally }: Finding, count: number) {
  const kept = () => indicesOfSmallest(confidence, count).map(row => ({ row, confidence: confidence[row] }))
  return tally?.doubtful.slice(0, count) ?? kept()
}

/** The labels of the rows of a dataset: all rows, or those of the fit. */
export function labelsOf({ labels, result }: Finding, { sampleCount }: { readonly sampleCount: number }): Labels {
  return labels.length === sampleCount ? labels : result.labels
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
