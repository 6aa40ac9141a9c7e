import { invertedCholesky } from '../base/mixture/cholesky.js'
import { log2 } from '../numeric/exp-log.js'
import type { Labels, Samples } from '../types.js'

/** How well clusters are described by normal distributions, one each. */
export interface NormalClusters {
  /** The mean log-likelihood of a sample, with its cluster known. */
  readonly likelihood: number
  /**
   * The median over clusters of Mardia's kurtosis, as a share of that of a normal distribution: 1 for normal clusters, less
   * for rings, arcs, and clusters that are cut off or joined, more for clusters with outliers.
   */
  readonly kurtosis: number
  /**
   * Akaike's criterion per sample: the likelihood less the number of parameters by the number of samples, of the best of four
   * shapes: a covariance for each cluster, one for all, round clusters of different and of equal widths. So clusters that
   * are round are not asked for more than that, and few samples do not speak for shapes that only they have.
   */
  readonly criterion: number
  /** Whether this is the criterion of the first shape. */
  readonly hasOwnShapes: boolean
}

const LOG_2PI = 1.8378770664093453
/** Added to the variances, as a share of their mean, so that constant features do no harm. */
const RIDGE = 1e-6
/** Clusters with fewer samples, or fewer per feature, say little about their shape. */
const LEAST = { samples: 10, perFeature: 3 }

/**
 * Describes every cluster by a normal distribution with a covariance of its own, which counts as if d + 1 more samples had
 * the mean covariance of all clusters. O(n d²). Null if no cluster has enough samples to show its shape.
 *
 *   likelihood = mean of ln(|c| / n) + ln N(x; μ_c, Σ_c),   kurtosis = mean of ((x - μ)' S⁻¹ (x - μ))² / d (d + 2)
 *
 * The kurtosis of s samples of a normal distribution is (s - 1) / (s + 1) on average, which is divided out.
 */
export function normalClusters(samples: Samples, labels: Labels, clusterCount: number): NormalClusters | null {
  const { sampleCount: n, featureCount: d, values } = samples
  const { sizes, means } = meansOf(samples, labels, clusterCount)
  const scatters = new Float64Array(clusterCount * d * d)
  const difference = new Float64Array(d)
  const differ = (i: number, c: number) => {
    for (let f = 0; f < d; f++) difference[f] = values[i * d + f] - means[c * d + f]
  }
  for (let i = 0; i < n; i++) {
    differ(i, labels[i])
    for (let a = 0, at = labels[i] * d * d; a < d; a++, at += d) {
      for (let b = 0; b <= a; b++) scatters[at + b] += difference[a] * difference[b]
    }
  }
  const pooled = new Float64Array(d * d)
  for (let at = 0; at < scatters.length; at++) pooled[at % (d * d)] += scatters[at] / n
  let ridge = 0
  for (let f = 0; f < d; f++) ridge += (RIDGE * pooled[f * d + f]) / d
  if (!(ridge > 0)) return null

  const extra = d + 1
  const shrunk: ReturnType<typeof invertedCholesky>[] = []
  const unshrunk: ReturnType<typeof invertedCholesky>[] = []
  for (let c = 0; c < clusterCount; c++) {
    const scatter = scatters.subarray(c * d * d, (c + 1) * d * d)
    const size = Math.max(1, sizes[c])
    const add = (value: number, at: number) => value + (at % (d + 1) === 0 ? ridge : 0)
    shrunk.push(
      invertedCholesky(
        scatter.map((value, at) => add((value + extra * pooled[at]) / (size + extra), at)),
        d,
      ),
    )
    unshrunk.push(
      invertedCholesky(
        scatter.map((value, at) => add(value / size, at)),
        d,
      ),
    )
  }

  let total = 0
  const fourth = new Float64Array(clusterCount)
  for (let i = 0; i < n; i++) {
    const c = labels[i]
    differ(i, c)
    const { inverse, logDeterminant } = shrunk[c]
    total += log2(sizes[c] / n) * Math.LN2 + logDeterminant - squareOf(inverse, difference) / 2 - (d / 2) * LOG_2PI
    fourth[c] += squareOf(unshrunk[c].inverse, difference) ** 2
  }
  const shares = [...sizes.keys()]
    .filter(c => sizes[c] >= Math.max(LEAST.samples, LEAST.perFeature * d))
    .map(c => ((fourth[c] / sizes[c] / (d * (d + 2))) * (sizes[c] + 1)) / (sizes[c] - 1))
    .sort((a, b) => a - b)
  if (shares.length === 0) return null
  const middle = shares.length >> 1
  const kurtosis = shares.length % 2 === 1 ? shares[middle] : (shares[middle - 1] + shares[middle]) / 2
  const likelihood = total / n
  const entropy = sizes.reduce((sum, size) => (size > 0 ? sum - (size / n) * log2(size / n) * Math.LN2 : sum), 0)
  const traces = Float64Array.from({ length: clusterCount }, (_, c) => traceOf(scatters, c, d))
  const own = likelihood - (clusterCount * d * (d + 1)) / 2 / n
  const others = Math.max(
    tiedLikelihood(pooled, ridge, d) - entropy - (d * (d + 1)) / 2 / n,
    roundLikelihood(traces, sizes, d) - entropy - clusterCount / n,
    roundLikelihood([traces.reduce((sum, trace) => sum + trace, 0)], [n], d) - entropy - 1 / n,
  )
  const criterion = Math.max(own, others) - (clusterCount * (d + 1) - 1) / n
  return { likelihood, kurtosis, criterion, hasOwnShapes: own >= others }
}

