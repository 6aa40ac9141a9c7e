import type { Pauser } from '../../pause.js'

/**
 * The objective of the weights, as the solvers use it.
 *
 *   J(w) = sum of the k largest eigenvalues of M(w),   M(w) = (fixed part) + Σₜ wₜ² K⁽ᵗ⁾
 *   ∂J/∂wₜ = 2 wₜ sₜ,   sₜ = |U⁽ᵗ⁾' Z|²
 *
 * J is convex on the simplex. (Paper: K^w in place of K⁽ᵗ⁾ in the gradient. Here: K⁽ᵗ⁾, because that is the
 * derivative.)
 */
export interface WeightObjective {
  readonly ensembleSize: number
  evaluate(weights: Float64Array): WeightEvaluation | Promise<WeightEvaluation>
  /** The same at weights + step · direction; many steps on one line cost less than many separate points. */
  along?(weights: Float64Array, direction: Float64Array): (step: number) => WeightEvaluation
}

export interface WeightEvaluation extends Cost {
  /** sₜ: how much of the embedding each base clustering spans. */
  readonly spans: Float64Array
}

/** J, or bounds of it while J itself has not been computed. */
export interface Cost {
  /** J */
  readonly objective: number
  readonly bounds?: Bounds
  /** Tightens the bounds, at some cost; false if they cannot be tightened. */
  narrow?(): boolean
}

/** On a line J counts as known if its bounds agree up to this share of it. */
export const OBJECTIVE_TOLERANCE = 1e-12

/** J lies between them. */
export interface Bounds {
  readonly low: number
  readonly high: number
}

/** Whether J is smaller at a than at b, decided by bounds if possible. */
export function isBelow(a: Cost, b: Cost): boolean {
  for (;;) {
    const x = boundsOf(a)
    const y = boundsOf(b)
    if (x.high < y.low) return true
    if (y.high < x.low) return false
    const [wider, other] = x.high - x.low >= y.high - y.low ? [a, b] : [b, a]
    if (!wider.narrow?.() && !other.narrow?.()) return a.objective < b.objective
  }
}

/** J is computed only if there are no bounds. */
function boundsOf(cost: Cost): Bounds {
  return cost.bounds ?? { low: cost.objective, high: cost.objective }
}

export interface WeightSolution {
  /** w, on the simplex: non-negative and summing to 1. */
  readonly weights: Float64Array
  readonly objective: number
  /** J at the start and after every iteration. */
  readonly objectiveTrace: readonly number[]
  readonly iterations: number
  readonly converged: boolean
  /** The number of evaluations of J. */
  readonly evaluations: number
}

/** A step of a solver, for observers. */
export interface WeightStep {
  readonly iteration: number
  readonly objective: number
  readonly weights: Float64Array
}

export interface SolverOptions {
  /** The starting weights; equal weights by default. */
  start?: Float64Array
  /** Stop when no weight moves by more than this in one iteration. */
  tolerance?: number
  pauser?: Pauser
  onStep?: (step: WeightStep) => void
}

export type Solver = (objective: WeightObjective, options: SolverOptions) => Promise<WeightSolution>

export function uniformWeights(ensembleSize: number): Float64Array {
  return new Float64Array(ensembleSize).fill(1 / ensembleSize)
}
