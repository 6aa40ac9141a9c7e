import { type HotLoops, PLAIN_KERNELS } from './hot-loops.js'
import { addScaled, dot, subtractTwoScaled } from './vector.js'
import { orPlain, Workspace } from './workspace.js'

/** Eigenpairs of a symmetric matrix, largest eigenvalue first. */
export interface SymmetricEigen {
  readonly values: Float64Array
  /** Eigenvector j is row j: size x size, row by row. */
  readonly vectors: Float64Array
}

interface SymmetricEigenExports {
  symmetricEigen(
    A: number,
    size: number,
    reflectors: number,
    betas: number,
    diagonal: number,
    beside: number,
    p: number,
    vectors: number,
  ): number
}

/**
 * All eigenpairs of a small symmetric matrix (stored row by row; both triangles are read).
 *
 *   A = V diag(λ) V'
 *
 * Householder reflections to tridiagonal form, then implicit QL. O(n³); meant for n up to a few hundred.
 * Only + - * / and sqrt are used, in a fixed order: the result is the same on every JavaScript runtime.
 */
export function symmetricEigen(matrix: Float64Array, size: number, loops: HotLoops = PLAIN_KERNELS): SymmetricEigen {
  const { values, vectors } = eigenOf(loops, matrix, size, true)
  return sortDescending(values, vectors!, size)
}

/** The eigenvalues alone, largest first; several times faster. */
export function symmetricEigenvalues(matrix: Float64Array, size: number, loops: HotLoops): Float64Array {
  return eigenOf(loops, matrix, size, false).values.slice().sort().reverse()
}

/** In any order; valid until the next call. */
interface UnsortedEigen {
  readonly values: Float64Array
  /** Null if only the eigenvalues are wanted. */
  readonly vectors: Float64Array | null
}

const eigenOf = /* @__PURE__ */ orPlain(
  (loops, matrix: Float64Array, size: number, withVectors: boolean): UnsortedEigen => {
    if (loops.kind === 'plain') return plainEigen(matrix, size, withVectors)
    const square = size * size
    const workspace = Workspace.borrow<SymmetricEigenExports>(loops, 8 * (3 * square + 4 * size))
    const A = workspace.float64(square)
    const reflectors = workspace.float64(square)
    const vectors = withVectors ? workspace.float64(square) : null
    const [betas, values, beside, p] = [0, 1, 2, 3].map(() => workspace.float64(size))
    A.set(matrix.subarray(0, square))
    beside.fill(0)
    const converged = workspace.exports.symmetricEigen(
      A.byteOffset,
      size,
      reflectors.byteOffset,
      betas.byteOffset,
      values.byteOffset,
      beside.byteOffset,
      p.byteOffset,
      vectors?.byteOffset ?? 0,
    )
    if (!converged) throw new Error(NOT_CONVERGED)
    return { values, vectors }
  },
)

/** The TypeScript version of assembly/symmetric-eigen.ts. */
function plainEigen(matrix: Float64Array, size: number, withVectors: boolean): UnsortedEigen {
  const values = new Float64Array(size)
  const beside = new Float64Array(size)
  const reflections = tridiagonalise(matrix.slice(), size, values, beside)
  const vectors = withVectors ? productOf(reflections, size) : null
  diagonaliseByQL(values, beside, vectors, size)
  return { values, vectors }
}

const NOT_CONVERGED = 'symmetricEigen: QL did not converge; is there a NaN in the matrix?'

/** Reflections I - β v v'; v of reflection k is row k. */
interface Reflections {
  readonly reflectors: Float64Array
  readonly betas: Float64Array
}

/** Leaves T in (d, e), e[i] between i and i + 1, and returns the reflections whose product is Q in A = Q T Q'. */
function tridiagonalise(A: Float64Array, n: number, d: Float64Array, e: Float64Array): Reflections {
  const reflectors = new Float64Array(n * n)
  const betas = new Float64Array(n)
  const p = new Float64Array(n)
  for (let k = 0; k + 2 < n; k++) {
    const v = reflectors.subarray(k * n, k * n + n)
    let scale = 0
    for (let i = k + 1; i < n; i++) scale = Math.max(scale, Math.abs(A[i * n + k]))
    let beta = 0
    let alpha = 0
    if (scale > 0) {
      let square = 0
      for (let i = k + 1; i < n; i++) {
        v[i] = A[i * n + k] / scale
        square += v[i] * v[i]
      }
      const norm = Math.sqrt(square)
      alpha = v[k + 1] > 0 ? -norm : norm
      // v'v = 2 (square - alpha v₁): no cancellation, because alpha has the opposite sign.
      beta = 1 / (square - alpha * v[k + 1])
      v[k + 1] -= alpha
      alpha *= scale
      subtractRankTwo(A, n, k + 1, v, beta, p)
    }
    e[k] = alpha
    betas[k] = beta
  }
  if (n > 1) e[n - 2] = A[(n - 1) * n + n - 2]
  for (let i = 0; i < n; i++) d[i] = A[i * n + i]
  return { reflectors, betas }
}

