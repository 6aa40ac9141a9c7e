import { checkInteger } from 'chorale/internal'

/** The confidence of all samples as a histogram. */
export interface ConfidenceBins {
  readonly bins: readonly ConfidenceBin[]
  readonly mean: number
  /** Number of samples that fit another cluster at least as well as their own. */
  readonly undecidedCount: number
}

/** One bar of the histogram. */
export interface ConfidenceBin {
  /** From `from` up to, but not including, `to`; the last bin includes its end. */
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Counts samples by confidence, in bins of equal width from 0 to 1. */
export function confidenceBins(confidence: Float64Array, binCount = 20): ConfidenceBins {
  checkInteger('confidenceBins', 'binCount', binCount, 1, 1000)
  const counts = new Float64Array(binCount)
  let sum = 0
  let undecidedCount = 0
  for (const value of confidence) {
    sum += value
    if (value <= 0) undecidedCount++
    counts[Math.min(binCount - 1, Math.floor(value * binCount))]++
  }
  const bins = Array.from(counts, (count, bin) => ({
    from: bin / binCount,
    to: (bin + 1) / binCount,
    count,
  }))
  return { bins, mean: sum / confidence.length, undecidedCount }
}
