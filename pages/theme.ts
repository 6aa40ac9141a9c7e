import { CLUSTER_COLOURS, type ColourScheme, clusterMark, PAGE_COLOURS } from '../src/internal.js'

/** The colours of a chart: names that the page gives a meaning to, or fixed ones for a file of its own. */
export interface ChartTheme {
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly accent: string
  readonly page: string
  /** What marks a border or a choice on top of other colours. */
  readonly highlight: string
  /** The heatmap is drawn once for each. */
  readonly schemes: readonly ColourScheme[]
  cluster(cluster: number): string
}

/** Ink has a contrast of at least 12 to the page, muted ink of 5.5, accent and highlight of 3. */
export const SCHEME_COLOURS = {
  light: {
    page: PAGE_COLOURS.light,
    ink: '#1b2229',
    muted: '#55606b',
    line: '#d8dde3',
    accent: '#2470b3',
    highlight: '#c2410c',
  },
  dark: {
    page: PAGE_COLOURS.dark,
    ink: '#e7eaed',
    muted: '#a4aeb8',
    line: '#343b43',
    accent: '#69b1e8',
    highlight: '#ff9a5c',
  },
} as const

/** Colours by name: the style of the page sets them, light or dark. */
export const PAGE_THEME: ChartTheme = {
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  page: 'var(--page)',
  highlight: 'var(--highlight)',
  schemes: ['light', 'dark'],
  cluster: cluster => `var(--c${clusterMark(cluster).colour})`,
}

/** The light colours themselves. */
export const FILE_THEME: ChartTheme = {
  ...SCHEME_COLOURS.light,
  schemes: ['light'],
  cluster: cluster => CLUSTER_COLOURS.light[clusterMark(cluster).colour],
}
