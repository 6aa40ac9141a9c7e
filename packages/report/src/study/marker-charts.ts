import type { ClusterMarkers, Dataset } from 'chorale/internal'
import { countText, numberText } from '../data/number-text.js'
import { shortText } from '../data/short-text.js'
import { html, type Markup } from '../markup.js'
import type { Chart } from '../plot-chart.js'
import { indexedPngs, pngAddress } from '../png.js'
import type { ChartTheme } from '../theme.js'
import { enlarged, studyColour } from './matrix-chart.js'

/** Genes shown for each cluster: the first by p value among those that are higher in it. */
const TOP_GENES = 8
/** Standard deviations at which a colour is full. */
const FULL = 1.5
/** Blue below the mean, orange above, white between. */
const LOW = [36, 112, 179]
const HIGH = [194, 65, 12]
/** Pixels of a gene from top to bottom: programs that smooth pictures then blur no more than the edges. */
const PIXELS = 24
/** Shades on either side of the mean. */
const SHADES = 60

interface TopGene {
  readonly cluster: number
  readonly feature: number
  readonly name: string
}

/** The genes by which clusters are recognised, each once. */
function topGenes(markers: readonly ClusterMarkers[], featureNames: readonly string[]): TopGene[] {
  const taken = new Set<number>()
  return markers.flatMap(({ cluster, order, auc }) => {
    const own: TopGene[] = []
    for (const feature of order) {
      if (own.length === TOP_GENES) break
      if (!(auc[feature] > 0.5) || taken.has(feature)) continue
      taken.add(feature)
      own.push({ cluster, feature, name: featureNames[feature] })
    }
    return own
  })
}

const ROW = 15
const NAMES = 110
const WIDTH = 520

/** Means and deviations of a feature over all samples, in the units of the dataset. */
function moments({ sampleCount: n, featureCount: d, values }: Dataset, f: number) {
  let mean = 0
  for (let i = 0; i < n; i++) mean += values[i * d + f] / n
  let square = 0
  for (let i = 0; i < n; i++) square += (values[i * d + f] - mean) ** 2 / n
  return { mean, deviation: Math.sqrt(square) || 1 }
}

