import type { LabelTable } from '../labelings/label-table.js'
import type { BlockOperator } from '../numeric/subspace.js'
import type { WithinRows } from './embedding/spectrum.js'
import {
  type WeightedEmbedding,
  type WeightedEmbeddingOptions,
  weightedEmbedding,
} from './embedding/weighted-embedding.js'
import type { SolverName } from './method.js'
import { solverNamed } from './solvers.js'

/** The embedding with weights learned by the named solver. Methods load this file only when they learn weights. */
export function learnedEmbedding(
  table: LabelTable,
  fixed: BlockOperator,
  within: WithinRows,
  { solver, ...options }: Omit<WeightedEmbeddingOptions, 'solver'> & { solver: SolverName },
): Promise<WeightedEmbedding> {
  return weightedEmbedding(table, fixed, within, { ...options, solver: solverNamed(solver) })
}
