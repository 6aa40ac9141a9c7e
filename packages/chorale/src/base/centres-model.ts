import type { Matrix } from '../types.js'
import type { GeneratorKind } from './k-means-plan.js'
import type { FeatureView } from './view.js'

/** The model of a base clustering by k-means. It labels a new sample by the nearest centre in the view. */
export interface CentresModel extends FeatureView {
  readonly kind: GeneratorKind
  /** The number of features of the samples; the view may use only some of them. */
  readonly featureCount: number
  /** Row c is the centre of cluster c of the labeling, in the features or dimensions of the view. */
  readonly centres: Matrix
  /** The number of samples used to compute the centres. */
  readonly fittedCount: number
  /** Σ |x - c|² of those samples. */
  readonly inertia: number
  readonly iterations: number
  readonly converged: boolean
}
