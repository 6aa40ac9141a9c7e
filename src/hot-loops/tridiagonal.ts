import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** A = Q T Q' with tridiagonal T; Q is the product of the reflections I - β v v'. */
export interface Tridiagonal {
  readonly size: number
  readonly diagonal: Float64Array
  /** Entry i is between i and i + 1. */
  readonly beside: Float64Array
  /** v of reflection k starts at k * stride and is zero up to index k. */
  readonly reflectors: Float64Array
  readonly stride: number
  readonly betas: Float64Array
  /** size rows of eight columns, to be filled before `reflectBack`, which multiplies them by Q. */
  readonly block: Float64Array
  reflectBack(): void
}

/** Reduces symmetric matrices up to some size, stored row by row; the result is valid until the next call. */
export type Tridiagonalise = (matrix: Float64Array, size: number) => Tridiagonal

interface TridiagonalExports {
  tridiagonalise(
    A: number,
    size: number,
    stride: number,
    reflectors: number,
    betas: number,
    diagonal: number,
    beside: number,
    p: number,
  ): void
  reflectBack(x: number, reflectors: number, betas: number, size: number, stride: number): void
}

/** Memory for matrices with up to `capacity` rows. */
export const createTridiagonalise = /* @__PURE__ */ orPlain(newTridiagonalise)

function newTridiagonalise(loops: HotLoops, capacity: number): Tridiagonalise {
  const most = paddedTo8(capacity)
  const isPlain = loops.kind === 'plain'
  const workspace = isPlain ? null : new Workspace<TridiagonalExports>(loops, 8 * (2 * most * most + 12 * most))
  const room = (length: number) => workspace?.float64(length) ?? new Float64Array(length)
  const A = room(most * most)
  const reflectors = room(most * most)
  const betas = room(most)
  const diagonal = room(most)
  const beside = room(most)
  const p = room(most)
  const block = room(8 * most)
  return (matrix, size) => {
    const stride = paddedTo8(size)
    A.fill(0, 0, size * stride)
    if (stride === size) A.set(matrix.length === size * size ? matrix : matrix.subarray(0, size * size))
    else for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) A[i * stride + j] = matrix[i * size + j]
    p.fill(0, 0, stride)
    const reflect = () => {
      if (workspace === null) reflectBack(block, reflectors, betas, size, stride)
      else workspace.exports.reflectBack(block.byteOffset, reflectors.byteOffset, betas.byteOffset, size, stride)
    }
    const reduced = { size, diagonal, beside, reflectors, stride, betas, block, reflectBack: reflect }
    if (workspace === null) tridiagonalise(A, p, reduced)
    else {
      workspace.exports.tridiagonalise(
        A.byteOffset,
        size,
        stride,
        reflectors.byteOffset,
        betas.byteOffset,
        diagonal.byteOffset,
        beside.byteOffset,
        p.byteOffset,
      )
    }
    return reduced
  }
}

function paddedTo8(size: number): number {
  return 8 * Math.ceil(size / 8)
}

/** The TypeScript version of assembly/tridiagonal.ts. */
function tridiagonalise(A: Float64Array, p: Float64Array, reduced: Tridiagonal): void {
  const { size, stride, diagonal, beside, reflectors, betas } = reduced
  for (let k = 0; k < size; k++) {
    const row = k * stride
    diagonal[k] = A[row + k]
    const v = reflectors.subarray(row, row + stride).fill(0)
    betas[k] = 0
    beside[k] = 0
    if (k + 2 >= size) {
      if (k + 1 < size) beside[k] = A[row + k + 1]
      continue
    }
    let scale = 0
    for (let i = k + 1; i < size; i++) scale = Math.max(scale, Math.abs(A[row + i]))
    if (!(scale > 0)) continue
    let square = 0
    for (let i = k + 1; i < size; i++) {
      v[i] = A[row + i] / scale
      square += v[i] * v[i]
    }
    const norm = Math.sqrt(square)
    const alpha = v[k + 1] > 0 ? -norm : norm
    // v'v = 2 (square - alpha v₁): no cancellation, because alpha has the opposite sign.
    betas[k] = 1 / (square - alpha * v[k + 1])
    v[k + 1] -= alpha
    beside[k] = alpha * scale
    reflect(A, stride, v, p, k + 1, size, betas[k])
  }
}

/** A ← H A H on the rows and columns from `first` on. */
function reflect(
  A: Float64Array,
  stride: number,
  v: Float64Array,
  p: Float64Array,
  first: number,
  size: number,
  beta: number,
): void {
  p.fill(0, first, size)
  for (let i = first; i < size; i++) addRow(p, A, i * stride, first, size, v[i])
  let vp = 0
  for (let i = first; i < size; i++) {
    p[i] *= beta
    vp += v[i] * p[i]
  }
  const half = (beta * vp) / 2
  for (let i = first; i < size; i++) p[i] -= half * v[i]
  for (let i = first; i < size; i++) subtractRow(A, i * stride, v, p, first, size, v[i], p[i])
}

function addRow(p: Float64Array, A: Float64Array, at: number, first: number, size: number, factor: number): void {
  for (let j = first; j < size; j++) p[j] += factor * A[at + j]
}

function subtractRow(
  A: Float64Array,
  at: number,
  v: Float64Array,
  p: Float64Array,
  first: number,
  size: number,
  vi: number,
  pi: number,
): void {
  for (let j = first; j < size; j++) A[at + j] -= vi * p[j] + pi * v[j]
}

/** The TypeScript version of reflectBack in assembly/tridiagonal.ts. */
function reflectBack(
  x: Float64Array,
  reflectors: Float64Array,
  betas: Float64Array,
  size: number,
  stride: number,
): void {
  const sums = new Float64Array(8)
  for (let k = size - 3; k >= 0; k--) {
    if (betas[k] === 0) continue
    sums.fill(0)
    for (let i = k + 1; i < size; i++) for (let b = 0; b < 8; b++) sums[b] += reflectors[k * stride + i] * x[8 * i + b]
    for (let b = 0; b < 8; b++) sums[b] *= -betas[k]
    for (let i = k + 1; i < size; i++) for (let b = 0; b < 8; b++) x[8 * i + b] += reflectors[k * stride + i] * sums[b]
  }
}
