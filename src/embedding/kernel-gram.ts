import type { LabelTable } from '../ensemble/label-table.js'
import { KernelSpectrum } from './kernel-spectrum.js'
import type { WeightEvaluation, WeightObjective } from './weight-objective.js'

export interface KernelGramObjective extends WeightObjective {
  evaluate(weights: Float64Array): WeightEvaluation
}

/**
 * J(w) of the base kernels alone: the sum of the k largest eigenvalues of Σₜ wₜ² fₜ K⁽ᵗ⁾.
 *
 * This is the objective of SimpleMKKM, and of GPEC without its second-order term. `factors` scale the kernels: 1 for
 * complete labelings.
 */
export function kernelGramObjective(
  table: LabelTable,
  clusterCount: number,
  factors: Float64Array = new Float64Array(table.ensembleSize).fill(1),
): KernelGramObjective {
  const spectrum = new KernelSpectrum(table, clusterCount)
  return {
    ensembleSize: table.ensembleSize,
    evaluate(weights) {
      const coefficients = weights.map((weight, t) => weight * weight * factors[t])
      const { values } = spectrum.evaluate(coefficients, 'sum')
      let spans: Float64Array | undefined
      return {
        objective: values.reduce((sum, value) => sum + value, 0),
        // Asked for once in many evaluations: a line search compares objectives only.
        get spans() {
          spans ??= spectrum.evaluate(coefficients).spans.map((span, t) => span * factors[t])
          return spans
        },
      }
    },
  }
}
