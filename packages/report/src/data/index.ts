/**
 * Tables, chart data and words of a result, as plain data: what the report, the command and the app show.
 *
 * @module chorale-report/data
 */

export { type AppendedLabels, appendedCsv } from './appended-csv.js'
export { type CategoryShares, categoryShares } from './category-shares.js'
export {
  CLUSTER_COLOURS,
  CLUSTER_SHAPES,
  type ColourScheme,
  clusterMark,
  heatColour,
  PAGE_COLOURS,
  shapePath,
} from './cluster-marks.js'
export {
  type ClusterProfile,
  type ClusterProfilesOptions,
  clusterProfiles,
  differenceText,
  type FeatureDifference,
  LEAST_DIFFERENCE,
  tellingDifferences,
} from './cluster-profiles.js'
export { type ClusterRow, clusterRows } from './cluster-rows.js'
export { type ClusterSimilarity, clusterSimilarity } from './cluster-similarity.js'
export { type ClusterSplits, clusterSplits, type SplitLevel } from './cluster-splits.js'
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
} from './comparison.js'
export { type BaselineRun, type BaselineSummary, baselineRuns, summarizeBaselines } from './comparison-baselines.js'
export { type ConfidenceBin, type ConfidenceBins, confidenceBins } from './confidence-bins.js'
export { csvCell, csvLines } from './csv-lines.js'
export { type EmbeddingMark, embeddingMarks } from './embedding-marks.js'
export { type EmbeddingPoints, type EmbeddingPointsOptions, embeddingPoints } from './embedding-points.js'
export {
  agreementWords,
  alphaWords,
  confidenceWords,
  embeddingWords,
  heatmapWords,
  objectiveWords,
  spectrumWords,
  weightWords,
} from './explanations.js'
export { type DistributionBox, type FeatureDistribution, featureDistributions } from './feature-distributions.js'
export { type FeatureEffect, type FeatureEffects, featureEffects } from './feature-effects.js'
export type { FeaturePoints } from './feature-points.js'
export { groupCoAssociation } from './group-co-association.js'
export { type Heatmap, type HeatmapBlock, type HeatmapOptions, heatmapCells } from './heatmap-cells.js'
export { labelsCsv, type SampleNames, sampleNamer, severalLabelsCsv } from './labels-csv.js'
export { indicesOfSmallest, type UncertainSample } from './least-certain.js'
export { contrastText, countText, durationText, fixedText, numberText, percentText, wholeText } from './number-text.js'
export { buildReport, type Report, type ReportInput, type TruthComparison } from './report.js'
export { shellWord } from './run-words.js'
export { shortText } from './short-text.js'
export { type SilhouetteBars, silhouetteBars } from './silhouette-bars.js'
export { type Spectrum, spectrumOf } from './spectrum.js'
export { studyColours } from './study-colours.js'
export {
  GMT_GENES,
  GMT_P,
  markersCsv,
  markersGmt,
  numberCell,
  type RunTests,
  runFolder,
  type StudyTable,
  studyTables,
} from './study-tables.js'
export { type TruthTable, truthTable } from './truth-table.js'
export { areEqualWeights, type WeightRow, weightRows } from './weight-rows.js'
