import { decideKMeans } from '../base/plan-ensemble.js'
import type { Labels, Samples } from '../types.js'
import { type NormalClusters, normalClusters } from './normal-clusters.js'
import type { RunPlan } from './plan.js'

/** Runs of k-means, and how many clusters they have at most, as a multiple of k, where √n is fewer. */
const RUNS = { count: 50, multiple: 1.5, samplesPerCluster: 5 }
/** The rival takes at most so many samples x clusters x features, so that it takes little time, and so many features. */
const MOST_WORK = 5e6
const MOST_FEATURES = 10
/** Clusters whose kurtosis is in this range look normal. */
const NORMAL = { from: 0.92, to: 1.15 }
/** Samples per cluster and parameter of its normal distribution from which the likelihoods can be compared. */
const SAMPLES_PER_PARAMETER = 1.5
/** The rival wins by this much of the log-likelihood of a sample. */
const CLEARLY = 0.005

/** The clusters of a run, as normal distributions. */
export interface Contest {
  readonly rival: RunPlan
  readonly normal: NormalClusters
}

/**
 * The consensus of k-means runs as a second candidate, where clusters look like normal distributions: cells and mixtures
 * then only have more freedom to be wrong. Null where they do not, where there are too few samples to compare candidates,
 * or where the caller set anything about base clusterings and consensus.
 *
 * The thresholds were chosen on about 85 public sets and draws, where the candidate with the larger likelihood was never
 * clearly worse if the clusters of the first one looked normal. Where they do not, as for rings and spirals, k-means may
 * have the larger likelihood and be wrong; so it is not asked.
 */
export function contestOf(
  planned: RunPlan,
  samples: Samples,
  labels: Labels,
  asked: Readonly<Record<string, unknown>>,
): Contest | null {
  const { clusterCount: k, base } = planned
  const { sampleCount: n, featureCount: d } = samples
  const isChosen = (base.family === 'cells' || base.family === 'mixtures') && Object.keys(asked).length === 0
  const parameters = (d * (d + 3)) / 2
  if (!isChosen || k < 2 || d > MOST_FEATURES || n * k * d > MOST_WORK) return null
  if (n < SAMPLES_PER_PARAMETER * parameters * k) return null
  const normal = normalClusters(samples, labels, k)
  if (normal === null || normal.kurtosis < NORMAL.from || normal.kurtosis > NORMAL.to) return null
  const wanted = Math.min(Math.ceil(RUNS.multiple * k), Math.floor(n / RUNS.samplesPerCluster))
  const maxClusterCount = Math.max(2, wanted, Math.min(100, Math.floor(Math.sqrt(n))))
  const reason = 'Runs of k-means, because the clusters look like normal distributions, and theirs do so more clearly.'
  const decided = decideKMeans(samples, { ensembleSize: RUNS.count, maxClusterCount }, reason)
  return { rival: { clusterCount: k, base: decided, consensus: { method: 'balanced' } }, normal }
}

/** Whether the labels of the rival describe the samples clearly better. */
export function isBetter({ normal, rival }: Contest, samples: Samples, labels: Labels): boolean {
  const other = normalClusters(samples, labels, rival.clusterCount)
  return other !== null && other.likelihood > normal.likelihood + CLEARLY
}
