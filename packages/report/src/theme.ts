import { CLUSTER_COLOURS, type ColourScheme, clusterMark, PAGE_COLOURS } from './data/cluster-marks.js'

/** The colours of a chart: CSS variables of the page, or fixed colours for a standalone file. */
export interface ChartTheme {
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly accent: string
  readonly page: string
  /** Marks a border or a selection on top of other colours. */
  readonly highlight: string
  /** The colour schemes; the heatmap is drawn once for each. */
  readonly schemes: readonly ColourScheme[]
  cluster(cluster: number): string
  /** The names that the user gave to clusters. */
  readonly names?: ReadonlyMap<number, string>
}

/** The name of a cluster, or its number after the given word. */
export function clusterText(cluster: number, { names }: Pick<ChartTheme, 'names'>, word = ''): string {
  return names?.get(cluster) ?? `${word}${cluster}`
}

/** Contrast to the page: ink at least 12, muted ink 5.5, accent and highlight 3. */
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

/** CSS variables, which the style sheet sets to light or dark colours. */
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

/** Fixed light colours. */
export const FILE_THEME: ChartTheme = {
  ...SCHEME_COLOURS.light,
  schemes: ['light'],
  cluster: cluster => CLUSTER_COLOURS.light[clusterMark(cluster).colour],
}
