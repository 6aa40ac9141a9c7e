/**
 * Reports: charts, tables and HTML of a result, in Node and in browsers.
 *
 * @module chorale-report
 */

export type { ChartName, SvgFile } from './chart-files.js'
export { type CategoryShares, categoryShares } from './data/category-shares.js'
export {
  type ClusterProfile,
  type ClusterProfilesOptions,
  clusterProfiles,
  type FeatureDifference,
} from './data/cluster-profiles.js'
export type { ClusterRow } from './data/cluster-rows.js'
export type { ClusterSimilarity } from './data/cluster-similarity.js'
export type { ClusterSplits, SplitLevel } from './data/cluster-splits.js'
export type { ConfidenceBin, ConfidenceBins } from './data/confidence-bins.js'
export { type EmbeddingPoints, type EmbeddingPointsOptions, embeddingPoints } from './data/embedding-points.js'
export type { DistributionBox, FeatureDistribution } from './data/feature-distributions.js'
export type { FeatureEffect, FeatureEffects } from './data/feature-effects.js'
export type { FeaturePoints } from './data/feature-points.js'
export { type Heatmap, type HeatmapBlock, type HeatmapOptions, heatmapCells } from './data/heatmap-cells.js'
export { labelsCsv, type SampleNames } from './data/labels-csv.js'
export type { UncertainSample } from './data/least-certain.js'
export type { Report, ReportInput, TruthComparison } from './data/report.js'
export type { SilhouetteBars } from './data/silhouette-bars.js'
export type { Spectrum } from './data/spectrum.js'
export { type TruthTable, truthTable } from './data/truth-table.js'
export type { WeightRow } from './data/weight-rows.js'
export { buildReport, chartSvgs, type ReportParts, type ReportSource, renderReport } from './render-report.js'
