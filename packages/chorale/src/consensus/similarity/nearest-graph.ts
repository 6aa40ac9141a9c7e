import { dot } from '../../numeric/loops/vector.js'
import type { Pauser } from '../../pause.js'
import type { Matrix } from '../../types.js'

/** A symmetric sparse matrix in compressed rows, columns ascending. */
export interface SparseGraph {
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
}

/** Squared distances are rounded to multiples of this before neighbours are chosen. */
const GRAIN = 1e-10

/**
 * The graph of nearest rows of G: every row linked to `neighbours` + 1 rows, itself normally among them, by their cosine; a link
 * in one direction is a link in both. Equal distances go to the lowest index, after rounding to multiples of 1e-10.
 *
 * (Reference: distances as they come. Samples with equal labels have equal rows of G but for rounding, and so the
 * neighbours are decided by noise of 1e-17 and change the result. Here: rounded first, which is stable.)
 */
export async function nearestGraph(G: Matrix, neighbours: number, pauser?: Pauser): Promise<SparseGraph> {
  const { rowCount: n, columnCount: k, values } = G
  const squares = Float64Array.from({ length: n }, (_, a) => dot(values, a * k, values, a * k, k))
  const count = Math.min(neighbours + 1, n)
  const nearest = await nearestRows(G, squares, count, pauser)
  return linkBothWays(nearest, n, count, (a, b) => {
    const lengths = Math.sqrt(Math.max(squares[a], 1e-14)) * Math.sqrt(Math.max(squares[b], 1e-14))
    return dot(values, a * k, values, b * k, k) / lengths
  })
}

/**
 * The `count` nearest rows of every row, ascending. Rows are large in the column of their own cluster: those with the same
 * largest column are measured first, and of the others that column alone mostly tells that they are too far.
 * n² comparisons, and n²/k products of rows where the k clusters are of one size.
 */
async function nearestRows(
  { rowCount: n, columnCount: k, values }: Matrix,
  squares: Float64Array,
  count: number,
  pauser?: Pauser,
): Promise<Int32Array> {
  const nearest = new Int32Array(n * count)
  const distances = new Float64Array(count)
  const largest = Int32Array.from({ length: n }, (_, a) => largestColumn(values, a * k, k))
  const order = new Int32Array(n)
  const column = new Float64Array(n)
  for (let q = 0; q < k; q++) {
    const memberCount = putMembersFirst(order, largest, q)
    if (memberCount === 0) continue
    for (let c = 0; c < n; c++) column[c] = values[order[c] * k + q]
    for (let i = 0; i < memberCount; i++) {
      const a = order[i]
      const rows = nearest.subarray(a * count, (a + 1) * count)
      let tooFar = Number.POSITIVE_INFINITY
      let found = 0
      for (let c = 0; c < n; c++) {
        const gap = column[i] - column[c]
        if (gap * gap > tooFar) continue
        const b = order[c]
        const product = dot(values, a * k, values, b * k, k)
        const d = Math.floor(Math.max(0, squares[a] + squares[b] - 2 * product) / GRAIN + 0.5)
        let place = found
        while (place > 0 && (distances[place - 1] > d || (distances[place - 1] === d && rows[place - 1] > b))) place--
        if (place === count) continue
        if (found < count) found++
        for (let p = found - 1; p > place; p--) {
          distances[p] = distances[p - 1]
          rows[p] = rows[p - 1]
        }
        distances[place] = d
        rows[place] = b
        if (found === count) tooFar = (distances[count - 1] + 1) * GRAIN
      }
      rows.sort()
      await pauser?.pause()
    }
  }
  return nearest
}

function largestColumn(G: Float64Array, at: number, k: number): number {
  let largest = 0
  for (let q = 1; q < k; q++) if (G[at + q] > G[at + largest]) largest = q
  return largest
}

/** All rows, those of group q first; how many these are. */
function putMembersFirst(order: Int32Array, groups: Int32Array, q: number): number {
  let at = 0
  for (let a = 0; a < groups.length; a++) if (groups[a] === q) order[at++] = a
  const memberCount = at
  for (let a = 0; a < groups.length; a++) if (groups[a] !== q) order[at++] = a
  return memberCount
}

/** Row a contains the rows that it chose and the rows that chose it, ascending. */
function linkBothWays(
  chosen: Int32Array,
  n: number,
  count: number,
  weight: (a: number, b: number) => number,
): SparseGraph {
  // The choosers of every row, ascending because they come in that order.
  const chooserStarts = new Int32Array(n + 1)
  for (const b of chosen) chooserStarts[b + 1]++
  for (let b = 0; b < n; b++) chooserStarts[b + 1] += chooserStarts[b]
  const choosers = new Int32Array(n * count)
  const next = chooserStarts.slice()
  chosen.forEach((b, at) => {
    choosers[next[b]++] = Math.floor(at / count)
  })

  const starts = new Int32Array(n + 1)
  const columns = new Int32Array(2 * n * count)
  const values = new Float64Array(2 * n * count)
  let end = 0
  for (let a = 0; a < n; a++) {
    for (let i = a * count, j = chooserStarts[a]; i < (a + 1) * count || j < chooserStarts[a + 1]; end++) {
      const out = i < (a + 1) * count ? chosen[i] : n
      const back = j < chooserStarts[a + 1] ? choosers[j] : n
      const b = Math.min(out, back)
      if (out === b) i++
      if (back === b) j++
      columns[end] = b
      values[end] = weight(a, b)
    }
    starts[a + 1] = end
  }
  return { starts, columns: columns.subarray(0, end), values: values.subarray(0, end) }
}
