/** A labeling: one cluster number per sample, from 0; -1 if the sample is not covered. */
export type Labels = Int32Array

/** A dense matrix, stored row by row. */
export interface Matrix {
  readonly rowCount: number
  readonly columnCount: number
  /** rowCount x columnCount values. */
  readonly values: Float64Array
}

/** Samples as rows of numbers: what k-means clusters. */
export interface Samples {
  readonly sampleCount: number
  readonly featureCount: number
  /** sampleCount x featureCount values, row after row. */
  readonly values: Float64Array
}

/** Base clusterings of the same samples, ready for a consensus method. */
export interface Ensemble {
  /** n */
  readonly sampleCount: number
  /** m labelings of n samples; clusters numbered 0..clusterCounts[t]-1 by first appearance, -1 = not covered. */
  readonly labelings: readonly Labels[]
  /** k^(t), the number of clusters of each labeling. */
  readonly clusterCounts: readonly number[]
  /** A name per labeling, for messages and reports. */
  readonly names: readonly string[]
  /** The original cluster names of each labeling; absent if they are numbers. */
  readonly clusterNames?: readonly (readonly (string | number)[])[]
}

/** The progress of a long computation. */
export interface Progress {
  /** The stage, in words: 'similarity', 'embedding', 'labels', ... */
  readonly phase: string
  readonly done: number
  readonly total: number
}

/** Options of long computations. */
export interface LongWork {
  /** Stops the computation; the promise rejects with the reason of the signal. */
  signal?: AbortSignal
  /** Called with the progress. */
  onProgress?: (progress: Progress) => void
}
