import type { Random } from '../numeric/random.js'

/**
 * The most clusters of a base clustering where nothing else is asked for: ⌊√n⌋ as in the paper (Sec. 6.1), but at least 2
 * and at most 100. The limit is reached at n = 10,000, beyond the paper's datasets; above it a larger k costs time in
 * proportion while clusters of a hundred samples or more are already finer than what is looked for.
 */
export function largestClusterCount(sampleCount: number): number {
  return Math.min(100, Math.max(2, Math.floor(Math.sqrt(sampleCount))))
}

/** Cluster count of one base clustering, uniform on [2, largest] (Sec. 6.1). */
export function drawClusterCount(largest: number, random: Random): number {
  return 2 + Math.floor(random() * (largest - 1))
}
