import { createPairSearch, type FloatRows, nearestOfCandidates, paddedWidth } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'

/** The coordinates and the nearest rows of a graph. */
export interface ViewPlan {
  /** The number of leading components. */
  readonly columnCount: number
  /** Whether the rows are scaled to length 1 after centring. */
  readonly isUnit: boolean
  /** The nearest rows of every row: n x count. */
  readonly nearest: Int32Array
}

/** Leading components of the graphs. */
export const COMPONENTS = [100, 30] as const
/** Neighbours: √n within limits. */
const NEIGHBOURS = { from: 5, to: 10 }
/** Above so many rows, only the first graph is searched. The others choose among so many of its nearest rows. */
const SEARCHED = { upTo: 5000, candidates: 40 }

export function neighbourCount(n: number): number {
  return Math.min(n - 1, NEIGHBOURS.to, Math.max(NEIGHBOURS.from, Math.round(Math.sqrt(n))))
}

/** The graphs of rows in their principal components: the first 100 and 30, as they are and scaled to unit length. */
export function* graphViews(
  components: FloatRows,
  columnCount: number,
  loops: HotLoops,
): Generator<unknown, ViewPlan[]> {
  const { rowCount: n } = components
  const count = neighbourCount(n)
  const views: ViewPlan[] = []
  let candidates: Int32Array | null = null
  for (const columns of new Set(COMPONENTS.map(wanted => Math.min(wanted, columnCount)))) {
    for (const isUnit of [false, true]) {
      const rows = viewRows(components, columns, isUnit)
      let nearest: Int32Array
      if (n <= SEARCHED.upTo) nearest = yield* nearestRows(rows, count, loops)
      else {
        candidates ??= yield* nearestRows(rows, SEARCHED.candidates, loops)
        nearest = nearestOfCandidates(loops, rows, candidates, count)
        yield 'neighbours'
      }
      views.push({ columnCount: columns, isUnit, nearest })
    }
  }
  return views
}

/** The nearest rows of every row. */
export function* nearestRows(rows: FloatRows, count: number, loops: HotLoops): Generator<unknown, Int32Array> {
  const search = createPairSearch(loops, rows, count)
  for (let at = 0; at < search.stepCount; at++) {
    search.step(at)
    yield 'neighbours'
  }
  return search.result()
}

/** The leading columns, scaled to unit length if wanted. A row of zeros stays as it is. */
export function viewRows({ rowCount: n, width: from, values }: FloatRows, columns: number, isUnit: boolean): FloatRows {
  const width = paddedWidth(columns)
  const out = new Float32Array(n * width)
  for (let i = 0; i < n; i++) {
    let square = 0
    for (let f = 0; f < columns; f++) square += values[i * from + f] * values[i * from + f]
    const scale = isUnit && square > 0 ? 1 / Math.sqrt(square) : 1
    for (let f = 0; f < columns; f++) out[i * width + f] = scale * values[i * from + f]
  }
  return { rowCount: n, width, values: out }
}
