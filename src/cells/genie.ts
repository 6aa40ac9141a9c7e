import type { NearCells } from '../hot-loops/group-search.js'
import { squaredDistance } from '../hot-loops/squared-distance.js'
import type { Labels, Matrix } from '../types.js'
import { rootOf, selfParents, setLabels } from './disjoint-sets.js'

/** A link between two cells. */
export interface CellLink {
  readonly a: number
  readonly b: number
  readonly length: number
}

/** Two neighbouring cells: the gap between their samples, and the distance of their centres. */
export interface CellGap {
  readonly a: number
  readonly b: number
  readonly gap: number
  readonly apart: number
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
export function cellGaps({ count, cells, distances }: NearCells, centres: Matrix): CellGap[] {
  const places = new Map<number, number>()
  const pairs: { a: number; b: number; apart: number; sides: [number, number] }[] = []
  if (count < 2) return []
  for (let at = 0; at < cells.length; at += count) {
    const [first, second] = [cells[at], cells[at + 1]]
    const a = Math.min(first, second)
    const b = Math.max(first, second)
    const key = a * centres.rowCount + b
    let place = places.get(key)
    if (place === undefined) {
      place = pairs.length
      places.set(key, place)
      const apart = distanceBetween(centres, a, b)
      pairs.push({ a, b, apart, sides: [apart / 2, apart / 2] })
    }
    const { apart, sides } = pairs[place]
    const margin = apart > 0 ? (distances[at + 1] - distances[at]) / (2 * apart) : 0
    const side = first === a ? 0 : 1
    if (margin < sides[side]) sides[side] = margin
  }
  return pairs.map(({ a, b, apart, sides }) => ({ a, b, apart, gap: sides[0] + sides[1] }))
}

function distanceBetween({ columnCount: d, values }: Matrix, a: number, b: number): number {
  return Math.sqrt(squaredDistance(values, a * d, values, b * d, d, Infinity))
}

/**
 * A minimum spanning tree of the cells, shortest link first. Parts that no link joins are joined last, in order of the
 * distance of their nearest centres.
 */
export function spanningTree(links: readonly CellLink[], centres: Matrix): CellLink[] {
  const { rowCount: p } = centres
  const parents = selfParents(p)
  const tree = kruskal(links, parents)
  if (tree.length === p - 1) return tree

  return [...tree, ...kruskal(linksBetweenParts(parents, centres), parents)]
}

/** The shortest links that join all parts, by the distance of centres: Prim's tree, in which a part has no extent. */
function linksBetweenParts(parents: Int32Array, { rowCount: p, columnCount: d, values }: Matrix): CellLink[] {
  const parts = Int32Array.from({ length: p }, (_, c) => rootOf(parents, c))
  const squares = new Float64Array(p).fill(Infinity)
  const from = new Int32Array(p)
  const isDone = new Uint8Array(p)
  const links: CellLink[] = []
  let current = 0
  for (let step = 1; step < p; step++) {
    isDone[current] = 1
    let next = -1
    for (let c = 0; c < p; c++) {
      if (isDone[c] === 1) continue
      let square = 0
      if (parts[c] !== parts[current]) {
        for (let f = 0; f < d; f++) {
          const difference = values[current * d + f] - values[c * d + f]
          square += difference * difference
        }
      }
      if (square < squares[c]) {
        squares[c] = square
        from[c] = current
      }
      if (next < 0 || squares[c] < squares[next]) next = c
    }
    if (parts[next] !== parts[from[next]]) links.push({ a: from[next], b: next, length: Math.sqrt(squares[next]) })
    current = next
  }
  return links
}

/** The shortest links that join different parts. */
function kruskal(links: readonly CellLink[], parents: Int32Array): CellLink[] {
  const sorted = [...links].sort((x, y) => x.length - y.length || x.a - y.a || x.b - y.b)
  return sorted.filter(({ a, b }) => {
    const [rootA, rootB] = [rootOf(parents, a), rootOf(parents, b)]
    if (rootA !== rootB) parents[rootA] = rootB
    return rootA !== rootB
  })
}

/**
 * Genie (M. Gagolewski, M. Bartoszuk, A. Cena, Information Sciences 363, 2016) on a spanning tree of cells. The shortest
 * link joins two clusters. While the Gini index of the cluster sizes, in samples, exceeds the limit, only links at a
 * smallest cluster do. It stops at k clusters.
 */
export function genieLabels(
  tree: readonly CellLink[],
  sizes: Float64Array,
  { clusterCount, giniLimit }: { clusterCount: number; giniLimit: number },
): Labels {
  const parents = selfParents(sizes.length)
  const masses = sizes.slice()
  const isUsed = new Uint8Array(tree.length)
  const sorted = new SortedSizes(sizes)
  let first = 0
  let cursor = 0
  let least = -1
  while (sorted.count > clusterCount && first < tree.length) {
    while (isUsed[first] === 1) first++
    let chosen = first
    if (sorted.gini() > giniLimit) {
      if (sorted.least !== least || cursor < first) {
        least = sorted.least
        cursor = first
      }
      const touchesLeast = ({ a, b }: CellLink) =>
        masses[rootOf(parents, a)] === least || masses[rootOf(parents, b)] === least
      while (cursor < tree.length && (isUsed[cursor] === 1 || !touchesLeast(tree[cursor]))) cursor++
      if (cursor < tree.length) chosen = cursor
    }
    isUsed[chosen] = 1
    const a = rootOf(parents, tree[chosen].a)
    const b = rootOf(parents, tree[chosen].b)
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
