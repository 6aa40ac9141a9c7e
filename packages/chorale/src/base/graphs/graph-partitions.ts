import { kMeans } from '../../numeric/k-means.js'
import { createSmoothRows, type FloatRows, paddedWidth, type SmoothRows } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { Random } from '../../numeric/random.js'
import { drawSubset } from '../../numeric/subset.js'
import { joinCells } from './join-cells.js'
import { type LinkGraph, linksBetween, walkOf } from './link-graph.js'

/** Rows in some coordinates, with the graph of their nearest rows. */
export interface GraphView {
  readonly rows: FloatRows
  /** Columns of the rows without padding. */
  readonly columnCount: number
  readonly graph: LinkGraph
}

/** Smoothing steps, after each of which the rows are clustered. */
export const SMOOTHING = [3, 10, 30] as const
/** Clusterings for each number of steps: the cells by k-means of their means, and by their links. */
export const WAYS = 2
/** Cells: a multiple of √n and of k, within limits. */
const CELLS = { perRoot: 3, perCluster: 3, least: 30, rowsPerCell: 3 }
const CELL_ITERATIONS = 5
/** Starts of the k-means of the cells. */
const STARTS = { few: 3, many: 10, manyUpTo: 50 }

/**
 * Clusterings of a view into k clusters. Smoothing replaces each row by the mean of itself and its neighbours, again and
 * again, so that rows of one cluster come together whatever its shape. Small cells of the smoothed rows are grouped in
 * two ways: by k-means of their means, and by joining those with more links than expected.
 */
export function* graphPartitions(
  { rows, columnCount, graph }: GraphView,
  clusterCount: number,
  given: { readonly smoothing?: readonly number[]; readonly random: Random; readonly loops: HotLoops },
): Generator<unknown, Int32Array[]> {
  const { smoothing = SMOOTHING, random, loops } = given
  const cellCount = cellCountOf(rows.rowCount, clusterCount)
  const smooth = createSmoothRows(loops, rows, walkOf(graph), Math.max(cellCount, clusterCount))
  const found: Int32Array[] = []
  let done = 0
  for (const steps of smoothing) {
    for (; done < steps; done++) {
      smooth.smooth()
      yield 'smoothing'
    }
    found.push(...(yield* partitionsOf(smooth, rows, columnCount, graph, clusterCount, { random, loops })))
  }
  return found
}

/** The number of cells of n rows. */
function cellCountOf(n: number, clusterCount: number): number {
  const { perRoot, perCluster, least, rowsPerCell } = CELLS
  return Math.floor(Math.min(n / rowsPerCell, Math.max(perCluster * clusterCount, perRoot * Math.sqrt(n), least)))
}

function* partitionsOf(
  smooth: SmoothRows,
  { rowCount: n, width }: FloatRows,
  columnCount: number,
  graph: LinkGraph,
  k: number,
  { random, loops }: { random: Random; loops: HotLoops },
): Generator<unknown, Int32Array[]> {
  const wanted = cellCountOf(n, k)
  const shape = { rowCount: n, width, columnCount }
  if (wanted <= k) {
    // Hardly more rows than clusters: there is nothing to group.
    const points = unpadded(smooth.points, n, width, columnCount)
    const seed = Math.floor(random() * 2 ** 32)
    return [kMeans({ rowCount: n, columnCount, values: points }, { clusterCount: k, restarts: 10, seed, loops }).labels]
  }
  const { labels, count } = yield* cellsOf(smooth, shape, wanted, random)
  if (count <= k) return []
  const { means, sizes } = meansOf(smooth.points, labels, count, shape)
  const seed = Math.floor(random() * 2 ** 32)
  const groups = kMeans(
    { rowCount: count, columnCount, values: means },
    {
      clusterCount: k,
      weights: sizes,
      restarts: k > STARTS.manyUpTo ? STARTS.few : STARTS.many,
      seed,
      loops,
    },
  ).labels
  yield 'groups'
  const joined = joinCells(linksBetween(graph, labels, count), count, k)
  yield 'groups'
  return [groups, joined].map(group => labels.map(cell => group[cell]))
}

/** Small cells by a few steps of k-means from rows drawn at random; cells without rows are left out. */
export function* cellsOf(
  smooth: SmoothRows,
  shape: { readonly rowCount: number; readonly width: number; readonly columnCount: number },
  wanted: number,
  random: Random,
): Generator<unknown, { labels: Int32Array; count: number }> {
  const { rowCount: n, width } = shape
  const centres = new Float32Array(paddedWidth(wanted) * width)
  drawSubset(n, wanted, random).forEach((row, c) => {
    centres.set(smooth.points.subarray(row * width, (row + 1) * width), c * width)
  })
  let labels = smooth.nearest(centres, wanted)
  yield 'cells'
  for (let iteration = 1; iteration < CELL_ITERATIONS; iteration++) {
    const { means, sizes } = meansOf(smooth.points, labels, wanted, { ...shape, columnCount: width })
    for (let c = 0; c < wanted; c++) {
      if (sizes[c] > 0) centres.set(means.subarray(c * width, (c + 1) * width), c * width)
    }
    labels = smooth.nearest(centres, wanted)
    yield 'cells'
  }
  const numbers = new Int32Array(wanted).fill(-1)
  let count = 0
  for (let i = 0; i < n; i++) {
    if (numbers[labels[i]] < 0) numbers[labels[i]] = count++
    labels[i] = numbers[labels[i]]
  }
  return { labels, count }
}

/** The mean and the number of the rows of every cell, in 64 bits. */
export function meansOf(
  points: Float32Array,
  labels: Int32Array,
  count: number,
  { rowCount: n, width, columnCount }: { rowCount: number; width: number; columnCount: number },
): { means: Float64Array; sizes: Float64Array } {
  const means = new Float64Array(count * columnCount)
  const sizes = new Float64Array(count)
  for (let i = 0; i < n; i++) {
    const to = labels[i] * columnCount
    sizes[labels[i]]++
    for (let f = 0, from = i * width; f < columnCount; f++) means[to + f] += points[from + f]
  }
  for (let c = 0; c < count; c++) {
    if (sizes[c] > 0) for (let f = c * columnCount; f < (c + 1) * columnCount; f++) means[f] /= sizes[c]
  }
  return { means, sizes }
}

function unpadded(points: Float32Array, n: number, width: number, columnCount: number): Float64Array {
  const out = new Float64Array(n * columnCount)
  for (let i = 0; i < n; i++) out.set(points.subarray(i * width, i * width + columnCount), i * columnCount)
  return out
}
