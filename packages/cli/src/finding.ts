import {
  type ClusterFit,
  type ClusterRun,
  type ConsensusResult,
  type Ensemble,
  evaluate,
  type Labels,
  type Metrics,
  type Model,
  type PackedLabelings,
  type Review,
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
  /** Whether samples may belong to no cluster, with the label -1. */
  readonly noise?: boolean
  /** Their outlier scores; absent if they are not kept. */
  readonly outlier?: Float64Array | null
  /** What the labels of all rows come to, if they are too many to be kept. */
  readonly tally?: LabelTally
  /** The rows that the clusters come from; null if they come from all. */
  readonly fit: ClusterFit | null
  /** Of the rows of the fit. */
  readonly ensemble: Ensemble | PackedLabelings
  readonly result: ConsensusResult
  readonly review: Review
  /** What labels new samples; absent if only labelings are known. */
  readonly model?: Model
}

export function findingOf({ consensus, review, ...others }: ClusterRun): Finding {
  return { ...others, noise: others.outlier !== null, result: consensus, review: review! }
}

/** The number of samples that have a label. */
export function sampleCountOf({ labels, tally }: Finding): number {
  return tally?.count ?? labels.length
}

/** The clusters with their sizes and confidence. */
export function clustersOf({ labels, confidence, tally }: Finding): Omit<ClusterRow, 'medianConfidence'>[] {
  return tally?.clusters() ?? clusterRows(labels, confidence)
}

export function meanConfidenceOf({ labels, confidence, tally }: Finding): number {
  if (tally !== undefined) return tally.meanConfidence
  return confidence.reduce((sum, value) => sum + value, 0) / labels.reduce((count, label) => count + +(label >= 0), 0)
}

/** The number of samples that belong to no cluster; null without --noise. */
export function noiseCountOf({ labels, tally, noise }: Finding): number | null {
  if (!noise) return null
  return tally?.noiseCount ?? labels.reduce((count, label) => count + +(label < 0), 0)
}

/** The scores of labels against the truth, by the samples that have a cluster. */
export function metricsOf({ noise }: Finding, labels: Labels, truth: readonly string[]): Metrics {
  if (!noise || labels.every(label => label >= 0)) return evaluate(labels, truth)
  const isLabeled = (_: unknown, i: number) => labels[i] >= 0
  return evaluate(labels.filter(isLabeled), truth.filter(isLabeled))
}

/** The samples with the lowest confidence. */
export function leastCertainOf({ labels, confidence, tally }: Finding, count: number) {
  // Samples of no cluster are certain not to be in one.
  const doubt = () => confidence.map((value, row) => (labels[row] < 0 ? Infinity : value))
  const kept = () => indicesOfSmallest(doubt(), count).map(row => ({ row, confidence: confidence[row] }))
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
