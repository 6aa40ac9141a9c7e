import { type LabelBlock, type LabelExtent, rowClustersInto } from '../ensemble/label-store.js'

/** A pass on its way through the blocks of a span. */
export interface Pass<Found> {
  add(block: LabelBlock): void
  finish(): Found
}

/** Rows whose cluster numbers are unpacked at a time. */
export const PIECE = 4096

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
