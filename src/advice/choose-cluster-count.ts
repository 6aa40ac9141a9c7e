import type { StructureTest } from './structure-test.js'

/** What one k looks like. */
export interface ClusterCountCriteria {
  readonly clusterCount: number
  /** Share of samples that lie between the two clusters that are least apart; mean over the resamples. Small is good. */
  readonly overlap: number
  /** Mean ARI of the clusterings of two resamples, over the samples in both. */
  readonly stability: number
  /** Eigenvalue k minus eigenvalue k + 1 of the base term, mean over the resamples. */
  readonly eigengap: number
  /** Mean NMI of the clustering with the base clusterings. */
  readonly agreement: number
  /** CDF of the consensus matrix of the resamples at 0.01, 0.02, .. 1. */
  readonly cdf: Float64Array
  readonly area: number
  readonly deltaArea: number
  readonly pac: number
  /** Null without features. */
  readonly silhouette: number | null
}

/** The number of clusters that is advised, and why. */
export interface ClusterCountVerdict {
  /** 1: no clusters. */
  readonly clusterCount: number
  readonly reason: string
}

/** Clusters stand apart when less than this share of samples lies between any two of them; on the plateau of 0.07 to 0.085. */
const APART = 0.08
/** Where none do so but the data have clusters, the best k is taken up to this. */
const NEARLY_APART = 0.12
/** The level of the test for clusters at all; up to the weak one clusters count only if they clearly stand apart. */
const LEVEL = 0.01
const WEAK_LEVEL = 0.1

/**
 * The largest k whose clusters all stand apart, if the data differ from data without clusters at all.
 *
 * Fewer clusters than there are stand apart as well, so the largest such k is asked for; with more, one cluster at least is
 * cut where samples are dense, and many samples lie between its parts.
 */
export function chooseClusterCount(
  criteria: readonly ClusterCountCriteria[],
  structure: StructureTest,
): ClusterCountVerdict {
  const p = pText(structure.pValue)
  const best = leastOverlap(criteria)
  const apart = criteria.findLast(({ overlap }) => overlap < APART)
  const isOfLabelings = structure.statistic === 'agreement'
  // Few labelings cross cleanly by chance: there the weak level would not do.
  if (structure.pValue >= (apart === undefined || isOfLabelings ? LEVEL : WEAK_LEVEL)) {
    const why = isOfLabelings
      ? 'the labelings agree no more than shuffled ones'
      : 'data without any fall apart as cleanly'
    return { clusterCount: 1, reason: `No clusters: ${why} (${p}).` }
  }
  if (apart === undefined && best.overlap >= NEARLY_APART) {
    const reason = `No clusters that stand apart: even in the best split, into ${best.clusterCount}, ${between(best)}, although ${isOfLabelings ? 'the labelings agree beyond chance' : 'the data differ from one cloud'} (${p}).`
    return { clusterCount: 1, reason }
  }

  const chosen = apart ?? best
  const next = criteria[criteria.indexOf(chosen) + 1]
  const more = next === undefined ? 'more were not tried' : `with ${next.clusterCount} it is ${share(next.overlap)}`
  const why = apart === undefined ? 'what comes nearest to standing apart' : 'the most that stand apart'
  const sure = structure.pValue < LEVEL ? '' : ' The evidence is weak.'
  const reason = `${chosen.clusterCount} clusters: ${why}; ${between(chosen)} (${more}). Resamples agree to ${chosen.stability.toFixed(2)} (ARI); ${p} against ${isOfLabelings ? 'shuffled labelings' : 'data without clusters'}.${sure}`
  return { clusterCount: chosen.clusterCount, reason }
}

/** The k with the least overlap, the smallest of equals. */
export function leastOverlap(criteria: readonly ClusterCountCriteria[]): ClusterCountCriteria {
  return criteria.reduce((least, each) => (each.overlap < least.overlap ? each : least))
}

function between({ overlap }: ClusterCountCriteria): string {
  return `${share(overlap)} of the samples lie between the two clusters that are least apart`
}

function share(value: number): string {
  return `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`
}

function pText(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`
}
