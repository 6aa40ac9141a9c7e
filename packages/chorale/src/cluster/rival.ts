import { decideVotes } from '../base/plan-ensemble.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import type { Labels, Samples } from '../types.js'
import { type NormalClusters, normalClusters } from './normal-clusters.js'
import type { RunPlan } from './plan.js'

/** What the rival may take, so that it takes little time: samples x clusters x features, and features. */
const MOST = { work: 3e7, features: 60 }
/** Clusters whose kurtosis is in this range look normal. */
const NORMAL = { from: 0.92, to: 1.15 }
/** Samples per cluster and feature from which candidates can be compared, and per parameter of clusters with own shapes. */
const SAMPLES = { perFeature: 3, perParameter: 1.5 }
/** A rival wins by this much of the criterion per sample. */
const CLEARLY = 0.002
/** Neither is much better within this much of it. */
const CLOSE = 0.02

/** The clusters of a run, as normal distributions, and another candidate. */
export interface Contest {
  readonly normal: NormalClusters
  readonly rival: RunPlan
}

/**
 * A vote of the tightest of many runs of k-means as a second candidate, where clusters look like normal distributions:
 * cells, mixtures and graphs then only have more freedom to be wrong. Null where they do not, where there are too few
 * samples to compare candidates, or where the caller set anything about base clusterings and consensus.
 *
 * The candidate with the larger criterion wins (see {@link NormalClusters}). Where clusters do not look normal, as for
 * rings and spirals, k-means may have the larger criterion and be wrong; so it is not asked.
 */
export function contestOf(
  { clusterCount: k, base }: RunPlan,
  samples: Samples,
  labels: Labels,
  asked: Readonly<Record<string, unknown>>,
): Contest | null {
  const { sampleCount: n, featureCount: d } = samples
  const isChosen = ['cells', 'mixtures', 'graphs'].includes(base.family) && Object.keys(asked).length === 0
  const isQuick = n * k * d <= MOST.work && d <= MOST.features
  if (!isChosen || !isQuick || k < 2 || n < SAMPLES.perFeature * (d + 1) * k) return null
  const normal = normalClusters(samples, labels, k)
  if (normal === null || !looksNormal(normal)) return null
  const reason =
    'The tightest runs of k-means, because the clusters look like normal distributions, and theirs do so more clearly.'
  return { normal, rival: { clusterCount: k, base: decideVotes(samples, k, reason), consensus: { method: 'vote' } } }
}

/** How a contest ended. */
export interface Outcome {
  /** Whether the labels of the rival describe the samples clearly better. */
  readonly isBetter: boolean
  /** The ARI of both labels where neither describes the samples much better, so that another seed can choose the other one. */
  readonly closeAgreement: number | null
}

const INCOMPARABLE: Outcome = { isBetter: false, closeAgreement: null }

/** Compares the labels of a run with those of its rival. */
export function outcomeOf(
  { normal, rival: { clusterCount: k } }: Contest,
  samples: Samples,
  labels: Labels,
  others: Labels,
): Outcome {
  const { sampleCount: n, featureCount: d } = samples
  const other = normalClusters(samples, others, k)
  if (other === null || !looksNormal(other)) return INCOMPARABLE
  const areEnough = n >= (SAMPLES.perParameter * k * d * (d + 3)) / 2
  if (!areEnough && (normal.hasOwnShapes || other.hasOwnShapes)) return INCOMPARABLE
  const gain = other.criterion - normal.criterion
  const isClose = Math.abs(gain) <= CLOSE
  return { isBetter: gain > CLEARLY, closeAgreement: isClose ? adjustedRandIndex(labels, others) : null }
}

function looksNormal({ kurtosis }: NormalClusters): boolean {
  return kurtosis >= NORMAL.from && kurtosis <= NORMAL.to
}
