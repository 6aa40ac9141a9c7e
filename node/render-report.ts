import packageJson from '../package.json' with { type: 'json' }
import type { ReportInput } from '../src/internal.js'
import type { ChartFile, ChartFormat } from './render-charts.js'

/** Everything a report can tell about a run; the version is our own. */
export type RenderReportInput = Omit<ReportInput, 'version'>

/**
 * The report of a run as one HTML page that needs nothing else: tables, charts, and words about both.
 *
 * @example
 * ```ts
 * import { buildEnsemble, consensus, toDataset } from 'chorale'
 * import { readTableFile, renderReport } from 'chorale/node'
 *
 * const dataset = toDataset(await readTableFile('iris.csv'), { truth: 'species' })
 * const ensemble = await buildEnsemble(dataset)
 * const result = await consensus(ensemble, { clusterCount: 3 })
 * const page = await renderReport({ result, ensemble, dataset, source: 'iris.csv' })
 * console.log(page.startsWith('<!DOCTYPE html>')) // true
 * ```
 */
export async function renderReport(input: RenderReportInput): Promise<string> {
  // Loaded only now: the charts are the largest part of the code.
  const { renderReport: render } = await import('../pages/write-report.js')
  return render({ ...input, version: packageJson.version })
}

/** The charts of a report, each as a file of its own. PNG needs the optional package `@resvg/resvg-js`. */
export async function renderCharts(input: RenderReportInput, format: ChartFormat = 'svg'): Promise<ChartFile[]> {
  const { renderCharts: render } = await import('./render-charts.js')
  return render({ ...input, version: packageJson.version }, format)
}
