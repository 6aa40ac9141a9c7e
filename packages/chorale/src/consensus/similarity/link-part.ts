import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createSparseMatrix, type SparseMatrix } from '../../numeric/loops/sparse.js'
import type { Pauser, Steps } from '../../pause.js'
import type { CoAssociation } from './co-association.js'
import { type RowEntries, type SimilarityRows, similarityRows } from './similarity-rows.js'

/** Rows [from, to) of all distinct label rows. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/** What is stored of the links: the entries that the threshold keeps, or those that it removes. */
export type LinkForm = 'rows' | 'complement'

/** Totals of the links of some rows. */
export interface LinkCounts {
  /** The numbers of entries that reach the threshold and that do not, without the diagonal. */
  readonly kept: number
  readonly dropped: number
  /** Ordered pairs of different samples that are linked. */
  readonly linked: number
  /** D_g of each row. */
  readonly lengths: Float64Array
}

/** The confident links of some of the label rows. Several parts together give the same result as one part. */
export interface LinkPart {
  /** Counts the links at a threshold. */
  count(alpha: number, pauser: Pauser): Promise<LinkCounts>
  /** Stores the rows of Q in one of its forms; returns the number of entries. */
  fill(alpha: number, form: LinkForm, pauser: Pauser): Promise<number>
  /** The rows of this part in the product of the stored matrix with a block of vectors. */
  multiplySteps(y: Float64Array, x: Float64Array): Steps<void>
}

/**
 * A part of the links, for blocks of `width` vectors and thresholds from `least` on; `rows` if the similarities of the range
 * are already computed.
 */
export async function linkPart(
  similarity: CoAssociation,
  range: RowRange,
  options: { width: number; least: number; loops: HotLoops; pauser: Pauser; rows?: SimilarityRows },
): Promise<LinkPart> {
  const { width, loops } = options
  const { rowCount, multiplicity } = similarity.table
  const rows = options.rows ?? (await similarityRows(similarity, options, range))
  const own = range.to - range.from
  const roots = multiplicity.map(Math.sqrt)
  const withinAt = (alpha: number, r: number) => (similarity.within[r] >= alpha ? similarity.within[r] : 0)
  let counted: { alpha: number; kept: number; dropped: number } | null = null
  let matrix: SparseMatrix | null = null

  return {
    async count(alpha, pauser) {
      if (alpha < rows.least) throw new Error(`LinkPart: opened for thresholds from ${rows.least} on; got ${alpha}`)
      const total = { kept: 0, dropped: 0, linked: 0 }
      const lengths = new Float64Array(own)
      for (let r = range.from; r < range.to; r++) {
        const counts = countLinks(rows.row(r), alpha, multiplicity)
        const within = withinAt(alpha, r)
        total.kept += counts.kept
        total.dropped += counts.dropped
        total.linked += multiplicity[r] * (counts.linked + (within > 0 ? multiplicity[r] - 1 : 0))
        lengths[r - range.from] = Math.sqrt(1 + (multiplicity[r] - 1) * within * within + counts.square)
        await pauser.pause()
      }
      counted = { alpha, kept: total.kept, dropped: total.dropped }
      return { ...total, lengths }
    },

    async fill(alpha, form, pauser) {
      if (counted?.alpha !== alpha) throw new Error('LinkPart: count the links of a threshold before storing them')
      const entryCount = own + (form === 'rows' ? counted.kept : counted.dropped)
      matrix = createSparseMatrix(loops, own, entryCount, width, rowCount)
      const lower = form === 'rows' ? alpha : 0
      const upper = form === 'rows' ? Number.POSITIVE_INFINITY : alpha
      const entriesOf = form === 'rows' ? rows.row : rows.wholeRow
      for (let r = range.from; r < range.to; r++) {
        const diagonal = 1 + (multiplicity[r] - 1) * withinAt(alpha, r)
        const value = form === 'rows' ? diagonal : multiplicity[r] * similarity.within[r] - diagonal
        fillRow(matrix, r - range.from, entriesOf(r), { r, lower, upper, diagonal: value }, roots)
        await pauser.pause()
      }
      return entryCount
    },

    multiplySteps(y, x) {
      if (matrix === null) throw new Error('LinkPart: store the links before multiplying')
      return matrix.multiplySteps(y, x)
    },
  }
}

/** The links of one row to other rows. (A plain function: inside an async one these loops would be slow.) */
function countLinks({ columns, values, from, to, total }: RowEntries, alpha: number, multiplicity: Float64Array) {
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
  return { kept, dropped: total - kept, linked, square }
}

/**
 * A row of links: its number, the limits of the entries that are stored (from `lower` to below `upper`), its diagonal.
 */
interface LinkRow {
  readonly r: number
  readonly lower: number
  readonly upper: number
  readonly diagonal: number
}

/** Fills line `line` of a matrix with the stored entries of a row and its diagonal. */
function fillRow(
  matrix: SparseMatrix,
  line: number,
  entries: RowEntries,
  { r, lower, upper, diagonal }: LinkRow,
  roots: Float64Array,
): void {
  const { starts, columns, values } = matrix
  const root = roots[r]
  let at = starts[line]
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
  starts[line + 1] = at
}
