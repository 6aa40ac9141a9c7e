import { buildReport, InputError, type Report, type ReportInput } from '../../src/index.js'
import {
  agreementChart,
  alphaChart,
  confidenceChart,
  eigenvaluesChart,
  objectiveChart,
  sizesChart,
  weightsChart,
} from './charts.js'
import { embeddingChart } from './embedding-chart.js'
import { heatmapChart } from './heatmap-chart.js'
import type { Chart } from './plot-chart.js'
import { chartSvg } from './tables.js'
import { type ChartTheme, FILE_THEME } from './theme.js'

const CHARTS = {
  embedding: (report, theme) => embeddingChart(report, theme, [0, 1]),
  heatmap: heatmapChart,
  sizes: sizesChart,
  weights: weightsChart,
  agreement: agreementChart,
  eigenvalues: eigenvaluesChart,
  objective: objectiveChart,
  alpha: alphaChart,
  confidence: confidenceChart,
} satisfies Record<string, (report: Report, theme: ChartTheme) => Chart | null>

/** A chart by its name. */
export type ChartName = keyof typeof CHARTS

/** The charts that can be asked for by name. */
export const CHART_NAMES = Object.keys(CHARTS) as ChartName[]

/** How a chart is written. */
export type ChartFormat = 'svg' | 'png'

/** A chart as a file of its own. */
export interface ChartFile {
  readonly name: ChartName
  readonly title: string
  readonly content: string | Uint8Array
}

/** Pixels per unit of the drawing: sharp on screens and on paper. */
const PNG_SCALE = 3

/** The charts of a result as files; those that the result has nothing for are left out. */
export async function renderCharts(
  input: ReportInput,
  format: ChartFormat,
  names: readonly ChartName[] = CHART_NAMES,
): Promise<ChartFile[]> {
  const report = buildReport(input)
  const toPng = format === 'png' ? await loadPngRenderer() : null
  return names.flatMap(name => {
    const chart = CHARTS[name](report, FILE_THEME)
    if (chart === null) return []
    const svg = chartSvg(chart, { standalone: true }).text
    return [{ name, title: chart.title, content: toPng === null ? svg : toPng(svg) }]
  })
}

/** resvg is an optional dependency: it has no build for some systems. */
async function loadPngRenderer(): Promise<(svg: string) => Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js').catch(() => {
    throw new InputError('charts as PNG need the package @resvg/resvg-js, which is not installed; SVG needs nothing')
  })
  return svg =>
    new Resvg(svg, { fitTo: { mode: 'zoom', value: PNG_SCALE }, font: { defaultFontFamily: 'DejaVu Sans' } })
      .render()
      .asPng()
}
