import { type LabelBlock, type LabelExtent, rowClustersInto } from '../ensemble/label-store.js'

/** A running pass over the blocks of a span. */
export interface Pass<Found> {
  add(block: LabelBlock): void
  finish(): Found
}

/** The number of rows whose cluster numbers are decoded at a time. */
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
