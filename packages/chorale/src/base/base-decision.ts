import type { KMeansVariation } from './k-means-options.js'

/** The families of base clusterings that the default chooses from. */
export type FamilyName = 'cells' | 'mixtures' | 'k-means' | 'graphs'

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
  /** How runs of k-means differ; null without k-means. */
  readonly kMeans: KMeansVariation | null
  /** The number of features with little weight, because they have little to do with the clusters. */
  readonly weakFeatureCount: number
}

/** The sizes of a family, which it decides itself. */
export type FamilySizes = Pick<BaseDecision, 'clusterers' | 'ensembleSize' | 'clusterCounts' | 'kMeans'>
