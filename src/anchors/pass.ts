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

/** The cluster numbers of all rows of a block, rowCount x m; -1 = no label. */
export function clustersOf(block: LabelBlock, extent: LabelExtent): Int32Array {
  const clusters = new Int32Array(block.rowCount * extent.ensembleSize)
  rowClustersInto(clusters, block, extent, 0, block.rowCount)
  return clusters
}

/**
 * sums[lineStarts[c] + d] += mass[r] for every row r and every two of its clusters c and d, d in an earlier labeling.
 *
 * One labeling at a time, with its rows grouped by cluster: the line of a cluster stays in the fastest cache.
 */
export function addPairs(
  sums: Float64Array,
  lineStarts: Int32Array,
  clusters: Int32Array,
  mass: Float64Array,
  { ensembleSize: m, clusterStarts }: LabelExtent,
): void {
  const order = new Int32Array(mass.length)
  for (let t = 1; t < m; t++) {
    const covered = groupByCluster(order, clusters, m, t, clusterStarts)
    for (let o = 0; o < covered; o++) {
      const r = order[o]
      const weight = mass[r]
      const at = r * m
      const start = lineStarts[clusters[at + t]]
      for (let s = at; s < at + t; s++) if (clusters[s] >= 0) sums[start + clusters[s]] += weight
    }
  }
}

/** Writes the rows by their cluster in labeling t, without those that have no label; returns their number. */
function groupByCluster(
  order: Int32Array,
  clusters: Int32Array,
  m: number,
  t: number,
  clusterStarts: Int32Array,
): number {
  const first = clusterStarts[t]
  const next = new Int32Array(clusterStarts[t + 1] - first + 1)
  for (let at = t; at < clusters.length; at += m) if (clusters[at] >= 0) next[clusters[at] - first + 1]++
  for (let c = 1; c < next.length; c++) next[c] += next[c - 1]
  const covered = next[next.length - 1]
  for (let at = t, r = 0; at < clusters.length; at += m, r++) {
    if (clusters[at] >= 0) order[next[clusters[at] - first]++] = r
  }
  return covered
}
