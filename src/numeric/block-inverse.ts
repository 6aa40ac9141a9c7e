/**
 * The inverse of a sparse symmetric positive definite matrix, as one dense block per connected component.
 * Rows that are not linked, directly or through others, have zeros between them in the inverse, too.
 */
export interface BlockInverse {
  readonly blocks: readonly { readonly rows: Int32Array; readonly values: Float64Array }[]
}

/** O(Σ s³) for components of s rows. `matrix` is size x size, row after row. */
export function blockInverse(matrix: Float64Array, size: number): BlockInverse {
  return {
    blocks: components(matrix, size).map(rows => {
      const s = rows.length
      const block = new Float64Array(s * s)
      for (let a = 0; a < s; a++) for (let b = 0; b < s; b++) block[a * s + b] = matrix[rows[a] * size + rows[b]]
      return { rows, values: invert(block, s) }
    }),
  }
}

/** out = A⁻¹ x for all columns of x: size x size each. O(Σ s² size). */
export function solveBlocksInto(out: Float64Array, { blocks }: BlockInverse, x: Float64Array, size: number): void {
  out.fill(0)
  for (const { rows, values } of blocks) {
    const s = rows.length
    // Columns in tiles that stay in the nearest caches while all rows of the block pass by.
    for (let from = 0; from < size; from += TILE) {
      const to = Math.min(from + TILE, size)
      for (let a = 0; a < s; a++) addProducts(out, rows[a] * size, values, a * s, x, rows, size, from, to)
    }
  }
}

const TILE = 256

/** out[at ..] += Σ_b factors[b] x[rows[b]] on columns [from, to), four rows at a time. */
function addProducts(
  out: Float64Array,
  at: number,
  factors: Float64Array,
  first: number,
  x: Float64Array,
  rows: Int32Array,
  size: number,
  from: number,
  to: number,
): void {
  const s = rows.length
  let b = 0
  for (; b + 4 <= s; b += 4) {
    const [f0, f1, f2, f3] = [
      factors[first + b],
      factors[first + b + 1],
      factors[first + b + 2],
      factors[first + b + 3],
    ]
    const [r0, r1, r2, r3] = [rows[b] * size, rows[b + 1] * size, rows[b + 2] * size, rows[b + 3] * size]
    for (let j = from; j < to; j++) out[at + j] += f0 * x[r0 + j] + f1 * x[r1 + j] + f2 * x[r2 + j] + f3 * x[r3 + j]
  }
  for (; b < s; b++) {
    const f = factors[first + b]
    const r = rows[b] * size
    for (let j = from; j < to; j++) out[at + j] += f * x[r + j]
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
function invert(A: Float64Array, s: number): Float64Array {
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
  return A
}
