import { runToEnd, type Steps } from '../../pause.js'
import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** A sparse matrix in compressed rows. */
interface SparseRows {
  readonly rowCount: number
  /** Entries of row r at [starts[r], starts[r + 1]). */
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
}

/** A sparse matrix that multiplies blocks of vectors. */
export interface SparseMatrix extends SparseRows {
  /** y = A x for blocks of `width` vectors, row by row. */
  multiplyInto(y: Float64Array, x: Float64Array): void
  /** The same in steps. */
  multiplySteps(y: Float64Array, x: Float64Array): Steps<void>
}

interface SparseExports {
  sparseTimesBlock(
    starts: number,
    columns: number,
    values: number,
    x: number,
    y: number,
    width: number,
    from: number,
    to: number,
  ): void
}

/**
 * Memory for a sparse matrix with `entryCount` entries, square unless `columnCount` is given, to be filled by the caller,
 * and for blocks of `width` vectors (a multiple of 8). SIMD keeps everything in WebAssembly memory: 12 bytes per entry.
 */
export const createSparseMatrix = /* @__PURE__ */ orPlain(newSparseMatrix)

function newSparseMatrix(
  loops: HotLoops,
  rowCount: number,
  entryCount: number,
  width: number,
  columnCount = rowCount,
): SparseMatrix {
  if (loops.kind === 'plain') {
    const rows = {
      rowCount,
      starts: new Int32Array(rowCount + 1),
      columns: new Int32Array(entryCount),
      values: new Float64Array(entryCount),
    }
    const multiplyRows = (y: Float64Array, x: Float64Array) =>
      forSpans(rows.starts, (from, to) => sparseTimesBlock(rows, x, y, width, from, to))
    return { ...rows, multiplySteps: multiplyRows, multiplyInto: (y, x) => runToEnd(multiplyRows(y, x)) }
  }

  const blocks = (rowCount + columnCount) * width
  const workspace = new Workspace<SparseExports>(loops, 12 * entryCount + 4 * rowCount + 8 * blocks)
  const values = workspace.float64(entryCount)
  const input = workspace.float64(columnCount * width)
  const output = workspace.float64(rowCount * width)
  const columns = workspace.int32(entryCount)
  const starts = workspace.int32(rowCount + 1)
  function* multiplySteps(y: Float64Array, x: Float64Array): Steps<void> {
    input.set(x)
    yield* forSpans(starts, (from, to) => {
      workspace.exports.sparseTimesBlock(
        starts.byteOffset,
        columns.byteOffset,
        values.byteOffset,
        input.byteOffset,
        output.byteOffset,
        width,
        from,
        to,
      )
    })
    y.set(output)
  }
  return { rowCount, starts, columns, values, multiplySteps, multiplyInto: (y, x) => runToEnd(multiplySteps(y, x)) }
}

/** Calls of some milliseconds: a long first call would stay in the slow tier of the runtime. */
function* forSpans(starts: Int32Array, work: (from: number, to: number) => void): Steps<void> {
  const rowCount = starts.length - 1
  for (let from = 0; from < rowCount; ) {
    let to = from + 1
    while (to < rowCount && starts[to + 1] - starts[from] < ENTRIES_PER_CALL) to++
    work(from, to)
    from = to
    yield
  }
}

const ENTRIES_PER_CALL = 100_000

/** The TypeScript version of assembly/sparse.ts: the same sums in the same order, eight columns at a time. */
function sparseTimesBlock(
  rows: SparseRows,
  x: Float64Array,
  y: Float64Array,
  width: number,
  from: number,
  to: number,
): void {
  const { starts, columns, values } = rows
  for (let r = from; r < to; r++) {
    const first = starts[r]
    const last = starts[r + 1]
    for (let lane = 0; lane < width; lane += 8) {
      let a = 0
      let b = 0
      let c = 0
      let d = 0
      let e = 0
      let f = 0
      let g = 0
      let h = 0
      for (let at = first; at < last; at++) {
        const p = columns[at] * width + lane
        const v = values[at]
        a += v * x[p]
        b += v * x[p + 1]
        c += v * x[p + 2]
        d += v * x[p + 3]
        e += v * x[p + 4]
        f += v * x[p + 5]
        g += v * x[p + 6]
        h += v * x[p + 7]
      }
      const o = r * width + lane
      y[o] = a
      y[o + 1] = b
      y[o + 2] = c
      y[o + 3] = d
      y[o + 4] = e
      y[o + 5] = f
      y[o + 6] = g
      y[o + 7] = h
    }
  }
}
