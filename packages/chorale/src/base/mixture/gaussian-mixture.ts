import { exp, log2 } from '../../numeric/exp-log.js'
import { type HotLoops, PLAIN_KERNELS } from '../../numeric/loops/hot-loops.js'
import { simdMixtureLabels } from '../../numeric/loops/mixture.js'
import { orPlain } from '../../numeric/loops/workspace.js'
import { runToEnd, type Steps } from '../../pause.js'
import type { Labels, Matrix } from '../../types.js'
import { invertedCholesky } from './cholesky.js'

/** The shapes of the covariances of a mixture. */
export type CovarianceShape = 'full' | 'diagonal'

/** A mixture of k normal distributions in d dimensions. */
export interface GaussianMixture {
  /** k x d. */
  readonly means: Matrix
  /** The inverses of the lower Cholesky factors of the covariances: k matrices d x d, row by row. */
  readonly factors: Float64Array
  /** ln(weight) + ln |L⁻¹| - d/2 ln 2π of every component. */
  readonly constants: Float64Array
}

export interface FitMixtureOptions {
  /** The labels to start from: 0 to clusterCount - 1. */
  start: Labels
  clusterCount: number
  shape: CovarianceShape
  /** Added to every variance. */
  regularisation: number
  maxIterations: number
}

/** Stops when the mean log-likelihood grows by less than this. */
const TOLERANCE = 1e-3
const LOG_2PI = 1.8378770664093453
/** Components with less than e^-12 of the share of the best one do not count. */
const NEGLIGIBLE = -12
/** Keeps the weight of an empty component above zero. */
const SMALLEST_WEIGHT = 1e-10

/** Fits a mixture by expectation-maximisation, from given labels. */
export function* fitMixture(points: Matrix, options: FitMixtureOptions): Steps<GaussianMixture> {
  const { rowCount: n } = points
  const { start, clusterCount: k, maxIterations } = options
  const shares = new Float64Array(n * k)
  for (let i = 0; i < n; i++) shares[i * k + start[i]] = 1
  let mixture = yield* maximise(points, shares, options)
  let before = -Infinity
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const likelihood = yield* expect(points, mixture, shares)
    if (likelihood - before < TOLERANCE) break
    before = likelihood
    mixture = yield* maximise(points, shares, options)
  }
  return mixture
}

/** Replaces the share of every component in every point; returns the mean log-likelihood. */
function* expect(points: Matrix, mixture: GaussianMixture, shares: Float64Array): Steps<number> {
  const { rowCount: n, columnCount: d, values } = points
  const k = mixture.means.rowCount
  const logs = new Float64Array(k)
  const scratch = new Float64Array(d)
  const span = rowsPerStep(k, d)
  let total = 0
  for (let i = 0; i < n; i++) {
    const own = shares.subarray(i * k, (i + 1) * k)
    const most = logDensities(mixture, values, i * d, logs, scratch, own)
    let sum = 0
    for (let c = 0; c < k; c++) {
      const log = logs[c] - most
      const share = log > NEGLIGIBLE ? exp(log) : 0
      own[c] = share
      sum += share
    }
    for (let c = 0; c < k; c++) own[c] /= sum
    total += most + log2(sum) * Math.LN2
    if (i % span === 0) yield
  }
  return total / n
}

/** Rows between two pauses: some milliseconds. */
function rowsPerStep(k: number, d: number): number {
  return Math.ceil(2e6 / (k * d * d))
}

/**
 * Writes ln(weight · density) of every component at a point; returns the largest. Those that are negligible get -Infinity.
 * The component with the largest of the shares that are given comes first, so that others are soon seen to be negligible.
 */
function logDensities(
  mixture: GaussianMixture,
  values: Float64Array,
  at: number,
  logs: Float64Array,
  scratch: Float64Array,
  shares: Float64Array,
): number {
  let first = 0
  for (let c = 1; c < shares.length; c++) if (shares[c] > shares[first]) first = c
  let most = logDensity(mixture, first, values, at, scratch, -Infinity)
  logs[first] = most
  for (let c = 0; c < logs.length; c++) {
    if (c === first) continue
    logs[c] = logDensity(mixture, c, values, at, scratch, most + NEGLIGIBLE)
    if (logs[c] > most) most = logs[c]
  }
  return most
}
/** ln(weight · density) of one component at a point; -Infinity if it is not above `least`. */
function logDensity(
  { means, factors, constants }: GaussianMixture,
  c: number,
  values: Float64Array,
  at: number,
  scratch: Float64Array,
  least: number,
): number {
  const { columnCount: d, values: centres } = means
  const room = 2 * (constants[c] - least)
  for (let f = 0; f < d; f++) scratch[f] = values[at + f] - centres[c * d + f]
  let square = 0
  for (let row = 0, place = c * d * d; row < d; row++, place += d) {
    let sum = 0
    for (let f = 0; f <= row; f++) sum += factors[place + f] * scratch[f]
    square += sum * sum
    if (square >= room) return -Infinity
  }
  return constants[c] - square / 2
}

