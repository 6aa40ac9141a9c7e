import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** A dense square matrix that multiplies blocks of columns. */
export interface DenseMatrix {
  /** Rows and columns in memory: the size of the matrix, rounded up to a multiple of 2 and padded with zeros. */
  readonly size: number
  /** size x size, to be filled by the caller. */
  readonly values: Float64Array
  /** Columns of a block in memory, rounded up to a multiple of 8. */
  readonly width: number
  /** size x width, to be filled before `multiply`; and its result, values times input. */
  readonly input: Float64Array
  readonly output: Float64Array
  multiply(): void
}

interface DenseExports {
  denseTimesBlock(a: number, x: number, y: number, size: number, width: number, from: number, to: number): void
}

export const createDenseMatrix = /* @__PURE__ */ orPlain(newDenseMatrix)

function newDenseMatrix(loops: HotLoops, rowCount: number, columnCount: number): DenseMatrix {
  const size = rowCount + (rowCount % 2)
  const width = 8 * Math.ceil(columnCount / 8)
  if (loops.kind === 'plain') {
    const values = new Float64Array(size * size)
    const input = new Float64Array(size * width)
    const output = new Float64Array(size * width)
    return { size, values, width, input, output, multiply: () => denseTimesBlock(values, input, output, size, width) }
  }
  const workspace = new Workspace<DenseExports>(loops, 8 * size * (size + 2 * width))
  const values = workspace.float64(size * size)
  const input = workspace.float64(size * width)
  const output = workspace.float64(size * width)
  return {
    size,
    values,
    width,
    input,
    output,
    multiply() {
      // Calls of about a millisecond: a long first call would stay in the slow tier of the runtime.
      const columns = 8 * Math.max(1, Math.floor(250_000 / (size * size)))
      for (let from = 0; from < width; from += columns) {
        workspace.exports.denseTimesBlock(
          values.byteOffset,
          input.byteOffset,
          output.byteOffset,
          size,
          width,
          from,
          Math.min(from + columns, width),
        )
      }
    },
  }
}

/** The TypeScript version of assembly/dense.ts: the same sums in the same order, in tiles of 2 x 4 outputs. */
function denseTimesBlock(a: Float64Array, x: Float64Array, y: Float64Array, size: number, width: number): void {
  for (let lane = 0; lane < width; lane += 4) {
    for (let r = 0; r < size; r += 2) {
      let c00 = 0
      let c01 = 0
      let c02 = 0
      let c03 = 0
      let c10 = 0
      let c11 = 0
      let c12 = 0
      let c13 = 0
      for (let b = 0, p = lane, f = r * size; b < size; b++, p += width, f++) {
        const s0 = a[f]
        const s1 = a[f + size]
        c00 += s0 * x[p]
        c01 += s0 * x[p + 1]
        c02 += s0 * x[p + 2]
        c03 += s0 * x[p + 3]
        c10 += s1 * x[p]
        c11 += s1 * x[p + 1]
        c12 += s1 * x[p + 2]
        c13 += s1 * x[p + 3]
      }
      const o = r * width + lane
      y[o] = c00
      y[o + 1] = c01
      y[o + 2] = c02
      y[o + 3] = c03
      y[o + width] = c10
      y[o + width + 1] = c11
      y[o + width + 2] = c12
      y[o + width + 3] = c13
    }
  }
}
