/**
 * Ensemble clustering: many clusterings of the same samples go in, one better clustering comes out.
 *
 * @module chorale
 */

// Cluster: from data to clusters.

export type { BaseClustering, BaseModel } from './base/base-clustering.js'
export type { Cells, FollowRule } from './base/cells/cell-set.js'
export type { CellsModel } from './base/cells-model.js'
export type { CellsPlan } from './base/cells-plan.js'
export type { CentresModel } from './base/centres-model.js'
export type { Distance } from './base/distance.js'
export type { FeatureMap } from './base/feature-map.js'
export {
  type BuildEnsembleOptions,
  buildEnsemble,
  type GeneratedEnsemble,
} from './base/generate.js'
export type { BaseClustererName } from './base/index.js'
export { GENERATORS, type GeneratorName, type KMeansVariation } from './base/k-means-options.js'
export type { GeneratorKind, KMeansPlan } from './base/k-means-plan.js'
export type { GaussianMixture } from './base/mixture/gaussian-mixture.js'
export type { MixtureModel } from './base/mixture-model.js'
export type { MixtureSpace, MixturesPlan } from './base/mixtures-plan.js'
export type { OwnClusterer } from './base/own-clusterer.js'
export type { EnsemblePlan, PartPlan } from './base/plan.js'
export type { BaseChoice } from './base/plan-ensemble.js'
export type { Projection } from './base/projection.js'
export type { EnsembleJob, RunTasksOptions, TaskExecutor, TaskRunner } from './base/runner.js'
export {
  type ClusterFit,
  type ClusterResult,
  type ClusterRun,
  cluster,
  type RunClusterOptions,
  runCluster,
} from './cluster/cluster.js'
export type { ExpectedCost } from './cluster/cost.js'
export type { FitSize } from './cluster/fit-rows.js'
export type { ClusterOptions } from './cluster/options.js'
export { type Choice, type ClusterPlan, type ConsensusPlan, planCluster, type RunPlan } from './cluster/plan.js'
export { type Executor, thisThread } from './executor.js'
export type { LoopChoice } from './numeric/loops/hot-loops.js'
export type { Seeding } from './numeric/seeding.js'
export type { Ensemble, Labels, LongWork, Matrix, Progress, Samples } from './types.js'

// Consensus: from clusterings to one clustering.

export { type Baseline, type Review, type ReviewOptions, reviewResult } from './advise/review/review-result.js'
export type { FitReason, FitRows } from './consensus/choose-fit.js'
export { type ConsensusOptions, type ConsensusResult, consensus } from './consensus/consensus.js'
export {
  consensusOfBlocks,
  type LabelingBlocks,
  type PackedLabelings,
  type PackLabelingsOptions,
  packLabelings,
} from './consensus/consensus-of-blocks.js'
export type { WeightStep } from './consensus/embedding/weight-objective.js'
export type { LabelExecutor, LabeledRows, LabelRowsOptions, RowLabeling } from './consensus/label-rows.js'
export type { MethodOptions, SolverName } from './consensus/method.js'
export { METHOD_NAMES, type MethodName } from './consensus/methods/index.js'
export { prepareConsensus } from './consensus/prepare.js'
export { type ConsensusMatrix, consensusMatrix } from './consensus/similarity/consensus-matrix.js'
export { type AdoptLabelingsOptions, adoptLabelings, type Labeling, type LabelValue } from './labelings/adopt.js'
export type { Codes } from './labelings/codes.js'
export type { EnsembleReport } from './labelings/describe.js'
export type { LabelBlock, LabelExtent, LabelStore, Span } from './labelings/label-store.js'

// Advise: how many clusters, how many base clusterings, how stable, and what the theory says.

