import { invalid } from '../errors.js'
import { chiSquareTail, fTail } from '../numeric/tail-probability.js'
import type { Matrix } from '../types.js'

/** The result of the Friedman test: whether methods differ over several datasets, by their ranks. */
export interface FriedmanTest {
  /** N */
  readonly datasetCount: number
  /** R_j, the mean rank of each method. Rank 1 is the best; ties share the mean of their ranks. */
  readonly meanRanks: readonly number[]
  /** χ²_F, and the probability of a value at least as large if no method differs. */
  readonly chiSquare: number
  readonly chiSquareP: number
  /** F_F of Iman and Davenport, which is less conservative; Infinity if all datasets have the same ranks. */
  readonly fStatistic: number
  readonly fP: number
  /** Nemenyi's critical difference: mean ranks further apart than this differ at 0.05; null for more than 20 methods. */
  readonly criticalDifference: number | null
  /** The largest sets of methods (two or more, best first) without such a difference. */
  readonly groups: readonly (readonly number[])[]
}

/**
 * q at 0.05 of the two-tailed Nemenyi test for 2, 3, .. 20 methods: the studentised range for infinitely many degrees of
 * freedom, over √2. (Demšar's Table 5a has those up to 10; the test recomputes all of them.)
 */
const NEMENYI_Q = [
  1.959964, 2.343701, 2.569032, 2.727774, 2.849705, 2.94832, 3.030878, 3.10173, 3.163684, 3.218654, 3.268004, 3.312739,
  3.353618, 3.39123, 3.426041, 3.458425, 3.488685, 3.517073, 3.543799,
]

/**
 * The Friedman test with Nemenyi's critical difference.
 *
 *   χ²_F = 12 N / (k (k + 1)) [ Σ_j R_j² - k (k + 1)² / 4 ],   k - 1 degrees of freedom
 *   F_F = (N - 1) χ²_F / (N (k - 1) - χ²_F),   k - 1 and (k - 1)(N - 1) degrees of freedom
 *   CD = q √( k (k + 1) / (6 N) )
 *
 * J. Demšar: Statistical comparisons of classifiers over multiple data sets, JMLR 7, 2006; as there, without a correction
 * for ties, which makes the test slightly conservative. The p values are approximate and need about 10 datasets and
 * 5 methods.
 *
 * @param scores one row per dataset, one column per method; higher is better.
 */
export function friedmanTest(scores: Matrix): FriedmanTest {
  const { rowCount: N, columnCount: k, values } = scores
  if (N < 2) throw invalid('friedmanTest', 'scores', 'have at least 2 rows (datasets)', N)
  if (k < 2) throw invalid('friedmanTest', 'scores', 'have at least 2 columns (methods)', k)
  const broken = values.findIndex(value => !Number.isFinite(value))
  if (broken >= 0) throw invalid('friedmanTest', 'scores', 'be finite numbers', values[broken])

  const meanRanks = new Array<number>(k).fill(0)
  for (let row = 0; row < N; row++) {
    ranksOf(values.subarray(row * k, (row + 1) * k)).forEach((rank, j) => {
      meanRanks[j] += rank / N
    })
  }
  const squares = meanRanks.reduce((sum, rank) => sum + rank * rank, 0)
  // Rounding may leave about -1e-14 for equal ranks, or exceed the largest value for ranks that all agree.
  const most = N * (k - 1)
  const raw = ((12 * N) / (k * (k + 1))) * (squares - (k * (k + 1) ** 2) / 4)
  const chiSquare = raw < 1e-9 ? 0 : raw > most * (1 - 1e-12) ? most : raw
  const fStatistic = chiSquare === most ? Number.POSITIVE_INFINITY : ((N - 1) * chiSquare) / (most - chiSquare)
  const q = NEMENYI_Q[k - 2]
  const criticalDifference = q === undefined ? null : q * Math.sqrt((k * (k + 1)) / (6 * N))
  return {
    datasetCount: N,
    meanRanks,
    chiSquare,
    chiSquareP: chiSquareTail(chiSquare, k - 1),
    fStatistic,
    fP: fTail(fStatistic, k - 1, (k - 1) * (N - 1)),
    criticalDifference,
    groups: criticalDifference === null ? [] : groupsWithin(meanRanks, criticalDifference),
  }
}

/** Rank 1 for the largest score; ties share the mean of their ranks. */
function ranksOf(scores: Float64Array): number[] {
  return Array.from(scores, score => {
    let larger = 0
    let equal = 0
    for (const other of scores) {
      if (other > score) larger++
      else if (other === score) equal++
    }
    return larger + (equal + 1) / 2
  })
}

/** The largest runs of methods, in the order of their ranks, whose first and last differ by at most `distance`. */
function groupsWithin(meanRanks: readonly number[], distance: number): number[][] {
  const order = meanRanks.map((_, j) => j).sort((a, b) => meanRanks[a] - meanRanks[b] || a - b)
  const groups: number[][] = []
  let reached = 0
  for (let from = 0; from < order.length; from++) {
    let to = from
    while (to + 1 < order.length && meanRanks[order[to + 1]] - meanRanks[order[from]] <= distance) to++
    if (to > from && to > reached) groups.push(order.slice(from, to + 1))
    reached = Math.max(reached, to)
  }
  return groups
}
