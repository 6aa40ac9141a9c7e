import type { KMeansVariation } from './k-means-options.js'

/** The families of base clusterings that the default chooses from. */
export type FamilyName = 'cells' | 'mixtures' | 'k-means' | 'votes' | 'graphs'

/** Whether a family consists of runs of k-means, which see the features as they are. */
export function isOfKMeans(name: FamilyName): boolean {
  return name === 'k-means' || name === 'votes'
}

/**
 * What was decided about the base clusterings of an ensemble. Plain data that survives JSON: with the samples and the
 * seed, it determines every base clustering.
 */
export interface BaseDecision {
  /** A family of the default, or `listed` for the base clusterers that the caller named. */
  readonly family: FamilyName | 'listed'
  /** Why this family, as a sentence. */
  readonly reason: string
  /** The names of the base clusterers that take turns. */
  readonly clusterers: readonly string[]
  /** m */
  readonly ensembleSize: number
  /** The numbers of clusters of the base clusterings. */
  readonly clusterCounts: { readonly from: number; readonly to: number }
  /** k, if the base clusterings depend on it. */
  readonly clusterCount: number | null
  /** How runs of k-means differ, and how many are built for each one that is kept; null without k-means. */
  readonly kMeans: (KMeansVariation & { readonly builtPerKept?: number }) | null
  /** The number of features with little weight, because they have little to do with the clusters. */
  readonly weakFeatureCount: number
}

/** The sizes of a family, which it decides itself. */
export type FamilySizes = Pick<BaseDecision, 'clusterers' | 'ensembleSize' | 'clusterCounts' | 'kMeans'>
