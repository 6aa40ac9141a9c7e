/**
 * What needs Node: files, threads, reports and the browser app.
 *
 * @module chorale/node
 */

export type { ChartName } from '../pages/chart-files.js'
export { type ReportParts, type ReportSource, renderReport } from '../pages/render-report.js'
export { type Engine, type RedisEngineOptions, redisEngine } from './engine/redis-engine.js'
export { type ReadTableFileOptions, readTableFile } from './read-table-file.js'
export type { ChartFile, ChartFormat } from './render-charts.js'
export { renderCharts } from './render-report.js'
export { type AppServer, type ServeAppOptions, serveApp } from './serve-app.js'
export { type ThreadsOptions, threads } from './threads.js'
