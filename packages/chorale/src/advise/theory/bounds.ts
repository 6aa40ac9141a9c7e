import { checkInteger, checkOptionNames, checkPositive, invalid } from '../../errors.js'
import { log2 } from '../../numeric/exp-log.js'

/** The parameters of the bounds; they depend on nothing else. */
export interface BoundOptions {
  /** n */
  sampleCount: number
  /** m */
  ensembleSize: number
  /** k */
  clusterCount: number
  /** δ_k, the gap between eigenvalues k and k + 1 of K*; the c of the theorems is 1/δ_k. 1 by default, the largest possible gap. */
  eigengap?: number
  /** δ: the bounds hold with probability 1 - δ. 0.05 by default. */
  failureProbability?: number
}

/** Options of {@link excessRiskBound}. */
export interface ExcessRiskBoundOptions extends BoundOptions {
  /** c₀: the eigenfunctions stay below √c₀; 1 by default, the smallest possible value for functions with mean square 1. */
  embeddingBound?: number
}

/** Options of {@link ensembleSizeForBound}. */
export interface EnsembleSizeForBoundOptions extends Omit<BoundOptions, 'ensembleSize'> {
  /** The most that the ensemble term may be. */
  limit: number
}

const OPTIONS = {
  sampleCount: true,
  ensembleSize: true,
  clusterCount: true,
  eigengap: true,
  failureProbability: true,
} satisfies Record<keyof BoundOptions, true>

const REQUIRED = 'sampleCount, ensembleSize and clusterCount'

const DEFAULTS = { eigengap: 1, failureProbability: 0.05, embeddingBound: 1 }

/** A bound and its terms. */
export interface Bound {
  /** The sum of the terms. */
  readonly value: number
  readonly terms: {
    /** Decreases with the number of base clusterings, as √(log n / m). */
    readonly ensemble: number
    /** Decreases with the number of samples, as 1/√n. */
    readonly samples: number
  }
  /** The trivial bound: F̂ is at most k/n, because the kernels are means of projections. */
  readonly trivial: number
  /** Whether the bound is below the trivial one, and so is informative for this n, m and k. */
  readonly informative: boolean
}

/**
 * How much the empirical objective may exceed that of the population, with probability 1 - δ.
 *
 *   F̂(Ẑ; K̄) - F(Z; K*) ≤ (2√2 c + 1) B + 2√2 log(6/δ) / √n                             (Theorem 3.1)
 *   B = (2 / 3m) log(6n/δ) + √((8/m) log(6n/δ))
 *
 * The constants are those of the theorem; the rate is √(log n / m) + 1/√n. The bound is loose: see `informative`.
 *
 * @example
 * ```ts
 * import { generalizationBound } from 'chorale'
 *
 * const { value, informative } = generalizationBound({ sampleCount: 1000, ensembleSize: 30, clusterCount: 3 })
 * console.log(value.toFixed(2), informative) // 8.18 false
 * ```
 *
 * @group Advise
 */
export function generalizationBound(options: BoundOptions): Bound {
  checkOptionNames('generalizationBound', options, Object.keys(OPTIONS), REQUIRED)
  const { n, m, k, c, delta } = checked('generalizationBound', options)
  const ensemble = (2 * Math.SQRT2 * c + 1) * deviation(n, m, delta)
  return bound(ensemble, operatorTerm(n, delta), k / n)
}

/**
 * How much the population objective at the empirical embedding may exceed the best one, with probability 1 - δ.
 *
 *   F(Ẑ; K*) - F(Z; K*) ≤ k (2√2 c₀ / √n + √(8 log(3/δ) / n)) + 2√2 c B + 2√2 log(6/δ) / √n     (Theorem 3.2)
 *
 * with B as in {@link generalizationBound}.
 *
 * @example
 * ```ts
 * import { excessRiskBound } from 'chorale'
 *
 * const { value, informative } = excessRiskBound({ sampleCount: 1000, ensembleSize: 30, clusterCount: 3 })
 * console.log(value > 1, informative) // true false
 * ```
 *
 * @group Advise
 */
