import type { NearCells } from '../../numeric/loops/group-search.js'
import { type HotLoops, PLAIN_KERNELS } from '../../numeric/loops/hot-loops.js'
import { squaredDistance } from '../../numeric/loops/squared-distance.js'
import type { Labels, Matrix } from '../../types.js'
import { rootOf, selfParents, setLabels } from './disjoint-sets.js'
import { createCellFinder } from './nearest-cells.js'

/** Pairs of cells: pair t joins a[t] and b[t]. */
export interface CellPairs {
  readonly a: Int32Array
  readonly b: Int32Array
}

/** Links between cells. */
export interface CellLinks extends CellPairs {
  readonly lengths: Float64Array
}

/** Pairs of neighbouring cells: the gap between their samples, and the distance of their centres. */
export interface CellGaps extends CellPairs {
  readonly gaps: Float64Array
  readonly apart: Float64Array
}

/**
 * The gaps between neighbouring cells a and b, the two nearest cells of some sample. A gap is the width of the empty
 * slab at the plane between them,
 *
 *   gap = min over samples of a + min over samples of b of (d₂² - d₁²) / (2 |a - b|),
 *
 * where d₁ and d₂ are the distances of a sample to its nearest and second nearest centre. A side without samples counts
 * |a - b| / 2.
 */
export function cellGaps({ count, cells, distances }: NearCells, centres: Matrix): CellGaps {
  const places = new Map<number, number>()
  const a: number[] = []
  const b: number[] = []
  const apart: number[] = []
  const sides: number[] = []
  for (let at = 0; at < cells.length && count > 1; at += count) {
    const low = Math.min(cells[at], cells[at + 1])
    const high = Math.max(cells[at], cells[at + 1])
    const key = low * centres.rowCount + high
    let place = places.get(key)
    if (place === undefined) {
      place = a.length
      places.set(key, place)
      const distance = distanceBetween(centres, low, high)
      a.push(low)
      b.push(high)
      apart.push(distance)
      sides.push(distance / 2, distance / 2)
    }
    const margin = apart[place] > 0 ? (distances[at + 1] - distances[at]) / (2 * apart[place]) : 0
    const side = 2 * place + (cells[at] === low ? 0 : 1)
    if (margin < sides[side]) sides[side] = margin
  }
  return {
    a: Int32Array.from(a),
    b: Int32Array.from(b),
    gaps: Float64Array.from(a, (_, t) => sides[2 * t] + sides[2 * t + 1]),
    apart: Float64Array.from(apart),
  }
}

function distanceBetween({ columnCount: d, values }: Matrix, a: number, b: number): number {
  return Math.sqrt(squaredDistance(values, a * d, values, b * d, d, Infinity))
}

/**
 * Minimum spanning trees of the cells for several lengths of the same links, shortest link first. Parts that no link
 * joins are joined last, in order of the distance of their nearest centres.
 */
export function spanningTrees(
  pairs: CellPairs,
  lengths: readonly Float64Array[],
  centres: Matrix,
  loops: HotLoops,
): CellLinks[] {
  let between: CellLinks | null = null
  return lengths.map(own => {
    const parents = selfParents(centres.rowCount)
    const tree = kruskal({ a: pairs.a, b: pairs.b, lengths: own }, parents)
    if (tree.a.length === centres.rowCount - 1) return tree

    // The parts are the same for all lengths.
    between ??= linksBetweenParts(parents, centres, loops)
    return joined(tree, kruskal(between, parents))
  })
}

/** Below this many pairs of cells, calling WebAssembly takes longer than it saves. */
const FEW_PAIRS = 1000

/** The shortest links that join all parts, by the distance of centres: Prim's tree of the parts. */
function linksBetweenParts(parents: Int32Array, centres: Matrix, loops: HotLoops): CellLinks {
  const { rowCount: p } = centres
  const parts = Int32Array.from({ length: p }, (_, c) => rootOf(parents, c))
  // The nearest joined cell of every cell that is not yet joined.
  const squares = new Float64Array(p).fill(Infinity)
  const from = new Int32Array(p)
  let outside = Int32Array.from({ length: p }, (_, c) => c)
  const a: number[] = []
  const b: number[] = []
  const lengths: number[] = []
  const join = (part: number) => {
    const joined = outside.filter(c => parts[c] === part)
    outside = outside.filter(c => parts[c] !== part)
    const loopsHere = joined.length * outside.length < FEW_PAIRS ? PLAIN_KERNELS : loops
    const findNearest = createCellFinder(rowsOf(centres, joined), loopsHere)
    const { cells, distances } = findNearest(rowsOf(centres, outside).values, outside.length, 1)
    outside.forEach((c, at) => {
      if (distances[at] >= squares[c]) return
      squares[c] = distances[at]
      from[c] = joined[cells[at]]
    })
  }
  for (join(parts[0]); outside.length > 0; ) {
    const next = outside.reduce((least, c) => (squares[c] < squares[least] ? c : least))
    a.push(from[next])
    b.push(next)
    lengths.push(Math.sqrt(squares[next]))
    join(parts[next])
  }
  return { a: Int32Array.from(a), b: Int32Array.from(b), lengths: Float64Array.from(lengths) }
}

