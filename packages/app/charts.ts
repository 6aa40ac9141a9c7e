/** The chart code, bundled as one chunk that is loaded on demand. */
export { plot } from '@observablehq/plot'
export { charts, PAGE_THEME as theme } from 'chorale-report/internal'
