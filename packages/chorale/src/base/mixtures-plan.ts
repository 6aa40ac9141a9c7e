import type { FeatureMap } from './feature-map.js'
import { MIXTURE_SAMPLES } from './mixture-cost.js'

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

/** Some of the samples that base clusterings come from: those that mixtures are fitted to. */
export function mixtureRows(fitRows: Int32Array): Int32Array {
  const step = Math.max(1, fitRows.length / MIXTURE_SAMPLES)
  return Int32Array.from({ length: Math.floor(fitRows.length / step) }, (_, at) => fitRows[Math.floor(at * step)])
}
