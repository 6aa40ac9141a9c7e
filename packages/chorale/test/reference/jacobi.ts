/** A dense matrix, by rows. */
export type Dense = number[][]

export interface EigenPairs {
  /** From the largest down. */
  readonly values: number[]
  /** vectors[q] belongs to values[q]; orthonormal. */
  readonly vectors: Dense
}

/**
 * All eigenpairs of a symmetric matrix by cyclic Jacobi rotations: slow, short and very accurate.
 * Each rotation makes one off-diagonal entry zero (Golub and Van Loan, Matrix Computations, section 8.5).
 */
export function jacobiEigen(matrix: Dense): EigenPairs {
  const n = matrix.length
  const A = matrix.map(row => Float64Array.from(row))
  // Eigenvectors are kept as rows, so that every loop below runs along memory.
  const V = A.map((_, i) => new Float64Array(n).fill(0).fill(1, i, i + 1))
  const size = Math.hypot(...A.map(row => Math.hypot(...row)))

  for (let sweep = 0; sweep < 40; sweep++) {
    let rotated = false
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = A[p]![q]!
        if (Math.abs(apq) <= 1e-17 * size) continue
        rotated = true
        const theta = (A[q]![q]! - A[p]![p]!) / (2 * apq)
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(1 + theta * theta))
        const c = 1 / Math.sqrt(1 + t * t)
        rotateBothSides(A, p, q, c, t * c)
        rotateRows(V[p]!, V[q]!, c, t * c)
      }
    }
    if (!rotated) break
  }

  const order = A.map((_, i) => i).sort((i, j) => A[j]![j]! - A[i]![i]!)
  return { values: order.map(i => A[i]![i]!), vectors: order.map(i => Array.from(V[i]!)) }
}

/** A <- R A R', R the rotation of rows p and q. */
function rotateBothSides(A: Float64Array[], p: number, q: number, c: number, s: number): void {
  rotateRows(A[p]!, A[q]!, c, s)
  for (const row of A) {
    const left = row[p]!
    const right = row[q]!
    row[p] = c * left - s * right
    row[q] = s * left + c * right
  }
}

function rotateRows(first: Float64Array, second: Float64Array, c: number, s: number): void {
  for (let i = 0; i < first.length; i++) {
    const left = first[i]!
    const right = second[i]!
    first[i] = c * left - s * right
    second[i] = s * left + c * right
  }
}