export type { AdviceWords } from './advise/advice-words.js'
export {
  type Advice,
  type AdviseOptions,
  advise,
  type ClusterCountCriteria,
  type LookedSamples,
  type StabilityReport,
} from './advise/advise.js'
export type { ClusterCountEvidence, EvidenceKind, Verdict } from './advise/choose-cluster-count.js'
export {
  type ConsensusDistribution,
  type ConsensusDistributionOptions,
  type ConsensusSupport,
  consensusDistribution,
  consensusSupport,
} from './advise/consensus-distribution.js'
export {
  type Convergence,
  type ConvergenceOptions,
  type ConvergenceStep,
  ensembleConvergence,
} from './advise/convergence.js'
export type { Evidence } from './advise/evidence.js'
export type { AmbiguityLimits } from './advise/limits.js'
export type { NullName } from './advise/null-samples.js'
export type { NullBand, NullModel, PBand, StructureTest } from './advise/structure-test.js'
export { type BiasDiversity, type BiasDiversityOptions, biasDiversity } from './advise/theory/bias-diversity.js'
export {
  type Bound,
  type BoundOptions,
  type EnsembleSizeForBoundOptions,
  type ExcessRiskBoundOptions,
  ensembleSizeForBound,
  excessRiskBound,
  generalizationBound,
} from './advise/theory/bounds.js'
export {
  type ConsistencyCheck,
  consistencyCheck,
  type EnsembleSizeAdvice,
  recommendEnsembleSize,
} from './advise/theory/ensemble-size.js'
export {
  type EmpiricalExcessRisk,
  type EmpiricalExcessRiskOptions,
  empiricalExcessRisk,
} from './advise/theory/excess-risk.js'

// Predict: the clusters of new samples.

export type { AgreementCounts } from './consensus/rules/agreement.js'
export type { AgreementRule } from './consensus/rules/agreement-rule.js'
export type { ClusterVectorsRule } from './consensus/rules/cluster-vectors.js'
export type { ConsensusModel, PredictionRule, RememberedRows } from './consensus/rules/consensus-model.js'
export { type Prediction, predictLabels } from './consensus/rules/predict-labels.js'
export type { SpectralRule } from './consensus/rules/spectral.js'
export { type LoadModelOptions, loadModel } from './predict/load-model.js'
export { type BaseLabeling, type CreateModelOptions, createModel, type Model } from './predict/model.js'
export { type DataPrediction, type PredictOptions, predict } from './predict/predict.js'
export { type SaveModelOptions, saveModel } from './predict/save-model.js'

// Metrics: a clustering against known classes.

export { accuracy } from './metrics/accuracy.js'
export { adjustedRandIndex } from './metrics/adjusted-rand-index.js'
export type { LabelValues } from './metrics/contingency.js'
export { evaluate, type Metrics } from './metrics/evaluate.js'
export { normalizedMutualInformation } from './metrics/normalized-mutual-information.js'
export { pairwiseFScore } from './metrics/pairwise-f-score.js'
export { purity } from './metrics/purity.js'

// Read: files and other data as tables, datasets and labelings.

export type { ColumnType } from './tables/columns/column-content.js'
export {
  type ColumnRole,
  type ColumnRoleOptions,
  columnRoles,
  type Role,
  type RoleOptions,
} from './tables/columns/column-roles.js'
export type { DateOrder } from './tables/columns/dates.js'
export type { ColumnReading, FeatureReading } from './tables/features/read-features.js'
export { SCALES, type Scale, type Scaling } from './tables/features/scale.js'
export {
  type Dataset,
  type Description,
  type Encoding,
  type ToDatasetOptions,
  toDataset,
} from './tables/features/to-dataset.js'
export { type MergeLabelingsOptions, mergeLabelings } from './tables/labelings/merge-labelings.js'
export { type LabelingTable, type ToLabelingsOptions, toLabelings } from './tables/labelings/to-labelings.js'
export { type ReadTableOptions, readTable } from './tables/read-table.js'
export type { Column, NumberColumn, Table, TextColumn, VectorColumn } from './tables/table.js'
export type { TextEncoding } from './tables/text/decode-text.js'
export {
  type Data,
  type MatrixValues,
  type NumberRows,
  type RecordRows,
  type ShapedValues,
  type TensorValues,
  type ToTableOptions,
  toTable,
} from './tables/to-table.js'

// Sample: example data.

export { type SampleShapeOptions, SHAPES, type Shape, type ShapeSample, sampleShape } from './sample-shape.js'

// Errors: what every function throws when the caller can put it right.

export { InputError, type InputErrorCode, type InputErrorFacts } from './errors.js'