function shade(value: number): string {
  const share = Math.min(1, Math.abs(value) / FULL)
  const to = value < 0 ? LOW : HIGH
  return `#${to
    .map(channel =>
      Math.round(255 + share * (channel - 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Dots for the top genes by cluster: colour for the mean, size for the share of samples above the median of the gene. */
export function markerDotsChart(
  markers: readonly ClusterMarkers[],
  dataset: Dataset,
  colours: Int32Array,
  theme: ChartTheme,
): Chart {
  const genes = topGenes(markers, dataset.featureNames)
  const column = Math.min(44, (WIDTH - NAMES - 130) / markers.length)
  const top = 24
  const radius = Math.min(ROW, column) / 2 - 0.6
  const { scaling } = dataset
  const rows = genes.map(({ feature, name, cluster }, row) => {
    const y = top + row * ROW
    const { mean, deviation } = moments(dataset, feature)
    const dots = markers.map((each, at) => {
      const value = ((each.mean[feature] - scaling.centre[feature]) / scaling.spread[feature] - mean) / deviation
      const r = radius * Math.sqrt(each.shareAbove[feature])
      return html`<circle cx="${round(NAMES + (at + 0.5) * column)}" cy="${y + ROW / 2}" r="${round(Math.max(0.6, r))}" fill="${shade(value)}" stroke="${theme.muted}" stroke-width="0.4"/>`
    })
    const place = markers.findIndex(each => each.cluster === cluster)
    return html`<rect x="${NAMES - 7}" y="${y + 1}" width="4" height="${ROW - 2}" fill="${studyColour(colours[place])}"/>
<text x="${NAMES - 12}" y="${y + ROW / 2}" dy="0.34em" text-anchor="end">${shortText(name, 16)}</text>${dots}\n`
  })
  const heads = markers.map(
    ({ cluster }, at) =>
      html`<text x="${round(NAMES + (at + 0.5) * column)}" y="${top - 8}" fill="${studyColour(colours[at])}" font-weight="700">${cluster}</text>`,
  )
  const x = NAMES + markers.length * column + 22
  const sizes = [0.25, 0.5, 1].map(
    (share, at) =>
      html`<circle cx="${x + 8}" cy="${top + 26 + at * 17}" r="${round(radius * Math.sqrt(share))}" fill="none" stroke="${theme.muted}"/><text x="${x + 22}" y="${top + 26 + at * 17}" dy="0.34em" text-anchor="start">${Math.round(100 * share)} %</text>`,
  )
  return {
    name: 'marker-dots',
    title: 'Marker genes by cluster',
    description: `Dot plot of ${countText(genes.length, 'gene')} by ${countText(markers.length, 'cluster')}: colour shows the mean in the cluster, size the share of its samples above the median of the gene.`,
    width: Math.ceil(x + 100),
    height: top + Math.max(genes.length * ROW, 190) + 10,
    content: html`<g font-size="10.5">${rows}${heads}<text x="${NAMES - 12}" y="${top - 8}" text-anchor="end" fill="${theme.muted}">cluster</text>
<g fill="${theme.muted}"><text x="${x}" y="${top + 8}" text-anchor="start">above median</text></g>${sizes}${ramp('mean, in sd', x, top + 96, theme)}</g>`,
  }
}

/** The legend of the colours. */
function ramp(title: string, x: number, y: number, theme: ChartTheme): Markup {
  const steps = Array.from({ length: 15 }, (_, at) => {
    const value = FULL * (1 - at / 7)
    return html`<rect x="${x}" y="${round(y + 8 + at * 5)}" width="12" height="5.2" fill="${shade(value)}"/>`
  })
  const labels = [FULL, 0, -FULL].map(
    (value, at) =>
      html`<text x="${x + 18}" y="${round(y + 11 + at * 36)}" dy="0.34em" text-anchor="start">${value > 0 ? '+' : ''}${numberText(value)}</text>`,
  )
  return html`<text x="${x}" y="${y}" text-anchor="start" fill="${theme.muted}">${title}</text>${steps}${labels}`
}

/** Heatmap of the top genes over all samples, ordered by cluster. */
export function markerHeatmapChart(
  markers: readonly ClusterMarkers[],
  dataset: Dataset,
  labels: Int32Array,
  colours: Int32Array,
  theme: ChartTheme,
): Chart {
  const genes = topGenes(markers, dataset.featureNames)
  const { featureCount: d, values } = dataset
  const order = Array.from(labels.keys()).filter(i => labels[i] >= 0)
  order.sort((a, b) => labels[a] - labels[b] || a - b)
  const n = order.length
  const columns = Math.min(n, 1200)
  const pixels = new Uint8Array(columns * genes.length)
  for (const [row, { feature }] of genes.entries()) {
    const { mean, deviation } = moments(dataset, feature)
    const sums = new Float64Array(columns)
    const counts = new Float64Array(columns)
    for (const [at, i] of order.entries()) {
      const column = Math.floor((at * columns) / n)
      sums[column] += (values[i * d + feature] - mean) / deviation
      counts[column]++
    }
    for (let column = 0; column < columns; column++) {
      const value = Math.max(-1, Math.min(1, sums[column] / counts[column] / FULL))
      pixels[row * columns + column] = Math.round((1 + value) * SHADES)
    }
  }
  const palette = Array.from({ length: 2 * SHADES + 1 }, (_, level): [number, number, number] => {
    const hex = shade((FULL * (level - SHADES)) / SHADES)
    return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
  })
  const across = Math.ceil(1000 / columns)
  const lines = Math.max(1, genes.length)
  const cells = genes.length > 0 ? pixels : new Uint8Array(columns).fill(SHADES)
  const picture = enlarged(cells, columns, lines, across, PIXELS)
  const [png] = indexedPngs(columns * across, lines * PIXELS, picture, [palette])
  const top = 34
  const width = WIDTH - NAMES - 80
  const step = width / n
  let place = 0
  const bars = markers.map(({ cluster, size }, at) => {
    const x = NAMES + place * step
    place += size
    const length = size * step
    return html`<rect x="${round(x)}" y="${top - 12}" width="${round(length)}" height="9" fill="${studyColour(colours[at])}"/>${length > 12 && html`<text x="${round(x + length / 2)}" y="${top - 17}">${cluster}</text>`}`
  })
  const rows = genes.map(
    ({ name, cluster }, row) =>
      html`<rect x="${NAMES - 7}" y="${top + row * ROW + 1}" width="4" height="${ROW - 2}" fill="${studyColour(colours[markers.findIndex(each => each.cluster === cluster)])}"/>
<text x="${NAMES - 12}" y="${top + row * ROW + ROW / 2}" dy="0.34em" text-anchor="end">${shortText(name, 16)}</text>`,
  )
  return {
    name: 'marker-heatmap',
    title: 'Marker genes over all samples',
    description: `Heatmap of ${countText(genes.length, 'gene')} by ${countText(n, 'sample')} in the order of ${countText(markers.length, 'cluster')}: standard deviations above and below the mean of the gene.`,
    width: WIDTH,
    height: top + Math.max(genes.length * ROW, 110) + 24,
    content: html`<g font-size="10.5">${bars}${rows}<text x="${NAMES - 12}" y="${top - 5}" text-anchor="end" fill="${theme.muted}">cluster</text>
<image x="${NAMES}" y="${top}" width="${width}" height="${genes.length * ROW}" image-rendering="pixelated" preserveAspectRatio="none" href="${pngAddress(png)}"/>
${ramp('in sd', NAMES + width + 16, top + 10, theme)}
<text x="${NAMES + width / 2}" y="${top + genes.length * ROW + 16}" fill="${theme.muted}">${countText(n, 'sample')}</text></g>`,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
