import type { Ensemble, Labels } from 'chorale/internal'
import { normalizedMutualInformation } from 'chorale/internal'

/** A base clustering compared with the consensus. */
export interface WeightRow {
  readonly name: string
  /** k^(t) */
  readonly clusterCount: number
  /** w_t */
  readonly weight: number
  /** NMI with the consensus, over the samples that it covers. */
  readonly agreement: number
  /** Share of samples that it covers. */
  readonly coverage: number
}

/** The base clusterings in order, with their weights and their agreement with the consensus. */
export function weightRows(ensemble: Ensemble, labels: Labels, weights: Float64Array): WeightRow[] {
  return ensemble.labelings.map((labeling, t) => {
    const covered = labeling.reduce((count, label) => count + (label >= 0 ? 1 : 0), 0)
    const isCovered = (_: number, i: number) => labeling[i] >= 0
    const [own, base] =
      covered === labeling.length ? [labels, labeling] : [labels.filter(isCovered), labeling.filter(isCovered)]
    return {
      name: ensemble.names[t],
      clusterCount: ensemble.clusterCounts[t],
      weight: weights[t],
      agreement: normalizedMutualInformation(own, base),
      coverage: covered / labeling.length,
    }
  })
}

/** Whether all base clusterings with a positive weight have the same weight. */
export function areEqualWeights(weights: ArrayLike<number>): boolean {
  const used = Array.from(weights).filter(weight => weight > 0)
  const most = used.reduce((a, b) => Math.max(a, b), 0)
  const least = used.reduce((a, b) => Math.min(a, b), most)
  return most - least <= 1e-9 * most
}
