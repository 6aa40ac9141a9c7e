import type { StructureTest } from './structure-test.js'

/** The criteria for one k. */
export interface ClusterCountCriteria {
  readonly clusterCount: number
  /** Share of samples between the two closest clusters, mean over the resamples. Lower is better. */
  readonly overlap: number
  /** Mean ARI of the clusterings of two resamples, over the samples in both. */
  readonly stability: number
  /** Eigenvalue k minus eigenvalue k + 1 of the base term, mean over the resamples. */
  readonly eigengap: number
  /** Mean NMI of the clustering with the base clusterings. */
  readonly agreement: number
  /** CDF of the consensus matrix of the resamples at 0.01, 0.02, ..., 1. */
  readonly cdf: Float64Array
  readonly area: number
  readonly deltaArea: number
  readonly pac: number
  /** Null without features. */
  readonly silhouette: number | null
}

/** The recommended number of clusters and the reason. */
export interface ClusterCountVerdict {
  /** 1 means that there are no clusters. */
  readonly clusterCount: number
  readonly reason: string
}

/** Clusters are separated if less than this share of samples lies between any two of them. Values from 0.07 to 0.085 work equally well. */
const APART = 0.08
/** If no k has separated clusters but the data has clusters, the best k is used up to this overlap. */
const NEARLY_APART = 0.12
/** The level of the test for clusters. Up to the weak level, clusters count only if they are clearly separated. */
const LEVEL = 0.01
const WEAK_LEVEL = 0.1

/**
 * The largest k with separated clusters, if the data differ from random data without clusters.
 *
 * With fewer clusters than there are, all of them are separated too, so the largest such k is chosen. With more clusters,
 * at least one is cut where samples are dense, and many samples lie between its parts.
 */
export function chooseClusterCount(
  criteria: readonly ClusterCountCriteria[],
  structure: StructureTest,
): ClusterCountVerdict {
  const p = pText(structure.pValue)
  const best = leastOverlap(criteria)
  const apart = criteria.findLast(({ overlap }) => overlap < APART)
  const isOfLabelings = structure.statistic === 'agreement'
  // A few labelings can look separated by chance, so the weak level does not apply to them.
  if (structure.pValue >= (apart === undefined || isOfLabelings ? LEVEL : WEAK_LEVEL)) {
    const why = isOfLabelings
      ? 'The labelings agree no better than shuffled labelings'
      : 'Random data without clusters look just as well separated'
    return { clusterCount: 1, reason: `No clusters found. ${why} (${p}).` }
  }
  if (apart === undefined && best.overlap >= NEARLY_APART) {
    const evidence = isOfLabelings ? 'the labelings agree better than chance' : 'the data differ from a single cloud'
    const reason = `No separated clusters found. Even in the best split, into ${best.clusterCount}, ${between(best)}, although ${evidence} (${p}).`
    return { clusterCount: 1, reason }
  }

  const chosen = apart ?? best
  const next = criteria[criteria.indexOf(chosen) + 1]
  const more =
    next === undefined ? 'more clusters were not tried' : `with ${next.clusterCount} clusters: ${share(next.overlap)}`
  const why = apart === undefined ? 'the best separated number' : 'the largest number of separated clusters'
  const agreement = `The agreement of resamples is ${chosen.stability.toFixed(2)} (ARI)`
  const reference = isOfLabelings ? 'shuffled labelings' : 'random data without clusters'
  const strength = structure.pValue < LEVEL ? '' : ' The evidence is weak.'
  const reason = `${chosen.clusterCount} clusters, ${why}: ${between(chosen)} (${more}). ${agreement}; ${p} compared with ${reference}.${strength}`
  return { clusterCount: chosen.clusterCount, reason }
}

/** The k with the lowest overlap; ties go to the smallest k. */
export function leastOverlap(criteria: readonly ClusterCountCriteria[]): ClusterCountCriteria {
  return criteria.reduce((least, each) => (each.overlap < least.overlap ? each : least))
}

function between({ overlap }: ClusterCountCriteria): string {
  return `${share(overlap)} of the samples lie between the two closest clusters`
}

function share(value: number): string {
  return `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`
}

function pText(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`
}
