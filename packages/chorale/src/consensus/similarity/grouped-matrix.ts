import type { LabelTable } from '../../labelings/label-table.js'
import type { CoAssociation } from './co-association.js'

/**
 * An n x n matrix in which samples with equal labels are interchangeable, stored as r x r numbers for r distinct rows.
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
 * The two parts of such a matrix as an operator: on vectors that are constant on rows, `across` (r x r, √(μ_g μ_h)
 * M_gh; own + (μ - 1) pair on the diagonal), and on those that sum to zero inside row g, the factor own - pair.
 * Products and inverses of matrices are products and inverses of both parts.
 */
export function acrossInto(out: Float64Array, { pairs, own }: GroupedMatrix, { multiplicity }: LabelTable): void {
  const r = multiplicity.length
  const roots = multiplicity.map(Math.sqrt)
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) out[g * r + h] = roots[g] * roots[h] * pairs[g * r + h]
    out[g * r + g] = own[g] + (multiplicity[g] - 1) * pairs[g * r + g]
  }
}