function rowsOf({ columnCount: d, values }: Matrix, rows: Int32Array): Matrix {
  const chosen = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    chosen.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  return { rowCount: rows.length, columnCount: d, values: chosen }
}

/** The shortest links that join different parts. */
function kruskal({ a, b, lengths }: CellLinks, parents: Int32Array): CellLinks {
  const order = new Int32Array(a.length)
  for (let t = 0; t < order.length; t++) order[t] = t
  order.sort((x, y) => lengths[x] - lengths[y] || a[x] - a[y] || b[x] - b[y])
  const kept = order.filter(t => {
    const rootA = rootOf(parents, a[t])
    const rootB = rootOf(parents, b[t])
    parents[rootA] = rootB
    return rootA !== rootB
  })
  return { a: kept.map(t => a[t]), b: kept.map(t => b[t]), lengths: Float64Array.from(kept, t => lengths[t]) }
}

function joined(first: CellLinks, second: CellLinks): CellLinks {
  return {
    a: appended(new Int32Array(first.a.length + second.a.length), first.a, second.a),
    b: appended(new Int32Array(first.b.length + second.b.length), first.b, second.b),
    lengths: appended(new Float64Array(first.a.length + second.a.length), first.lengths, second.lengths),
  }
}

function appended<Numbers extends Int32Array | Float64Array>(out: Numbers, first: Numbers, second: Numbers): Numbers {
  out.set(first)
  out.set(second, first.length)
  return out
}

/**
 * Genie (M. Gagolewski, M. Bartoszuk, A. Cena, Information Sciences 363, 2016) on a spanning tree of cells. The shortest
 * link joins two clusters. While the Gini index of the cluster sizes, in samples, exceeds the limit, only links at a
 * smallest cluster do. It stops at k clusters.
 */
export function genieLabels(
  tree: CellLinks,
  sizes: Float64Array,
  { clusterCount, giniLimit }: { clusterCount: number; giniLimit: number },
): Labels {
  const { a: ends, b: otherEnds } = tree
  const linkCount = ends.length
  const parents = selfParents(sizes.length)
  const masses = sizes.slice()
  const isUsed = new Uint8Array(linkCount)
  const massAt = (cell: number) => masses[rootOf(parents, cell)]
  const sorted = new SortedSizes(sizes)
  let first = 0
  let cursor = 0
  let least = -1
  while (sorted.count > clusterCount && first < linkCount) {
    while (isUsed[first] === 1) first++
    let chosen = first
    if (sorted.gini() > giniLimit) {
      if (sorted.least !== least || cursor < first) {
        least = sorted.least
        cursor = first
      }
      const touchesLeast = (t: number) => massAt(ends[t]) === least || massAt(otherEnds[t]) === least
      while (cursor < linkCount && (isUsed[cursor] === 1 || !touchesLeast(cursor))) cursor++
      if (cursor < linkCount) chosen = cursor
    }
    isUsed[chosen] = 1
    const a = rootOf(parents, ends[chosen])
    const b = rootOf(parents, otherEnds[chosen])
    sorted.remove(masses[a])
    sorted.remove(masses[b])
    parents[a] = b
    masses[b] += masses[a]
    sorted.insert(masses[b])
    if (sorted.least !== least) least = -1
  }
  return setLabels(parents)
}

/** The sizes of clusters in ascending order. */
class SortedSizes {
  count: number
  readonly #values: Float64Array
  readonly #total: number

  constructor(sizes: Float64Array) {
    this.#values = sizes.slice().sort()
    this.count = sizes.length
    this.#total = sizes.reduce((sum, size) => sum + size, 0)
  }

  get least(): number {
    return this.#values[0]
  }

  /** Σ over pairs of |size - size'|, divided by (count - 1) times the total: 0 for equal sizes, 1 for one large cluster. */
  gini(): number {
    let sum = 0
    let below = 0
    for (let i = 0; i < this.count; i++) {
      sum += i * this.#values[i] - below
      below += this.#values[i]
    }
    return this.count > 1 && this.#total > 0 ? sum / ((this.count - 1) * this.#total) : 0
  }

  remove(size: number): void {
    const at = this.#place(size)
    this.#values.copyWithin(at, at + 1, this.count)
    this.count--
  }

  insert(size: number): void {
    const at = this.#place(size)
    this.#values.copyWithin(at + 1, at, this.count)
    this.#values[at] = size
    this.count++
  }

  /** The first place with a value not below `size`. */
  #place(size: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#values[middle] < size) low = middle + 1
      else high = middle
    }
    return low
  }
}
