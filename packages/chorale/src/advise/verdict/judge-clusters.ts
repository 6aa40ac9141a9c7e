import { countText } from '../../count-text.js'
import { adviceAmong } from '../advice-among.js'
import type { Advice } from '../advise.js'
import type { Explanation } from '../explain/explain.js'
import { INSTABILITY_WEIGHT, type Separation, separationLevel } from '../limits.js'
import type { Review } from '../review/review-result.js'
import { evidenceSentence } from './evidence-sentence.js'
import { mixingRatio, type RandomDataComparison } from './random-data.js'

/** What a result is worth: groups that are there, groups that may be, none, or something else than groups. */
type VerdictLevel = 'clear' | 'weak' | 'none' | 'artefact'

/** The one verdict about a result. Every summary, report, page and warning says this and nothing else. */
export interface ClusterVerdict {
  readonly level: VerdictLevel
  /** The verdict in words. */
  readonly sentence: string
  /** What it is based on, one sentence each. */
  readonly reasons: readonly string[]
  /** What to do next, one sentence each; empty if nothing is in question. */
  readonly next: readonly string[]
}

/** What a verdict is based on. */
export interface VerdictInput {
  /** The number of clusters of the result. */
  readonly clusterCount: number
  /** The numbers of clusters that were compared; one if k was given. */
  readonly tried: readonly number[]
  /** The evidence for k, if it was computed. */
  readonly advice: Advice | null
  readonly review: Review | null
  /** Separation compared with random data; null without features. */
  readonly random: RandomDataComparison | null
  /** The agreement with a fit to other rows; null if all rows were fitted. */
  readonly fitAgreement: number | null
  readonly explanation: readonly Explanation[]
  /** Whether this is about the question if there are clusters, and not about clusters that were asked for. */
  readonly isAdvice?: boolean
}

/** The limits without features, where only overlap and agreement are known. */
const LABELINGS = { clear: 0.1, weak: 0.25 }
/** Agreement of halves, and with plain k-means, from which clusters count as the same. */
const SAME = 0.9
const SIMILAR = 0.7

/** Combines everything that is known about a result into one verdict. */
export function judgeClusters(input: VerdictInput): ClusterVerdict {
  const { clusterCount, explanation } = input
  if (clusterCount < 2)
    return { level: 'none', sentence: 'One cluster: there is nothing to compare.', reasons: [], next: [] }
  const evidence = evidenceLevel(input)
  const cause = explanation.find(({ isCause }) => isCause)
  const level = cause === undefined ? evidence : 'artefact'
  const beside = explanation.filter(({ isCause }) => !isCause)
  const also = explanation.filter(each => each.isCause && each !== cause)
  return {
    level,
    sentence: [
      ...(cause === undefined
        ? [evidenceSentence(input.isAdvice && evidence === 'none' ? null : clusterCount, evidence)]
        : [cause.sentence]),
      ...beside.slice(0, 1).map(({ sentence }) => sentence),
    ].join(' '),
    reasons: [...[...also, ...beside.slice(1)].map(({ sentence }) => sentence), ...reasonsOf(input)],
    next: [
      ...(cause === undefined ? [] : [cause.remedy]),
      ...(cause === undefined ? nextSteps(input, evidence) : []),
      ...beside.slice(0, 1).map(({ remedy }) => remedy),
    ],
  }
}

/** The warnings that a verdict calls for: itself with what to do, if the clusters are not simply clear. */
export function verdictWarnings({ level, sentence, next }: ClusterVerdict): string[] {
  return level === 'clear' ? [] : [[sentence, ...next].join(' ')]
}

/** The evidence of groups, without the question what made them. */
function evidenceLevel(input: VerdictInput): 'clear' | 'weak' | 'none' {
  const { advice, tried, random, clusterCount, review, fitAgreement } = input
  if (advice !== null) {
    const { verdict, leading } = adviceAmong(advice, tried)
    if (verdict !== 'strong') return verdict
    // Clusters that are mixed like those of random data are not clear, whatever else speaks for them.
    const { ambiguity } = advice.criteria.find(each => each.clusterCount === leading)!
    return separation(random, { ambiguity, clusterCount }) === 'none' ? 'weak' : 'clear'
  }
  // A half may find another cut by chance; clusters that plain k-means finds, too, are reproduced anyway.
  const reproduced = Math.max(review?.halfAgreement ?? 1, review?.baseline?.agreement ?? 0)
  const halves = Math.min(reproduced, fitAgreement ?? 1)
  const ambiguity = (review?.overlap ?? 0) + INSTABILITY_WEIGHT * (1 - halves)
  const level = separation(random, { ambiguity, clusterCount })
  if (level !== null) return level
  const isKnown = review !== null && review.overlap !== null && review.halfAgreement !== null
  if (ambiguity <= LABELINGS.clear && isKnown) return 'clear'
  return ambiguity <= LABELINGS.weak ? 'weak' : 'none'
}

/** What the comparison with random data says; null if there is none. */
function separation(random: RandomDataComparison | null, own: Pick<Separation, 'ambiguity' | 'clusterCount'>) {
  if (random === null) return null
  return separationLevel({ ...own, mixing: mixingRatio(random), sampleCount: random.sampleCount })
}

/** What was measured, one sentence each. */
function reasonsOf({ advice, review, random, fitAgreement, tried }: VerdictInput): string[] {
  const reasons: string[] = []
  if (advice !== null) reasons.push(...adviceAmong(advice, tried).facts)
  if (random !== null) {
    const { meanMixed, meanMixedInRandomData } = random
    reasons.push(
      `Of the nearest neighbours of a sample, ${percent(meanMixed)} are in other clusters; in random data with the same spread it is ${percent(meanMixedInRandomData)}.`,
    )
  }
  if (review?.halfAgreement !== undefined && review.halfAgreement !== null) {
    reasons.push(
      `The two halves of the base clusterings agree with ARI ${decimals(review.halfAgreement)} (1 is the same).`,
    )
  }
  if (fitAgreement !== null) reasons.push(`A fit to other rows agrees with ARI ${decimals(fitAgreement)}.`)
  if (review?.baseline) reasons.push(baselineWords(review.baseline.agreement))
  return reasons
}

function baselineWords(agreement: number): string {
  const ari = `(ARI ${decimals(agreement)})`
  if (agreement >= SAME) return `Plain k-means finds the same clusters ${ari}.`
  if (agreement >= SIMILAR) return `Plain k-means finds similar clusters ${ari}.`
  return `Plain k-means, which looks for round clusters, finds others ${ari}.`
}

function nextSteps({ advice, tried, clusterCount }: VerdictInput, level: 'clear' | 'weak' | 'none'): string[] {
  if (level === 'clear') return []
  if (advice === null)
    return ["Let Chorale choose the number of clusters (`clusterCount: 'auto'`), or try other features."]
  const { runnerUp } = adviceAmong(advice, tried)
  if (level === 'weak' && runnerUp !== null && runnerUp !== clusterCount)
    return [`Compare it with ${countText(runnerUp, 'cluster')}.`]
  return ['Try other features or another scaling, or use the data without clustering.']
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
}

function decimals(score: number): string {
  const text = score.toFixed(2)
  return text === '-0.00' ? '0.00' : text
}
