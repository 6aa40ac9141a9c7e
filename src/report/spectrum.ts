/** The eigenvalues behind an embedding, and the gap after the last that is used. */
export interface Spectrum {
  /** The k largest. */
  readonly values: readonly number[]
  /** Eigenvalue k + 1: the first that is not used. */
  readonly next: number
  /** Eigenvalue k minus eigenvalue k + 1. */
  readonly gap: number
  /** The gap as a share of eigenvalue k. */
  readonly relativeGap: number
  /** The number of eigenvalues, from 2 to k, after which they drop most; null with fewer than two. */
  readonly widestDropAfter: number | null
}

/** The eigenvalues behind an embedding, with the one that follows and the widest drop. */
export function spectrumOf(eigenvalues: ArrayLike<number>, eigengap: number): Spectrum {
  const values = Array.from(eigenvalues)
  const last = values[values.length - 1]
  const all = [...values, last - eigengap]
  let widestDropAfter: number | null = null
  let widest = Number.NEGATIVE_INFINITY
  // The first eigenvalue stands apart in every connected set of samples: a drop after it says nothing.
  for (let count = 2; count <= values.length; count++) {
    const drop = all[count - 1] - all[count]
    // Equal to rounding: the smaller count came first.
    if (drop <= widest * (1 + 1e-9)) continue
    widest = drop
    widestDropAfter = count
  }
  return { values, next: last - eigengap, gap: eigengap, relativeGap: last > 0 ? eigengap / last : 0, widestDropAfter }
}
