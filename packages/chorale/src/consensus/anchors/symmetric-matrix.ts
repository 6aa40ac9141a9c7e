import { createDenseMatrix } from '../../numeric/loops/dense.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createSparseMatrix } from '../../numeric/loops/sparse.js'

/** A symmetric matrix that multiplies blocks of columns. */
export interface SymmetricMatrix {
  /** Columns of a block in memory. */
  readonly width: number
  /** At least size x width, to be filled before `multiply`; and its result, the matrix times the input. */
  readonly input: Float64Array
  readonly output: Float64Array
  multiply(): void
}

/** Above this share of nonzero entries, a product with all entries is faster. */
const DENSE = 0.4

/**
 * The matrix with the given lower triangle, size x size. It stores only the nonzero entries if there are few: most pairs
 * of clusters have no sample in common. The products are the same to the bit.
 */
export function symmetricMatrix(loops: HotLoops, lower: Float64Array, size: number, width: number): SymmetricMatrix {
  const counts = new Int32Array(size)
  let total = 0
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      if (lower[a * size + b] === 0) continue
      counts[a]++
      if (b < a) counts[b]++
      total += b < a ? 2 : 1
    }
  }
  return total > DENSE * size * size
    ? denseMatrix(loops, lower, size, width)
    : sparseMatrix(loops, lower, counts, total, width)
}

function denseMatrix(loops: HotLoops, lower: Float64Array, rowCount: number, columnCount: number): SymmetricMatrix {
  const matrix = createDenseMatrix(loops, rowCount, columnCount)
  const { size, values } = matrix
  for (let a = 0; a < rowCount; a++) {
    for (let b = 0; b <= a; b++) {
      values[a * size + b] = lower[a * rowCount + b]
      values[b * size + a] = lower[a * rowCount + b]
    }
  }
  return matrix
}

function sparseMatrix(
  loops: HotLoops,
  lower: Float64Array,
  counts: Int32Array,
  total: number,
  width: number,
): SymmetricMatrix {
  const size = counts.length
  const matrix = createSparseMatrix(loops, size, total, width)
  const { starts, columns, values } = matrix
  for (let a = 0; a < size; a++) starts[a + 1] = starts[a] + counts[a]
  const next = starts.slice(0, size)
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      const value = lower[a * size + b]
      if (value === 0) continue
      columns[next[a]] = b
      values[next[a]++] = value
      if (b === a) continue
      columns[next[b]] = a
      values[next[b]++] = value
    }
  }
  const input = new Float64Array(size * width)
  const output = new Float64Array(size * width)
  return { width, input, output, multiply: () => matrix.multiplyInto(output, input) }
}
