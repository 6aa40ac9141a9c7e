export { InputError } from './check.js'
export {
  type ConsensusOptions,
  type ConsensusResult,
  consensus,
  METHOD_NAMES,
  type MethodName,
} from './consensus/consensus.js'
export { type MethodOptions, SOLVERS, type SolverName } from './consensus/method.js'
export type { WeightStep } from './embedding/weight-objective.js'
export { adoptLabelings, type Labeling, type LabelValue } from './ensemble/adopt.js'
export { describeEnsemble, type EnsembleReport } from './ensemble/describe.js'
export type { KernelChoice } from './kernels/kernels.js'
export { type MergeLabelingsOptions, mergeLabelings } from './load/merge-labelings.js'
export { type ReadTableOptions, readTable } from './load/read-table.js'
export type { Column, NumberColumn, Table, TextColumn } from './load/table.js'
export { type LabelTable as LabelingTable, type ToLabelingsOptions, toLabelings } from './load/to-labelings.js'
export { accuracy } from './metrics/accuracy.js'
export { adjustedRandIndex } from './metrics/adjusted-rand-index.js'
export type { LabelValues } from './metrics/contingency.js'
export { evaluate, type Metrics } from './metrics/evaluate.js'
export { normalizedMutualInformation } from './metrics/normalized-mutual-information.js'
export { pairwiseFScore } from './metrics/pairwise-f-score.js'
export { purity } from './metrics/purity.js'
export { type ConsensusMatrix, consensusMatrix } from './similarity/consensus-matrix.js'
export type { Ensemble, Labels, LongWork, Matrix, Progress } from './types.js'
