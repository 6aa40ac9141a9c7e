import { solveByFixedPoint } from './embedding/fixed-point.js'
import { solveByReducedGradient } from './embedding/reduced-gradient.js'
import type { Solver } from './embedding/weight-objective.js'
import type { SolverName } from './method.js'

export function solverNamed(name: SolverName): Solver {
  return name === 'reduced-gradient' ? solveByReducedGradient : solveByFixedPoint
}
