import { chiSquareTail, normalTails } from '../numeric/tail-probability.js'

/** A test whose statistic has a χ² distribution. */
export interface ChiSquareTest {
  readonly statistic: number
  readonly degreesOfFreedom: number
  readonly p: number
}

/** The ranks of values from 1, equal ones with the mean of their ranks; and Σ (t³ - t) over groups of t equal values. */
export interface Ranks {
  readonly ranks: Float64Array
  readonly ties: number
}

/** Ranks values; they are numbers. */
export function rankValues(values: ArrayLike<number>): Ranks {
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b])
  const ranks = new Float64Array(values.length)
  let ties = 0
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++
    for (let at = from; at < to; at++) ranks[order[at]] = (from + to + 1) / 2
    ties += (to - from) ** 3 - (to - from)
  }
  return { ranks, ties }
}

/**
 * The Kruskal-Wallis test, as R's kruskal.test:
 *
 *   H = (12 Σ_c R_c²/n_c / (n (n+1)) - 3 (n+1)) / (1 - Σ(t³-t)/(n³-n)),   χ² with as many degrees as groups - 1
 *
 * @param groups the group of each value, from 0; groups without values do not count
 */
export function kruskalWallis(values: ArrayLike<number>, groups: ArrayLike<number>, groupCount: number): ChiSquareTest {
  const { length: n } = values
  const { ranks, ties } = rankValues(values)
  const sums = new Float64Array(groupCount)
  const sizes = new Float64Array(groupCount)
  for (let i = 0; i < n; i++) {
    sums[groups[i]] += ranks[i]
    sizes[groups[i]]++
  }
  const degreesOfFreedom = sizes.filter(size => size > 0).length - 1
  let sum = 0
  for (let c = 0; c < groupCount; c++) if (sizes[c] > 0) sum += sums[c] ** 2 / sizes[c]
  const correction = 1 - ties / (n ** 3 - n)
  // Equal values have no differences, and one group has nothing to differ from.
  if (!(correction > 0) || degreesOfFreedom < 1) return { statistic: 0, degreesOfFreedom, p: 1 }
  const statistic = ((12 * sum) / (n * (n + 1)) - 3 * (n + 1)) / correction
  return { statistic, degreesOfFreedom, p: chiSquareTail(statistic, degreesOfFreedom) }
}

/**
 * The two-sided Wilcoxon rank sum test of a group against the others with the normal approximation and the correction for
 * continuity, as R's wilcox.test with exact = FALSE.
 *
 * @param rankSum the sum of the ranks of the group among all values
 * @param ties Σ (t³ - t) over groups of t equal values
 */
export function rankSumTest(
  rankSum: number,
  size: number,
  otherSize: number,
  ties: number,
): { auc: number; p: number } {
  const n = size + otherSize
  const w = rankSum - (size * (size + 1)) / 2
  const auc = w / (size * otherSize)
  const deviation = w - (size * otherSize) / 2
  const variance = ((size * otherSize) / 12) * (n + 1 - ties / (n * (n - 1)))
  if (!(variance > 0)) return { auc: 0.5, p: 1 }
  const z = (deviation - Math.sign(deviation) * 0.5) / Math.sqrt(variance)
  return { auc, p: Math.min(1, normalTails(z)) }
}

/** p values adjusted by Benjamini and Hochberg: the least false discovery rate at which each is among the discoveries. */
export function adjustedPValues(pValues: ArrayLike<number>): Float64Array {
  const { length } = pValues
  const order = Float64Array.from(pValues)
    .map((_, i) => i)
    .sort((a, b) => pValues[b] - pValues[a])
  const adjusted = new Float64Array(length)
  let least = 1
  for (let at = 0; at < length; at++) {
    const i = order[at]
    least = Math.min(least, (length / (length - at)) * pValues[i])
    adjusted[i] = least
  }
  return adjusted
}
