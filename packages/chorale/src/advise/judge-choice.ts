import { type ClusterCountChoice, type ClusterCountEvidence, chooseClusterCount } from './choose-cluster-count.js'
import { separationLevel } from './limits.js'
import type { StructureTest } from './structure-test.js'

/** Evidence this much clearer than random data is strong even if too few runs of random data give no small p. */
const CLEARLY_BELOW = 0.5

/**
 * The choice of k, graded by two comparisons with random data: ambiguity at any k, and neighbours at this k. If random data
 * are as clear there is no evidence at all. Strong evidence needs them to be less clear, or neighbours that are clearly
 * separated; neighbours that are mixed as in random data turn it into weak evidence.
 */
export function judgeChoice(
  evidence: readonly ClusterCountEvidence[],
  { statistic, pBand, observed, nulls, sampleCount }: StructureTest,
): ClusterCountChoice {
  const choice = chooseClusterCount(evidence)
  // The evidence of graphs contains the comparison.
  if (choice.verdict === 'none' || evidence.every(({ graphs }) => graphs !== null)) return choice
  const none = { ...choice, verdict: 'none', clusterCount: null, runnerUp: null, kind: null } as const
  const isInconclusive = pBand === '0.05 or more'
  // Labelings that agree no better than by chance share no clusters, however separated these look.
  if (statistic === 'agreement') return isInconclusive ? none : choice
  const typical = nulls.map(each => each.typical)
  const least = typical.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY)
  const most = typical.reduce((high, each) => Math.max(high, each), 0)
  if (observed >= (choice.kind === 'overlapping' ? most : least)) return none
  const isUnclear = isInconclusive && observed > CLEARLY_BELOW * least
  const verdict = choice.verdict === 'strong' && isUnclear ? 'weak' : choice.verdict
  const { mixing, ambiguity } = evidence.find(({ clusterCount }) => clusterCount === choice.leading)!
  if (mixing === null || choice.kind === 'overlapping') return { ...choice, verdict }
  const separation = separationLevel({ mixing, ambiguity, sampleCount, clusterCount: choice.leading })
  if (separation === 'clear') return { ...choice, verdict: 'strong' }
  return { ...choice, verdict: separation === 'none' ? 'weak' : verdict }
}
