import { runToEnd, type Steps } from '../../pause.js'
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
  eigenReduce(
    A: number,
    size: number,
    reflectors: number,
    betas: number,
    diagonal: number,
    beside: number,
    p: number,
    from: number,
    to: number,
  ): void
  eigenReflections(reflectors: number, betas: number, size: number, out: number, from: number, to: number): void
  eigenByQL(
    diagonal: number,
    beside: number,
    vectors: number,
    size: number,
    rounding: number,
    from: number,
    to: number,
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
  return runToEnd(symmetricEigenSteps(matrix, size, loops))
}

/** The same in steps. */
export function* symmetricEigenSteps(matrix: Float64Array, size: number, loops: HotLoops): Steps<SymmetricEigen> {
  const work = startEigen(loops, matrix, size, true)
  try {
    yield* eigenSteps(work)
    return sortDescending(work.values, work.vectors!, size)
  } finally {
    work.end()
  }
}

/** The eigenvalues alone, largest first; several times faster; in steps. */
export function* symmetricEigenvaluesSteps(matrix: Float64Array, size: number, loops: HotLoops): Steps<Float64Array> {
  const work = startEigen(loops, matrix, size, false)
  try {
    yield* eigenSteps(work)
    return work.values.slice().sort().reverse()
  } finally {
    work.end()
  }
}

/** Multiplications between two pauses: some tens of milliseconds. */
const WORK_PER_STEP = 4e7

/** The tables of one eigenproblem and its three parts, which run from one column to another. */
interface EigenWork {
  readonly size: number
  /** The eigenvalues, in any order. */
  readonly values: Float64Array
  /** The entries beside the diagonal. */
  readonly beside: Float64Array
  /** Null if only the eigenvalues are wanted. */
  readonly vectors: Float64Array | null
  reduce(from: number, to: number): void
  reflect(from: number, to: number): void
  /** Whether QL converged. */
  diagonalise(from: number, to: number, rounding: number): boolean
  /** Frees the tables. */
  end(): void
}

function* eigenSteps(work: EigenWork): Steps<void> {
  const { size: n, values, beside, vectors } = work
  const span = Math.max(1, Math.floor(WORK_PER_STEP / (4 * n * n)))
  const last = Math.max(1, n - 2)
  for (let from = 0; from < last; from += span) {
    work.reduce(from, Math.min(from + span, last))
    if (from + span < last) yield
  }
  if (vectors !== null) {
    for (let to = last; to > 0; to -= span) {
      work.reflect(Math.max(0, to - span), to)
      if (to > span) yield
    }
  }
  // Entries below the rounding of the largest one are zero: rotations would only bring them back.
  let largest = 0
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(values[i]) + Math.abs(beside[i]))
  const rounding = (Number.EPSILON / 4) * largest
  for (let from = 0; from < n; from += span) {
    if (!work.diagonalise(from, Math.min(from + span, n), rounding)) throw new Error(NOT_CONVERGED)
    if (from + span < n) yield
  }
}

const startEigen = /* @__PURE__ */ orPlain(
  (loops, matrix: Float64Array, size: number, withVectors: boolean): EigenWork => {
    if (loops.kind === 'plain') return plainEigen(matrix, size, withVectors)
    const square = size * size
    const bytes = 8 * (3 * square + 4 * size)
    const workspace = Workspace.lease<SymmetricEigenExports>(loops, bytes)
    const A = workspace.float64(square)
    const reflectors = workspace.float64(square)
    const vectors = withVectors ? workspace.float64(square) : null
    const [betas, values, beside, p] = [0, 1, 2, 3].map(() => workspace.float64(size))
    const { eigenReduce, eigenReflections, eigenByQL } = workspace.exports
    const vectorsAt = vectors?.byteOffset ?? 0
    A.set(matrix.subarray(0, square))
    beside.fill(0)
    return {
      size,
      values,
      beside,
      vectors,
      reduce(from, to) {
        const [v, b, d, e] = [reflectors, betas, values, beside].map(table => table.byteOffset)
        eigenReduce(A.byteOffset, size, v, b, d, e, p.byteOffset, from, to)
      },
      reflect: (from, to) => eigenReflections(reflectors.byteOffset, betas.byteOffset, size, vectorsAt, from, to),
      diagonalise: (from, to, rounding) =>
        eigenByQL(values.byteOffset, beside.byteOffset, vectorsAt, size, rounding, from, to) !== 0,
      end: () => workspace.giveBack(),
    }
  },
)

/** The TypeScript version of assembly/symmetric-eigen.ts. */
function plainEigen(matrix: Float64Array, size: number, withVectors: boolean): EigenWork {
  const A = matrix.slice()
  const values = new Float64Array(size)
  const beside = new Float64Array(size)
  const reflections = { reflectors: new Float64Array(size * size), betas: new Float64Array(size) }
  const vectors = withVectors ? new Float64Array(size * size) : null
  return {
    size,
    values,
    beside,
    vectors,
    reduce: (from, to) => tridiagonalise(A, size, values, beside, reflections, from, to),
    reflect: (from, to) => multiplyReflections(reflections, size, vectors!, from, to),
    diagonalise: (from, to, rounding) => diagonaliseByQL(values, beside, vectors, size, rounding, from, to),
    end: () => {},
  }
}

const NOT_CONVERGED = 'symmetricEigen: QL did not converge; is there a NaN in the matrix?'

/** Reflections I - β v v'; v of reflection k is row k. */
interface Reflections {
  readonly reflectors: Float64Array
  readonly betas: Float64Array
}

/** Leaves T in (d, e), e[i] between i and i + 1, and the reflections whose product is Q in A = Q T Q': steps from..to-1. */
function tridiagonalise(
  A: Float64Array,
  n: number,
  d: Float64Array,
  e: Float64Array,
  { reflectors, betas }: Reflections,
  from: number,
  to: number,
): void {
  const p = new Float64Array(n)
  for (let k = from; k < Math.min(to, n - 2); k++) {
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
  if (to < n - 2) return
  if (n > 1) e[n - 2] = A[(n - 1) * n + n - 2]
  for (let i = 0; i < n; i++) d[i] = A[i * n + i]
}

/** Q', whose rows are the columns of Q: the reflections from..to-1, the last first. */
function multiplyReflections(
  { reflectors, betas }: Reflections,
  n: number,
  transposed: Float64Array,
  from: number,
  to: number,
): void {
  if (to >= n - 2) for (let i = 0; i < n; i++) transposed[i * n + i] = 1
  for (let k = Math.min(to, n - 2) - 1; k >= from; k--) {
    if (betas[k] === 0) continue
    const v = k * n + k + 1
    const length = n - k - 1
    for (let j = k + 1; j < n; j++) {
      const at = j * n + k + 1
      addScaled(transposed, at, reflectors, v, length, -betas[k] * dot(transposed, at, reflectors, v, length))
    }
  }
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

/**
 * Implicit QL with Wilkinson shifts for the eigenvalues from..to-1; every rotation is applied to two neighbouring rows
 * of `vectors`, if there are any. False if it does not converge.
 */
function diagonaliseByQL(
  d: Float64Array,
  e: Float64Array,
  vectors: Float64Array | null,
  n: number,
  rounding: number,
  from: number,
  to: number,
): boolean {
  for (let l = from; l < to; l++) {
    for (let round = 0; ; round++) {
      let m = l
      while (m + 1 < n && Math.abs(e[m]) > Math.max(rounding, Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))))
        m++
      if (m === l) break
      if (round === 100) return false

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
  return true
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
