/** Bins of the histogram: values in [0, 1] as 8-bit grey levels. */
export const OTSU_BINS = 256

/** The bin of a value; below 0 and NaN count as 0, above 1 as 1. Halves are rounded up. */
export function otsuBin(value: number): number {
  const clipped = value > 0 ? Math.min(value, 1) : 0
  return Math.floor((OTSU_BINS - 1) * clipped + 0.5)
}

/**
 * Otsu's threshold of values in [0, 1], from the counts of their bins: the level that separates two groups best.
 *
 *   σ²(b) = (μ ω(b) - μ(b))² / (ω(b) (1 - ω(b))),   ω, μ: cumulative share and mean up to level b
 *
 * The mean of all levels that attain the maximum, as MATLAB's graythresh has it: empty bins between two groups make a
 * plateau, and the middle of it is taken. So the sums are cumulative ones in this order, and equality is exact.
 * 0 when all values share a bin or there are none.
 */
export function otsuThreshold(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const shares = new Float64Array(OTSU_BINS)
  const means = new Float64Array(OTSU_BINS)
  let share = 0
  let mean = 0
  for (let b = 0; b < OTSU_BINS; b++) {
    const p = counts[b] / total
    share += p
    mean += p * (b + 1)
    shares[b] = share
    means[b] = mean
  }
  let best = Number.NEGATIVE_INFINITY
  let sum = 0
  let attained = 0
  for (let b = 0; b < OTSU_BINS; b++) {
    const difference = means[OTSU_BINS - 1] * shares[b] - means[b]
    const variance = (difference * difference) / (shares[b] * (1 - shares[b]))
    if (!Number.isFinite(variance) || variance < best) continue
    if (variance > best) {
      best = variance
      sum = 0
      attained = 0
    }
    sum += b
    attained++
  }
  return attained === 0 ? 0 : sum / attained / (OTSU_BINS - 1)
}
