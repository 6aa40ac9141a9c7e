import { inflateSync } from 'node:zlib'
import * as Plot from '@observablehq/plot'
import { fixedText, heatColour } from 'chorale-report/data'
import type { ChartTheme } from 'chorale-report/internal'
import { CHART_WIDTH, type Chart, html, indexedPngs, plotChart, pngAddress } from 'chorale-report/internal'
import type { LinkPicture, LinkQuality } from '../record-links.js'
import { METRIC_TITLES, METRICS } from '../summarize.js'

/** A line of a chart. */
export interface Series {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** Drawn thicker. */
  readonly isMain?: boolean
}

export interface LinesOptions {
  readonly name: string
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly description: string
  readonly height?: number
}

const DASHES = ['', '6 3', '2 2', '8 3 2 3']

/** Lines with their names at the right end instead of a legend. */
export function linesChart(series: readonly Series[], options: LinesOptions, theme: ChartTheme): Chart {
  const { name, title, description, xLabel, yLabel, height = 260 } = options
  const rows = series.flatMap((each, at) => each.points.map(point => ({ ...point, at, name: each.name })))
  const values = rows.map(({ y }) => y)
  const labels = spreadLabels(series, Math.min(...values), Math.max(...values), height)
  return plotChart({
    name,
    title,
    description,
    parts: {
      height,
      marginRight: 92,
      marginLeft: 40,
      x: { label: xLabel, nice: false },
      y: { label: yLabel, nice: true },
      marks: [
        Plot.gridY({ stroke: theme.line, strokeOpacity: 1 }),
        Plot.axisX({ color: theme.muted, label: xLabel, ticks: 5, tickSize: 4 }),
        Plot.axisY({ color: theme.muted, label: yLabel, ticks: 5, tickSize: 0 }),
        ...series.map(({ points, isMain }, at) =>
          Plot.line(points, {
            x: 'x',
            y: 'y',
            stroke: theme.cluster(at),
            strokeWidth: isMain ? 3 : 1.4,
            strokeDasharray: DASHES[Math.floor(at / 8) % DASHES.length],
          }),
        ),
        Plot.dot(rows, { x: 'x', y: 'y', r: 2, fill: row => theme.cluster(row.at) }),
        Plot.text(labels, {
          x: 'x',
          y: 'y',
          text: 'name',
          textAnchor: 'start',
          dx: 6,
          fontSize: 10,
          fill: row => theme.cluster(row.at),
        }),
      ],
    },
  })
}

/** Positions for the names that do not overlap. */
function spreadLabels(series: readonly Series[], least: number, most: number, height: number) {
  const room = ((most - least) / (height - 64)) * 14 || 1
  const ends = series
    .flatMap(({ name, points }, at) => (points.length > 0 ? [{ name, at, ...points[points.length - 1] }] : []))
    .sort((a, b) => b.y - a.y)
  const right = Math.max(...ends.map(({ x }) => x))
  let free = Number.POSITIVE_INFINITY
  const placed = ends.map(end => {
    free = Math.min(end.y, free - room)
    return { ...end, x: right, y: free }
  })
  // Move everything up when the last name would be below the axis.
  const under = placed.length > 0 ? Math.max(0, least - placed[placed.length - 1].y) : 0
  return placed.map(each => ({ ...each, y: each.y + under }))
}

/** Share, precision and recall of links against the threshold. */
export function linksChart(qualities: readonly LinkQuality[], theme: ChartTheme): Chart {
  const of = (key: 'share' | 'precision' | 'recall') => qualities.map(each => ({ x: each.alpha, y: each[key] }))
  const [first, last] = [qualities[0], qualities[qualities.length - 1]]
  return linesChart(
    [
      { name: 'share', points: of('share') },
      { name: 'precision', points: of('precision'), isMain: true },
      { name: 'recall', points: of('recall') },
    ],
    {
      name: 'links',
      title: 'Links at each threshold (Seeds)',
      xLabel: 'α',
      yLabel: '',
      description: `Precision rises from ${fixedText(first.precision, 2)} to ${fixedText(last.precision, 2)}, recall falls from ${fixedText(first.recall, 2)} to ${fixedText(last.recall, 2)}.`,
    },
    theme,
  )
}

const PICTURE_TITLES = {
  links: 'H: links of at least 0.4',
  'second-order': 'K̃: second-order similarity of H',
  truth: 'True classes',
}

