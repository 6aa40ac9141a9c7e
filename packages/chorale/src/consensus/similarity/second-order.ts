import type { BlockOperator } from '../../numeric/subspace.js'
import { runToEnd } from '../../pause.js'
import type { ConfidentLinks } from './confident-links.js'

/** K̃ on the distinct label rows, in any representation. */
export interface SecondOrder {
  /** scale K̃, or scale G^-1/2 K̃ G^-1/2 for given degrees G. */
  operator(options?: { scale?: number; degrees?: Float64Array }): BlockOperator
  /** Row sums of K̃ on samples, by distinct row. */
  degrees(): Float64Array
  /** Eigenvalues of K̃ inside rows. */
  readonly withinRows: Float64Array
  /** Φ with K̃ = Φ Φ', for the embedding of new samples; absent if that is not possible. */
  readonly references?: References
}

/**
 * Φ with K̃ = Φ Φ': its columns are the rows that samples are compared with.
 *
 *   Φ_xl = ρ_l S_xl / length,   S_xl >= α,   rows of length 1
 */
export interface References {
  /** The distinct label row of each column; null = all of them, in order. */
  readonly rows: Int32Array | null
  /** ρ_l, the root of the number of samples that column l represents. */
  readonly roots: Float64Array
  /**
   * Φ' G^-1/2 v for vectors on the distinct rows, rowCount x stride, of which the first `columns` count: one line of
   * `columns` numbers per reference. Without degrees G = 1.
   */
  project(vectors: Float64Array, stride: number, columns: number, degrees?: Float64Array): Float64Array
}

/** The exact K̃ of confident links; blocks have `width` vectors. */
export function exactSecondOrder(links: ConfidentLinks, multiplicity: Float64Array, width: number): SecondOrder {
  return {
    operator: options => secondOrderSimilarity(links, options),
    degrees: () => secondOrderDegrees(links, multiplicity, width),
    withinRows: secondOrderWithinRows(links),
    references: {
      rows: null,
      roots: multiplicity.map(Math.sqrt),
      project: (vectors, stride, columns, degrees) => projectOnLinks(links, width, vectors, stride, columns, degrees),
    },
  }
}

/** Q D⁻¹ G^-1/2 v, a block of at most `width` vectors. */
function projectOnLinks(
  links: ConfidentLinks,
  width: number,
  vectors: Float64Array,
  stride: number,
  columns: number,
  degrees?: Float64Array,
): Float64Array {
  const { rowCount, lengths } = links
  const block = new Float64Array(rowCount * width)
  for (let r = 0; r < rowCount; r++) {
    const factor = 1 / (lengths[r] * Math.sqrt(degrees?.[r] ?? 1))
    for (let q = 0; q < columns; q++) block[r * width + q] = factor * vectors[r * stride + q]
  }
  const product = new Float64Array(block.length)
  links.multiplyInto(product, block, width)
  const lines = new Float64Array(rowCount * columns)
  for (let r = 0; r < rowCount; r++) {
    for (let q = 0; q < columns; q++) lines[r * columns + q] = product[r * width + q]
  }
  return lines
}

/**
 * Second-order similarity, the estimate of K*: samples are similar if they are confidently linked to the same samples.
 *
 *   K̃ = H̄' H̄,   H̄ = H with every column of length 1                                 (Sec. 5.1)
 *
 * As an operator on the distinct label rows: K̃ = D⁻¹ Q Q D⁻¹, two sparse products per block; unit diagonal on
 * samples, positive semi-definite. `scale` multiplies it, and `degrees` turns it into G^-1/2 K̃ G^-1/2.
 */
export function secondOrderSimilarity(
  links: ConfidentLinks,
  options: { scale?: number; degrees?: Float64Array } = {},
): BlockOperator {
  const { scale = 1, degrees } = options
  const { rowCount, lengths } = links
  const factors = lengths.map((length, r) => 1 / (length * Math.sqrt(degrees?.[r] ?? 1)))
  let half = new Float64Array(0)
  return {
    size: rowCount,
    *applySteps(y, x, width) {
      if (half.length !== x.length) half = new Float64Array(x.length)
      for (let r = 0, at = 0; r < rowCount; r++) for (let b = 0; b < width; b++, at++) y[at] = factors[r] * x[at]
      yield* links.multiplySteps(half, y, width)
      yield* links.multiplySteps(y, half, width)
      for (let r = 0, at = 0; r < rowCount; r++) for (let b = 0; b < width; b++, at++) y[at] *= scale * factors[r]
    },
  }
}

/** Row sums of K̃ on samples, by distinct row: K̃ 1. */
export function secondOrderDegrees(links: ConfidentLinks, multiplicity: Float64Array, width: number): Float64Array {
  const operator = secondOrderSimilarity(links)
  const ones = new Float64Array(links.rowCount * width)
  for (let r = 0; r < links.rowCount; r++) ones[r * width] = Math.sqrt(multiplicity[r])
  const sums = new Float64Array(ones.length)
  runToEnd(operator.applySteps(sums, ones, width))
  return multiplicity.map((mu, r) => sums[r * width] / Math.sqrt(mu))
}

/**
 * Eigenvalues of K̃ inside rows: on vectors in which the samples of one row differ and sum to zero,
 * K̃ acts as (1 - b_g)² / D_g², μ_g - 1 times. The operator on rows does not see them.
 */
export function secondOrderWithinRows(links: ConfidentLinks): Float64Array {
  return links.within.map((b, r) => {
    const root = (1 - b) / links.lengths[r]
    return root * root
  })
}
