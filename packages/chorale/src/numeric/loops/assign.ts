import type { Steps } from '../../pause.js'
import { plainInertia, plainMove, plainNearest, plainTryPair } from './assign-plain.js'
import {
  type Allocator,
  type AssignSize,
  type AssignTables,
  allocate,
  BLOCK,
  byteCount,
  GROUP,
  SLACK_PER_SQUARE,
} from './assign-tables.js'
import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/*
 * The loops of k-means: which of k centres is nearest to each of n points, the trials of k-means++ (both in f32), the sums
 * of the clusters and the inertia (in f64).
 *
 * Points are stored in blocks of 8, centres in groups of 4: a tile of 8 x 4 distances fits in registers, and the
 * smallest is kept in the same loop, so no n x k table is ever written. The lanes of a SIMD register are 8 different
 * points; every sum runs over the coordinates in order. assembly/assign.ts and assign-plain.ts
 * therefore round the same way, and their results are equal to the bit.
 *
 * |c|² - 2 x·c costs two operations per coordinate where |x - c|² costs three, but it cancels. So the runner-up is kept
 * too, and a label whose lead is within the rounding error is written as ~label; the caller decides those in f64.
 *
 * The module also keeps how much farther the second nearest centre of each point is. Until centres have moved as far as
 * that together, the point keeps its label and is left out (Hamerly's bound). The plain version compares all points; the
 * labels are the same.
 */

export interface Assign {
  readonly tables: AssignTables
  /**
   * Fills `next` and `touched` from the first `groupCount` groups of centres; returns the length of `touched`. If
   * `steps` tells how far each centre, and any other, can have moved since the last call together, points whose nearest
   * centre cannot have changed may be left out. Comes in steps.
   */
  nearest(groupCount: number, relative: number, hasSteps?: boolean): Steps<number>
  /** Fills trials[first] and trials[second] from trials[closest] and a pair for blocks from..to-1, and `totals`. */
  tryPair(pair: number, from: number, to: number, closest: number, first: number, second: number): void
  /** Moves the first `count` points of `touched` from their cluster in `labels` to that in `next`, in `sums` and `labels`. */
  move(count: number, clusterCount: number): void
  /** Σ w |x - c|² of the rows and their exact centres. */
  inertia(): number
}

export const createAssign = /* @__PURE__ */ orPlain(newAssign)

function newAssign(loops: HotLoops, size: AssignSize): Assign {
  return loops.kind === 'simd' ? simdAssign(loops, size) : plainAssign(size)
}

/** The functions of assembly/assign.ts: addresses of tables, and numbers. */
interface AssignExports {
  nearest(
    points: number,
    slack: number,
    from: number,
    to: number,
    dimension: number,
    centres: number,
    squares: number,
    groupCount: number,
    relative: number,
    squarePerSlack: number,
    labels: number,
    next: number,
    margins: number,
    touched: number,
    touchedCount: number,
    list: number,
    listCount: number,
    scratch: number,
  ): number
  restless(labels: number, margins: number, steps: number, n: number, list: number): number
  tryPair(
    points: number,
    from: number,
    to: number,
    dimension: number,
    pair: number,
    closest: number,
    weights: number,
    first: number,
    second: number,
    totals: number,
  ): void
  move(
    rows: number,
    dimension: number,
    weights: number,
    touched: number,
    count: number,
    labels: number,
    next: number,
    clusterCount: number,
    sums: number,
  ): void
  inertia(
    rows: number,
    dimension: number,
    weights: number,
    labels: number,
    from: number,
    to: number,
    centres: number,
    total: number,
  ): number
}

/** With more than this share of all points, copying them into blocks costs more than it saves. */
const MOST_LISTED = 0.7

/** Products per call of the module: about a millisecond, so that a first call does not stay in the slow tier. */
const PRODUCTS_PER_CALL = 8_000_000

function simdAssign(loops: HotLoops, size: AssignSize): Assign {
  const workspace = new Workspace<AssignExports>(loops, byteCount(size))
  const tables = allocate(workspace, size)
  const { pointCount, blockCount, dimension } = tables
  const { nearest, restless, tryPair, move, inertia } = workspace.exports
  const points = tables.points.byteOffset
  const slack = tables.slack.byteOffset
  const rows = tables.rows.byteOffset
  const weights = tables.weights.byteOffset
  const centres = tables.centres.byteOffset
  const squares = tables.squares.byteOffset
  const exactCentres = tables.exactCentres.byteOffset
  const sums = tables.sums.byteOffset
  const labels = tables.labels.byteOffset
  const next = tables.next.byteOffset
  const touched = tables.touched.byteOffset
  const margins = tables.margins.byteOffset
  const steps = tables.steps.byteOffset
  const list = tables.list.byteOffset
  const scratch = tables.scratch.byteOffset
  const pairs = tables.pairs.map(table => table.byteOffset)
  const totals = tables.totals.byteOffset
  const trials = tables.trials.map(table => table.byteOffset)
  // Truncation by |: V8 would take a quotient that is whole at first for one that always is, and compile again and again.
  const share = (productsPerItem: number) => Math.max(1, (PRODUCTS_PER_CALL / productsPerItem) | 0)

  return {
    tables,
    *nearest(groupCount, relative, hasSteps = false) {
      const listCount = hasSteps ? restless(labels, margins, steps, pointCount, list) : pointCount
      const isListed = listCount < MOST_LISTED * pointCount
      const blocks = isListed ? Math.ceil(listCount / BLOCK) : blockCount
      const step = share(BLOCK * GROUP * groupCount * dimension)
      let count = 0
      for (let from = 0; from < blocks; from += step) {
        const to = Math.min(from + step, blocks)
        count = nearest(
          points,
          slack,
          from,
          to,
          dimension,
          centres,
          squares,
          groupCount,
          relative,
          2 / (SLACK_PER_SQUARE * relative),
          labels,
          next,
          margins,
          touched,
          count,
          isListed ? list : 0,
          listCount,
          scratch,
        )
        yield
      }
      return count
    },
    tryPair(pair, from, to, closest, first, second) {
      const near = trials[closest]
      tryPair(points, from, to, dimension, pairs[pair], near, weights, trials[first], trials[second], totals)
    },
    move(count, clusterCount) {
      const step = share(4 * dimension)
      for (let from = 0; from < count; from += step) {
        const list = touched + 4 * from
        move(rows, dimension, weights, list, Math.min(step, count - from), labels, next, clusterCount, sums)
      }
    },
    inertia() {
      const step = share(4 * dimension)
      let total = 0
      for (let from = 0; from < pointCount; from += step) {
        const to = Math.min(from + step, pointCount)
        total = inertia(rows, dimension, weights, labels, from, to, exactCentres, total)
      }
      return total
    },
  }
}

const HEAP: Allocator = {
  float64: length => new Float64Array(length),
  float32: length => new Float32Array(length),
  int32: length => new Int32Array(length),
}

function plainAssign(size: AssignSize): Assign {
  const tables = allocate(HEAP, size)
  return {
    tables,
    nearest: (groupCount, relative) => plainNearest(tables, groupCount, relative),
    tryPair: (pair, from, to, closest, first, second) => plainTryPair(tables, pair, from, to, closest, first, second),
    move: (count, clusterCount) => plainMove(tables, count, clusterCount),
    inertia: () => plainInertia(tables),
  }
}
