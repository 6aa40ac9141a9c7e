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

/**
 * A function that turns the content of an SVG file into that of a PNG file. It needs the optional package `@resvg/resvg-js`.
 *
 * @example
 * ```ts
 * import { pngRenderer } from 'chorale-report/node'
 *
 * const toPng = await pngRenderer()
 * const png = toPng('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
 * console.log(png[1], png[2], png[3]) // 80 78 71
 * ```
 */
export async function pngRenderer(): Promise<(svg: string) => Uint8Array> {
  const { loadPngRenderer } = await import('./render-charts.js')
  return loadPngRenderer()
}
