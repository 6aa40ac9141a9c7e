import { type ColourScheme, heatColour } from './data/cluster-marks.js'
import type { Heatmap } from './data/heatmap-cells.js'
import { countText, percentText } from './data/number-text.js'
import type { Report } from './data/report.js'
import { html, type Markup } from './markup.js'
import { CHART_WIDTH, type Chart, FONT_SIZE } from './plot-chart.js'
import { indexedPngs, type Palette, pngAddress } from './png.js'
import type { ChartTheme } from './theme.js'

/** Number of shades. More shades look the same, and fewer make a smaller image. */
const LEVELS = 64

const MARGIN = { left: 28, top: 22, right: 6, bottom: 34 }
const SIDE = CHART_WIDTH - MARGIN.left - MARGIN.right

/** Heatmap of the co-association matrix, with the borders of the clusters and a legend. */
export function heatmapChart({ heatmap, similarity, clusters }: Report, theme: ChartTheme): Chart {
  const averages =
    similarity === null || clusters.length < 2
      ? ''
      : ` Two samples of the same cluster share a base cluster in ${percentText(similarity.within)} of the cases, of different clusters in ${percentText(similarity.between)}.`
  return {
    name: 'heatmap',
    title: 'Co-association, ordered by cluster',
    description:
      `Heatmap of how often samples share a base cluster: ${countText(heatmap.order.length, 'sample')} ordered by ` +
      `${countText(clusters.length, 'cluster')}, as ${heatmap.size} by ${heatmap.size} cells.${averages}`,
    width: CHART_WIDTH,
    height: MARGIN.top + SIDE + MARGIN.bottom,
    content: html`${heatmapImages(heatmap, theme)}
${borders(heatmap, theme)}
${legend(theme)}`,
  }
}

function heatmapImages({ size, values }: Heatmap, theme: ChartTheme): Markup {
  const pixels = Uint8Array.from(values, share => Math.round(share * (LEVELS - 1)))
  return images({ x: MARGIN.left, y: MARGIN.top, width: SIDE, height: SIDE }, size, size, pixels, theme)
}

/** An image in the colours of the heatmap, one for each colour scheme; the style sheet shows one of them. */
function images(
  place: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
  pixels: Uint8Array,
  { schemes }: ChartTheme,
): Markup {
  const pictures = indexedPngs(width, height, pixels, schemes.map(palette))
  const attributes = Object.entries(place).map(([name, value]) => html` ${name}="${value}"`)
  return html`${pictures.map((png, at) => {
    const only = schemes.length > 1 && html` class="only-${schemes[at]}"`
    return html`<image${attributes}${only} image-rendering="pixelated" preserveAspectRatio="none" href="${pngAddress(png)}"/>\n`
  })}`
}

function palette(scheme: ColourScheme): Palette {
  return Array.from({ length: LEVELS }, (_, level) => heatColour(level / (LEVELS - 1), scheme))
}

/** Lines around the block of every cluster, and its number on two sides if there is space. */
function borders({ size, blocks }: Heatmap, theme: ChartTheme): Markup {
  const scale = SIDE / size
  const squares = blocks.map(({ start, end }) => {
    const from = round(start * scale)
    const length = round((end - start) * scale)
    return `M${round(MARGIN.left + from)},${round(MARGIN.top + from)}h${length}v${length}h${-length}z`
  })
  const numbers = numbered(blocks, scale, () => FONT_SIZE + 1).map(
    ({ cluster, middle }) =>
      html`<text x="${MARGIN.left - 6}" y="${round(MARGIN.top + middle)}" dy="0.32em" text-anchor="end">${cluster}</text>`,
  )
  const above = numbered(blocks, scale, cluster => 5 + 8 * String(cluster).length).map(
    ({ cluster, middle }) => html`<text x="${round(MARGIN.left + middle)}" y="${MARGIN.top - 7}">${cluster}</text>`,
  )
  return html`<path d="${squares.join('')}" fill="none" stroke="${theme.highlight}" stroke-width="1.25"/>
<g fill="${theme.muted}">${numbers}${above}</g>`
}

/** The clusters whose numbers fit next to each other, with the centres of their blocks. */
function numbered(blocks: Heatmap['blocks'], scale: number, room: (cluster: number) => number) {
  let free = Number.NEGATIVE_INFINITY
  return blocks.flatMap(({ cluster, start, end }) => {
    const middle = round(((start + end) / 2) * scale)
    if (middle - room(cluster) / 2 < free) return []
    free = middle + room(cluster) / 2
    return [{ cluster, middle }]
  })
}

/** The legend, from never to always. */
function legend(theme: ChartTheme): Markup {
  const x = MARGIN.left + 42
  const y = MARGIN.top + SIDE + 14
  const width = 120
  const height = 9
  const ramp = images(
    { x, y, width, height },
    LEVELS,
    1,
    Uint8Array.from({ length: LEVELS }, (_, level) => level),
    theme,
  )
  return html`${ramp}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${theme.line}"/>
<g fill="${theme.muted}"><text x="${x - 6}" y="${y + 8}" text-anchor="end">never</text><text x="${x + width + 6}" y="${y + 8}" text-anchor="start">always in the same cluster</text></g>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
