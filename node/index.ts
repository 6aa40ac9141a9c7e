/**
 * What needs Node: files, threads and reports.
 *
 * @module chorale/node
 */

export type { ChartName } from '../pages/chart-files.js'
export { type ReadTableFileOptions, readTableFile } from './read-table-file.js'
export type { ChartFile, ChartFormat } from './render-charts.js'
export { type RenderReportInput, renderCharts, renderReport } from './render-report.js'
export { type RunInThreadsOptions, runInThreads } from './threads.js'