/** The mixture that fits the shares best. */
function* maximise(
  { rowCount: n, columnCount: d, values }: Matrix,
  shares: Float64Array,
  { clusterCount: k, shape, regularisation }: FitMixtureOptions,
): Steps<GaussianMixture> {
  const masses = new Float64Array(k).fill(SMALLEST_WEIGHT)
  const means = new Float64Array(k * d)
  const span = rowsPerStep(k, d)
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < k; c++) {
      const share = shares[i * k + c]
      if (share === 0) continue
      masses[c] += share
      for (let f = 0; f < d; f++) means[c * d + f] += share * values[i * d + f]
    }
    if (i % span === 0) yield
  }
  for (let at = 0; at < means.length; at++) means[at] /= masses[Math.floor(at / d)]

  const covariances = new Float64Array(k * d * d)
  const difference = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < k; c++) {
      const share = shares[i * k + c]
      if (share === 0) continue
      for (let f = 0; f < d; f++) difference[f] = values[i * d + f] - means[c * d + f]
      for (let a = 0, place = c * d * d; a < d; a++, place += d) {
        const scaled = share * difference[a]
        if (shape === 'diagonal') covariances[place + a] += scaled * difference[a]
        else for (let b = 0; b <= a; b++) covariances[place + b] += scaled * difference[b]
      }
    }
    if (i % span === 0) yield
  }

  const factors = new Float64Array(k * d * d)
  const constants = new Float64Array(k)
  for (let c = 0; c < k; c++) {
    const covariance = covariances.subarray(c * d * d, (c + 1) * d * d)
    for (let at = 0; at < covariance.length; at++) covariance[at] /= masses[c]
    for (let f = 0; f < d; f++) covariance[f * d + f] += regularisation
    const { inverse, logDeterminant } = invertedCholesky(covariance, d)
    factors.set(inverse, c * d * d)
    constants[c] = log2(masses[c] / n) * Math.LN2 + logDeterminant - (d / 2) * LOG_2PI
  }
  return { means: { rowCount: k, columnCount: d, values: means }, factors, constants }
}

/** The most likely component of every row. Rows have `width` numbers, of which the mixture uses the first. */
export const mixtureLabels: (
  mixture: GaussianMixture,
  rows: Float64Array,
  rowCount: number,
  options?: { width?: number; loops?: HotLoops },
) => Labels = (mixture, rows, rowCount, { width = mixture.means.columnCount, loops = PLAIN_KERNELS } = {}) =>
  labelWith(loops, mixture, rows, rowCount, width)

const labelWith = /* @__PURE__ */ orPlain(
  (loops, mixture: GaussianMixture, rows: Float64Array, rowCount: number, width: number): Labels => {
    const { means, factors, constants } = mixture
    const { rowCount: count, columnCount: dimension, values } = means
    if (loops.kind === 'plain') return plainLabels(mixture, rows, rowCount, width)
    return simdMixtureLabels(loops, { count, dimension, means: values, factors, constants }, rows, rowCount, width)
  },
)

function plainLabels(mixture: GaussianMixture, rows: Float64Array, rowCount: number, width: number): Labels {
  const { rowCount: k, columnCount: d } = mixture.means
  const labels = new Int32Array(rowCount)
  const scratch = new Float64Array(d)
  for (let r = 0; r < rowCount; r++) {
    let most = -Infinity
    for (let c = 0; c < k; c++) {
      const log = logDensity(mixture, c, rows, r * width, scratch, most)
      if (log <= most) continue
      most = log
      labels[r] = c
    }
  }
  return labels
}

/** The mean of ln(density) over the rows. */
export function meanLogLikelihood(mixture: GaussianMixture, points: Matrix): number {
  return runToEnd(expect(points, mixture, new Float64Array(points.rowCount * mixture.means.rowCount)))
}
