import type { Breath } from '../breathe.js'

/**
 * The objective of the weights, seen by the solvers.
 *
 *   J(w) = sum of the k largest eigenvalues of M(w),   M(w) = (fixed part) + Σₜ wₜ² K⁽ᵗ⁾
 *   ∂J/∂wₜ = 2 wₜ sₜ,   sₜ = |U⁽ᵗ⁾' Z|²
 *
 * J is convex on the simplex. (Paper: K^w in place of K⁽ᵗ⁾ in the gradient. Here: K⁽ᵗ⁾, because that is the derivative.)
 */
export interface WeightObjective {
  readonly ensembleSize: number
  evaluate(weights: Float64Array): WeightEvaluation | Promise<WeightEvaluation>
}

export interface WeightEvaluation {
  /** J */
  readonly objective: number
  /** sₜ: how much of the embedding each base clustering spans. */
  readonly spans: Float64Array
}

export interface WeightSolution {
  /** w, on the simplex: non-negative and summing to 1. */
  readonly weights: Float64Array
  readonly objective: number
  /** J at the start and after every iteration. */
  readonly objectiveTrace: readonly number[]
  readonly iterations: number
  readonly converged: boolean
  /** How often J was evaluated. */
  readonly evaluations: number
}

/** A step of a solver, for those who watch. */
export interface WeightStep {
  readonly iteration: number
  readonly objective: number
  readonly weights: Float64Array
}

export interface SolverOptions {
  /** Where to start; equal weights otherwise. */
  start?: Float64Array
  /** Stop when no weight moves by more than this in one iteration. */
  tolerance?: number
  breath?: Breath
  onStep?: (step: WeightStep) => void
}

export type Solver = (objective: WeightObjective, options: SolverOptions) => Promise<WeightSolution>

export function uniformWeights(ensembleSize: number): Float64Array {
  return new Float64Array(ensembleSize).fill(1 / ensembleSize)
}
