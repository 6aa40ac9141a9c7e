import type { FeatureMap } from './feature-map.js'
import type { GaussianMixture } from './mixture/gaussian-mixture.js'

/** The model of a base clustering by a mixture of normal distributions: a sample belongs to the most likely one. */
export interface MixtureModel {
  readonly kind: 'mixture'
  readonly base: string
  readonly featureCount: number
  /** From features to coordinates, of which the mixture uses the first. Models of one ensemble share it. */
  readonly map: FeatureMap
  readonly mixture: GaussianMixture
}

/** The first `count` of the columns. */
export function firstColumns(rows: Float64Array, columns: number, count: number): Float64Array {
  if (count === columns) return rows
  const out = new Float64Array((rows.length / columns) * count)
  for (let at = 0, from = 0; at < out.length; at += count, from += columns) {
    out.set(rows.subarray(from, from + count), at)
  }
  return out
}
