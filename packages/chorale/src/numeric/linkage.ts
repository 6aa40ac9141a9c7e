import type { Pauser } from '../pause.js'

/**
 * Agglomerative clustering by average or single linkage, in exactly the greedy order: the pair at the smallest
 * distance first; of equals the one with the smallest first position, then the smallest second. The union stays at
 * the first position, the second dies.
 *
 * Every position keeps its nearest neighbour among those behind it, or only a lower bound of its distance: a merge never
 * brings a third cluster nearer than the nearer of the two was, so a bound stays one, and a row is searched anew only
 * when its bound comes up as the smallest (Müllner 2011, the "generic" algorithm). Rounding can bring a cluster nearer
 * by one unit in the last place; that is noticed where the distance is written, so the order is that of the plain
 * search over all pairs, to the bit. About O(n²) time in practice, O(n³) at worst; 4 n² bytes, the triangle itself.
 * Dead positions are squeezed out of the triangle whenever they are a quarter of it; the order of the others stays.
 */
export type LinkageRule = 'average' | 'single' | 'counts'

/** Distances of all pairs i < j, row after row: (0,1), (0,2), .., (1,2), .. */
export interface DistanceTriangle {
  readonly size: number
  readonly values: Float64Array
}

export function triangleLength(size: number): number {
  return (size * (size - 1)) / 2
}

/** The merges in their order. Positions are samples; a cluster is known by its first sample. */
export interface MergeTree {
  readonly size: number
  readonly firsts: Int32Array
  readonly seconds: Int32Array
  readonly heights: Float64Array
}

export interface LinkageOptions {
  /**
   * average: d(i∪j, x) = (|i| d(i,x) + |j| d(j,x)) / (|i| + |j|).   single: the smaller of the two.
   * counts: average, for distances that are whole numbers between samples: every average is the correctly rounded
   * quotient of an exact sum, so equal averages are equal numbers and ties are true ties.
   */
  rule: LinkageRule
  /** How many samples each position stands for; 1 by default. */
  sizes?: Float64Array
  pauser?: Pauser
}

/** All n - 1 merges. Uses up the triangle: its values mean nothing afterwards. */
export async function linkage(triangle: DistanceTriangle, options: LinkageOptions): Promise<MergeTree> {
  const { size } = triangle
  const mergeCount = Math.max(0, size - 1)
  const tree = {
    size,
    firsts: new Int32Array(mergeCount),
    seconds: new Int32Array(mergeCount),
    heights: new Float64Array(mergeCount),
  }
  const state = startingState(triangle, options.sizes)
  for (let merge = 0; merge < mergeCount; merge++) {
    if (state.alive < 0.75 * state.size) squeeze(state)
    const i = closestPosition(state)
    const j = state.neighbours[i]
    tree.firsts[merge] = state.samples[i]
    tree.seconds[merge] = state.samples[j]
    tree.heights[merge] = state.bounds[i]
    unite(state, i, j, options.rule)
    await options.pauser?.pause()
  }
  return tree
}

/** The clusters left when the last k - 1 merges are undone, numbered by first appearance. */
export function cutTree({ size, firsts, seconds }: MergeTree, clusterCount: number): Int32Array {
  const parents = Int32Array.from({ length: size }, (_, i) => i)
  for (let merge = 0; merge < size - clusterCount; merge++) parents[seconds[merge]] = firsts[merge]
  const labels = new Int32Array(size)
  let used = 0
  // A parent comes before its child: its label is known.
  for (let i = 0; i < size; i++) labels[i] = parents[i] === i ? used++ : labels[parents[i]]
  return labels
}

/**
 * The samples from left to right as R's hclust draws the tree: of two samples the first is on the left, a sample is on the left
 * of a cluster, and of two clusters the one that was made first.
 */
export function leafOrder({ size, firsts, seconds }: MergeTree): Int32Array {
  // Samples on either side of each merge: negative, as ~sample, or the number of a merge.
  const made = Int32Array.from({ length: size }, (_, i) => ~i)
  const left = new Int32Array(firsts.length)
  const right = new Int32Array(firsts.length)
  for (let merge = 0; merge < firsts.length; merge++) {
    const a = made[firsts[merge]]
    const b = made[seconds[merge]]
    // Merges: the earlier first. A sample before a merge. Samples: ~a > ~b where a < b.
    const isTurned = a >= 0 && b >= 0 ? a > b : a >= 0
    left[merge] = isTurned ? b : a
    right[merge] = isTurned ? a : b
    made[firsts[merge]] = merge
  }
  const order = new Int32Array(size)
  const open = firsts.length === 0 ? [~0] : [firsts.length - 1]
  for (let at = 0; at < size; ) {
    const node = open.pop()!
    if (node < 0) order[at++] = ~node
    else open.push(right[node], left[node])
  }
  return order
}

/** The clusters that are still apart, packed in the first `size` positions of the arrays. */
interface State {
  /** Positions in use, dead ones included. */
  size: number
  alive: number
  readonly values: Float64Array
  /** d(x, y) of positions x < y is at values[rowStarts[x] + y]; dead columns hold what they held last. */
  readonly rowStarts: Float64Array
  readonly sizes: Float64Array
  /** The first sample of each cluster. */
  readonly samples: Int32Array
  /** The nearest position behind each one, the first of equals; -1 where only a bound is known. */
  readonly neighbours: Int32Array
  /** Its distance, or a lower bound of it; Infinity for dead positions and the last one. */
  readonly bounds: Float64Array
  readonly isAlive: Uint8Array
}

