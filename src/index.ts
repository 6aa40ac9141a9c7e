/**
 * The library. It runs in Node and in browsers, needs no files and fetches nothing.
 *
 * @module chorale
 */
export { type Advice, type AdviseOptions, advise, type StabilityReport } from './advice/advise.js'
export type { ClusterCountCriteria, ClusterCountVerdict } from './advice/choose-cluster-count.js'
export {
  type ConsensusDistribution,
  type ConsensusDistributionOptions,
  type ConsensusSupport,
  consensusDistribution,
  consensusSupport,
  deltaAreas,
} from './advice/consensus-distribution.js'
export {
  type Convergence,
  type ConvergenceOptions,
  type ConvergenceStep,
  ensembleConvergence,
} from './advice/convergence.js'
export type { NullName } from './advice/null-samples.js'
export { meanSilhouette } from './advice/silhouette.js'
export type { StructureTest } from './advice/structure-test.js'
export { type OpenedPasses, type OpenPasses, type PassRunner, passesInThisThread } from './anchors/pass-runner.js'
export type { PassBroadcast, PassName, PassPartial } from './anchors/passes.js'
export { InputError } from './check.js'
export { type ClusterOptions, type ClusterResult, cluster } from './cluster.js'
export { agreementWithLabelings } from './consensus/choose-alpha.js'
export {
  type ConsensusOptions,
  type ConsensusResult,
  consensus,
  METHOD_NAMES,
  type MethodName,
} from './consensus/consensus.js'
export {
  consensusOfBlocks,
  type LabelingBlocks,
  type PackedLabelings,
  type PackLabelingsOptions,
  packLabelings,
  unpackLabelings,
} from './consensus/consensus-of-blocks.js'
export { type AnchorReport, type MethodOptions, SOLVERS, type SolverName } from './consensus/method.js'
export { type EnsembleExtent, type MethodCost, methodCost } from './consensus/method-cost.js'
export { OPTION_USERS } from './consensus/option-users.js'
export { prepareConsensus } from './consensus/prepare.js'
export type { WeightStep } from './embedding/weight-objective.js'
export { adoptColumns, adoptLabelings, type Labeling, type LabelValue } from './ensemble/adopt.js'
export type { BaseClusterer, BaseClustering, BaseModel } from './ensemble/base-clustering.js'
export { describeEnsemble, type EnsembleReport } from './ensemble/describe.js'
export { drawLabelings } from './ensemble/draw-labelings.js'
export {
  type BuildEnsembleOptions,
  buildEnsemble,
  GENERATORS,
  type GeneratedEnsemble,
  type GeneratorName,
} from './ensemble/generate.js'
export type { Codes, LabelBlock, LabelExtent, LabelStore, Span } from './ensemble/label-store.js'
export { type EnsemblePlan, type GeneratorKind, tasksBySize } from './ensemble/plan.js'
export type { Projection } from './ensemble/projection.js'
export { type RepeatSeeds, repeatSeeds } from './ensemble/repeat-seeds.js'
export { createTaskRunner, type EnsembleJob, type RunnerOptions, type RunTasks } from './ensemble/runner.js'
export type { LoopChoice } from './hot-loops/hot-loops.js'
export { type ByteSource, sourceOfBytes } from './load/byte-source.js'
export type { ColumnReading, FeatureReading } from './load/features/read-features.js'
export type { RoleOptions } from './load/features/roles.js'
export { SCALES, type Scale, type Scaling } from './load/features/scale.js'
export { type Dataset, type Encoding, type ToDatasetOptions, toDataset } from './load/features/to-dataset.js'
export { guessInputKind, INPUT_KINDS, type InputGuess, type InputKind } from './load/guess-input.js'
export { type LabelBlocks, type LabelBlocksOptions, labelBlocks } from './load/labelings/label-blocks.js'
export { type MergeLabelingsOptions, mergeLabelings } from './load/labelings/merge-labelings.js'
export { type LabelingTable, type ToLabelingsOptions, toLabelings } from './load/labelings/to-labelings.js'
export { type ReadTableOptions, readTable } from './load/read-table.js'
export type { Column, NumberColumn, Table, TextColumn } from './load/table.js'
export { tableBlocks } from './load/table-blocks.js'
export { accuracy } from './metrics/accuracy.js'
export { adjustedRandIndex } from './metrics/adjusted-rand-index.js'
export type { LabelValues } from './metrics/contingency.js'
export { evaluate, type Metrics } from './metrics/evaluate.js'
export { type FriedmanTest, friedmanTest } from './metrics/friedman.js'
export { normalizedMutualInformation } from './metrics/normalized-mutual-information.js'
export { pairwiseFScore } from './metrics/pairwise-f-score.js'
export { purity } from './metrics/purity.js'
export { loadModel } from './model/load-model.js'
export { type BaseLabeling, type CreateModelOptions, createModel, type Model } from './model/model.js'
export { type DataPrediction, type PredictOptions, predict, predictSamples } from './model/predict.js'
export { saveModel } from './model/save-model.js'
export { SEEDINGS, type Seeding } from './numeric/seeding.js'
export type { AgreementCounts } from './predict/agreement.js'
export type { AgreementRule } from './predict/agreement-rule.js'
export type { ConsensusModel, PredictionRule, RememberedRows } from './predict/consensus-model.js'
export { type Prediction, predictLabels } from './predict/predict-labels.js'
export type { SpectralRule } from './predict/spectral.js'
export {
  CLUSTER_COLOURS,
  CLUSTER_SHAPES,
  type ClusterMark,
  type ColourScheme,
  clusterMark,
  heatColour,
  type MarkShape,
  PAGE_COLOURS,
  shapePath,
} from './report/cluster-marks.js'
export {
  type ClusterProfile,
  type ClusterProfilesOptions,
  clusterProfiles,
  differenceText,
  type FeatureDifference,
} from './report/cluster-profiles.js'
export { type ClusterRow, clusterRows } from './report/cluster-rows.js'
export { type ClusterSimilarity, clusterSimilarity } from './report/cluster-similarity.js'
export {
  COMPARISON_MEASURES,
  type ComparedRun,
  type ComparisonMeasure,
  type DatasetComparison,
  type MethodRanks,
  type MethodSummary,
  methodAgreement,
  type RunFailure,
  type RunMeasures,
  rankMethods,
  type Spread,
  summarizeRuns,
} from './report/comparison.js'
export { type ConfidenceBin, type ConfidenceBins, confidenceBins } from './report/confidence-bins.js'
export { csvCell, csvLines } from './report/csv-lines.js'
export { type EmbeddingMark, embeddingMarks } from './report/embedding-marks.js'
export { type EmbeddingPoints, type EmbeddingPointsOptions, embeddingPoints } from './report/embedding-points.js'
export {
  agreementWords,
  alphaWords,
  confidenceWords,
  embeddingWords,
  heatmapWords,
  objectiveWords,
  spectrumWords,
  weightWords,
} from './report/explanations.js'
export { type GroupCoAssociationOptions, groupCoAssociation } from './report/group-co-association.js'
export { type Heatmap, type HeatmapBlock, type HeatmapOptions, heatmapCells } from './report/heatmap-cells.js'
export { labelsCsv, type SampleNames, sampleNamer } from './report/labels-csv.js'
export { indicesOfSmallest, leastCertain, type UncertainSample } from './report/least-certain.js'
export { countText, durationText, fixedText, numberText, percentText, wholeText } from './report/number-text.js'
export { buildReport, type Report, type ReportInput, type TruthComparison } from './report/report.js'
export { shellWord } from './report/run-words.js'
export { shortText } from './report/short-text.js'
export { type Spectrum, spectrumOf } from './report/spectrum.js'
export { type TruthTable, truthTable } from './report/truth-table.js'
export { areEqualWeights, type WeightRow, weightRows } from './report/weight-rows.js'
export { type SampleShapeOptions, SHAPES, type Shape, type ShapeSample, sampleShape } from './sample/shapes.js'
export { type ConsensusMatrix, consensusMatrix } from './similarity/consensus-matrix.js'
export type { OpenLinks } from './similarity/link-holder.js'
export { type BiasDiversity, type BiasDiversityOptions, biasDiversity } from './theory/bias-diversity.js'
export {
  type Bound,
  type BoundOptions,
  type ExcessRiskBoundOptions,
  ensembleSizeForBound,
  excessRiskBound,
  generalizationBound,
} from './theory/bounds.js'
export {
  type ConsistencyCheck,
  consistencyCheck,
  type EnsembleSizeAdvice,
  recommendEnsembleSize,
} from './theory/ensemble-size.js'
export { type EmpiricalExcessRisk, empiricalExcessRisk } from './theory/excess-risk.js'
export { type SecBound, secBound } from './theory/sec-bound.js'
export type { Ensemble, Labels, LongWork, Matrix, Progress, Samples } from './types.js'
