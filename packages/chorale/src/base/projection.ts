import { InputError } from '../errors.js'
import { drawGaussian } from '../numeric/gaussian.js'
import { randomFor } from '../numeric/random.js'

/** A random projection, stored as its seed. The d x p values are drawn again on demand. */
export interface Projection {
  readonly seed: number
  /** p */
  readonly dimension: number
}

/**
 * The most numbers of all random projections of a model. They are drawn again from their seeds, so that few bytes of a
 * file can ask for very many: 300 million take about ten seconds. 100 projections of 20,000 features have 284 million.
 */
const MOST_DRAWN = 3e8

/** Refuses models whose random projections have too many numbers to be drawn again. */
export function checkDrawn(models: readonly { featureCount: number; projection?: Projection | null }[]): void {
  let drawn = 0
  for (const { featureCount, projection } of models) drawn += featureCount * (projection?.dimension ?? 0)
  if (drawn <= MOST_DRAWN) return
  throw new InputError(
    `the random projections of a model may have ${MOST_DRAWN / 1e6} million numbers in all, but these have ` +
      `${Math.ceil(drawn / 1e6)} million; use fewer base clusterings or another generator`,
  )
}

/**
 * The p x d matrix R of a projection y = R x: independent normal entries with variance 1/p, so that squared distances
 * are preserved on average (Johnson and Lindenstrauss).
 */
export function projectionMatrix({ seed, dimension: p }: Projection, d: number): Float64Array {
  const matrix = new Float64Array(p * d)
  for (const { row, values } of projectionRows({ seed, dimension: p }, d)) matrix.set(values, row * d)
  return matrix
}

/** The rows of the matrix, one after the other, in an array that is used again. */
export function* projectionRows(
  { seed, dimension: p }: Projection,
  d: number,
): Generator<{ readonly row: number; readonly values: Float64Array }> {
  const random = randomFor(seed, 0)
  const length = Math.sqrt(p)
  const values = new Float64Array(d)
  for (let row = 0; row < p; row++) {
    for (let j = 0; j < d; j++) values[j] = drawGaussian(random) / length
    yield { row, values }
  }
}

/** y = R x for the row of d numbers at `from`, four entries of y at a time. */
export function projectRow(
  matrix: Float64Array,
  p: number,
  d: number,
  x: Float64Array,
  from: number,
  y: Float64Array,
  to: number,
): void {
  let q = 0
  for (; q + 3 < p; q += 4) {
    let y0 = 0
    let y1 = 0
    let y2 = 0
    let y3 = 0
    let r = q * d
    for (let j = 0; j < d; j++, r++) {
      const value = x[from + j]
      y0 += matrix[r] * value
      y1 += matrix[r + d] * value
      y2 += matrix[r + 2 * d] * value
      y3 += matrix[r + 3 * d] * value
    }
    y[to + q] = y0
    y[to + q + 1] = y1
    y[to + q + 2] = y2
    y[to + q + 3] = y3
  }
  for (; q < p; q++) {
    let sum = 0
    for (let j = 0; j < d; j++) sum += matrix[q * d + j] * x[from + j]
    y[to + q] = sum
  }
}
