import { checkClusterCount, checkOptionNames, invalid } from '../../errors.js'
import { adoptLabelings, type Labeling } from '../../labelings/adopt.js'
import type { Ensemble, Matrix } from '../../types.js'
import {
  adoptTruth,
  type ExpectedKernel,
  meanKernel,
  secondOrderKernel,
  truthKernel,
  weightedEigenvalues,
} from './expected-kernel.js'
import { kernelTraces } from './kernel-traces.js'
import { spectralNorm, weightedKernels } from './spectral-norm.js'

/** Options of {@link biasDiversity}. */
export interface BiasDiversityOptions {
  /** k, for the constant of Theorem 4.1. */
  clusterCount: number
  /** w of K^w = Σₜ wₜ K⁽ᵗ⁾; 1/m each by default. */
  weights?: ArrayLike<number>
  /**
   * The estimate of the unknown K*: the mean kernel (the default), the second-order similarity (as in GPEC), or the kernel
   * of the true classes.
   */
  expectation?: 'mean' | 'second-order' | { truth: ArrayLike<number | string> }
  /** α and λ of the second-order similarity: 0.1 and 1 by default, as in the paper. */
  alpha?: number
  lambda?: number
  signal?: AbortSignal
}

const OPTIONS = {
  clusterCount: true,
  weights: true,
  expectation: true,
  alpha: true,
  lambda: true,
  signal: true,
} satisfies Record<keyof BiasDiversityOptions, true>

/** The distance of K^w from K*, and its two parts. All norms are Frobenius norms. */
export interface BiasDiversity {
  /** Σₜ |m wₜ K⁽ᵗ⁾ - K*|²: the distance of the single base clusterings from K*. */
  readonly bias: number
  /** Σₜ |m wₜ K⁽ᵗ⁾ - K^w|²: their distance from each other. */
  readonly diversity: number
  /** |K^w - K*|², which is (bias - diversity) / m exactly (Lemma A.6). */
  readonly squaredDistance: number
  /** The terms that depend on w, as in the paper's weight table: -2 tr(K^w K*), tr(K^w K^w), and their sum. */
  readonly table: { readonly bias: number; readonly minusDiversity: number; readonly total: number }
  /** F̂(Ẑ; K^w) - F̂(Z; K*): the loss that Theorem 4.1 bounds. */
  readonly loss: number
  /** The gap between eigenvalues k and k + 1 of K*. */
  readonly eigengap: number
  /** c' = k/n + 2√2 / gap; infinite without a gap. */
  readonly constant: number
  /** c' √((bias - diversity) / m) ≥ loss (Theorem 4.1). Loose: see `weylBound`. */
  readonly bound: number
  /**
   * (k/n) |K^w - K*|₂ ≥ loss, by Weyl's inequality for each of the k eigenvalues; it needs no eigengap. For the
   * second-order similarity with the Frobenius norm, which is not smaller than the spectral norm.
   */
  readonly weylBound: number
}

/**
 * The bias-diversity decomposition of an ensemble (Theorem 4.1).
 *
 *   |K^w - K*|² = (1/m) Σₜ |m wₜ K⁽ᵗ⁾ - K*|² - (1/m) Σₜ |m wₜ K⁽ᵗ⁾ - K^w|²          (Lemma A.6)
 *
 * Computed from contingency counts in O(m² n) if K* is the truth or the mean kernel.
 *
 * @example
 * ```ts
 * import { biasDiversity } from 'chorale'
 *
 * const labelings = [[0, 0, 1, 1], [0, 1, 1, 1]]
 * const { bias, diversity, squaredDistance } = await biasDiversity(labelings, {
 *   clusterCount: 2,
 *   expectation: { truth: ['a', 'a', 'b', 'b'] },
 * })
 * console.log(Math.abs(squaredDistance - (bias - diversity) / 2) < 1e-12) // true
 * ```
 *
 * @group Advise
 */
