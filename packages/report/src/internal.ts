/**
 * What the command, the app and the paper need of reports and charts. Programs use `chorale-report`.
 *
 * @module chorale-report/internal
 */

export { writeAdvice } from './advice.js'
export { type ChartName, chartFiles } from './chart-files.js'
export * as charts from './charts.js'
export { writeComparison } from './comparison.js'
export { MEASURE_TITLES, ranksChart } from './comparison-charts.js'
export { distributionChart, effectsChart, silhouetteChart, splitsChart } from './feature-charts.js'
export { html, type Markup } from './markup.js'
export { pageMarkup } from './page.js'
export { CHART_WIDTH, type Chart, type PlotSpec, plotChart } from './plot-chart.js'
export { indexedPngs, pngAddress } from './png.js'
export type { Section } from './sections/section.js'
export { markerCharts, type StudyChart, type StudyCharts, studyCharts } from './study/study-files.js'
export { figure, folded, scrolling } from './tables.js'
export { type ChartTheme, PAGE_THEME } from './theme.js'
export { renderReport, writeReport } from './write-report.js'
