/**
 * Reports: charts, tables and HTML of a result, in Node and in browsers.
 *
 * @module chorale/report
 */

export {
  type ClusterDescription,
  type ClusterProfile,
  type ClusterProfilesOptions,
  type ClusterRow,
  type ClusterSimilarity,
  type ConfidenceBin,
  type ConfidenceBins,
  clusterDescriptions,
  clusterProfiles,
  type EmbeddingPoints,
  type EmbeddingPointsOptions,
  embeddingPoints,
  type FeatureDifference,
  type Heatmap,
  type HeatmapBlock,
  type HeatmapOptions,
  heatmapCells,
  labelsCsv,
  type Report,
  type ReportInput,
  type SampleNames,
  type Spectrum,
  type TruthComparison,
  type TruthTable,
  truthTable,
  type UncertainSample,
  type WeightRow,
} from '../src/internal.js'
export type { ChartName, SvgFile } from './chart-files.js'
export { buildReport, chartSvgs, type ReportParts, type ReportSource, renderReport } from './render-report.js'
