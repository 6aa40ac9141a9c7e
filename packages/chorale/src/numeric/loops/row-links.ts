/** The links of rows to other rows, in compressed rows. */
export interface RowLinks {
  readonly starts: Int32Array
  readonly links: Int32Array
  readonly weights: Float32Array
}
