import { renumberLabels } from '../labelings/adopt.js'
import type { Labels } from '../types.js'
import { uniformWeights } from './embedding/weight-objective.js'
import type { MethodResult } from './method.js'

/** The result of a method that mainly computes labels: equal weights, and null for everything it does not compute. */
export function plainResult(labels: Labels, ensembleSize: number, more: Partial<MethodResult> = {}): MethodResult {
  return {
    labels: renumberLabels(labels).labels,
    weights: uniformWeights(ensembleSize),
    embedding: null,
    eigenvalues: null,
    eigengap: null,
    objective: null,
    objectiveTrace: [],
    iterations: 0,
    converged: true,
    alpha: null,
    alphaSearch: null,
    warnings: [],
    ...more,
  }
}
