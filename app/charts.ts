/** Everything that draws charts, as one part of the page that is loaded by itself; what no chart uses is left out. */
export { plot } from '@observablehq/plot'
export * as charts from '../pages/charts.js'
export { PAGE_THEME as theme } from '../pages/theme.js'
