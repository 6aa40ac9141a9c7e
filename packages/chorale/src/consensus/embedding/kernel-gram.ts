import type { KernelPlace, KernelSpectrum } from './kernel-spectrum.js'
import { type Bounds, OBJECTIVE_TOLERANCE, type WeightEvaluation, type WeightObjective } from './weight-objective.js'

export interface KernelGramObjective extends WeightObjective {
  evaluate(weights: Float64Array): WeightEvaluation
  along(weights: Float64Array, direction: Float64Array): (step: number) => WeightEvaluation
}

/**
 * J(w) of the base kernels alone: the sum of the k largest eigenvalues of Σₜ wₜ² fₜ K⁽ᵗ⁾.
 *
 * This is the objective of SimpleMKKM, and of GPEC without its second-order term. `factors` scale the kernels: 1 for
 * complete labelings.
 */
export function kernelGramObjective(
  spectrum: KernelSpectrum,
  factors: Float64Array = new Float64Array(spectrum.ensembleSize).fill(1),
): KernelGramObjective {
  const roots = factors.map(Math.sqrt)
  const scaled = (values: Float64Array) => values.map((value, t) => value * roots[t])
  const evaluationAt = (place: KernelPlace) => lazyEvaluation(spectrum, place, factors)
  return {
    ensembleSize: factors.length,
    evaluate: weights => evaluationAt({ start: scaled(weights) }),
    along(weights, weightDirection) {
      const start = scaled(weights)
      const direction = scaled(weightDirection)
      return step => evaluationAt({ start, direction, step })
    },
  }
}

/** Computes values lazily: a search compares many objectives but needs the spans of only a few. */
function lazyEvaluation(spectrum: KernelSpectrum, place: KernelPlace, factors: Float64Array): WeightEvaluation {
  let bounds: Bounds | undefined
  let spans: Float64Array | undefined
  const currentBounds = () => {
    bounds ??= spectrum.bounds(place)
    return bounds
  }
  const narrow = () => {
    const { low, high } = currentBounds()
    if (low === high) return false
    bounds = spectrum.narrow(place)
    return true
  }
  return {
    narrow,
    get bounds() {
      return currentBounds()
    },
    get objective() {
      while (!isKnown(place, currentBounds()) && narrow());
      const { low, high } = currentBounds()
      return (low + high) / 2
    },
    get spans() {
      spans ??= spectrum.spans(place).map((span, t) => span * factors[t])
      return spans
    },
  }
}

/** Comparisons on a line refine the bounds if necessary; for a single point only the objective is needed. */
function isKnown({ direction }: KernelPlace, { low, high }: Bounds): boolean {
  return direction !== undefined && high - low <= OBJECTIVE_TOLERANCE * high
}
