import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { exp, log2 } from '../numeric/exp-log.js'
import type { Labels } from '../types.js'
import { INSTABILITY_WEIGHT } from './limits.js'
import type { Look, Sight } from './look.js'

/** What the looks say about one k. */
export interface Evidence {
  readonly clusterCount: number
  /** Share of samples between the two closest clusters: geometric mean over the looks and the ensembles. Lower is better. */
  readonly overlap: number
  /** Mean ARI of the clusterings of two looks by the same method, over the samples in both. */
  readonly stability: number
  /** Mean ARI of the clusterings of one look by the two ensembles; null for labelings. */
  readonly agreement: number | null
  /** overlap + 0.6 (1 - reproducibility); reproducibility is the mean of stability and agreement. Lower is better. */
  readonly ambiguity: number
  /**
   * The same with plain k-means as the second method, which finds overlapping clusters: the smaller of the values with the
   * two ensembles. Null for labelings.
   */
  readonly roundAmbiguity: number | null
  /** The share of samples in the smallest cluster of plain k-means; null for labelings. */
  readonly smallestShare: number | null
  /** For tables with many features, how the clusters explain links of near samples, and random data; otherwise null. */
  readonly graphs: GraphComparison | null
}

/** Clusters in graphs of nearest samples, compared with random data that have the same correlations. */
interface GraphComparison {
  /** How well the clusters explain links between near samples: information over the root of entropy. */
  readonly linkScore: number
  /** linkScore (stability agreement)²: the number of clusters with the largest is the best candidate. */
  readonly quality: number
  /** PAC of random data: geometric mean of the draws. */
  readonly pacOfNulls: number
  /** Relative cluster stability index: log10 of the PAC of random data over that of the data. */
  readonly rcsi: number
  /** The probability of so small a PAC in random data. */
  readonly p: number
}

/** The clusters of every look and view for one k. */
export type Sights = readonly (readonly Sight[])[]

/** Asks all looks for their clusters. */
export async function sightsOf(looks: readonly Look[], clusterCount: number): Promise<Sights> {
  const sights: Sight[][] = []
  for (const { views } of looks) {
    const own: Sight[] = []
    for (const view of views) own.push(await view.sight(clusterCount))
    sights.push(own)
  }
  return sights
}

/** The evidence for one k, from some of the looks. */
export function createEvidence(clusterCount: number, sights: Sights): { of(looks: readonly number[]): Evidence } {
  const known = new Map<string, number>()
  /** The agreement of view u of look a with view v of look b. */
  const agreement = (a: number, u: number, b: number, v: number): number => {
    const key = `${a} ${u} ${b} ${v}`
    const found = known.get(key) ?? commonAgreement(sights[a][u].labels, sights[b][v].labels)
    known.set(key, found)
    return found
  }
  const viewCount = sights[0].length

  return {
    of(looks) {
      const stability = (view: number) =>
        mean(looks.flatMap((a, at) => looks.slice(0, at).map(b => agreement(a, view, b, view))))
      const between = (u: number, v: number) => mean(looks.map(look => agreement(look, u, look, v)))
      const overlapOf = (view: number) =>
        exp(mean(looks.map(look => ln(Math.max(1e-4, sights[look][view].overlap ?? 1)))))
      if (viewCount === 1) {
        const [overlap, stable] = [overlapOf(0), stability(0)]
        return {
          clusterCount,
          overlap,
          stability: stable,
          agreement: null,
          ambiguity: overlap + INSTABILITY_WEIGHT * (1 - stable),
          roundAmbiguity: null,
          smallestShare: null,
          graphs: null,
        }
      }
      const overlaps = [overlapOf(0), overlapOf(1)]
      const stabilities = [stability(0), stability(1)]
      const plain = stability(2)
      const overlap = Math.sqrt(overlaps[0] * overlaps[1])
      const stable = mean(stabilities)
      const agreed = between(0, 1)
      const round = [0, 1].map(view => {
        const reproducibility = (stabilities[view] + plain + between(view, 2)) / 3
        return overlaps[view] + INSTABILITY_WEIGHT * (1 - reproducibility)
      })
      return {
        clusterCount,
        overlap,
        stability: stable,
        agreement: agreed,
        ambiguity: overlap + INSTABILITY_WEIGHT * (1 - (stable + agreed) / 2),
        roundAmbiguity: Math.min(...round),
        smallestShare: Math.min(...looks.map(look => smallestShare(sights[look][2].labels))),
        graphs: null,
      }
    },
  }
}

/** The ARI over the samples that both labelings cover. */
export function commonAgreement(a: Labels, b: Labels): number {
  const isCovered = (_: number, i: number) => a[i] >= 0 && b[i] >= 0
  const common = a.filter(isCovered)
  return common.length < 2 ? 0 : adjustedRandIndex(common, b.filter(isCovered))
}

function smallestShare(labels: Labels): number {
  const sizes = new Map<number, number>()
  let covered = 0
  for (const label of labels) {
    if (label < 0) continue
    covered++
    sizes.set(label, (sizes.get(label) ?? 0) + 1)
  }
  return Math.min(...sizes.values()) / covered
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function ln(x: number): number {
  return log2(x) * Math.LN2
}