/** The sum of the squared distances of the samples of cluster c to its mean. */
function traceOf(scatters: Float64Array, c: number, d: number): number {
  let trace = 0
  for (let f = 0; f < d; f++) trace += scatters[c * d * d + f * (d + 1)]
  return trace
}

/** The mean log-density of samples around the means of their clusters, with one covariance for all. */
function tiedLikelihood(pooled: Float64Array, ridge: number, d: number): number {
  const { logDeterminant } = invertedCholesky(
    pooled.map((value, at) => (at % (d + 1) === 0 ? value + ridge : value)),
    d,
  )
  return logDeterminant - (d * (LOG_2PI + 1)) / 2
}

/** The same with round clusters: a width for each, to which one more sample with the mean width counts. */
function roundLikelihood(traces: ArrayLike<number>, sizes: ArrayLike<number>, d: number): number {
  let [trace, n] = [0, 0]
  for (let c = 0; c < traces.length; c++) {
    trace += traces[c]
    n += sizes[c]
  }
  const mean = trace / n
  let sum = 0
  for (let c = 0; c < traces.length; c++) {
    const variance = (traces[c] + mean) / (sizes[c] + 1) / d
    sum -= (sizes[c] * d * (log2(variance) * Math.LN2 + LOG_2PI)) / 2 + traces[c] / variance / 2
  }
  return sum / n
}

function meansOf({ sampleCount: n, featureCount: d, values }: Samples, labels: Labels, clusterCount: number) {
  const sizes = new Float64Array(clusterCount)
  const means = new Float64Array(clusterCount * d)
  for (let i = 0; i < n; i++) {
    sizes[labels[i]]++
    for (let f = 0; f < d; f++) means[labels[i] * d + f] += values[i * d + f]
  }
  for (let at = 0; at < means.length; at++) means[at] /= Math.max(1, sizes[Math.floor(at / d)])
  return { sizes, means }
}

/** |L⁻¹ x|², for a lower triangular L⁻¹. */
function squareOf(inverse: Float64Array, x: Float64Array): number {
  const d = x.length
  let square = 0
  for (let a = 0, at = 0; a < d; a++, at += d) {
    let sum = 0
    for (let f = 0; f <= a; f++) sum += inverse[at + f] * x[f]
    square += sum * sum
  }
  return square
}
