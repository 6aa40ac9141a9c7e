/** Samples as rows of numbers: the part of a dataset that can be clustered. */
export interface Samples {
  readonly sampleCount: number
  readonly featureCount: number
  /** sampleCount x featureCount values, row after row. */
  readonly values: Float64Array
}
