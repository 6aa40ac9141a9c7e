import { createDenseMatrix, type DenseMatrix } from './loops/dense.js'
import { type HotLoops, PLAIN_KERNELS } from './loops/hot-loops.js'

/**
 * The inverse of a sparse symmetric positive definite matrix, as one dense block per connected component.
 * Rows that are not linked, directly or through others, have zeros between them in the inverse, too.
 */
export interface BlockInverse {
  readonly blocks: readonly { readonly rows: Int32Array; readonly inverse: DenseMatrix }[]
}

/** O(Σ s³) for components of s rows. `matrix` is size x size, row by row. */
export function blockInverse(loops: HotLoops, matrix: Float64Array, size: number): BlockInverse {
  return {
    blocks: components(matrix, size).map(rows => {
      const s = rows.length
      const block = new Float64Array(s * s)
      for (let a = 0; a < s; a++) for (let b = 0; b < s; b++) block[a * s + b] = matrix[rows[a] * size + rows[b]]
      invert(block, s)
      // A separate WebAssembly memory pays off only for large blocks; the results are the same.
      const inverse = createDenseMatrix(s < SMALL ? PLAIN_KERNELS : loops, s, size)
      for (let a = 0; a < s; a++) inverse.values.set(block.subarray(a * s, (a + 1) * s), a * inverse.size)
      return { rows, inverse }
    }),
  }
}

const SMALL = 32

/** out = A⁻¹ x for all columns of x: size x size each. O(Σ s² size). */
export function solveBlocksInto(out: Float64Array, { blocks }: BlockInverse, x: Float64Array, size: number): void {
  for (const { rows, inverse } of blocks) {
    const { input, output, width } = inverse
    for (let a = 0; a < rows.length; a++) input.set(x.subarray(rows[a] * size, (rows[a] + 1) * size), a * width)
    inverse.multiply()
    for (let a = 0; a < rows.length; a++) out.set(output.subarray(a * width, a * width + size), rows[a] * size)
  }
}

/** Rows linked by non-zero entries, each component ascending, ordered by its first row. */
function components(matrix: Float64Array, size: number): Int32Array[] {
  const seen = new Uint8Array(size)
  const found: Int32Array[] = []
  for (let start = 0; start < size; start++) {
    if (seen[start] === 1) continue
    seen[start] = 1
    const rows = [start]
    for (let next = 0; next < rows.length; next++) {
      const at = rows[next] * size
      for (let j = 0; j < size; j++) {
        if (seen[j] === 1 || matrix[at + j] === 0) continue
        seen[j] = 1
        rows.push(j)
      }
    }
    found.push(Int32Array.from(rows).sort())
  }
  return found
}

/** A⁻¹ by Gauss-Jordan without pivoting, which a positive definite matrix does not need. In place. */
function invert(A: Float64Array, s: number): void {
  for (let p = 0; p < s; p++) {
    const pivot = 1 / A[p * s + p]
    A[p * s + p] = 1
    for (let j = 0; j < s; j++) A[p * s + j] *= pivot
    for (let i = 0; i < s; i++) {
      if (i === p) continue
      const factor = A[i * s + p]
      if (factor === 0) continue
      A[i * s + p] = 0
      for (let j = 0; j < s; j++) A[i * s + j] -= factor * A[p * s + j]
    }
  }
}
