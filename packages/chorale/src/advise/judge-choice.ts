import { type ClusterCountChoice, type ClusterCountEvidence, chooseClusterCount } from './choose-cluster-count.js'
import type { StructureTest } from './structure-test.js'

/** Evidence this much clearer than random data is strong even if too few runs of random data give no small p. */
const CLEARLY_BELOW = 0.5

/**
 * The choice of k, graded by the comparison with random data: strong evidence needs random data to be less clear, and if
 * they are as clear there is no evidence at all.
 */
export function judgeChoice(
  evidence: readonly ClusterCountEvidence[],
  { statistic, pBand, observed, nulls }: StructureTest,
): ClusterCountChoice {
  const choice = chooseClusterCount(evidence)
  if (choice.verdict === 'none') return choice
  const none = { ...choice, verdict: 'none', clusterCount: null, runnerUp: null, kind: null } as const
  const isInconclusive = pBand === '0.05 or more'
  // Labelings that agree no better than by chance share no clusters, however separated these look.
  if (statistic === 'agreement') return isInconclusive ? none : choice
  const typical = nulls.map(each => each.typical)
  const least = typical.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY)
  const most = typical.reduce((high, each) => Math.max(high, each), 0)
  if (observed >= (choice.kind === 'overlapping' ? most : least)) return none
  if (choice.verdict === 'strong' && isInconclusive && observed > CLEARLY_BELOW * least)
    return { ...choice, verdict: 'weak' }
  return choice
}
