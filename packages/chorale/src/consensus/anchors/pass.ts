import { type LabelBlock, type LabelExtent, rowClustersInto, type Span } from '../../labelings/label-store.js'
import { borrowCrossSums } from '../../numeric/loops/cross-sums.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'

/** A running pass over the blocks of a span. */
export interface Pass<Found> {
  add(block: LabelBlock): void
  finish(): Found
}

/** Where a pass runs. */
export interface PassPlace {
  readonly span: Span
  readonly loops: HotLoops
  /** The labels of the span, for a pass that needs them. */
  readonly labels?: Int32Array
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

/** The cluster numbers of all rows of a block, rowCount x m; -1 = no label. */
export function clustersOf(block: LabelBlock, extent: LabelExtent): Int32Array {
  const clusters = new Int32Array(block.rowCount * extent.ensembleSize)
  rowClustersInto(clusters, block, extent, 0, block.rowCount)
  return clusters
}

/** sums[c] += mass[r] for every row r and each of its clusters c. */
export function addSizes(sums: Float64Array, clusters: Int32Array, mass: Float64Array): void {
  const m = clusters.length / mass.length
  for (let r = 0, at = 0; r < mass.length; r++) {
    for (const end = at + m; at < end; at++) if (clusters[at] >= 0) sums[clusters[at]] += mass[r]
  }
}

/**
 * sums[lineStarts[c] + d] += the sum of mass[r] over the rows of a block that are in both clusters, for every cluster c
 * and every cluster d of an earlier labeling. `clusters` is rowCount x m.
 */
export function addPairs(
  sums: Float64Array,
  lineStarts: Int32Array,
  clusters: Int32Array,
  mass: Float64Array,
  { ensembleSize: m, clusterStarts }: LabelExtent,
  loops: HotLoops,
): void {
  const rowCount = mass.length
  const groups = transposed(clusters, rowCount, m)
  const membership = { rowCount, layerCount: m, groupCount: clusterStarts[m], groups }
  const pairs = borrowCrossSums(loops, membership, clusterStarts)
  for (let t = 1; t < m; t++) {
    for (let s = 0; s < t; s++) {
      const table = pairs.table(t, s, mass)
      const width = clusterStarts[s + 1] - clusterStarts[s]
      for (let c = clusterStarts[t], from = 0; c < clusterStarts[t + 1]; c++, from += width) {
        const line = lineStarts[c] + clusterStarts[s]
        for (let b = 0; b < width; b++) sums[line + b] += table[from + b]
      }
    }
  }
}

/** rowCount x m to m x rowCount, in pieces that stay in the cache. */
function transposed(rows: Int32Array, rowCount: number, m: number): Int32Array {
  const columns = new Int32Array(rows.length)
  for (let from = 0; from < rowCount; from += PIECE) {
    const to = Math.min(from + PIECE, rowCount)
    for (let t = 0; t < m; t++) {
      for (let r = from; r < to; r++) columns[t * rowCount + r] = rows[r * m + t]
    }
  }
  return columns
}
