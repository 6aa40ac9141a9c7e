import { Pauser, type Steps } from '../pause.js'
import type { HotLoops } from './loops/hot-loops.js'
import { symmetricEigenSteps } from './loops/symmetric-eigen.js'
import { type Random, randomFor } from './random.js'
import { type BlockOperator, Subspace } from './subspace.js'

export interface TopEigenpairsOptions {
  /** Number of eigenpairs. */
  count: number
  loops: HotLoops
  /** Seed of the random starting block. */
  seed: number
  /** An initial guess of the eigenvectors (size x columns, row by row), such as those of a similar operator. */
  start?: { values: Float64Array; columns: number }
  /** Allowed error of the spanned space: residual over the gap behind the wanted eigenvalues. */
  tolerance?: number
  /** Maximum number of products with a block. */
  maxProducts?: number
  /**
   * Whether to look for eigenpairs only when the basis is full. Worth it if a product is cheaper than the small
   * eigenproblem: fewer of those, a few more products.
   */
  isLazy?: boolean
  pauser?: Pauser
}

const DEFAULTS = { maxProducts: 500, isLazy: false }

/** Allowed error of the spanned space, by default. */
const TOLERANCE = 1e-11

export interface TopEigenpairs {
  /** The largest eigenvalues, descending. */
  readonly values: Float64Array
  /** Their eigenvectors as columns: size x count, row by row. */
  readonly vectors: Float64Array
  /** Estimate of the next eigenvalue; 0 if there is none. */
  readonly next: number
  /** Largest |A v - λ v|. */
  readonly residual: number
  readonly converged: boolean
  readonly products: number
}

/**
 * The largest eigenpairs of a positive semi-definite operator by a block Krylov space with thick restarts.
 *
 * Each round adds the residuals of the best Ritz pairs to the basis (one product with the operator), until
 * the residuals are small against the gap: the error of the spanned space is about residual / gap.
 * Repeated eigenvalues are found because the block is wider than `count`.
 */
export function topEigenpairs(operator: BlockOperator, options: TopEigenpairsOptions): Promise<TopEigenpairs> {
  return (options.pauser ?? new Pauser()).run(topEigenpairsSteps(operator, options))
}

function* topEigenpairsSteps(operator: BlockOperator, options: TopEigenpairsOptions): Steps<TopEigenpairs> {
  const { count, loops, seed, start, tolerance, maxProducts, isLazy } = { ...DEFAULTS, ...options }
  const width = blockWidth(count)
  const subspace = new Subspace(loops, operator, width, panelCapacity(width))
  yield* subspace.expand(startingBlock(operator.size, width, randomFor(seed, 0), start))

  for (let products = 1; ; products++) {
    while (isLazy && !subspace.full && products < maxProducts) {
      if ((yield* subspace.expand(subspace.lastImage())) === 0) break
      products++
    }
    const q = subspace.dimension
    const { values, vectors } = yield* symmetricEigenSteps(subspace.projected(), q, loops)
    const pairs = Math.min(width, q)
    const ritz = yield* subspace.combine(vectors, pairs)
    const residuals = yield* subspace.combineImages(vectors, pairs)
    subtractScaled(residuals, ritz, values, width, pairs)

    const found = Math.min(count, q)
    const residual = largestNorm(residuals, width, found)
    const next = q > count ? values[count] : 0
    const converged = residual <= allowedResidual(values[0], values[found - 1] - next, tolerance)
    const exhausted = q >= operator.size
    if (!converged && !exhausted && products < maxProducts) {
      if (subspace.full) yield* subspace.compress(vectors, q)
      if ((yield* subspace.expand(residuals)) > 0) continue
    }
    return {
      values: values.slice(0, found),
      vectors: firstColumns(ritz, width, found),
      next,
      residual,
      products,
      converged: converged || products < maxProducts,
    }
  }
}

/** Columns of a block: some more than wanted, so that the last wanted eigenvalue converges too; a multiple of 8. */
export function blockWidth(count: number): number {
  return 8 * Math.ceil((count + 2) / 8)
}

/** Panels of a basis: about 80 vectors, at least 5 blocks; more would cost more in the small eigenproblem. */
export function panelCapacity(width: number): number {
  return Math.max(5, Math.ceil(80 / width))
}

/** Below this the residual is rounding: some units in the last place of the largest eigenvalue. */
export function allowedResidual(largest: number, gap: number, tolerance = TOLERANCE): number {
  return Math.max(tolerance * gap, 2e-14 * Math.abs(largest))
}

/** The initial guess, if there is one, and random columns for the rest. */
export function startingBlock(
  size: number,
  width: number,
  random: Random,
  start?: { values: Float64Array; columns: number },
): Float64Array {
  const block = new Float64Array(size * width)
  const given = Math.min(start?.columns ?? 0, width)
  for (let i = 0; i < size; i++) {
    for (let b = 0; b < given; b++) block[i * width + b] = start!.values[i * start!.columns + b]
    for (let b = given; b < width; b++) block[i * width + b] = random() - 0.5
  }
  return block
}

/** images ← images - vectors diag(values), column by column. */
export function subtractScaled(
  images: Float64Array,
  vectors: Float64Array,
  values: Float64Array,
  width: number,
  count: number,
): void {
  for (let at = 0; at < images.length; at += width) {
    for (let b = 0; b < count; b++) images[at + b] -= values[b] * vectors[at + b]
  }
}

/** The largest length of the first `count` columns. */
export function largestNorm(block: Float64Array, width: number, count: number): number {
  const squares = new Float64Array(count)
  for (let at = 0; at < block.length; at += width) {
    for (let b = 0; b < count; b++) squares[b] += block[at + b] * block[at + b]
  }
  return Math.sqrt(squares.reduce((largest, square) => Math.max(largest, square), 0))
}

/** The first `count` of `width` columns as a contiguous matrix. */
export function firstColumns(block: Float64Array, width: number, count: number): Float64Array {
  const out = new Float64Array((block.length / width) * count)
  for (let i = 0, at = 0; at < block.length; i += count, at += width) {
    for (let b = 0; b < count; b++) out[i + b] = block[at + b]
  }
  return out
}