function startingState({ size, values }: DistanceTriangle, sizes?: Float64Array): State {
  const state: State = {
    size,
    alive: size,
    values,
    rowStarts: new Float64Array(size),
    sizes: sizes?.slice() ?? new Float64Array(size).fill(1),
    samples: Int32Array.from({ length: size }, (_, i) => i),
    neighbours: new Int32Array(size).fill(-1),
    bounds: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    isAlive: new Uint8Array(size).fill(1),
  }
  setRowStarts(state)
  for (let x = 0; x < size; x++) searchRow(state, x)
  return state
}

function setRowStarts({ size, rowStarts }: State): void {
  for (let x = 0; x < size; x++) rowStarts[x] = (x * (2 * size - x - 1)) / 2 - x - 1
}

/** Finds the nearest position behind x, the first of equals; nothing can be nearer than the bound. */
function searchRow({ size, values, rowStarts, neighbours, bounds, isAlive }: State, x: number): void {
  const start = rowStarts[x]
  const bound = bounds[x]
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (let y = x + 1; y < size; y++) {
    const d = values[start + y]
    if (d < least && isAlive[y] === 1) {
      least = d
      nearest = y
      if (d <= bound) break
    }
  }
  neighbours[x] = nearest
  bounds[x] = least
}

/** The first position with the smallest distance to one behind it. */
function closestPosition(state: State): number {
  const { size, bounds, neighbours } = state
  for (;;) {
    let closest = 0
    let least = Number.POSITIVE_INFINITY
    for (let x = 0; x < size; x++) {
      if (bounds[x] < least) {
        least = bounds[x]
        closest = x
      }
    }
    if (neighbours[closest] >= 0) return closest
    searchRow(state, closest)
  }
}

function unite(state: State, i: number, j: number, rule: LinkageRule): void {
  const { size, values, rowStarts, sizes, neighbours, bounds, isAlive } = state
  const a = sizes[i]
  const b = sizes[j]
  isAlive[j] = 0
  bounds[j] = Number.POSITIVE_INFINITY
  neighbours[j] = 0
  state.alive--

  for (let x = 0; x < i; x++) {
    if (isAlive[x] === 0) continue
    const atI = rowStarts[x] + i
    const atJ = rowStarts[x] + j
    const d = combined(rule, values[atI], values[atJ], a, b, sizes[x])
    values[atI] = d
    if (d < bounds[x]) {
      bounds[x] = d
      neighbours[x] = i
    } else if (neighbours[x] >= i) {
      // The same distance as before, now at i: still the first of equals. Otherwise a bound is left of i's or j's.
      if (d === bounds[x]) neighbours[x] = i
      else if (neighbours[x] === i || neighbours[x] === j) neighbours[x] = -1
    }
  }
  const start = rowStarts[i]
  for (let x = i + 1; x < j; x++) {
    if (isAlive[x] === 0) continue
    const atJ = rowStarts[x] + j
    values[start + x] = combined(rule, values[start + x], values[atJ], a, b, sizes[x])
    if (neighbours[x] === j) neighbours[x] = -1
  }
  const startJ = rowStarts[j]
  for (let x = j + 1; x < size; x++) {
    values[start + x] = combined(rule, values[start + x], values[startJ + x], a, b, sizes[x])
  }
  sizes[i] = a + b
  bounds[i] = Number.NEGATIVE_INFINITY
  searchRow(state, i)
}

function combined(rule: LinkageRule, di: number, dj: number, a: number, b: number, c: number): number {
  if (rule === 'single') return Math.min(di, dj)
  if (rule === 'average') return (a * di + b * dj) / (a + b)
  // The sums behind the averages are whole numbers below 2⁵³, so rounding the products gives them back.
  return (Math.floor(a * c * di + 0.5) + Math.floor(b * c * dj + 0.5)) / ((a + b) * c)
}

/** Removes the dead positions; the others keep their order. */
function squeeze(state: State): void {
  const { size, values, rowStarts, sizes, samples, neighbours, bounds, isAlive } = state
  const kept = new Int32Array(state.alive)
  const moved = new Int32Array(size).fill(-1)
  let alive = 0
  for (let x = 0; x < size; x++) {
    if (isAlive[x] === 0) continue
    moved[x] = alive
    kept[alive++] = x
  }
  const oldStarts = rowStarts.slice(0, size)
  state.size = alive
  setRowStarts(state)
  // Every entry moves towards the front, past entries that have moved already.
  let to = 0
  for (let x = 0; x < alive; x++) {
    const from = oldStarts[kept[x]]
    for (let y = x + 1; y < alive; y++) values[to++] = values[from + kept[y]]
  }
  for (let x = 0; x < alive; x++) {
    const old = kept[x]
    sizes[x] = sizes[old]
    samples[x] = samples[old]
    bounds[x] = bounds[old]
    neighbours[x] = neighbours[old] < 0 ? -1 : moved[neighbours[old]]
    isAlive[x] = 1
  }
}
