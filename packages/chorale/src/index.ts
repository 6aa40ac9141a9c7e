/**
 * Ensemble clustering: many clusterings of the same samples go in, one better clustering comes out.
 *
 * @module chorale
 */

// Cluster: from data to clusters.

export type { Distance } from './base/distance.js'
export { type BuildEnsembleOptions, buildEnsemble, type GeneratedEnsemble } from './base/generate.js'
export type { BaseClustererName } from './base/index.js'
export { GENERATORS, type GeneratorName } from './base/k-means-options.js'
export type { OwnClusterer } from './base/own-clusterer.js'
export type { BaseChoice } from './base/plan-ensemble.js'
export {
  type ClusterFit,
  type ClusterResult,
  type ClusterRun,
  cluster,
  type RunClusterOptions,
  runCluster,
} from './cluster/cluster.js'
export type { FitSize } from './cluster/fit-rows.js'
export type { ClusterOptions } from './cluster/options.js'
export { type Choice, type ClusterPlan, planCluster, type RunPlan } from './cluster/plan.js'
export { type ClusterTree, cutClusterTree, newickTree } from './describe/cluster-tree.js'
export type { ClusterDescription } from './describe/describe-clusters.js'
export type { Memberships } from './describe/memberships.js'
export { type Executor, thisThread } from './executor.js'
export type { Ensemble, Labels, Matrix, Progress, Samples } from './types.js'

// Consensus: from clusterings to one clustering.

export { type Review, type ReviewOptions, reviewResult } from './advise/review/review-result.js'
export type { FitRows } from './consensus/choose-fit.js'
export { type ConsensusOptions, type ConsensusResult, consensus } from './consensus/consensus.js'
export {
  consensusOfBlocks,
  type LabelingBlocks,
  type PackedLabelings,
  packLabelings,
} from './consensus/consensus-of-blocks.js'
export { METHOD_NAMES, type MethodName } from './consensus/methods/index.js'
export { prepareConsensus } from './consensus/prepare.js'
export { type ConsensusMatrix, consensusMatrix } from './consensus/similarity/consensus-matrix.js'
export { adoptLabelings, type Labeling, type LabelValue } from './labelings/adopt.js'
export type { EnsembleReport } from './labelings/describe.js'

// Advise: how many clusters, how many base clusterings, how stable, and what the theory says.

export { type Advice, type AdviseOptions, advise } from './advise/advise.js'
export type { ClusterCountEvidence, Verdict } from './advise/choose-cluster-count.js'
export {
  type ConsensusDistribution,
  type ConsensusSupport,
  consensusDistribution,
  consensusSupport,
} from './advise/consensus-distribution.js'
export { type Convergence, ensembleConvergence } from './advise/convergence.js'
export { type Explanation, explainClusters } from './advise/explain/explain.js'
export type { StructureTest } from './advise/structure-test.js'
export { type BiasDiversity, biasDiversity } from './advise/theory/bias-diversity.js'
export { type Bound, ensembleSizeForBound, excessRiskBound, generalizationBound } from './advise/theory/bounds.js'
export { consistencyCheck, recommendEnsembleSize } from './advise/theory/ensemble-size.js'
export { type EmpiricalExcessRisk, empiricalExcessRisk } from './advise/theory/excess-risk.js'
export type { ClusterVerdict } from './advise/verdict/judge-clusters.js'

// Study: consensus clustering of resamples for several numbers of clusters, and the markers of clusters.

export { type ClusterMarkers, clusterMarkers, type MarkerOptions } from './study/cluster-markers.js'
export { type ConsensusStudy, consensusStudy, type StudyOptions, type StudyRun } from './study/consensus-study.js'

// Predict: the clusters of new samples.

export { type Prediction, predictLabels } from './consensus/rules/predict-labels.js'
export { loadModel } from './predict/load-model.js'
export { createModel, type Model } from './predict/model.js'
export { type DataPrediction, type PredictOptions, predict } from './predict/predict.js'
export { saveModel } from './predict/save-model.js'

// Metrics: a clustering against known classes.

export { accuracy } from './metrics/accuracy.js'
export { adjustedRandIndex } from './metrics/adjusted-rand-index.js'
export type { LabelValues } from './metrics/contingency.js'
export { evaluate, type Metrics } from './metrics/evaluate.js'
export { normalizedMutualInformation } from './metrics/normalized-mutual-information.js'
export { pairwiseFScore } from './metrics/pairwise-f-score.js'
export { purity } from './metrics/purity.js'

// Read: files and other data as tables, datasets and labelings.

export { type ColumnRole, columnRoles, type Role } from './tables/columns/column-roles.js'
export type { PreparationName } from './tables/features/preparation.js'
export { SCALES, type Scale } from './tables/features/scale.js'
export { type Dataset, type ToDatasetOptions, toDataset } from './tables/features/to-dataset.js'
export type { TopGenes } from './tables/features/top-genes.js'
export { mergeLabelings } from './tables/labelings/merge-labelings.js'
export { toLabelings } from './tables/labelings/to-labelings.js'
export { type ReadTableOptions, readTable } from './tables/read-table.js'
export type { Column, Table } from './tables/table.js'
export { type Data, toTable } from './tables/to-table.js'

// Sample: example data.

export { type SampleShapeOptions, SHAPES, type Shape, type ShapeSample, sampleShape } from './sample-shape.js'

// Errors: what every function throws when the caller can put it right.

export { InputError, type InputErrorCode, type InputErrorFacts } from './errors.js'