/** A matrix of samples ordered by class. */
export function pictureChart({ picture, size, cells }: LinkPicture, theme: ChartTheme): Chart {
  const pixels = Uint8Array.from(inflateSync(Buffer.from(cells, 'base64')), byte => byte >> 2)
  const palettes = theme.schemes.map(scheme => Array.from({ length: 64 }, (_, level) => heatColour(level / 63, scheme)))
  const pictures = indexedPngs(size, size, pixels, palettes)
  return {
    name: `picture-${picture}`,
    title: PICTURE_TITLES[picture],
    description: `${size} × ${size} samples of Seeds, ordered by class.`,
    width: CHART_WIDTH,
    height: CHART_WIDTH,
    content: html`${pictures.map((png, at) => {
      const only = theme.schemes.length > 1 && html` class="only-${theme.schemes[at]}"`
      return html`<image x="0" y="0" width="${CHART_WIDTH}" height="${CHART_WIDTH}"${only} image-rendering="pixelated" preserveAspectRatio="none" href="${pngAddress(png)}"/>\n`
    })}`,
  }
}

/** Weights as bars, and the quality of each base clustering as lines. */
export function weightsChart(
  title: string,
  {
    weights,
    base,
    clusterCounts,
  }: { weights: readonly number[]; base: Record<string, readonly number[]>; clusterCounts: readonly number[] },
  theme: ChartTheme,
): Chart {
  const names = clusterCounts.map((count, t) => `${t + 1}\n(${count})`)
  const bars = weights.map((weight, t) => ({ name: names[t], weight }))
  const lines = METRICS.flatMap((metric, at) => base[metric].map((value, t) => ({ name: names[t], value, at, metric })))
  const heaviest = weights.indexOf(Math.max(...weights))
  return plotChart({
    name: `weights-${title}`,
    title,
    description:
      `Weights of ${weights.length} base clusterings as bars, their NMI, ARI and purity as lines. ` +
      `The largest weight, ${fixedText(weights[heaviest], 2)}, belongs to base clustering ${heaviest + 1} with ${clusterCounts[heaviest]} clusters and an NMI of ${fixedText(base.nmi[heaviest], 2)}.`,
    parts: {
      height: 250,
      marginLeft: 36,
      marginRight: 52,
      marginBottom: 48,
      x: { type: 'band', domain: names, label: null, padding: 0.25 },
      y: { domain: [0, 1] },
      marks: [
        Plot.gridY({ stroke: theme.line, strokeOpacity: 1 }),
        Plot.axisX({ color: theme.muted, tickSize: 0, label: 'base clustering (number of clusters)' }),
        Plot.axisY({ color: theme.muted, ticks: 5, tickSize: 0, label: null }),
        Plot.barY(bars, { x: 'name', y: 'weight', fill: theme.accent, fillOpacity: 0.55 }),
        ...METRICS.map((metric, at) =>
          Plot.line(
            lines.filter(row => row.metric === metric),
            { x: 'name', y: 'value', stroke: theme.cluster(at + 1), strokeWidth: 1.6, strokeDasharray: DASHES[at] },
          ),
        ),
        Plot.text(
          METRICS.map((metric, at) => ({
            x: names[names.length - 1],
            y: base[metric][names.length - 1],
            at,
            text: METRIC_TITLES[metric],
          })),
          {
            x: 'x',
            y: 'y',
            text: 'text',
            dx: 16,
            textAnchor: 'start',
            fontSize: 10,
            fill: row => theme.cluster(row.at + 1),
          },
        ),
      ],
    },
  })
}

/** Losses as dots and fitted curves. */
export function riskChart(
  rule: string,
  dots: readonly { n: number; loss: number }[],
  curves: readonly { name: string; points: readonly { n: number; loss: number }[]; colour: string; dash: string }[],
  theme: ChartTheme,
): Chart {
  const last = dots.filter(({ n }) => n === Math.max(...dots.map(each => each.n)))
  const mean = last.reduce((sum, { loss }) => sum + loss, 0) / last.length
  return plotChart({
    name: `risk-${rule}`,
    title: `m = ${rule}`,
    description: `Loss k − tr(Z′ K Z) against n. At the largest n, the mean over the draws is ${fixedText(mean, 2)}.`,
    parts: {
      height: 260,
      marginRight: 20,
      x: { label: 'n' },
      y: { label: 'loss', nice: true },
      marks: [
        Plot.gridY({ stroke: theme.line, strokeOpacity: 1 }),
        Plot.axisX({ color: theme.muted, label: 'n', ticks: 5, tickSize: 4 }),
        Plot.axisY({ color: theme.muted, label: 'loss', ticks: 5, tickSize: 0 }),
        Plot.dot(dots, { x: 'n', y: 'loss', r: 1.6, fill: theme.accent, fillOpacity: 0.6 }),
        ...curves.map(({ points, colour, dash }) =>
          Plot.line(points, { x: 'n', y: 'loss', stroke: colour, strokeWidth: 2.5, strokeDasharray: dash }),
        ),
      ],
    },
  })
}
