import { kMeans } from '../../numeric/k-means.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { Labels, Matrix } from '../../types.js'

/** Features are weighted only in tables with at least this many of them. */
const LEAST_FEATURES = 6
/** Rounds of clustering and weighting, and the starts of k-means in each. */
const ROUNDS = 3
const RESTARTS = 5
/** A feature is noise if the clusters explain less than this share of its variance. */
const NOISE_SHARE = 0.03
/** Weights are used if at least this share of the features is noise, and the clusters explain another one well. */
const LEAST_NOISE = 0.4
const LEAST_EXPLAINED = 0.3
/** Limits the weight of a feature that the clusters explain completely. */
const MOST_EXPLAINED = 0.95

/**
 * Weights of features if many of them have nothing to do with the clusters, else null. The weight of a feature is the
 * ratio of its spread between clusters to its spread within them, √(R² / (1 - R²)), R² the share of its variance that
 * the clusters of a k-means explain. Clustering the weighted features and weighting again raises the contrast.
 */
export function noiseWeights(
  points: Matrix,
  { clusterCount, loops }: { clusterCount: number; loops: HotLoops },
): Float64Array | null {
  const { rowCount: n, columnCount: d, values } = points
  if (d < LEAST_FEATURES || n < 4 * clusterCount) return null
  let weights: Float64Array = new Float64Array(d).fill(1)
  let explained: Float64Array = weights
  for (let round = 0; round < ROUNDS; round++) {
    const weighted = values.map((value, at) => value * weights[at % d])
    const options = { clusterCount, seed: round, restarts: RESTARTS, loops }
    const { labels } = kMeans({ rowCount: n, columnCount: d, values: weighted }, options)
    explained = explainedShares(points, labels, clusterCount)
    weights = explained.map(weightOf)
  }
  // Clusters without any relation to a feature explain (k - 1) / (n - 1) of it.
  const limit = Math.max(NOISE_SHARE, (2 * (clusterCount - 1)) / (n - 1))
  const noiseCount = explained.filter(share => share < limit).length
  const best = explained.reduce((most, share) => Math.max(most, share), 0)
  return noiseCount >= LEAST_NOISE * d && best >= LEAST_EXPLAINED ? weights : null
}

function weightOf(explained: number): number {
  const share = Math.min(explained, MOST_EXPLAINED)
  return Math.sqrt(share / (1 - share))
}

/** R² of every feature: the variance between clusters as a share of the whole. */
function explainedShares({ rowCount: n, columnCount: d, values }: Matrix, labels: Labels, k: number) {
  const sizes = new Float64Array(k)
  const sums = new Float64Array(k * d)
  const means = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    sizes[labels[i]]++
    for (let f = 0; f < d; f++) {
      sums[labels[i] * d + f] += values[i * d + f]
      means[f] += values[i * d + f] / n
    }
  }
  const shares = new Float64Array(d)
  for (let f = 0; f < d; f++) {
    let whole = 0
    for (let i = 0; i < n; i++) whole += (values[i * d + f] - means[f]) ** 2
    let between = 0
    for (let c = 0; c < k; c++) {
      if (sizes[c] > 0) between += sizes[c] * (sums[c * d + f] / sizes[c] - means[f]) ** 2
    }
    shares[f] = whole > 0 ? between / whole : 0
  }
  return shares
}
