import type { Random } from '../../numeric/random.js'
import type { Labels } from '../../types.js'

/** The distribution of the consensus of pairs of samples, from all pairs or from some. */
export interface PairConsensus {
  /** Share of the pairs with a consensus of at most 0.01, 0.02, ..., 1. */
  readonly cdf: Float64Array
  readonly area: number
  /** The proportion of ambiguous pairs: together in more than 10 % and at most 90 % of the clusterings with both. */
  readonly pac: number
}

const BINS = 100
/** All pairs of up to 200 samples; of more, so many. */
const PAIRS = 20_000
/** A pair in fewer clusterings says nothing. */
const LEAST_TOGETHER = 4

/**
 * As `consensusDistribution`, but for pairs drawn at random where there are many, since it is needed for many k.
 *
 *   M_ij = clusterings with i and j together / clusterings with both
 */
export function pairConsensus(clusterings: readonly Labels[], n: number, random: Random): PairConsensus {
  const counts = new Float64Array(BINS)
  let total = 0
  const add = (i: number, j: number) => {
    let both = 0
    let same = 0
    for (const labels of clusterings) {
      if (labels[i] < 0 || labels[j] < 0) continue
      both++
      if (labels[i] === labels[j]) same++
    }
    if (both < LEAST_TOGETHER) return
    counts[Math.max(0, Math.ceil((BINS * same) / both - 1e-7) - 1)]++
    total++
  }
  if ((n * (n - 1)) / 2 <= PAIRS) for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) add(i, j)
  else {
    for (let pair = 0; pair < PAIRS; pair++) {
      const i = Math.floor(random() * n)
      const j = Math.floor(random() * (n - 1))
      add(i, j < i ? j : j + 1)
    }
  }
  const cdf = new Float64Array(BINS)
  let sum = 0
  for (let bin = 0; bin < BINS; bin++) {
    sum += counts[bin]
    cdf[bin] = total === 0 ? 1 : sum / total
  }
  return { cdf, area: cdf.reduce((under, value) => under + value, 0) / BINS, pac: cdf[89] - cdf[9] }
}
