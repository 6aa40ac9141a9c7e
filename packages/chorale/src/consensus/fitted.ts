import type { MethodFindings } from './method.js'
import type { ConsensusModel } from './rules/consensus-model.js'

/** The findings of a method, with one weight per labeling, the confidence of every sample, and the model. */
export interface Fitted extends MethodFindings {
  readonly confidence: Float64Array
  readonly model: ConsensusModel
}

/** Weights of all labelings, 0 for those that are not used. */
export function weightsOfAll(weights: Float64Array, kept: readonly number[], count: number): Float64Array {
  const all = new Float64Array(count)
  kept.forEach((t, at) => {
    all[t] = weights[at]
  })
  return all
}
