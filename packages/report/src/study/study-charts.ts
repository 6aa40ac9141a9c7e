import * as Plot from '@observablehq/plot'
import type { ConsensusStudy, StudyRun } from 'chorale/internal'
import { gridMarks } from '../charts.js'
import { countText, fixedText, numberText } from '../data/number-text.js'
import { html, type Markup } from '../markup.js'
import { type Chart, type PlotSpec, plotChart } from '../plot-chart.js'
import type { ChartTheme } from '../theme.js'
import { studyColour } from './matrix-chart.js'

/** The colour of a line for one of several numbers of clusters: from blue over green to red, so that order can be seen. */
const LINE_STOPS = ['#2a3c4c', '#2470b3', '#17a08f', '#c9a227', '#d9590a', '#8b1e5a']

function lineColour(at: number, count: number): string {
  const place = count < 2 ? 0 : (at / (count - 1)) * (LINE_STOPS.length - 1)
  const below = Math.min(Math.floor(place), LINE_STOPS.length - 2)
  const [from, to] = [LINE_STOPS[below], LINE_STOPS[below + 1]].map(hex =>
    [1, 3, 5].map(digit => Number.parseInt(hex.slice(digit, digit + 2), 16)),
  )
  const mixed = from.map((channel, c) => Math.round(channel + (place - below) * (to[c] - channel)))
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

const WIDTH = 520

/** The distribution of the consensus matrix for every number of clusters. */
export function cdfChart({ runs }: ConsensusStudy, theme: ChartTheme): Chart {
  const colours = runs.map((_, at) => lineColour(at, runs.length))
  const spec: PlotSpec = {
    name: 'cdf',
    title: 'Distribution of the consensus',
    description: `Line chart of the share of pairs of samples with at most a given consensus, for ${runs.length} numbers of clusters; the flattest line between 0.1 and 0.9 is that of k = ${flattest(runs)}.`,
    width: WIDTH,
    parts: {
      height: 320,
      marginRight: 130,
      x: { domain: [0, 1] },
      y: { domain: [0, 1] },
      marks: [
        ...gridMarks(theme, 'consensus of a pair of samples', 'share of pairs (CDF)'),
        ...runs.map(({ cdf }, at) =>
          Plot.line(
            Array.from(cdf, (share, bin) => ({ x: (bin + 0.5) / 100, share })),
            { x: 'x', y: 'share', stroke: colours[at], strokeWidth: 2 },
          ),
        ),
      ],
    },
  }
  const chart = plotChart(spec)
  const legend = runs.map(({ clusterCount, pac }, at) => {
    const y = 44 + 18 * at
    return html`<path d="M${WIDTH - 118},${y}h20" stroke="${colours[at]}" stroke-width="2.5"/>
<text x="${WIDTH - 92}" y="${y}" dy="0.32em" text-anchor="start" font-size="11">k = ${clusterCount}, PAC ${fixedText(pac, 2)}</text>\n`
  })
  const height = Math.max(chart.height, 60 + 18 * runs.length)
  return { ...chart, height, content: html`${chart.content}${legend}` }
}

function flattest(runs: readonly StudyRun[]): number {
  return runs.reduce((best, run) => (run.pac < best.pac ? run : best)).clusterCount
}

/** The relative change of the area under the CDF. */
export function deltaAreaChart({ runs }: ConsensusStudy, theme: ChartTheme): Chart {
  return byClusterCount(runs, theme, {
    name: 'delta-area',
    title: 'Delta area',
    label: 'relative change of the area under the CDF',
    description: 'Line chart of the relative change of the area under the CDF by the number of clusters',
    value: run => run.deltaArea,
  })
}

/** The proportion of ambiguous clustering. */
export function pacChart({ runs }: ConsensusStudy, theme: ChartTheme): Chart {
  return byClusterCount(runs, theme, {
    name: 'pac',
    title: 'Proportion of ambiguous clustering (PAC)',
    label: 'share of pairs with a consensus from 0.1 to 0.9',
    description: 'Line chart of the proportion of ambiguous clustering by the number of clusters',
    value: run => run.pac,
  })
}

interface ByClusterCount extends Pick<Chart, 'name' | 'title' | 'description'> {
  readonly label: string
  value(run: StudyRun): number
}

function byClusterCount(
  runs: readonly StudyRun[],
  theme: ChartTheme,
  { name, title, description, label, value }: ByClusterCount,
): Chart {
  const rows = runs.map(run => ({ k: run.clusterCount, value: value(run) }))
  const ks = rows.map(({ k }) => k)
  const least = Math.min(...ks)
  const most = Math.max(...ks)
  const ticks = ks.filter((_, at) => at % Math.ceil(ks.length / 12) === 0)
  return plotChart({
    name,
    title,
    description: `${description}, from ${numberText(rows[0].value)} at k = ${least} to ${numberText(rows[rows.length - 1].value)} at k = ${most}.`,
    parts: {
      height: 260,
      x: { domain: [least - 0.3, most + 0.3] },
      y: { nice: true, zero: true },
      marks: [
        ...gridMarks(theme, 'number of clusters k', label, ticks),
        Plot.ruleY([0], { stroke: theme.muted }),
        Plot.line(rows, { x: 'k', y: 'value', stroke: theme.accent, strokeWidth: 2 }),
        Plot.dot(rows, { x: 'k', y: 'value', r: 4, fill: theme.accent }),
      ],
    },
  })
}

const LEFT = 58
const RIGHT = 12

/** The cluster of every sample for every number of clusters: one line each, samples in the order of the last tree. */
export function trackingChart(study: ConsensusStudy, colours: readonly Int32Array[], theme: ChartTheme): Chart {
  const { runs, sampleCount } = study
  const { order } = runs[runs.length - 1]
  const row = 22
  const step = (WIDTH - LEFT - RIGHT) / sampleCount
  const lines = runs.map(({ clusterCount, labels }, at) => {
    const y = 10 + at * row
    const rects: Markup[] = []
    for (let from = 0, to = 0; from < sampleCount; from = to) {
      const cluster = labels[order[from]]
      while (to < sampleCount && labels[order[to]] === cluster) to++
      const width = round((to - from) * step + 0.05)
      rects.push(
        html`<rect x="${round(LEFT + from * step)}" y="${y}" width="${width}" height="${row - 2}" fill="${studyColour(colours[at][cluster])}"/>`,
      )
    }
    return html`<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end">${clusterCount}</text>${rects}\n`
  })
  const bottom = 10 + row * runs.length
  return {
    name: 'tracking',
    title: 'Tracking plot',
    description: `The cluster of each of ${countText(sampleCount, 'sample')} for ${runs.length} numbers of clusters: one line of colours for each number, with the samples in the order of the last tree.`,
    width: WIDTH,
    height: bottom + 26,
    content: html`${lines}<g fill="${theme.muted}"><text x="${round(LEFT + (WIDTH - LEFT - RIGHT) / 2)}" y="${bottom + 16}">${countText(sampleCount, 'sample')}</text>
<text transform="translate(14,${10 + (row * runs.length) / 2}) rotate(-90)">k</text></g>`,
  }
}

/** The mean consensus within every cluster, for every number of clusters. */
export function clusterConsensusChart(
  { runs }: ConsensusStudy,
  colours: readonly Int32Array[],
  theme: ChartTheme,
): Chart {
  const total = runs.reduce((sum, { clusterCount }) => sum + clusterCount + 1, -1)
  const plotWidth = WIDTH - LEFT - RIGHT
  const step = plotWidth / total
  const height = 200
  const top = 12
  const y = (value: number) => round(top + height * (1 - value))
  let place = 0
  const groups = runs.map(({ clusterCount, clusterConsensus }, at) => {
    const from = LEFT + place * step
    const bars = Array.from(clusterConsensus, (value, c) => {
      const x = round(from + c * step)
      const fill = studyColour(colours[at][c])
      // A cluster of one sample has no pairs.
      if (Number.isNaN(value))
        return html`<text x="${round(x + step / 2)}" y="${y(0) - 3}" fill="${fill}" font-weight="700">·</text>`
      return html`<rect x="${x}" y="${y(value)}" width="${round(0.86 * step)}" height="${round(height * value)}" fill="${fill}"/>`
    })
    place += clusterCount + 1
    return html`${bars}<text x="${round(from + (clusterCount * step) / 2)}" y="${y(0) + 15}" fill="${theme.muted}">${clusterCount}</text>\n`
  })
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    value =>
      html`<path d="M${LEFT},${y(value)}h${plotWidth}" stroke="${value === 0 ? theme.muted : theme.line}"/><text x="${LEFT - 6}" y="${y(value)}" dy="0.32em" text-anchor="end" fill="${theme.muted}">${value}</text>`,
  )
  return {
    name: 'cluster-consensus',
    title: 'Cluster consensus',
    description: `Bars of the mean consensus within every cluster, for ${runs.length} numbers of clusters. A dot is a cluster of one sample.`,
    width: WIDTH,
    height: top + height + 42,
    content: html`${grid}${groups}<g fill="${theme.muted}"><text x="${LEFT + plotWidth / 2}" y="${top + height + 34}">number of clusters k</text>
<text transform="translate(12,${top + height / 2}) rotate(-90)">mean consensus within the cluster</text></g>`,
  }
}

