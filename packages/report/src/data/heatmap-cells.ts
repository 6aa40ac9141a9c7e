import type { Ensemble, Labels } from 'chorale/internal'
import { checkInteger, checkOptionNames } from 'chorale/internal'
import { groupCoAssociation } from './group-co-association.js'

/** Options of {@link heatmapCells}. */
export interface HeatmapOptions {
  /** Maximum number of cells per side. */
  size?: number
}

const DEFAULTS = { size: 300 }

/** The co-association matrix with samples ordered by cluster, reduced to fewer cells. */
export interface Heatmap {
  /** Number of cells per side. */
  readonly size: number
  /** size x size shares in [0, 1]: how often the samples of two cells share a base cluster. */
  readonly values: Float64Array
  /** The samples in their order. */
  readonly order: Int32Array
  /** The first position of every cell; the last entry is the number of samples. */
  readonly cellStarts: Int32Array
  /** The cells of every cluster, in order. */
  readonly blocks: readonly HeatmapBlock[]
}

/** The cells of one cluster: from `start` up to, but not including, `end`. */
export interface HeatmapBlock {
  readonly cluster: number
  readonly start: number
  readonly end: number
}

/**
 * Averages the co-association matrix into at most size x size cells, without an n x n matrix.
 *
 * With up to `size` samples every cell is one entry. With more samples, every cluster gets cells in proportion to its
 * size, and at least one, so that cells do not mix clusters and small clusters stay visible. If there are more clusters
 * than half the cells, the order is divided evenly.
 *
 * @example
 * ```ts
 * import { cluster, sampleShape } from 'chorale'
 * import { heatmapCells } from 'chorale-report'
 *
 * const { ensemble, labels } = await cluster(sampleShape('blobs'), { clusterCount: 3 })
 * const { size, blocks } = heatmapCells(ensemble, labels, { size: 30 })
 * console.log(size, blocks.length) // 30 3
 * ```
 */
export function heatmapCells(ensemble: Ensemble, labels: Labels, options: HeatmapOptions = {}): Heatmap {
  checkOptionNames('heatmapCells', options, ['size'] satisfies (keyof HeatmapOptions)[])
  const wanted = options.size ?? DEFAULTS.size
  checkInteger('heatmapCells', 'size', wanted, 1, 4096)
  const order = orderForHeatmap(ensemble, labels)
  const bounds = clusterBounds(labels, order)
  const cellStarts = cutIntoCells(order.length, bounds, wanted)
  const size = cellStarts.length - 1

  const cellOf = new Int32Array(order.length)
  for (let cell = 0; cell < size; cell++) {
    for (let at = cellStarts[cell]; at < cellStarts[cell + 1]; at++) cellOf[order[at]] = cell
  }
  const { values } = groupCoAssociation(ensemble, cellOf, size, { withSelf: true })
  // Pairs that no labeling covers count as 0, as in the co-association matrix.
  for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at])) values[at] = 0
  return { size, values, order, cellStarts, blocks: blocksOf(labels, order, cellStarts, bounds) }
}

/**
 * Orders samples by consensus cluster; within it by the labels of the coarsest base clustering, then of the next, and
 * so on. Samples that are often together are next to each other, which shows the structure inside clusters.
 */
function orderForHeatmap({ labelings, clusterCounts }: Ensemble, labels: Labels): Int32Array {
  const coarseFirst = labelings
    .map((_, t) => t)
    .sort((s, t) => clusterCounts[s] - clusterCounts[t] || s - t)
    .map(t => labelings[t])
  // Stable sorts by every key, the least important first: a comparison of a million samples by many keys is slow.
  let order = Int32Array.from(labels, (_, i) => i)
  for (const labeling of coarseFirst.toReversed()) order = stablySorted(order, labeling)
  return stablySorted(order, labels)
}

/** The samples in the order of their labels; samples with the same label keep their order. A counting sort. */
function stablySorted(order: Int32Array, labels: Labels): Int32Array<ArrayBuffer> {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < least) least = labels[i]
    if (labels[i] > most) most = labels[i]
  }
  const starts = new Int32Array(labels.length === 0 ? 0 : most - least + 2)
  for (let i = 0; i < labels.length; i++) starts[labels[i] - least + 1]++
  for (let label = 1; label < starts.length; label++) starts[label] += starts[label - 1]
  const sorted = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) sorted[starts[labels[order[at]] - least]++] = order[at]
  return sorted
}

/** The positions where clusters begin, and the number of samples. */
function clusterBounds(labels: Labels, order: Int32Array): number[] {
  const bounds = [0]
  for (let at = 1; at < order.length; at++) {
    if (labels[order[at]] !== labels[order[at - 1]]) bounds.push(at)
  }
  return [...bounds, order.length]
}

function cutIntoCells(sampleCount: number, bounds: readonly number[], size: number): Int32Array {
  if (sampleCount <= size) return Int32Array.from({ length: sampleCount + 1 }, (_, at) => at)
  const clusterCount = bounds.length - 1
  if (2 * clusterCount > size) return evenly(0, sampleCount, size)

  // One cell for every cluster, the rest in proportion, by largest remainder.
  const sizes = bounds.slice(1).map((end, c) => end - bounds[c])
  const quotas = sizes.map(samples => ((size - clusterCount) * samples) / sampleCount)
  const cells = quotas.map(quota => 1 + Math.floor(quota))
  let open = size - cells.reduce((sum, count) => sum + count, 0)
  const byRemainder = quotas.map((_, c) => c).sort((a, b) => (quotas[b] % 1) - (quotas[a] % 1) || a - b)
  for (const c of byRemainder) {
    if (open > 0 && cells[c] < sizes[c]) {
      cells[c]++
      open--
    }
  }
  const starts = cells.flatMap((count, c) => [...evenly(bounds[c], bounds[c + 1], count).subarray(0, count)])
  return Int32Array.from([...starts, sampleCount])
}

function evenly(from: number, to: number, count: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, cell) => from + Math.floor((cell * (to - from)) / count))
}

function blocksOf(labels: Labels, order: Int32Array, cellStarts: Int32Array, bounds: readonly number[]) {
  const blocks: HeatmapBlock[] = []
  let cell = 0
  for (let c = 0; c + 1 < bounds.length; c++) {
    const start = cell
    // A cell belongs to the cluster of its first sample.
    while (cell + 1 < cellStarts.length && cellStarts[cell] < bounds[c + 1]) cell++
    if (cell > start) blocks.push({ cluster: labels[order[bounds[c]]], start, end: cell })
  }
  return blocks
}