/** Q', whose rows are the columns of Q. */
function productOf({ reflectors, betas }: Reflections, n: number): Float64Array {
  const transposed = new Float64Array(n * n)
  for (let i = 0; i < n; i++) transposed[i * n + i] = 1
  for (let k = n - 3; k >= 0; k--) {
    if (betas[k] === 0) continue
    const v = k * n + k + 1
    const length = n - k - 1
    for (let j = k + 1; j < n; j++) {
      const at = j * n + k + 1
      addScaled(transposed, at, reflectors, v, length, -betas[k] * dot(transposed, at, reflectors, v, length))
    }
  }
  return transposed
}

/** A ← H A H on the rows and columns from `first` on, H = I - β v v'. */
function subtractRankTwo(A: Float64Array, n: number, first: number, v: Float64Array, beta: number, p: Float64Array) {
  let vp = 0
  for (let i = first; i < n; i++) {
    p[i] = beta * dot(A, i * n + first, v, first, n - first)
    vp += v[i] * p[i]
  }
  const half = (beta * vp) / 2
  for (let i = first; i < n; i++) p[i] -= half * v[i]
  for (let i = first; i < n; i++) {
    subtractTwoScaled(A, i * n + first, p, v[i], v, p[i], first, n - first)
  }
}

/** Implicit QL with Wilkinson shifts; every rotation is applied to two neighbouring rows of `vectors`, if there are any. */
function diagonaliseByQL(d: Float64Array, e: Float64Array, vectors: Float64Array | null, n: number): void {
  // Entries below the rounding of the largest one are zero: rotations would only bring them back.
  let largest = 0
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(d[i]) + Math.abs(e[i]))
  const rounding = (Number.EPSILON / 4) * largest
  for (let l = 0; l < n; l++) {
    for (let round = 0; ; round++) {
      let m = l
      while (m + 1 < n && Math.abs(e[m]) > Math.max(rounding, Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))))
        m++
      if (m === l) break
      if (round === 100) throw new Error(NOT_CONVERGED)

      const shift = (d[l + 1] - d[l]) / (2 * e[l])
      const root = Math.sqrt(shift * shift + 1)
      let g = d[m] - d[l] + e[l] / (shift + (shift >= 0 ? root : -root))
      let s = 1
      let c = 1
      let p = 0
      let i = m - 1
      for (; i >= l; i--) {
        const f = s * e[i]
        const b = c * e[i]
        const r = Math.sqrt(f * f + g * g)
        e[i + 1] = r
        if (r === 0) {
          d[i + 1] -= p
          e[m] = 0
          break
        }
        s = f / r
        c = g / r
        g = d[i + 1] - p
        const t = (d[i] - g) * s + 2 * c * b
        p = s * t
        d[i + 1] = g + p
        g = c * t - b
        if (vectors !== null) rotateRows(vectors, n, i, s, c)
      }
      if (i >= l) continue
      d[l] -= p
      e[l] = g
      e[m] = 0
    }
  }
}

function rotateRows(vectors: Float64Array, n: number, i: number, s: number, c: number): void {
  const low = i * n
  const high = low + n
  for (let j = 0; j < n; j++) {
    const x = vectors[low + j]
    const y = vectors[high + j]
    vectors[high + j] = s * x + c * y
    vectors[low + j] = c * x - s * y
  }
}

function sortDescending(values: Float64Array, vectors: Float64Array, n: number): SymmetricEigen {
  const order = Array.from(values, (_, j) => j).sort((a, b) => values[b] - values[a] || a - b)
  const sorted = { values: new Float64Array(n), vectors: new Float64Array(n * n) }
  order.forEach((from, j) => {
    sorted.values[j] = values[from]
    sorted.vectors.set(vectors.subarray(from * n, from * n + n), j * n)
  })
  return sorted
}