/** The mean consensus of every sample with the members of every cluster, stacked; its own cluster is at the bottom. */
export function itemConsensusChart(
  { sampleCount }: ConsensusStudy,
  { clusterCount: k, itemConsensus, labels, order }: StudyRun,
  colours: Int32Array,
  theme: ChartTheme,
): Chart {
  const height = 180
  const top = 22
  const plotWidth = WIDTH - LEFT - RIGHT
  const step = plotWidth / sampleCount
  let most = 1
  for (let i = 0; i < sampleCount; i++) {
    let sum = 0
    for (let c = 0; c < k; c++) sum += itemConsensus[i * k + c] || 0
    most = Math.max(most, sum)
  }
  const scale = height / most
  const pieces = Array.from({ length: k }, (): string[] => [])
  const marks = Array.from({ length: k }, (): string[] => [])
  order.forEach((sample, at) => {
    const own = labels[sample]
    const x = round(LEFT + at * step)
    const width = round(step + 0.05)
    marks[own].push(`M${x},${top - 12}h${width}v6h${-width}z`)
    const others = Array.from({ length: k }, (_, c) => c).filter(c => c !== own)
    const value = (c: number) => itemConsensus[sample * k + c] || 0
    others.sort((a, b) => value(b) - value(a) || a - b)
    let sum = 0
    for (const c of [own, ...others]) {
      const length = value(c)
      if (length * scale < 0.05) continue
      sum += length
      pieces[c].push(`M${x},${round(top + height - sum * scale)}h${width}v${round(length * scale)}h${-width}z`)
    }
  })
  const y = (value: number) => round(top + height - value * scale)
  const ticks = [0, 0.5, 1].filter(value => value <= most)
  return {
    name: 'item-consensus',
    title: `Item consensus, k = ${k}`,
    description: `Stacked bars of the mean consensus of each of ${countText(sampleCount, 'sample')} with the members of ${k} clusters, in the order of the tree; the cluster of a sample is at the bottom and above the bar.`,
    width: WIDTH,
    height: top + height + 30,
    content: html`<text x="${LEFT - 8}" y="${top - 6}" text-anchor="end" font-weight="700">k = ${k}</text>
${ticks.map(value => html`<path d="M${LEFT},${y(value)}h${plotWidth}" stroke="${theme.line}"/><text x="${LEFT - 6}" y="${y(value)}" dy="0.32em" text-anchor="end" fill="${theme.muted}">${value}</text>`)}
${pieces.map((paths, c) => html`<path d="${paths.join('')}" fill="${studyColour(colours[c])}"/><path d="${marks[c].join('')}" fill="${studyColour(colours[c])}"/>\n`)}
<path d="M${LEFT},${y(0)}h${plotWidth}" stroke="${theme.muted}"/>
<g fill="${theme.muted}"><text x="${LEFT + plotWidth / 2}" y="${top + height + 18}">${countText(sampleCount, 'sample')}</text>
<text transform="translate(12,${top + height / 2}) rotate(-90)">item consensus</text></g>`,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
