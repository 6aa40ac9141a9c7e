import type { Evidence } from './evidence.js'
import type { AmbiguityLimits } from './limits.js'

/** How sure the advice is. */
export type Verdict = 'strong' | 'weak' | 'none'

/** What the evidence is about: clusters with a gap between them, or clusters that overlap. */
export type EvidenceKind = 'separated' | 'overlapping'

/** The evidence for one k, with its silhouettes and limits. */
export interface ClusterCountEvidence extends Evidence {
  /** Mean silhouette of plain k-means; null without features, or for k above 12. */
  readonly silhouette: number | null
  /** The highest mean silhouette in random data without clusters; null where `silhouette` is. */
  readonly silhouetteOfNulls: number | null
  /**
   * Nearest neighbours in other clusters, as a share of those in random data: 0 if the clusters are separated, about 1 in random
   * data. Null without features, with few samples, and for large k.
   */
  readonly mixing: number | null
  /** The limits of the ambiguity for this k. */
  readonly limits: AmbiguityLimits
}

/** The chosen number of clusters. */
export interface ClusterCountChoice {
  readonly verdict: Verdict
  /** The best candidate; null if there is no evidence of clusters. */
  readonly clusterCount: number | null
  /** The next best candidate; null if there is no evidence of clusters, or if only one k was tried. */
  readonly runnerUp: number | null
  /** The k with the best evidence, however weak. */
  readonly leading: number
  readonly kind: EvidenceKind | null
}

/** Candidates may be this much less reproducible than the best one. */
const REPRODUCIBILITY_TOLERANCE = 0.06
/** Of candidates whose ambiguity differs by less than this, the largest is chosen. */
const AMBIGUITY_TOLERANCE = 0.015
/** Silhouettes must exceed those of random data by this factor. */
const SILHOUETTE_FACTOR = 1.08
/** With many features: the largest probability in random data, and the least reproducibility of strong evidence. */
const LEAST_P = { weak: 0.01, strong: 0.005 }
const REPRODUCIBLE = 0.9
/** The smallest cluster of overlapping clusters has at least this share of the mean size. */
const LEAST_SHARE = 0.2

/**
 * Chooses the number of clusters.
 *
 * 1. If the ambiguity of some k is below the strong limit: of these k, those that are about as reproducible as the best;
 *    of them, the one with the lowest ambiguity; of equals, the largest.
 * 2. Otherwise the same with the weak limit.
 * 3. Otherwise overlapping clusters: the k at which plain k-means agrees best with an ensemble, if its silhouette exceeds
 *    that of random data.
 *
 * For tables with many features: the k with the best clusters in graphs of nearest samples. Its evidence is weak if its
 * ambiguity is below that of random data by some factor, and strong by a larger one.
 */
export function chooseClusterCount(evidence: readonly ClusterCountEvidence[]): ClusterCountChoice {
  const strong = evidence.filter(each => each.ambiguity <= each.limits.strong)
  const weak = evidence.filter(each => each.ambiguity <= each.limits.weak)
  const overlapping = evidence.filter(each => isRounder(each) && (each.roundAmbiguity ?? 1) <= each.limits.overlapping)
  if (evidence.every(({ graphs }) => graphs !== null)) return chosenByGraphs(evidence)
  const leading = leadingOf(evidence)
  if (strong.length > 0) return chosen('strong', 'separated', clearest(strong))
  if (weak.length > 0) return chosen('weak', 'separated', clearest(weak))
  if (overlapping.length > 0) {
    const best = overlapping.reduce((least, each) => (round(each) < round(least) ? each : least))
    return chosen('weak', 'overlapping', best)
  }
  return { verdict: 'none', clusterCount: null, runnerUp: null, leading: leading.clusterCount, kind: null }

  function chosen(verdict: Verdict, kind: EvidenceKind, { clusterCount }: ClusterCountEvidence): ClusterCountChoice {
    const others = evidence.filter(each => each.clusterCount !== clusterCount)
    const runnerUp = others.length === 0 ? null : leadingOf(others).clusterCount
    return { verdict, clusterCount, runnerUp, leading: clusterCount, kind }
  }
}

/** Of the candidates that are about as reproducible as the best one, the one with the lowest ambiguity. */
function clearest(candidates: readonly ClusterCountEvidence[]): ClusterCountEvidence {
  const best = Math.max(...candidates.map(reproducibility))
  const good = candidates.filter(each => reproducibility(each) >= best - REPRODUCIBILITY_TOLERANCE)
  const least = Math.min(...good.map(({ ambiguity }) => ambiguity))
  return good.findLast(({ ambiguity }) => ambiguity <= least + AMBIGUITY_TOLERANCE)!
}

/** The k with the best clusters in graphs, graded by the comparison with random data. */
function chosenByGraphs(evidence: readonly ClusterCountEvidence[]): ClusterCountChoice {
  const quality = ({ graphs }: ClusterCountEvidence) => graphs!.quality
  const order = [...evidence].sort((a, b) => quality(b) - quality(a) || a.clusterCount - b.clusterCount)
  const best = order[0]
  const verdict = verdictOfGraphs(best)
  const isNone = verdict === 'none'
  return {
    verdict,
    clusterCount: isNone ? null : best.clusterCount,
    runnerUp: isNone ? null : (order[1]?.clusterCount ?? null),
    leading: best.clusterCount,
    kind: isNone ? null : 'separated',
  }
}

function verdictOfGraphs(best: ClusterCountEvidence): Verdict {
  const { ambiguity, limits, graphs } = best
  if (ambiguity > limits.weak || graphs!.p >= LEAST_P.weak) return 'none'
  const isStrong = ambiguity <= limits.strong && graphs!.p < LEAST_P.strong
  return isStrong && reproducibility(best) >= REPRODUCIBLE ? 'strong' : 'weak'
}

/** The mean of stability and agreement. */
export function reproducibility({ stability, agreement }: Evidence): number {
  return agreement === null ? stability : (stability + agreement) / 2
}

/** The k with the lowest ambiguity of either kind. */
function leadingOf(evidence: readonly ClusterCountEvidence[]): ClusterCountEvidence {
  const least = (each: ClusterCountEvidence) =>
    isRounder(each) ? Math.min(each.ambiguity, round(each)) : each.ambiguity
  return evidence.reduce((best, each) => (least(each) < least(best) ? each : best))
}

/** Whether the clusters of plain k-means are rounder than those of random data, and none of them is tiny. */
function isRounder(each: ClusterCountEvidence): boolean {
  const { silhouette, silhouetteOfNulls, smallestShare, clusterCount } = each
  if (silhouette === null || silhouetteOfNulls === null || smallestShare === null) return false
  return silhouette >= SILHOUETTE_FACTOR * Math.max(silhouetteOfNulls, 0) && smallestShare >= LEAST_SHARE / clusterCount
}

function round({ roundAmbiguity }: ClusterCountEvidence): number {
  return roundAmbiguity ?? Infinity
}