export function excessRiskBound(options: ExcessRiskBoundOptions): Bound {
  checkOptionNames('excessRiskBound', options, [...Object.keys(OPTIONS), 'embeddingBound'], REQUIRED)
  const { n, m, k, c, delta } = checked('excessRiskBound', options)
  const { embeddingBound = DEFAULTS.embeddingBound } = options
  checkPositive('excessRiskBound', 'embeddingBound', embeddingBound)
  const complexity = k * ((2 * Math.SQRT2 * embeddingBound) / Math.sqrt(n) + Math.sqrt((8 * ln(3 / delta)) / n))
  return bound(2 * Math.SQRT2 * c * deviation(n, m, delta), complexity + operatorTerm(n, delta), k / n)
}

/**
 * The number of base clusterings from which the ensemble term of Theorem 3.1 is at most `limit`: solves the quadratic in
 * √(log(6n/δ) / m).
 *
 * @example
 * ```ts
 * import { ensembleSizeForBound } from 'chorale'
 *
 * console.log(ensembleSizeForBound({ sampleCount: 1000, clusterCount: 3, limit: 1 }) > 1000) // true
 * ```
 *
 * @group Advise
 */
export function ensembleSizeForBound(options: EnsembleSizeForBoundOptions): number {
  const known = ['limit', ...Object.keys(OPTIONS).filter(name => name !== 'ensembleSize')]
  checkOptionNames('ensembleSizeForBound', options, known, 'sampleCount, clusterCount and limit')
  const { limit, ...rest } = options
  checkPositive('ensembleSizeForBound', 'limit', limit)
  const { n, c, delta } = checked('ensembleSizeForBound', { ...rest, ensembleSize: 1 })
  // (2/3) x² + √8 x = limit / (2√2 c + 1),  x = √(log(6n/δ) / m)
  const target = limit / (2 * Math.SQRT2 * c + 1)
  const x = (Math.sqrt(8 + (8 / 3) * target) - Math.sqrt(8)) / (4 / 3)
  return Math.ceil(ln((6 * n) / delta) / (x * x))
}

/** The natural logarithm, the same on every JavaScript runtime. */
export function ln(x: number): number {
  return log2(x) * Math.LN2
}

/** (2 / 3m) log(6n/δ) + √((8/m) log(6n/δ)): matrix Bernstein on K̄ - K* (Lemma A.1, with δ/3). */
function deviation(n: number, m: number, delta: number): number {
  const share = ln((6 * n) / delta) / m
  return (2 / 3) * share + Math.sqrt(8 * share)
}

/** 2√2 log(6/δ) / √n (Lemma A.3, with δ/3). */
function operatorTerm(n: number, delta: number): number {
  return (2 * Math.SQRT2 * ln(6 / delta)) / Math.sqrt(n)
}

function bound(ensemble: number, samples: number, trivial: number): Bound {
  const value = ensemble + samples
  return { value, terms: { ensemble, samples }, trivial, informative: value < trivial }
}

function checked(caller: string, options: BoundOptions) {
  const { sampleCount: n, ensembleSize: m, clusterCount: k } = options
  const { eigengap = DEFAULTS.eigengap, failureProbability: delta = DEFAULTS.failureProbability } = options
  checkInteger(caller, 'sampleCount', n, 1, Number.MAX_SAFE_INTEGER)
  checkInteger(caller, 'ensembleSize', m, 1, Number.MAX_SAFE_INTEGER)
  checkInteger(caller, 'clusterCount', k, 1, n)
  checkPositive(caller, 'eigengap', eigengap)
  if (!(delta > 0 && delta < 1)) {
    throw invalid(caller, 'failureProbability', 'be a number above 0 and below 1', delta)
  }
  return { n, m, k, c: 1 / eigengap, delta }
}
