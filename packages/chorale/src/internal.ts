/**
 * What the other packages of Chorale need of the library. It may change with every version; programs use `chorale`.
 *
 * @module chorale/internal
 */

export { adviceAmong, adviceOnSeveral } from './advise/advice-among.js'
export { adviceAside } from './advise/advice-words.js'
export type { ClusterCountCriteria } from './advise/advise.js'
export { clearestOf } from './advise/clearest.js'
export { deltaAreas } from './advise/consensus-distribution.js'
export { kMeansBaseline } from './advise/review/k-means-baseline.js'
export { meanSilhouette, silhouettesOf } from './advise/silhouette.js'
export { secBound } from './advise/theory/sec-bound.js'
export { judgeAdvice } from './advise/verdict/judge-advice.js'
export { verdictWarnings } from './advise/verdict/judge-clusters.js'
export { judgeResult } from './advise/verdict/judge-result.js'
export type { BaseClustering } from './base/base-clustering.js'
export { largestInCells, standardCellLabelings } from './base/base-sizes.js'
export { createCellFinder } from './base/cells/nearest-cells.js'
export { DISTANCES, samplesForDistance, standardScale } from './base/distance.js'
export { standardEnsembleSize } from './base/ensemble-size.js'
export { floatComponents } from './base/graphs/float-components.js'
export { floatTable } from './base/graphs/float-table.js'
export { type NearestPoints, nearestPoints, type SamplePoints, samplePoints } from './base/graphs/sample-points.js'
export { BASE_CLUSTERER_NAMES } from './base/index.js'
export { FIT_LIMIT, FIT_SIZE } from './base/k-means.js'
export type { EnsemblePlan, PartPlan } from './base/plan.js'
export { largestClusterCount } from './base/random-k.js'
export type { EnsembleJob, RunTasksOptions, TaskExecutor, TaskRunner } from './base/runner.js'
export { createTaskRunner } from './base/runner.js'
export { cellSetWork, taskCountOf, tasksBySize, workOf } from './base/tasks.js'
export { type AllRows, rowsInMemory } from './cluster/all-rows.js'
export {
  advisedClusterCount,
  advisePlanned,
  baseOf,
  type FittedPlan,
  type FittedRun,
  fitPlanned,
  judgeRun,
  planNotes,
  runPlanned,
  type UncheckedRun,
} from './cluster/cluster.js'
export { contentHashes, FIT_ROWS, fittedRows, otherRows } from './cluster/fit-rows.js'
export { type AskedOptions, checkPlan, type Planned, plannedCluster, readData, standardMethod } from './cluster/plan.js'
export { agreementWithLabelings } from './consensus/choose-alpha.js'
export { chooseFit, FIT_SECONDS, fitSeconds } from './consensus/choose-fit.js'
export { sampleConfidence } from './consensus/confidence.js'
export { unpackLabelings } from './consensus/consensus-of-blocks.js'
export type { LabeledRows, LabelRowsOptions, RowLabeling } from './consensus/label-rows.js'
export { createSpanLabeler } from './consensus/label-rows.js'
export { LINK_BYTES } from './consensus/link-bytes.js'
export { MEMORY_LIMIT } from './consensus/memory-limit.js'
export type { MethodOptions, SolverName } from './consensus/method.js'
export { type EnsembleExtent, type OptionName, SOLVERS } from './consensus/method.js'
export {
  canChooseAlpha,
  idleOption,
  type MethodFacts,
  methodNamed,
  methodOptionNames,
  optionUsers,
} from './consensus/method-facts.js'
export { METHODS } from './consensus/methods/index.js'
export { planFit } from './consensus/plan-fit.js'
export type { ConsensusModel } from './consensus/rules/consensus-model.js'
export type { ClusterWeighting } from './consensus/similarity/cluster-weights.js'
export { type CoAssociation, coAssociation } from './consensus/similarity/co-association.js'
export type { LinkExecutor, LinkHolder, OpenLinksOptions } from './consensus/similarity/link-holder.js'
export {
  type LinkCounts,
  type LinkForm,
  type LinkPart,
  linkPart,
  type RowRange,
} from './consensus/similarity/link-part.js'
export { countText, roughDuration, wholeText } from './count-text.js'
export { clusterTree, nestedTree } from './describe/cluster-tree.js'
export { describeClusters } from './describe/describe-clusters.js'
export { memberships } from './describe/memberships.js'
export { hasNamelessFeatures } from './describe/nameless-features.js'
export { checkInteger, checkOptionNames, invalid } from './errors.js'
export * from './index.js'
export { adoptColumns, checkColumnCount } from './labelings/adopt.js'
export { describeEnsemble } from './labelings/describe.js'
export { drawLabelings } from './labelings/draw-labelings.js'
export type { LabelBlock, LabelExtent, LabelStore, Span } from './labelings/label-store.js'
export { BLOCK_SAMPLES, LabelStoreBuilder, renumberBlock, samplesOf, spansOf } from './labelings/label-store.js'
export { collapseRows, type LabelTable } from './labelings/label-table.js'
export { repeatSeeds } from './labelings/repeat-seeds.js'
export { type FriedmanTest, friedmanTest } from './metrics/friedman.js'
export { bestAssignment } from './numeric/assignment.js'
export { type FloatRows, paddedWidth } from './numeric/loops/float-rows.js'
export type { LoopChoice } from './numeric/loops/hot-loops.js'
export { type HotLoops, loadHotLoops, PLAIN_KERNELS } from './numeric/loops/hot-loops.js'
export { symmetricEigen } from './numeric/loops/symmetric-eigen.js'
export { randomFor } from './numeric/random.js'
export { drawSubset } from './numeric/subset.js'
export { Pauser, runToEnd } from './pause.js'
export { confidenceText, labelLines } from './predict/label-lines.js'
export {
  createBlockLabeler,
  type LabelJob,
  type LabelSamplesOptions,
  type SampleExecutor,
} from './predict/label-samples.js'
export { predictSamples } from './predict/predict.js'
export { createSampleLabeler, type RowModel, type SampleLabeler, type SampleLabels } from './predict/sample-labeler.js'
export { Stopwatch } from './stopwatch.js'
export {
  type Annotation,
  type AnnotationTest,
  type CategoryAnnotation,
  type Survival,
  testAnnotations,
} from './study/annotation-tests.js'
export { annotationsOf, survivalOf } from './study/annotations.js'
export { MARKERS_NOTE, markersOfSeveral } from './study/cluster-markers.js'
export { STUDY_DEFAULTS } from './study/consensus-study.js'
export { STUDY_DISTANCES, type StudyDistance } from './study/profile-distance.js'
export { STUDY_ALGORITHMS, type StudyAlgorithm } from './study/resampled-consensus.js'
export { type ByteSource, sourceOfBytes } from './tables/byte-source.js'
export type { RoleOptions } from './tables/columns/column-roles.js'
export { roleNotes, type SetAside, setAside, someNames } from './tables/columns/role-text.js'
export { crc32 } from './tables/compressed/checksum.js'
export type { CsvRows } from './tables/csv/csv-rows.js'
export { datasetRows } from './tables/features/dataset-rows.js'
export { IMPUTATIONS, type Imputation } from './tables/features/imputation.js'
export {
  type PlainReading,
  type PlainTable,
  plainDataset,
  plainTable,
  scaleRows,
} from './tables/features/plain-reading.js'
export { PREPARATIONS } from './tables/features/preparation.js'
export { momentRows } from './tables/features/scale.js'
export { type ColumnSurvey, joinSurveys, surveyRows } from './tables/features/survey-rows.js'
export type { Description } from './tables/features/to-dataset.js'
export { fileFormat } from './tables/file-format.js'
export { guessInputKind, INPUT_KINDS, type InputGuess, type InputKind } from './tables/guess-input.js'
export { labelBlocks } from './tables/labelings/label-blocks.js'
export { checkedLabels, checkLabels, labelRoles } from './tables/labelings/label-roles.js'
export type { LabelingTable } from './tables/labelings/to-labelings.js'
export { type NpyRows, npyNumbers, npyRanges, npyRowsOf } from './tables/npy/npy-rows.js'
export { joinAnnotations } from './tables/orientation/join-annotations.js'
export { GENES_IN, type GenesIn, orientTable, seemsTransposed } from './tables/orientation/orient-table.js'
export { transposedHint } from './tables/orientation/transposed-hint.js'
export { readTenXFolder, tenXFiles } from './tables/sparse/ten-x-folder.js'
export { cellText, missingValueCount, shownCellText, uniqueNames } from './tables/table.js'
export { tableBlocks } from './tables/table-blocks.js'
export { csvRows, type RowExtent, rowExtent, tableRows } from './tables/table-rows.js'
export type { TextEncoding } from './tables/text/decode-text.js'
export { ENCODINGS } from './tables/text/decode-text.js'
export { WholeFileNeeded } from './tables/whole-file-needed.js'
