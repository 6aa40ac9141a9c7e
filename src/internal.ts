/**
 * What node/, pages/, cli/, app/, experiments/ and bench/ need of the library. Not published: `chorale` is src/index.ts.
 *
 * @module internal
 */

export { deltaAreas } from './advice/consensus-distribution.js'
export { meanSilhouette } from './advice/silhouette.js'
export { beginPass, samplesOf, startPass } from './anchors/pass-runner.js'
export { PASSES } from './anchors/passes.js'
export { largestInCells, standardCellLabelings } from './base/base-sizes.js'
export { DISTANCES, standardScale } from './base/distance.js'
export { standardEnsembleSize } from './base/ensemble-size.js'
export { BASE_CLUSTERER_NAMES, CELL_CLUSTERERS } from './base/index.js'
export { FIT_LIMIT, FIT_SIZE } from './base/k-means.js'
export { largestClusterCount } from './base/random-k.js'
export { STANDARD_CONSENSUS } from './base/standard-consensus.js'
export { cellSetWork, taskCountOf, tasksBySize, workOf } from './base/tasks.js'
export { createCellFinder } from './cells/nearest-cells.js'
export { checkInteger, checkOptionNames } from './check.js'
export { adviceWarnings, advisedClusterCount, standardMethod } from './cluster.js'
export { agreementWithLabelings } from './consensus/choose-alpha.js'
export { chooseRoute, EXACT_SECONDS, LINK_BYTES, type Route } from './consensus/choose-route.js'
export { sampleConfidence } from './consensus/confidence.js'
export { unpackLabelings } from './consensus/consensus-of-blocks.js'
export { MEMORY_LIMIT } from './consensus/memory-limit.js'
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
export { planRoute } from './consensus/plan-route.js'
export { adoptColumns, checkColumnCount } from './ensemble/adopt.js'
export { describeEnsemble } from './ensemble/describe.js'
export { drawLabelings } from './ensemble/draw-labelings.js'
export { BLOCK_SAMPLES, LabelStoreBuilder, renumberBlock, spansOf } from './ensemble/label-store.js'
export { collapseRows, type LabelTable } from './ensemble/label-table.js'
export { repeatSeeds } from './ensemble/repeat-seeds.js'
export { createTaskRunner } from './ensemble/runner.js'
export { type HotLoops, loadHotLoops, PLAIN_KERNELS } from './hot-loops/hot-loops.js'
export * from './index.js'
export { type ByteSource, sourceOfBytes } from './load/byte-source.js'
export { roleNotes, type SetAside, setAside, someNames } from './load/columns/role-text.js'
export { IMPUTATIONS, type Imputation } from './load/features/imputation.js'
export { guessInputKind, INPUT_KINDS, type InputGuess, type InputKind } from './load/guess-input.js'
export { labelBlocks } from './load/labelings/label-blocks.js'
export { checkedLabels, checkLabels, labelRoles } from './load/labelings/label-roles.js'
export { transposedHint } from './load/orientation.js'
export { cellText, missingValueCount, shownCellText } from './load/table.js'
export { tableBlocks } from './load/table-blocks.js'
export { type RowExtent, rowExtent, tableRows } from './load/table-rows.js'
export { ENCODINGS } from './load/text/decode-text.js'
export { WholeFileNeeded } from './load/whole-file-needed.js'
export { friedmanTest } from './metrics/friedman.js'
export { predictSamples } from './model/predict.js'
export { randomFor } from './numeric/random.js'
export { SEEDINGS } from './numeric/seeding.js'
export { drawSubset } from './numeric/subset.js'
export { Pauser } from './pause.js'
export { type AppendedLabels, appendedCsv } from './report/appended-csv.js'
export { type CategoryShares, categoryShares } from './report/category-shares.js'
export {
  CLUSTER_COLOURS,
  CLUSTER_SHAPES,
  type ColourScheme,
  clusterMark,
  heatColour,
  PAGE_COLOURS,
  shapePath,
} from './report/cluster-marks.js'
export {
  type ClusterProfile,
  type ClusterProfilesOptions,
  clusterProfiles,
  differenceText,
  type FeatureDifference,
  LEAST_DIFFERENCE,
} from './report/cluster-profiles.js'
export { type ClusterRow, clusterRows } from './report/cluster-rows.js'
export { type ClusterSimilarity, clusterSimilarity } from './report/cluster-similarity.js'
export { type ClusterSplits, clusterSplits, type SplitLevel } from './report/cluster-splits.js'
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
export {
  type BaselineRun,
  type BaselineSummary,
  baselineRuns,
  summarizeBaselines,
} from './report/comparison-baselines.js'
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
export { type DistributionBox, type FeatureDistribution, featureDistributions } from './report/feature-distributions.js'
export { type FeatureEffect, type FeatureEffects, featureEffects } from './report/feature-effects.js'
export type { FeaturePoints } from './report/feature-points.js'
export { groupCoAssociation } from './report/group-co-association.js'
export { type Heatmap, type HeatmapBlock, type HeatmapOptions, heatmapCells } from './report/heatmap-cells.js'
export { labelsCsv, type SampleNames, sampleNamer, severalLabelsCsv } from './report/labels-csv.js'
export { indicesOfSmallest, type UncertainSample } from './report/least-certain.js'
export {
  contrastText,
  countText,
  durationText,
  fixedText,
  numberText,
  percentText,
  wholeText,
} from './report/number-text.js'
export { buildReport, type Report, type ReportInput, type TruthComparison } from './report/report.js'
export { shellWord } from './report/run-words.js'
export { shortText } from './report/short-text.js'
export { type SilhouetteBars, silhouetteBars } from './report/silhouette-bars.js'
export { type Spectrum, spectrumOf } from './report/spectrum.js'
export { type TruthTable, truthTable } from './report/truth-table.js'
export { areEqualWeights, type WeightRow, weightRows } from './report/weight-rows.js'
export { kMeansBaseline } from './review/k-means-baseline.js'
export type { ClusterWeighting } from './similarity/cluster-weights.js'
export { type CoAssociation, coAssociation } from './similarity/co-association.js'
export type { LinkExecutor, LinkHolder, OpenLinksOptions } from './similarity/link-holder.js'
export { type LinkCounts, type LinkForm, type LinkPart, linkPart, type RowRange } from './similarity/link-part.js'
export { Stopwatch } from './stopwatch.js'
export { secBound } from './theory/sec-bound.js'
