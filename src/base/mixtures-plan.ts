import type { FeatureMap } from './feature-map.js'

/** Base clusterings by mixtures of normal distributions. A task is one of them. */
export interface MixturesPlan {
  readonly part: 'mixtures'
  readonly seed: number
  readonly sampleCount: number
  readonly labelingCount: number
  /** The numbers of components are drawn from this range. */
  readonly clusterCounts: { readonly from: number; readonly to: number }
  /** The samples that the mixtures are fitted to. */
  readonly fitRows: Int32Array
  /** Coordinates to take turns: the principal components of the features in different scales. */
  readonly spaces: readonly MixtureSpace[]
}

/** Principal components, largest variance first. */
export interface MixtureSpace {
  readonly map: FeatureMap
  readonly variances: Float64Array
}
