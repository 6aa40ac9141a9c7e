import { exp } from '../numeric/exp-log.js'

/** Limits of the ambiguity for one k. */
export interface AmbiguityLimits {
  /** At most this: strong evidence. */
  readonly strong: number
  /** At most this: weak evidence. */
  readonly weak: number
  /** At most this, with silhouettes above those of random data: weak evidence of overlapping clusters. */
  readonly overlapping: number
}

/** Instability counts this much compared with overlap. */
export const INSTABILITY_WEIGHT = 0.6

/**
 * Calibrated on 119 draws without clusters: normal, t3, lognormal, uniform, correlated, Poisson, binary, swiss roll,
 * banana and AR(1), 100 to 5,000 samples, 2 to 100 features. For few clusters the limits are lower, because methods
 * agree more easily on how to cut an elongated cloud into two or three parts.
 */
const LIMITS: readonly AmbiguityLimits[] = [
  { strong: 0.17, weak: 0.21, overlapping: 0.27 },
  { strong: 0.19, weak: 0.235, overlapping: 0.25 },
  { strong: 0.23, weak: 0.29, overlapping: 0.29 },
  { strong: 0.26, weak: 0.32, overlapping: 0.33 },
]

/**
 * The same for given labelings, which only one method combines: resamples of one generator agree more easily. Set on the
 * ensembles by k-means of the same draws.
 */
const LABELING_LIMITS: readonly AmbiguityLimits[] = [
  { strong: 0.09, weak: 0.13, overlapping: 0 },
  { strong: 0.1, weak: 0.14, overlapping: 0 },
  { strong: 0.13, weak: 0.18, overlapping: 0 },
  { strong: 0.16, weak: 0.22, overlapping: 0 },
]

/** Fewer samples, in all or per cluster, have gaps by chance, so the limits shrink in proportion. */
const FULL_SAMPLES = { separated: 150, overlapping: 200 }
const FULL_SAMPLES_PER_CLUSTER = 25

/** The limits shrink by this factor if most features are discrete: the combinations of few values have gaps between them. */
const DISCRETE_FACTOR = 0.75

/** What the limits depend on, besides k. */
export interface LimitsOptions {
  readonly sampleCount: number
  /** Whether the evidence comes from given labelings. */
  readonly isOfLabelings?: boolean
  /** Whether at least half of the features have very few values. */
  readonly isDiscrete?: boolean
}

/** The limits for k clusters. */
export function limitsOf(
  clusterCount: number,
  { sampleCount, isOfLabelings = false, isDiscrete = false }: LimitsOptions,
): AmbiguityLimits {
  const all = isOfLabelings ? LABELING_LIMITS : LIMITS
  const { strong, weak, overlapping } = all[Math.min(clusterCount - 2, all.length - 1)]
  const perCluster = sampleCount / (FULL_SAMPLES_PER_CLUSTER * clusterCount)
  const factor = isDiscrete ? DISCRETE_FACTOR : 1
  const separated = factor * Math.min(1, perCluster, sampleCount / FULL_SAMPLES.separated)
  return {
    strong: separated * strong,
    weak: separated * weak,
    overlapping: factor * Math.min(1, perCluster, sampleCount / FULL_SAMPLES.overlapping) * overlapping,
  }
}

/** How separated some clusters are, compared with clusters of random data. */
export interface Separation {
  /** Neighbours in other clusters, as a share of those in random data: 0 if separated, about 1 in random data. */
  readonly mixing: number
  /** Overlap and disagreement, as in the evidence for k. */
  readonly ambiguity: number
  /** The samples that were compared. */
  readonly sampleCount: number
  readonly clusterCount: number
}

/**
 * The limits of mixing + ambiguity, and of ambiguity alone, which is lower for few clusters: methods agree more easily on
 * how to cut a bent cloud into two or three parts, and neighbours are hardly mixed there. Overlapping clusters are mixed, but
 * their halves agree.
 *
 * Of 194 draws without clusters, one (a swiss roll) was above none, and none was clear; of 71 results with ARI of at least
 * 0.9, 67 were clear and 2 none.
 */
const SEPARATION = { clear: 0.55, weak: 0.65 }
const FEW_CLUSTERS = { most: 3, clear: 0.1, weak: 0.14 }
const OVERLAPPING = { mixing: 0.8, ambiguity: 0.12, manyClusters: 8, ambiguityOfMany: 0.2 }
/** With fewer samples, groups appear by chance. */
const FULL_SEPARATION_SAMPLES = 60

/** What the comparison with random data says about clusters. */
export function separationLevel({
  mixing,
  ambiguity,
  sampleCount,
  clusterCount,
}: Separation): 'clear' | 'weak' | 'none' {
  const factor = Math.min(1, sampleCount / FULL_SEPARATION_SAMPLES)
  const isBelow = (level: 'clear' | 'weak') =>
    mixing + ambiguity <= factor * SEPARATION[level] &&
    (clusterCount > FEW_CLUSTERS.most || ambiguity <= factor * FEW_CLUSTERS[level])
  if (isBelow('clear')) return 'clear'
  const most = clusterCount >= OVERLAPPING.manyClusters ? OVERLAPPING.ambiguityOfMany : OVERLAPPING.ambiguity
  const isOverlapping = mixing <= OVERLAPPING.mixing && ambiguity <= factor * most
  return isOverlapping || isBelow('weak') ? 'weak' : 'none'
}

/**
 * Limits of the ambiguous pairs of clusters in graphs, as factors of those of random data with the same correlations: 10 to
 * the power of minus the relative cluster stability index. Of eleven draws without clusters the largest index was 0.24, and
 * one of 30 samples had 0.6; with classes, tables of expression, texts and images had 0.4 and more.
 */
const GRAPH_FACTORS = { strong: 0.6, weak: 0.3 }
/** With fewer samples, the index of random data varies more. */
const FULL_GRAPH_SAMPLES = 60

/** The limits for clusters in graphs, from the ambiguous pairs of random data. */
export function graphLimits(pacOfNulls: number, sampleCount: number): AmbiguityLimits {
  const { strong, weak } = GRAPH_FACTORS
  const factor = Math.max(1, FULL_GRAPH_SAMPLES / sampleCount)
  const below = (index: number) => pacOfNulls * exp(-factor * index * Math.LN10)
  return { strong: below(strong), weak: below(weak), overlapping: 0 }
}
