import { countText } from '../count-text.js'
import type { ClusterCountChoice, ClusterCountEvidence } from './choose-cluster-count.js'
import { reproducibility } from './choose-cluster-count.js'
import type { StructureTest } from './structure-test.js'
import { evidenceSentence } from './verdict/evidence-sentence.js'

/** What speaks for and against the best candidate, and all of it in one paragraph. */
export interface AdviceWords {
  readonly evidenceFor: readonly string[]
  readonly evidenceAgainst: readonly string[]
  readonly reason: string
}

/** Puts a choice into words. */
export function adviceWords(
  choice: ClusterCountChoice & { readonly isBorderline: boolean },
  evidence: readonly ClusterCountEvidence[],
  structure: StructureTest,
): AdviceWords {
  const own = evidence.find(({ clusterCount }) => clusterCount === choice.leading)!
  const { evidenceFor, evidenceAgainst } = argumentsOf(own, structure, choice.kind === 'overlapping')
  const { verdict, leading } = choice
  const reason = [
    verdict === 'none'
      ? evidenceSentence(null, 'none')
      : evidenceSentence(leading, verdict === 'strong' ? 'clear' : 'weak'),
    ...(evidenceFor.length === 0 ? [] : [`For it: ${listed(evidenceFor)}.`]),
    ...(evidenceAgainst.length === 0 ? [] : [`Against it: ${listed(evidenceAgainst)}.`]),
    ...adviceAside(choice),
  ]
  return { evidenceFor, evidenceAgainst, reason: reason.join(' ') }
}

/** What an advice says beside its verdict and the evidence: the candidates, and how settled the answer is. */
export function adviceAside({
  verdict,
  leading,
  kind,
  runnerUp,
  isBorderline,
}: ClusterCountChoice & { readonly isBorderline: boolean }): string[] {
  return [
    ...(verdict === 'none'
      ? [
          `The best candidate is k = ${leading}.`,
          'Clusters that overlap strongly may still exist; this test cannot see them.',
        ]
      : []),
    ...(kind === 'overlapping' ? ['The clusters overlap.'] : []),
    ...(runnerUp === null ? [] : [`The runner-up is ${runnerUp} clusters.`]),
    ...(isBorderline ? ['This is a borderline case: leaving out a part of the resamples changes the answer.'] : []),
  ]
}

/** The evidence for a choice as sentences, for and against in one list. */
export function adviceFacts(
  { leading, kind }: ClusterCountChoice,
  evidence: readonly ClusterCountEvidence[],
  structure: StructureTest,
): string[] {
  const own = evidence.find(({ clusterCount }) => clusterCount === leading)!
  const { evidenceFor, evidenceAgainst } = argumentsOf(own, structure, kind === 'overlapping')
  return [...evidenceFor, ...evidenceAgainst].map(fact => `${fact[0].toUpperCase()}${fact.slice(1)}.`)
}

function argumentsOf(
  own: ClusterCountEvidence,
  { pBand, statistic, observed, nulls, sampleCount }: StructureTest,
  isOverlapping: boolean,
): { evidenceFor: string[]; evidenceAgainst: string[] } {
  const evidenceFor: string[] = []
  const evidenceAgainst: string[] = []
  const between = `${share(own.overlap)} of the samples lie between the two closest clusters`
  if (own.overlap <= FEW) evidenceFor.push(`only ${between}`)
  else evidenceAgainst.push(between)

  const same = reproducibility(own)
  const how = own.agreement === null ? 'clusterings of resamples' : 'clusterings of resamples by different methods'
  if (same >= REPRODUCIBLE) evidenceFor.push(`${how} agree to ${same.toFixed(2)} (ARI)`)
  else evidenceAgainst.push(`${how} agree only to ${same.toFixed(2)} (ARI)`)

  if (isOverlapping && own.silhouette !== null && own.silhouetteOfNulls !== null) {
    const values = `${own.silhouette.toFixed(2)}, at most ${own.silhouetteOfNulls.toFixed(2)} in random data without clusters`
    evidenceFor.push(`k-means finds the same clusters, with a mean silhouette of ${values}`)
  }
  if (statistic === 'agreement') {
    if (pBand === '0.05 or more') evidenceAgainst.push('the labelings agree no better than shuffled labelings')
    else evidenceFor.push(`the labelings agree better than shuffled labelings (p ${pBand})`)
    return { evidenceFor, evidenceAgainst }
  }
  const least = nulls.reduce((low, { typical }) => Math.min(low, typical), Number.POSITIVE_INFINITY)
  const values = `the smallest ambiguity of ${countText(sampleCount, 'sample')} is ${observed.toFixed(2)}, and ${least.toFixed(2)} in random data without clusters`
  if (observed < least) evidenceFor.push(`${values} (p ${pBand})`)
  else evidenceAgainst.push(values)
  return { evidenceFor, evidenceAgainst }
}

/** An overlap up to this counts as small, and a reproducibility from this as large. */
const FEW = 0.12
const REPRODUCIBLE = 0.8

function listed(items: readonly string[]): string {
  return items.join('; ')
}

function share(value: number): string {
  return `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`
}
