/** The chart code, bundled as one chunk that is loaded on demand. */
export { plot } from '@observablehq/plot'
export * as charts from '../pages/charts.js'
export { PAGE_THEME as theme } from '../pages/theme.js'
