import type { LabelTable } from '../ensemble/label-table.js'
import type { CoAssociation } from './co-association.js'

/**
 * An n x n matrix in which samples with equal labels are interchangeable, by distinct row: r x r numbers stand for n x n.
 */
export interface GroupedMatrix {
  /** Entry of two different samples of rows g and h at [g r + h]; g = h is two different samples of one row. */
  readonly pairs: Float64Array
  /** The entry of a sample with itself. */
  readonly own: Float64Array
}

export function createGrouped(rowCount: number): GroupedMatrix {
  return { pairs: new Float64Array(rowCount * rowCount), own: new Float64Array(rowCount) }
}

/** A co-association with unit diagonal. */
export function groupedCoAssociation(similarity: CoAssociation): GroupedMatrix {
  const { rowCount } = similarity.table
  const matrix = createGrouped(rowCount)
  for (let r = 0; r < rowCount; r++) similarity.rowInto(matrix.pairs.subarray(r * rowCount, (r + 1) * rowCount), r)
  for (let r = 0; r < rowCount; r++) matrix.pairs[r * rowCount + r] = similarity.within[r]
  matrix.own.fill(1)
  return matrix
}

/**
 * The two parts of such a matrix as an operator: on vectors that are constant on rows, `across` (r x r, √(μ_g μ_h) M_gh;
 * own + (μ - 1) pair on the diagonal), and on those that sum to zero inside row g, the factor own - pair. Products and
 * inverses of matrices are products and inverses of both parts.
 */
export function acrossInto(out: Float64Array, { pairs, own }: GroupedMatrix, { multiplicity }: LabelTable): void {
  const r = multiplicity.length
  const roots = multiplicity.map(Math.sqrt)
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) out[g * r + h] = roots[g] * roots[h] * pairs[g * r + h]
    out[g * r + g] = own[g] + (multiplicity[g] - 1) * pairs[g * r + g]
  }
}

/** Entries from the two parts. */
export function fromAcrossInto(
  { pairs, own }: GroupedMatrix,
  across: Float64Array,
  inside: Float64Array,
  { multiplicity }: LabelTable,
): void {
  const r = multiplicity.length
  const roots = multiplicity.map(Math.sqrt)
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) pairs[g * r + h] = across[g * r + h] / (roots[g] * roots[h])
    const alone = multiplicity[g] === 1
    pairs[g * r + g] = alone ? 0 : (across[g * r + g] - inside[g]) / multiplicity[g]
    own[g] = alone ? across[g * r + g] : pairs[g * r + g] + inside[g]
  }
}

/** The Frobenius norm over samples of x - y, or of x alone. */
export function groupedNorm({ multiplicity }: LabelTable, x: GroupedMatrix, y?: GroupedMatrix): number {
  const r = multiplicity.length
  let total = 0
  for (let g = 0; g < r; g++) {
    const at = g * r
    const row =
      y === undefined
        ? weightedSquares(multiplicity, x.pairs, at)
        : weightedSquaredDifferences(multiplicity, x.pairs, y.pairs, at)
    const pair = x.pairs[at + g] - (y === undefined ? 0 : y.pairs[at + g])
    const own = x.own[g] - (y === undefined ? 0 : y.own[g])
    total += multiplicity[g] * (row - pair * pair + own * own)
  }
  return Math.sqrt(total)
}

/** Σ w x², in four interleaved sums: one alone waits for every addition to finish. */
function weightedSquares(weights: Float64Array, x: Float64Array, at: number): number {
  const n = weights.length
  let [a, b, c, d] = [0, 0, 0, 0]
  let h = 0
  for (; h + 3 < n; h += 4) {
    const i = at + h
    a += weights[h] * x[i] * x[i]
    b += weights[h + 1] * x[i + 1] * x[i + 1]
    c += weights[h + 2] * x[i + 2] * x[i + 2]
    d += weights[h + 3] * x[i + 3] * x[i + 3]
  }
  for (; h < n; h++) a += weights[h] * x[at + h] * x[at + h]
  return a + b + (c + d)
}

/** Σ w (x - y)², likewise. */
function weightedSquaredDifferences(weights: Float64Array, x: Float64Array, y: Float64Array, at: number): number {
  const n = weights.length
  let [a, b, c, d] = [0, 0, 0, 0]
  let h = 0
  for (; h + 3 < n; h += 4) {
    const i = at + h
    const d0 = x[i] - y[i]
    const d1 = x[i + 1] - y[i + 1]
    const d2 = x[i + 2] - y[i + 2]
    const d3 = x[i + 3] - y[i + 3]
    a += weights[h] * d0 * d0
    b += weights[h + 1] * d1 * d1
    c += weights[h + 2] * d2 * d2
    d += weights[h + 3] * d3 * d3
  }
  for (; h < n; h++) a += weights[h] * (x[at + h] - y[at + h]) * (x[at + h] - y[at + h])
  return a + b + (c + d)
}
