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
