import type { LabelTable } from '../../labelings/label-table.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { ExactObjective, type ExactObjectiveOptions } from './exact-objective.js'
import { solveByFixedPoint } from './fixed-point.js'
import { REDUCED_GRADIENT_TOLERANCE } from './reduced-gradient.js'
import type { TopOfBoth, WithinRows } from './spectrum.js'
import type { Solver, WeightSolution, WeightStep } from './weight-objective.js'

export interface WeightedEmbeddingOptions extends ExactObjectiveOptions {
  solver: Solver
  onStep?: (step: WeightStep) => void
}

export interface WeightedEmbedding extends Omit<WeightSolution, 'evaluations'> {
  readonly top: TopOfBoth
  /** Eigenvectors on the distinct rows as columns: rowCount x acrossCount. */
  readonly vectors: Float64Array
}

/**
 * The weights w that minimize J and their embedding Z, for the exact operator.
 *
 * The fixed point needs few evaluations, so each is exact. Other solvers work on a small space around the optimum; at
 * the end, the exact eigenvectors for their weights are computed.
 */
export async function weightedEmbedding(
  table: LabelTable,
  fixed: BlockOperator,
  within: WithinRows,
  { solver, onStep, ...options }: WeightedEmbeddingOptions,
): Promise<WeightedEmbedding> {
  const { pauser } = options
  const objective = new ExactObjective(table, fixed, within, options)
  const isQuick = solver === solveByFixedPoint
  let solution = await solveByFixedPoint(objective, { pauser, onStep: isQuick ? onStep : undefined })
  if (!isQuick) {
    const tolerance = REDUCED_GRADIENT_TOLERANCE / 10
    solution = await solver(objective.near(solution.weights), { tolerance, pauser, onStep })
  }
  const { objective: J, top, vectors, precise } = await objective.evaluate(solution.weights)
  const { weights, objectiveTrace, iterations } = solution
  return {
    weights,
    objectiveTrace,
    iterations,
    objective: J,
    top,
    vectors,
    converged: solution.converged && precise,
  }
}
