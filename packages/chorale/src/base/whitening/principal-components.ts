import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { symmetricEigen } from '../../numeric/loops/symmetric-eigen.js'
import { dot } from '../../numeric/loops/vector.js'
import type { Matrix } from '../../types.js'

export interface PrincipalComponents {
  readonly centre: Float64Array
  /** d x count: an axis per column, largest variance first. */
  readonly axes: Float64Array
  readonly variances: Float64Array
}

/** A component with less than this share of the largest variance is rounding. */
const NEGLIGIBLE = 1e-10

/** The principal components of points, at most `most`. Works on the smaller of samples x samples and features x features. */
export function principalComponents(points: Matrix, most: number, loops?: HotLoops): PrincipalComponents {
  const { rowCount: n, columnCount: d } = points
  const { centre, values } = centred(points)
  const isWide = d > n
  const size = isWide ? n : d
  const gram = isWide ? rowProducts(values, n, d) : columnProducts(values, n, d)
  const found = symmetricEigen(gram, size, loops)
  let count = 0
  while (count < Math.min(most, size) && found.values[count] > NEGLIGIBLE * found.values[0]) count++
  count = Math.max(1, count)

  const axes = new Float64Array(d * count)
  for (let q = 0; q < count; q++) {
    const vector = found.vectors.subarray(q * size, (q + 1) * size)
    const axis = isWide ? wideAxis(values, n, d, vector, found.values[q]) : vector
    for (let f = 0; f < d; f++) axes[f * count + q] = axis[f]
  }
  return { centre, axes, variances: found.values.slice(0, count).map(value => Math.max(0, value) / n) }
}

function centred({ rowCount: n, columnCount: d, values }: Matrix) {
  const centre = new Float64Array(d)
  for (let i = 0; i < n; i++) for (let f = 0; f < d; f++) centre[f] += values[i * d + f] / n
  return { centre, values: values.map((value, at) => value - centre[at % d]) }
}

function rowProducts(values: Float64Array, n: number, d: number): Float64Array {
  const gram = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const product = dot(values, i * d, values, j * d, d)
      gram[i * n + j] = product
      gram[j * n + i] = product
    }
  }
  return gram
}

function columnProducts(values: Float64Array, n: number, d: number): Float64Array {
  const gram = new Float64Array(d * d)
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < d; a++) {
      const value = values[i * d + a]
      for (let b = 0; b <= a; b++) gram[a * d + b] += value * values[i * d + b]
    }
  }
  for (let a = 0; a < d; a++) for (let b = 0; b < a; b++) gram[b * d + a] = gram[a * d + b]
  return gram
}

/** X' u / √λ, the axis that belongs to an eigenvector u of X X'. */
function wideAxis(values: Float64Array, n: number, d: number, vector: Float64Array, value: number): Float64Array {
  const axis = new Float64Array(d)
  const scale = value > 0 ? 1 / Math.sqrt(value) : 0
  for (let i = 0; i < n; i++) for (let f = 0; f < d; f++) axis[f] += scale * vector[i] * values[i * d + f]
  return axis
}
