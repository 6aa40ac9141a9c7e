import type { Random } from '../numeric/random.js'

/**
 * The default for the largest number of clusters of a base clustering: ⌊√n⌋ as in the paper (Sec. 6.1), but at least 2
 * and at most 100. The limit is reached at n = 10,000, beyond the datasets of the paper. Above it, time would grow in
 * proportion to k, while clusters of a hundred or more samples are already finer than the clusters to find.
 */
export function largestClusterCount(sampleCount: number): number {
  return Math.min(100, Math.max(2, Math.floor(Math.sqrt(sampleCount))))
}

/** Draws the cluster count of one base clustering, uniform on [2, largest] (Sec. 6.1). */
export function drawClusterCount(largest: number, random: Random): number {
  return 2 + Math.floor(random() * (largest - 1))
}
