import {
  agreementChart,
  alphaChart,
  confidenceChart,
  eigenvaluesChart,
  objectiveChart,
  sizesChart,
  weightsChart,
} from './charts.js'
import type { Report } from './data/report.js'
import { embeddingChart, featuresChart } from './embedding-chart.js'
import { effectsChart, silhouetteChart, splitsChart } from './feature-charts.js'
import { heatmapChart } from './heatmap-chart.js'
import { type Chart, plotChart } from './plot-chart.js'
import { chartSvg } from './tables.js'
import { type ChartTheme, FILE_THEME } from './theme.js'

const CHARTS = {
  features: featuresChart,
  effects: effectsChart,
  silhouettes: silhouetteChart,
  splits: splitsChart,
  embedding: (report, theme) => embeddingChart(report, theme, [0, 1]),
  heatmap: heatmapChart,
  sizes: (report, theme) => plotChart(sizesChart(report, theme)),
  weights: (report, theme) => plotChart(weightsChart(report, theme)),
  agreement: (report, theme) => plotChart(agreementChart(report, theme)),
  eigenvalues: (report, theme) => plotChart(eigenvaluesChart(report, theme)),
  objective: (report, theme) => plotChart(objectiveChart(report.input.result, theme)),
  alpha: (report, theme) => plotChart(alphaChart(report.input.result, theme)),
  confidence: (report, theme) => plotChart(confidenceChart(report, theme)),
} satisfies Record<string, (report: Report, theme: ChartTheme) => Chart | null>

/** The name of a chart. */
export type ChartName = keyof typeof CHARTS

/** The names of all charts. */
export const CHART_NAMES = Object.keys(CHARTS) as ChartName[]

/** A chart as the content of an SVG file. */
export interface SvgFile {
  readonly name: ChartName
  readonly title: string
  readonly content: string
}

/** The charts of a report as SVG files. Charts without data are omitted. */
export function chartFiles(report: Report, names: readonly ChartName[] = CHART_NAMES): SvgFile[] {
  return names.flatMap(name => {
    const chart = CHARTS[name](report, FILE_THEME)
    if (chart === null) return []
    return [{ name, title: chart.title, content: chartSvg(chart, { standalone: true }).text }]
  })
}
