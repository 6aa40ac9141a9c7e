import { type ReportSource, reportInput } from '../render-report.js'
import type { ChartFile, ChartFormat } from './render-charts.js'

/**
 * Renders the charts of a report as separate files, SVG or PNG. PNG needs the optional package `@resvg/resvg-js`.
 *
 * @example
 * ```ts
 * import { cluster } from 'chorale'
 * import { readTableFile } from 'chorale-node'
 * import { renderCharts } from 'chorale-report/node'
 *
 * const found = await cluster(await readTableFile('rings.csv'), { clusterCount: 2 })
 * const charts = await renderCharts(found, 'svg')
 * console.log(charts[0].name) // features
 * ```
 */
export async function renderCharts(source: ReportSource, format: ChartFormat = 'svg'): Promise<ChartFile[]> {
  const input = reportInput('renderCharts', source)
  const { renderCharts: render } = await import('./render-charts.js')
  return render(input, format)
}
