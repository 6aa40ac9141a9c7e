/**
 * Reports: charts, tables and HTML of a result, in Node and in browsers.
 *
 * @module chorale/report
 */

export {
  type CategoryShares,
  type ClusterProfile,
  type ClusterProfilesOptions,
  type ClusterRow,
  type ClusterSimilarity,
  type ClusterSplits,
  type ConfidenceBin,
  type ConfidenceBins,
  categoryShares,
  clusterProfiles,
  type DistributionBox,
  type EmbeddingPoints,
  type EmbeddingPointsOptions,
  embeddingPoints,
  type FeatureDifference,
  type FeatureDistribution,
  type FeatureEffect,
  type FeatureEffects,
  type FeaturePoints,
  type Heatmap,
  type HeatmapBlock,
  type HeatmapOptions,
  heatmapCells,
  labelsCsv,
  type Report,
  type ReportInput,
  type SampleNames,
  type SilhouetteBars,
  type Spectrum,
  type SplitLevel,
  type TruthComparison,
  type TruthTable,
  truthTable,
  type UncertainSample,
  type WeightRow,
} from '../src/internal.js'
export type { ChartName, SvgFile } from './chart-files.js'
export { buildReport, chartSvgs, type ReportParts, type ReportSource, renderReport } from './render-report.js'
