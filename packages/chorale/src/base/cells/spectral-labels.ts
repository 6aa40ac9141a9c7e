import { filteredEigenvectors, filterWidth } from '../../numeric/filtered-eigenvectors.js'
import { kMeans } from '../../numeric/k-means.js'
import type { NearCells } from '../../numeric/loops/group-search.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createSparseMatrix } from '../../numeric/loops/sparse.js'
import type { Random } from '../../numeric/random.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import type { Steps } from '../../pause.js'
import type { Labels } from '../../types.js'

/** Iterations of the k-means on the spectral rows of the cells; more change little. */
const MAX_ITERATIONS = 20
/** The weight of a cell that is the nearest of no sample, as a share of a sample. */
const EMPTY_WEIGHT = 1e-3

/** What the spectral labelings of one set of cells share: leading eigenvectors of the graph of the cells. */
export interface CellSpectrum {
  readonly cellCount: number
  /** The number of eigenvectors. */
  readonly columns: number
  /** cellCount x columns. */
  readonly vectors: Float64Array
}

/**
 * The graph in which two cells are linked as strongly as samples have both among their near cells, as in U-SPEC
 * (D. Huang et al., IEEE TKDE 32(6), 2020):
 *
 *   R = B' B,  B: samples x cells, the weights of the near cells
 *   D^-1/2 R D^-1/2, D = diag(R 1): its leading eigenvectors
 */
export function* cellSpectrum(
  near: NearCells,
  weights: Float64Array,
  cellCount: number,
  { count, loops, random }: { count: number; loops: HotLoops; random: Random },
): Steps<CellSpectrum> {
  const links = cellLinks(near, weights, cellCount)
  const { values, vectors } = yield* filteredEigenvectors(linkOperator(links, cellCount, loops, count), {
    count,
    loops,
    random,
  })
  return { cellCount, columns: values.length, vectors }
}

/** Rows that have a cell among their near cells: those of cell c are at [starts[c], starts[c + 1]), as places in `cells`. */
function placesOfCells(cells: Int32Array, p: number): { starts: Int32Array; places: Int32Array } {
  const starts = new Int32Array(p + 1)
  for (let at = 0; at < cells.length; at++) starts[cells[at] + 1]++
  for (let c = 0; c < p; c++) starts[c + 1] += starts[c]
  const next = starts.slice()
  const places = new Int32Array(cells.length)
  for (let at = 0; at < cells.length; at++) places[next[cells[at]]++] = at
  return { starts, places }
}

/** R in compressed rows. */
function cellLinks({ count, cells }: NearCells, weights: Float64Array, p: number) {
  const { starts: firsts, places } = placesOfCells(cells, p)
  const starts = new Int32Array(p + 1)
  const columns: number[] = []
  const links: number[] = []
  const sums = new Float64Array(p)
  for (let c = 0; c < p; c++) {
    for (let at = firsts[c]; at < firsts[c + 1]; at++) {
      const place = places[at]
      const from = place - (place % count)
      for (let b = from; b < from + count; b++) sums[cells[b]] += weights[place] * weights[b]
    }
    for (let b = 0; b < p; b++) {
      if (sums[b] === 0) continue
      columns.push(b)
      links.push(sums[b])
      sums[b] = 0
    }
    starts[c + 1] = columns.length
  }
  return { starts, columns, links }
}

/** D^-1/2 R D^-1/2 as a sparse matrix. */
function linkOperator(
  { starts, columns, links }: ReturnType<typeof cellLinks>,
  p: number,
  loops: HotLoops,
  count: number,
): BlockOperator {
  const roots = new Float64Array(p)
  for (let c = 0; c < p; c++) {
    let degree = 0
    for (let at = starts[c]; at < starts[c + 1]; at++) degree += links[at]
    roots[c] = degree > 0 ? 1 / Math.sqrt(degree) : 0
  }
  const matrix = createSparseMatrix(loops, p, columns.length, filterWidth(Math.min(count, p)))
  matrix.starts.set(starts)
  matrix.columns.set(columns)
  for (let c = 0; c < p; c++) {
    for (let at = starts[c]; at < starts[c + 1]; at++) matrix.values[at] = links[at] * roots[c] * roots[columns[at]]
  }
  return { size: p, applySteps: matrix.multiplySteps }
}

/** Clusters the cells: the k leading eigenvectors, rows of length 1, k-means with the sizes of the cells as weights. */
export function spectralLabels(
  { cellCount, columns, vectors }: CellSpectrum,
  sizes: Float64Array,
  { clusterCount, loops, seed }: { clusterCount: number; loops: HotLoops; seed: number },
): Labels {
  const k = Math.min(clusterCount, columns)
  const values = new Float64Array(cellCount * k)
  for (let c = 0; c < cellCount; c++) {
    let square = 0
    for (let q = 0; q < k; q++) square += vectors[c * columns + q] ** 2
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0
    for (let q = 0; q < k; q++) values[c * k + q] = scale * vectors[c * columns + q]
  }
  const points = { rowCount: cellCount, columnCount: k, values }
  const weights = sizes.map(size => Math.max(size, EMPTY_WEIGHT))
  return kMeans(points, { clusterCount: k, maxIterations: MAX_ITERATIONS, seed, weights, loops }).labels
}
