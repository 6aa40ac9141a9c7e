import type { Breath } from '../breathe.js'
import type { Kernels } from '../kernels/kernels.js'
import { createSparseMatrix, type SparseMatrix } from '../kernels/sparse.js'
import { type ClusterProduct, createClusterProduct } from './cluster-product.js'
import type { CoAssociation } from './co-association.js'
import { type RowEntries, type SimilarityRows, similarityRows } from './similarity-rows.js'

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
  options: { alpha: number; width: number; kernels: Kernels; breath: Breath; rows?: SimilarityRows },
): Promise<ConfidentLinks> {
  const { alpha, width, kernels, breath } = options
  const rows = options.rows ?? (await similarityRows(similarity, breath))
  const { rowCount, multiplicity, hasMissing, sampleCount } = similarity.table
  const within = similarity.within.map(value => (value >= alpha ? value : 0))
  const lengths = new Float64Array(rowCount)

  const total = { kept: 0, dropped: 0, linked: 0 }
  for (let r = 0; r < rowCount; r++) {
    const counts = countLinks(rows.row(r), alpha, multiplicity)
    total.kept += counts.kept
    total.dropped += counts.dropped
    total.linked += multiplicity[r] * (counts.linked + (within[r] > 0 ? multiplicity[r] - 1 : 0))
    lengths[r] = Math.sqrt(1 + (multiplicity[r] - 1) * within[r] * within[r] + counts.square)
    await breath.take()
  }

  const form = !hasMissing && total.dropped < total.kept ? 'complement' : 'rows'
  const roots = multiplicity.map(Math.sqrt)
  const entryCount = rowCount + (form === 'rows' ? total.kept : total.dropped)
  const matrix = createSparseMatrix(kernels, rowCount, entryCount, width)
  for (let r = 0; r < rowCount; r++) {
    const diagonal = 1 + (multiplicity[r] - 1) * within[r]
    const value = form === 'rows' ? diagonal : multiplicity[r] * similarity.within[r] - diagonal
    fillRow(matrix, rows.row(r), r, form === 'rows' ? [alpha, Number.POSITIVE_INFINITY] : [0, alpha], roots, value)
    await breath.take()
  }

  return {
    ...{ rowCount, form, entryCount, within, lengths },
    linkShare: sampleCount > 1 ? total.linked / (sampleCount * (sampleCount - 1)) : 0,
    multiplyInto:
      form === 'rows'
        ? (y, x) => matrix.multiplyInto(y, x)
        : complementProduct(similarity, matrix, roots, createClusterProduct(kernels, similarity.table, width)),
  }
}

/** The links of one row to other rows. (A plain function: inside an async one these loops would be slow.) */
function countLinks({ columns, values, from, to }: RowEntries, alpha: number, multiplicity: Float64Array) {
  let kept = 0
  let linked = 0
  let square = 0
  for (let at = from; at < to; at++) {
    const value = values[at]
    if (value < alpha) continue
    const count = multiplicity[columns[at]]
    kept++
    linked += count
    square += count * value * value
  }
  return { kept, dropped: to - from - kept, linked, square }
}

/** Appends the entries of row r from the lower to below the upper limit, and the diagonal where it belongs. */
function fillRow(
  matrix: SparseMatrix,
  entries: RowEntries,
  r: number,
  [lower, upper]: [number, number],
  roots: Float64Array,
  diagonal: number,
): void {
  const { starts, columns, values } = matrix
  const root = roots[r]
  let at = starts[r]
  let isDiagonalDue = true
  for (let entry = entries.from; entry < entries.to; entry++) {
    const q = entries.columns[entry]
    if (isDiagonalDue && q > r) {
      columns[at] = r
      values[at++] = diagonal
      isDiagonalDue = false
    }
    const value = entries.values[entry]
    if (value < lower || value >= upper) continue
    columns[at] = q
    values[at++] = root * roots[q] * value
  }
  if (isDiagonalDue) {
    columns[at] = r
    values[at++] = diagonal
  }
  starts[r + 1] = at
}

/** Q x = (low-rank S) x - (what the threshold removed) x. */
function complementProduct(
  similarity: CoAssociation,
  removed: SparseMatrix,
  roots: Float64Array,
  product: ClusterProduct,
) {
  const factor = similarity.clusterWeights.map(weight => -weight / similarity.divisor)
  return (y: Float64Array, x: Float64Array) => {
    removed.multiplyInto(y, x)
    product.add(y, x, roots, factor)
    for (let i = 0; i < y.length; i++) y[i] = -y[i]
  }
}
