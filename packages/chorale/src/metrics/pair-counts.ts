import type { Contingency } from './contingency.js'

/** Numbers of unordered pairs of samples; exact up to n = 1e8. */
export interface PairCounts {
  /** n (n - 1) / 2 */
  readonly all: number
  /** Pairs in the same cluster. */
  readonly inLabels: number
  /** Pairs in the same class. */
  readonly inTruth: number
  /** Pairs in the same cluster and the same class. */
  readonly inBoth: number
}

export function pairCounts({ sampleCount, rowSizes, columnSizes, counts }: Contingency): PairCounts {
  return {
    all: pairs(sampleCount),
    inLabels: pairsWithin(rowSizes),
    inTruth: pairsWithin(columnSizes),
    inBoth: pairsWithin(counts),
  }
}

function pairsWithin(sizes: Int32Array): number {
  let sum = 0
  for (const size of sizes) sum += pairs(size)
  return sum
}

function pairs(size: number): number {
  return (size * (size - 1)) / 2
}
