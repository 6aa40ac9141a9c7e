import type { HotLoops } from '../hot-loops/hot-loops.js'
import { diagonaliseByQL, type SymmetricEigen, symmetricEigen } from '../hot-loops/symmetric-eigen.js'
import { createTridiagonalise, type Tridiagonal } from '../hot-loops/tridiagonal.js'
import { addScaled, dot } from '../hot-loops/vector.js'

/** Rounds of inverse iteration. */
const ROUNDS = 2
/** Largest entry of T x - λ x in units of rounding: good enough for no further round; and still an eigenvector. */
const GOOD = 4
const ALLOWED = 64

/** Eigenpairs of symmetric matrices: all eigenvalues, and the eigenvectors of the `count` largest, valid until the next call. */
export type LeadingEigen = (matrix: Float64Array, size: number, count: number) => SymmetricEigen

/**
 * For matrices with up to `capacity` rows: the result of `symmetricEigen`, several times faster if few vectors are needed.
 *
 * Householder reflections to tridiagonal form T, QL for the eigenvalues alone, then inverse iteration on T, each vector made
 * orthogonal to those before it. If that does not give eigenvectors up to rounding, all are computed with `symmetricEigen`.
 */
export function createLeadingEigen(loops: HotLoops, capacity: number): LeadingEigen {
  const tridiagonalise = createTridiagonalise(loops, capacity)
  const room = () => new Float64Array(capacity)
  const beside = new Float64Array(8 * Math.ceil(capacity / 8))
  const places = new Float64Array(capacity * capacity)
  const upper = { pivots: room(), first: room(), second: room() }
  return (matrix, size, count) => {
    const T = tridiagonalise(matrix, size)
    const values = T.diagonal.slice(0, size)
    beside.set(T.beside)
    diagonaliseByQL(values, beside, null, size)
    values.sort().reverse()

    const wanted = Math.min(count, size)
    const vectors = places.subarray(0, wanted * size)
    for (let j = 0; j < wanted; j++) {
      if (!inverseIteration(T, values[j], vectors, j, upper)) return symmetricEigen(matrix, size)
    }
    for (let from = 0; from < wanted; from += 8) reflectBack(T, vectors, from, Math.min(from + 8, wanted))
    return { values, vectors }
  }
}

/** Writes eigenvector j of T to its row; false if it is not accurate up to rounding. */
function inverseIteration(T: Tridiagonal, value: number, vectors: Float64Array, j: number, upper: Upper): boolean {
  const { size: n, diagonal, beside } = T
  let norm = 0
  for (let i = 0; i < n; i++) norm = Math.max(norm, Math.abs(diagonal[i]) + 2 * Math.abs(beside[i]))
  const x = vectors.subarray(j * n, (j + 1) * n)
  // Any start that is not orthogonal to the eigenvector; different ones for equal eigenvalues.
  for (let i = 0; i < n; i++) x[i] = 1 + (((i + 1) * (j + 1) * 0.6180339887) % 1)
  for (let round = 0; round < ROUNDS; round++) {
    solveShifted(T, value, x, Number.EPSILON * norm, upper)
    if (!normalise(x)) return false
    if (!makeOrthogonal(vectors, j, n)) return false
    const error = residual(T, value, x) / (Number.EPSILON * norm)
    if (error <= GOOD || round + 1 === ROUNDS) return error <= ALLOWED
  }
  return false
}

/** Makes row j orthogonal to those before it and of length 1; false if only rounding is left of it. */
function makeOrthogonal(vectors: Float64Array, j: number, n: number): boolean {
  const x = vectors.subarray(j * n, (j + 1) * n)
  // Repeated if much was removed, because rounding is then a larger part of the rest.
  for (let pass = 0; pass < 3; pass++) {
    for (let other = 0; other < j; other++) {
      addScaled(vectors, j * n, vectors, other * n, n, -dot(vectors, other * n, vectors, j * n, n))
    }
    const left = Math.sqrt(dot(x, 0, x, 0, n))
    if (!(left > 1e-8) || !normalise(x)) return false
    if (left > 0.5) return true
  }
  return false
}

/** The largest entry of T x - λ x. */
function residual({ size: n, diagonal, beside }: Tridiagonal, value: number, x: Float64Array): number {
  let largest = 0
  for (let i = 0; i < n; i++) {
    let entry = (diagonal[i] - value) * x[i]
    if (i > 0) entry += beside[i - 1] * x[i - 1]
    if (i + 1 < n) entry += beside[i] * x[i + 1]
    largest = Math.max(largest, Math.abs(entry))
  }
  return largest
}

/** Row i after elimination: the pivot and the two places right of it. */
interface Upper {
  readonly pivots: Float64Array
  readonly first: Float64Array
  readonly second: Float64Array
}

/** x ← (T - λ I)⁻¹ x by elimination with row exchanges; pivots of size `small` stand in for zeros. */
function solveShifted(T: Tridiagonal, value: number, x: Float64Array, small: number, upper: Upper): void {
  const { size: n, diagonal, beside } = T
  const { pivots, first, second } = upper
  let pivot = diagonal[0] - value
  let right = n > 1 ? beside[0] : 0
  for (let i = 0; i + 1 < n; i++) {
    const below = beside[i]
    const next = diagonal[i + 1] - value
    const nextRight = i + 2 < n ? beside[i + 1] : 0
    if (Math.abs(below) > Math.abs(pivot)) {
      const factor = pivot / below
      pivots[i] = below
      first[i] = next
      second[i] = nextRight
      pivot = right - factor * next
      right = -factor * nextRight
      const swapped = x[i + 1]
      x[i + 1] = x[i] - factor * swapped
      x[i] = swapped
    } else {
      if (Math.abs(pivot) < small) pivot = small
      const factor = below / pivot
      pivots[i] = pivot
      first[i] = right
      second[i] = 0
      pivot = next - factor * right
      right = nextRight
      x[i + 1] -= factor * x[i]
    }
  }
  pivots[n - 1] = Math.abs(pivot) < small ? small : pivot
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i]
    if (i + 1 < n) sum -= first[i] * x[i + 1]
    if (i + 2 < n) sum -= second[i] * x[i + 2]
    x[i] = sum / pivots[i]
  }
}

/** Length 1; false where there is nothing to scale. Large entries first, so that no square overflows. */
function normalise(x: Float64Array): boolean {
  let largest = 0
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.abs(x[i]))
  if (!(largest > 0 && largest < Infinity)) return false
  for (let i = 0; i < x.length; i++) x[i] /= largest
  const length = Math.sqrt(dot(x, 0, x, 0, x.length))
  for (let i = 0; i < x.length; i++) x[i] /= length
  return true
}

/** Rows [from, to) of `vectors`, at most eight: x ← Q x. */
function reflectBack(T: Tridiagonal, vectors: Float64Array, from: number, to: number): void {
  const { size: n, block } = T
  block.fill(0, 0, 8 * n)
  for (let j = from; j < to; j++) for (let i = 0; i < n; i++) block[8 * i + j - from] = vectors[j * n + i]
  T.reflectBack()
  for (let j = from; j < to; j++) for (let i = 0; i < n; i++) vectors[j * n + i] = block[8 * i + j - from]
}
