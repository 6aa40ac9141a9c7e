import { noLabel } from '../ensemble/codes.js'
import { type LabelBlock, type LabelExtent, rowClustersInto } from '../ensemble/label-store.js'

/** A running pass over the blocks of a span. */
export interface Pass<Found> {
  add(block: LabelBlock): void
  finish(): Found
}

/** The number of rows whose cluster numbers are decoded at a time. */
export const PIECE = 1024

/** Calls `use(clusters, at, r)` for every row of a block: its m clusters are at [at, at + m). */
export function forRows(
  block: LabelBlock,
  extent: LabelExtent,
  clusters: Int32Array,
  use: (at: number, row: number) => void,
): void {
  const m = extent.ensembleSize
  for (let from = 0; from < block.rowCount; from += PIECE) {
    const to = Math.min(from + PIECE, block.rowCount)
    rowClustersInto(clusters, block, extent, from, to)
    for (let r = from, at = 0; r < to; r++, at += m) use(at, r)
  }
}

/** Some rows of a block, side by side in the finest labeling, so that neighbours are alike. */
export interface RowPiece {
  /** The number of rows, at most PIECE. */
  readonly count: number
  /** The cluster of row r in labeling t at [t PIECE + r]; -1 = no label. */
  readonly columns: Int32Array
  /** The same, row by row: at [r m + t]. */
  readonly clusters: Int32Array
  /** The number of samples that share each row. */
  readonly multiplicity: Float64Array
}

/**
 * Calls `use` for all rows of a block, in pieces. The rows are ordered by their cluster in the finest labeling. Tables of
 * pairs of clusters are then updated in few places at a time, which stay in the cache.
 */
export function forPieces(block: LabelBlock, extent: LabelExtent, use: (piece: RowPiece) => void): void {
  const { ensembleSize: m, clusterStarts } = extent
  const { codes } = block
  const none = noLabel(codes)
  const order = alikeRows(block, extent)
  const columns = new Int32Array(PIECE * m)
  const clusters = new Int32Array(PIECE * m)
  const multiplicity = new Float64Array(PIECE)
  for (let from = 0; from < order.length; from += PIECE) {
    const count = Math.min(PIECE, order.length - from)
    for (let r = 0; r < count; r++) {
      multiplicity[r] = block.multiplicity[order[from + r]]
      for (let t = 0, at = order[from + r] * m; t < m; t++, at++) {
        const cluster = codes[at] === none ? -1 : clusterStarts[t] + codes[at]
        columns[t * PIECE + r] = cluster
        clusters[r * m + t] = cluster
      }
    }
    use({ count, columns, clusters, multiplicity })
  }
}

/** The rows of a block by their cluster in the labeling with the most clusters; rows without a label come last. */
function alikeRows(block: LabelBlock, { ensembleSize: m, clusterStarts }: LabelExtent): Int32Array {
  const { codes, rowCount } = block
  let finest = 0
  const sizeOf = (t: number) => clusterStarts[t + 1] - clusterStarts[t]
  for (let t = 1; t < m; t++) if (sizeOf(t) > sizeOf(finest)) finest = t
  const none = noLabel(codes)
  const last = sizeOf(finest)
  const groupOf = (r: number) => (codes[r * m + finest] === none ? last : codes[r * m + finest])

  const next = new Int32Array(last + 2)
  for (let r = 0; r < rowCount; r++) next[groupOf(r) + 1]++
  for (let group = 0; group <= last; group++) next[group + 1] += next[group]
  const order = new Int32Array(rowCount)
  for (let r = 0; r < rowCount; r++) order[next[groupOf(r)]++] = r
  return order
}
