import { chiSquareTail } from '../numeric/tail-probability.js'
import type { ChiSquareTest } from './rank-tests.js'

/**
 * The log-rank test of equal survival in all groups, as survdiff of R's package survival:
 *
 *   χ² = u' V⁻¹ u,   u_c = Σ_t (d_tc - d_t n_tc/n_t),   V_cb = Σ_t d_t (n_t - d_t)/(n_t - 1) n_tc/n_t (1[c=b] - n_tb/n_t)
 *
 * over the times t of events, d_t of them among n_t samples at risk; one group is left out, because u adds up to 0.
 *
 * @param times time of the event, or until which there was none
 * @param events 1 for an event, 0 for none until then
 * @param groups the group of each sample, from 0; groups without an expected event do not count
 */
export function logRankTest(
  times: ArrayLike<number>,
  events: ArrayLike<number>,
  groups: ArrayLike<number>,
  groupCount: number,
): ChiSquareTest {
  const { length: n } = times
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => times[a] - times[b])
  const atRisk = new Float64Array(groupCount)
  for (let i = 0; i < n; i++) atRisk[groups[i]]++
  const differences = new Float64Array(groupCount)
  const expected = new Float64Array(groupCount)
  const covariance = new Float64Array(groupCount * groupCount)
  let left = n
  for (let from = 0, to = 0; from < n; from = to) {
    while (to < n && times[order[to]] === times[order[from]]) to++
    let died = 0
    for (let at = from; at < to; at++) {
      if (events[order[at]] === 0) continue
      died++
      differences[groups[order[at]]]++
    }
    const spread = left > 1 ? (died * (left - died)) / (left - 1) : 0
    for (let c = 0; c < groupCount; c++) {
      const share = atRisk[c] / left
      expected[c] += died * share
      for (let b = 0; b < groupCount; b++) {
        covariance[c * groupCount + b] += spread * share * ((c === b ? 1 : 0) - atRisk[b] / left)
      }
    }
    for (let at = from; at < to; at++) atRisk[groups[order[at]]]--
    left -= to - from
  }
  const kept = Array.from(expected.keys()).filter(c => expected[c] > 0)
  const used = kept.slice(1)
  const degreesOfFreedom = used.length
  if (degreesOfFreedom < 1) return { statistic: 0, degreesOfFreedom: 0, p: 1 }
  const u = used.map(c => differences[c] - expected[c])
  const solution = solved(
    used.map(c => used.map(b => covariance[c * groupCount + b])),
    u,
  )
  if (solution === null) return { statistic: 0, degreesOfFreedom, p: 1 }
  const statistic = u.reduce((sum, difference, at) => sum + difference * solution[at], 0)
  return { statistic, degreesOfFreedom, p: chiSquareTail(statistic, degreesOfFreedom) }
}

/** The solution of a small system of linear equations, by elimination with pivots; null if it has no single one. */
function solved(matrix: number[][], right: readonly number[]): number[] | null {
  const size = right.length
  const rows = matrix.map((row, i) => [...row, right[i]])
  for (let i = 0; i < size; i++) {
    let pivot = i
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r
    if (Math.abs(rows[pivot][i]) < 1e-12) return null
    const row = rows[pivot]
    rows[pivot] = rows[i]
    rows[i] = row
    for (let r = 0; r < size; r++) {
      if (r === i) continue
      const factor = rows[r][i] / row[i]
      for (let column = i; column <= size; column++) rows[r][column] -= factor * row[column]
    }
  }
  return rows.map((row, i) => row[size] / row[i])
}
