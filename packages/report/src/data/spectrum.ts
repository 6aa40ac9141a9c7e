/** The eigenvalues of an embedding, and the gap after the last one that is used. */
export interface Spectrum {
  /** The k largest. */
  readonly values: readonly number[]
  /** Eigenvalue k + 1: the first that is not used. */
  readonly next: number
  /** Eigenvalue k minus eigenvalue k + 1. */
  readonly gap: number
  /** The gap as a share of eigenvalue k. */
  readonly relativeGap: number
  /** The number of eigenvalues, from 2 to k, after which the drop is largest; null with fewer than two. */
  readonly widestDropAfter: number | null
}

/** The eigenvalues of an embedding, with the next one and the largest drop. */
export function spectrumOf(eigenvalues: ArrayLike<number>, eigengap: number): Spectrum {
  const values = Array.from(eigenvalues)
  const last = values[values.length - 1]
  const all = [...values, last - eigengap]
  let widestDropAfter: number | null = null
  let widest = Number.NEGATIVE_INFINITY
  // The first eigenvalue stands out in every connected set of samples, so a drop after it means nothing.
  for (let count = 2; count <= values.length; count++) {
    const drop = all[count - 1] - all[count]
    // Equal up to rounding: keep the smaller count, which came first.
    if (drop <= widest * (1 + 1e-9)) continue
    widest = drop
    widestDropAfter = count
  }
  return { values, next: last - eigengap, gap: eigengap, relativeGap: last > 0 ? eigengap / last : 0, widestDropAfter }
}
