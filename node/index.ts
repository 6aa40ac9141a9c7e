/**
 * What needs Node: files, threads and reports.
 *
 * @module chorale/node
 */
export { type ReadTableFileOptions, readTableFile } from './read-table-file.js'
export { type RenderReportInput, renderCharts, renderReport } from './render-report.js'
export type { ChartFile, ChartFormat, ChartName } from './report/render-charts.js'
export { type RunInThreadsOptions, runInThreads } from './threads.js'