export async function biasDiversity(
  input: Ensemble | readonly Labeling[],
  options: BiasDiversityOptions,
): Promise<BiasDiversity> {
  checkOptionNames('biasDiversity', options, Object.keys(OPTIONS), 'clusterCount')
  const ensemble = 'labelings' in input ? input : adoptLabelings(input)
  const { clusterCount: k } = options
  const { sampleCount: n, labelings } = ensemble
  const m = labelings.length
  checkClusterCount('biasDiversity', k, n)
  const weights = checkedWeights(options.weights, m)
  const traces = kernelTraces(ensemble)
  const expected = await expectedKernel(ensemble, traces, options)

  // tr(K⁽ᵗ⁾ K^w) of every t, and from them tr(K^w K^w) and tr(K^w K*).
  const withWeighted = weightedTraces(traces, weights)
  const square = dot(weights, withWeighted)
  const cross = dot(weights, expected.traces)
  let bias = 0
  let diversity = 0
  for (let t = 0; t < m; t++) {
    const scale = m * weights[t]
    const own = scale * scale * traces.values[t * m + t]
    bias += own - 2 * scale * expected.traces[t] + expected.squaredNorm
    diversity += own - 2 * scale * withWeighted[t] + square
  }

  const squaredDistance = square - 2 * cross + expected.squaredNorm
  const gap = Math.max(0, expected.eigenvalues[k - 1] - expected.eigenvalues[k])
  // A gap below rounding is no gap, and there is no bound.
  const eigengap = gap > 1e-12 * expected.eigenvalues[0] ? gap : 0
  const constant = k / n + (2 * Math.SQRT2) / eigengap
  const distance = Math.sqrt(Math.max(0, squaredDistance))
  return {
    bias,
    diversity,
    squaredDistance,
    table: { bias: -2 * cross, minusDiversity: square, total: square - 2 * cross },
    loss: (sum(weightedEigenvalues(ensemble, weights, k)) - sum(expected.eigenvalues.subarray(0, k))) / n,
    eigengap,
    constant,
    bound: constant * distance,
    weylBound: (k / n) * (distanceNorm(ensemble, weights, options.expectation) ?? distance),
  }
}

/** The spectral norm of K^w - K*; null for the second-order similarity. */
function distanceNorm(
  ensemble: Ensemble,
  weights: Float64Array,
  expectation: BiasDiversityOptions['expectation'] = 'mean',
): number | null {
  const { sampleCount: n, labelings } = ensemble
  if (expectation === 'second-order') return null
  if (expectation === 'mean') {
    const differences = weights.map(weight => weight - 1 / labelings.length)
    return spectralNorm({ terms: weightedKernels(ensemble, differences) }, n)
  }
  const { truth, classCount } = adoptTruth('biasDiversity', expectation.truth, n)
  const expected = { labels: truth, clusterCount: classCount, weight: -1 }
  return spectralNorm({ terms: [...weightedKernels(ensemble, weights), expected] }, n)
}

function expectedKernel(
  ensemble: Ensemble,
  traces: Matrix,
  { clusterCount: k, expectation = 'mean', alpha = 0.1, lambda = 1, signal }: BiasDiversityOptions,
): ExpectedKernel | Promise<ExpectedKernel> {
  if (expectation === 'mean') return meanKernel(ensemble, traces, k)
  if (expectation === 'second-order') return secondOrderKernel(ensemble, k, { alpha, lambda, signal })
  if (typeof expectation !== 'object') {
    throw invalid('biasDiversity', 'expectation', `be 'mean', 'second-order' or an object with the truth`, expectation)
  }
  const { truth, classCount } = adoptTruth('biasDiversity', expectation.truth, ensemble.sampleCount)
  return truthKernel(ensemble, truth, classCount, k)
}

/** Σₛ wₛ tr(K⁽ᵗ⁾ K⁽ˢ⁾) of every t. */
function weightedTraces({ values }: Matrix, weights: Float64Array): Float64Array {
  const m = weights.length
  return Float64Array.from(weights, (_, t) => dot(weights, values.subarray(t * m, (t + 1) * m)))
}

function checkedWeights(weights: ArrayLike<number> | undefined, m: number): Float64Array {
  if (weights === undefined) return new Float64Array(m).fill(1 / m)
  if (weights.length !== m) {
    throw invalid('biasDiversity', 'weights', `have one entry per base clustering (${m})`, weights.length)
  }
  const values = Float64Array.from(weights)
  const bad = values.find(value => !Number.isFinite(value))
  if (bad !== undefined) throw invalid('biasDiversity', 'weights', 'be finite numbers', bad)
  return values
}

function dot(x: Float64Array, y: Float64Array): number {
  let total = 0
  for (let t = 0; t < x.length; t++) total += x[t] * y[t]
  return total
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
