import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { symmetricEigen } from '../../numeric/loops/symmetric-eigen.js'
import type { Matrix } from '../../types.js'
import { createCellFinder } from '../cells/nearest-cells.js'

const ROUNDS = 5
/** The number of neighbours is a share of the samples, within limits. */
const NEIGHBOUR_SHARE = 1 / 20
const NEIGHBOURS = { least: 3, most: 10 }
const SHRINKAGE = { samplesPerFeature: 0.2, least: 0.1, most: 0.9 }

/**
 * A symmetric matrix W after which differences between neighbours are about equally large in all directions:
 * W = C^-1/2, C the mean of (x - y)(x - y)' / 2 over near neighbours x, y, shrunk towards I.
 *
 * Neighbours are mostly of one cluster, so C estimates the common shape of the clusters without knowing them (in the
 * manner of D. Art, R. Gnanadesikan and J. Kettenring, Utilitas Mathematica 21A, 1982). Neighbours are found anew with
 * every estimate.
 */
export function localWhitening({ rowCount: n, columnCount: d, values }: Matrix, loops: HotLoops): Float64Array {
  const neighbours = Math.min(NEIGHBOURS.most, Math.max(NEIGHBOURS.least, Math.floor(n * NEIGHBOUR_SHARE)))
  let whitening = identity(d)
  let whitened = values
  for (let round = 0; round < ROUNDS; round++) {
    const points = { rowCount: n, columnCount: d, values: whitened }
    // The nearest neighbour of a sample is the sample itself.
    const near = createCellFinder(points, loops)(whitened, n, neighbours + 1)
    const scatter = new Float64Array(d * d)
    const difference = new Float64Array(d)
    for (let i = 0; i < n; i++) {
      for (let q = 0; q < near.count; q++) {
        const j = near.cells[i * near.count + q]
        if (j === i) continue
        for (let f = 0; f < d; f++) difference[f] = values[i * d + f] - values[j * d + f]
        addOuterProduct(scatter, difference, d)
      }
    }
    whitening = inverseRoot(shrunk(scatter, n, d), d)
    whitened = transformRows(values, n, whitening, d)
  }
  return whitening
}

function identity(d: number): Float64Array {
  const matrix = new Float64Array(d * d)
  for (let f = 0; f < d; f++) matrix[f * d + f] = 1
  return matrix
}

/** Adds x x' to the lower half. */
function addOuterProduct(matrix: Float64Array, x: Float64Array, d: number): void {
  for (let a = 0; a < d; a++) {
    for (let b = 0; b <= a; b++) matrix[a * d + b] += x[a] * x[b]
  }
}

/** Scaled to a mean variance of 1 and shrunk towards I, the more the fewer samples there are per feature. */
function shrunk(scatter: Float64Array, n: number, d: number): Float64Array {
  let trace = 0
  for (let f = 0; f < d; f++) trace += scatter[f * d + f]
  const { samplesPerFeature, least, most } = SHRINKAGE
  const share = Math.min(most, Math.max(least, d / (samplesPerFeature * n)))
  const matrix = new Float64Array(d * d)
  for (let a = 0; a < d; a++) {
    for (let b = 0; b <= a; b++) {
      const value = trace > 0 ? ((1 - share) * d * scatter[a * d + b]) / trace : 0
      matrix[a * d + b] = value
      matrix[b * d + a] = value
    }
    matrix[a * d + a] += trace > 0 ? share : 1
  }
  return matrix
}

/** C^-1/2 of a symmetric positive definite matrix. */
function inverseRoot(matrix: Float64Array, d: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, d)
  const root = new Float64Array(d * d)
  for (let q = 0; q < d; q++) {
    const scale = 1 / Math.sqrt(Math.max(values[q], 1e-12))
    for (let a = 0; a < d; a++) {
      for (let b = 0; b < d; b++) root[a * d + b] += scale * vectors[q * d + a] * vectors[q * d + b]
    }
  }
  return root
}

/** X W for rows X. */
function transformRows(values: Float64Array, n: number, matrix: Float64Array, d: number): Float64Array {
  const columns = matrix.length / d
  const out = new Float64Array(n * columns)
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < d; a++) {
      const value = values[i * d + a]
      for (let b = 0; b < columns; b++) out[i * columns + b] += value * matrix[a * columns + b]
    }
  }
  return out
}
