import { InputError } from 'chorale/internal'
import { CHART_NAMES, type ChartName, chartFiles } from '../chart-files.js'
import { buildReport, type ReportInput } from '../data/report.js'

/** File format of a chart. */
export type ChartFormat = 'svg' | 'png'

/** A chart as a separate file. */
export interface ChartFile {
  readonly name: ChartName
  readonly title: string
  readonly content: string | Uint8Array
}

/** Pixels per unit of the drawing: sharp on screens and on paper. */
const PNG_SCALE = 3

/** The charts of a result as files. Charts without data are left out. */
export async function renderCharts(
  input: ReportInput,
  format: ChartFormat,
  names: readonly ChartName[] = CHART_NAMES,
): Promise<ChartFile[]> {
  const toPng = format === 'png' ? await loadPngRenderer() : null
  const files = chartFiles(buildReport(input), names)
  return toPng === null ? files : files.map(file => ({ ...file, content: toPng(file.content) }))
}

/** resvg is an optional dependency: it has no build for some systems. */
export async function loadPngRenderer(): Promise<(svg: string) => Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js').catch(() => {
    throw new InputError(
      'PNG charts need one more package; install it with: npm install @resvg/resvg-js (SVG charts need none)',
    )
  })
  return svg =>
    new Resvg(svg, { fitTo: { mode: 'zoom', value: PNG_SCALE }, font: { defaultFontFamily: 'DejaVu Sans' } })
      .render()
      .asPng()
}
