import type { Breath } from '../breathe.js'
import type { Kernels } from '../kernels/kernels.js'
import { createSparseMatrix, type SparseMatrix } from '../kernels/sparse.js'
import { addClusterProduct } from './cluster-product.js'
import type { CoAssociation } from './co-association.js'

/**
 * High-confidence links: the co-association cut at alpha, with unit diagonal, on the distinct label rows.
 *
 *   H_ij = S_ij if S_ij >= α, else 0                                                   (Sec. 5.1)
 *
 * For rows g of μ_g equal samples, b_g = H between two of them: Q_gh = √(μ_g μ_h) H_gh, Q_gg = 1 + (μ_g - 1) b_g
 * acts on vectors that are constant within rows exactly as H does. Without gaps S is of low rank, so Q is stored
 * as sparse rows or as what the threshold removed, whichever is smaller.
 */
export interface ConfidentLinks {
  readonly rowCount: number
  readonly form: 'rows' | 'complement'
  /** Stored entries. */
  readonly entryCount: number
  /** b_g: the link between two different samples of row g. */
  readonly within: Float64Array
  /** D_g: length of the column of H that belongs to a sample of row g. */
  readonly lengths: Float64Array
  /** Share of the n (n - 1) pairs of different samples that are linked. */
  readonly linkShare: number
  /** y = Q x. */
  multiplyInto(y: Float64Array, x: Float64Array, width: number): void
}

export async function confidentLinks(
  similarity: CoAssociation,
  options: { alpha: number; width: number; kernels: Kernels; breath: Breath },
): Promise<ConfidentLinks> {
  const { alpha, width, kernels, breath } = options
  const { rowCount, multiplicity, hasMissing, sampleCount } = similarity.table
  const within = similarity.within.map(value => (value >= alpha ? value : 0))
  const lengths = new Float64Array(rowCount)
  const row = new Float64Array(rowCount)

  let kept = 0
  let dropped = 0
  let linked = 0
  for (let r = 0; r < rowCount; r++) {
    similarity.rowInto(row, r)
    let square = 1 + (multiplicity[r] - 1) * within[r] * within[r]
    let linkedHere = within[r] > 0 ? multiplicity[r] - 1 : 0
    for (let q = 0; q < rowCount; q++) {
      const value = row[q]
      if (value === 0 || q === r) continue
      if (value >= alpha) {
        kept++
        linkedHere += multiplicity[q]
        square += multiplicity[q] * value * value
      } else dropped++
    }
    linked += multiplicity[r] * linkedHere
    lengths[r] = Math.sqrt(square)
    await breath.take()
  }

  const form = !hasMissing && dropped < kept ? 'complement' : 'rows'
  const roots = multiplicity.map(Math.sqrt)
  const entryCount = rowCount + (form === 'rows' ? kept : dropped)
  const matrix = createSparseMatrix(kernels, rowCount, entryCount, width)
  let at = 0
  for (let r = 0; r < rowCount; r++) {
    similarity.rowInto(row, r)
    const diagonal = 1 + (multiplicity[r] - 1) * within[r]
    for (let q = 0; q < rowCount; q++) {
      let value: number
      if (q === r) value = form === 'rows' ? diagonal : multiplicity[r] * similarity.within[r] - diagonal
      else if (row[q] !== 0 && row[q] >= alpha === (form === 'rows')) value = roots[r] * roots[q] * row[q]
      else continue
      matrix.columns[at] = q
      matrix.values[at++] = value
    }
    matrix.starts[r + 1] = at
    await breath.take()
  }

  return {
    ...{ rowCount, form, entryCount, within, lengths },
    linkShare: sampleCount > 1 ? linked / (sampleCount * (sampleCount - 1)) : 0,
    multiplyInto: form === 'rows' ? (y, x) => matrix.multiplyInto(y, x) : complementProduct(similarity, matrix, roots),
  }
}

/** Q x = (low-rank S) x - (what the threshold removed) x. */
function complementProduct(similarity: CoAssociation, removed: SparseMatrix, roots: Float64Array) {
  const factor = similarity.clusterWeights.map(weight => -weight / similarity.divisor)
  return (y: Float64Array, x: Float64Array, width: number) => {
    removed.multiplyInto(y, x)
    addClusterProduct(y, x, width, similarity.table, roots, factor)
    for (let i = 0; i < y.length; i++) y[i] = -y[i]
  }
}
