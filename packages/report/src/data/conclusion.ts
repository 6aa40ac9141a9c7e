import type { ClusterVerdict } from 'chorale/internal'
import type { ClusterRow } from './cluster-rows.js'
import type { FeatureEffects } from './feature-effects.js'
import { countText, fixedText, percentText, wholeText } from './number-text.js'
import { shortText } from './short-text.js'

export interface ConclusionInput {
  readonly clusters: readonly ClusterRow[]
  readonly sampleCount: number
  readonly meanConfidence: number
  readonly verdict: ClusterVerdict | null
  readonly effects: FeatureEffects | null
  /** ARI with the truth, of the result and of plain k-means. */
  readonly truth: { readonly name: string; readonly ari: number; readonly baselineAri: number | null } | null
}

/** A feature with a smaller share of its variance between the clusters does not tell them apart. */
const LEAST_SEPARATION = 0.14

/** The verdict first, then how many clusters, what tells them apart, how confident, and what the verdict is based on. */
export function conclusionWords(input: ConclusionInput): string[] {
  const { clusters, sampleCount, meanConfidence, verdict, effects, truth } = input
  return [
    ...(verdict === null ? [] : [[verdict.sentence, ...verdict.next].join(' ')]),
    sizeWords(clusters, sampleCount),
    ...(effects === null ? [] : [featureWords(effects)]),
    ...(verdict?.reasons ?? []),
    `The mean confidence of a sample is ${fixedText(meanConfidence, 2)}, from 0 to 1.`,
    ...(truth === null ? [] : [truthWords(truth)]),
  ]
}

function sizeWords(clusters: readonly ClusterRow[], sampleCount: number): string {
  const found = `There ${clusters.length === 1 ? 'is' : 'are'} ${countText(clusters.length, 'cluster')} of ${countText(sampleCount, 'sample')}`
  if (clusters.length < 2) return `${found}.`
  const sizes = clusters.map(({ size }) => size)
  const least = Math.min(...sizes)
  const most = Math.max(...sizes)
  if (least === most) return `${found}, with ${countText(least, 'sample')} each.`
  return `${found}. The largest has ${wholeText(most)} (${percentText(most / sampleCount)}), the smallest ${wholeText(least)} (${percentText(least / sampleCount)}).`
}

function featureWords({ features }: FeatureEffects): string {
  const told = features.filter(({ separation }) => separation >= LEAST_SEPARATION).slice(0, 3)
  if (told.length === 0) return 'No single feature tells the clusters apart.'
  const names = told.map(({ name, separation }) => `${shortText(name, 40)} (${percentText(separation)})`)
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
  return `The clusters differ most in ${list}; the percentage is the share of the variance between the clusters.`
}

function truthWords({ name, ari, baselineAri }: NonNullable<ConclusionInput['truth']>): string {
  const baseline = baselineAri === null ? '' : `; plain k-means reaches ${fixedText(baselineAri, 2)}`
  return `Compared with the known classes in “${shortText(name, 40)}”, the ARI is ${fixedText(ari, 2)}${baseline}.`
}
