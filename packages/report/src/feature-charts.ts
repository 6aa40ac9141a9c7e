import type { CategoryShares } from './data/category-shares.js'
import type { ClusterSplits } from './data/cluster-splits.js'
import type { FeatureDistribution } from './data/feature-distributions.js'
import { countText, fixedText, numberText, percentText, wholeText } from './data/number-text.js'
import type { Report } from './data/report.js'
import { shortText } from './data/short-text.js'
import { html, type Markup } from './markup.js'
import { CHART_WIDTH, type Chart } from './plot-chart.js'
import { type ChartTheme, clusterText } from './theme.js'

// Written directly as markup, like the heatmap: they are rows of rectangles without axes to choose.

/** With more clusters than this, a chart with a column or row for each is unreadable. */
const MOST_CLUSTERS = 24

/** Effects of this size, in standard deviations, have the full colour. */
const FULL_EFFECT = 2
/** The strongest fill that leaves text readable on top. */
const FULL_OPACITY = 0.55

const ROW = 22
/** Width of the names of features, for 20 letters. */
const NAMES = 150

/** Heatmap of the most telling features by cluster: how many standard deviations above or below the other samples. */
export function effectsChart({ effects }: Pick<Report, 'effects'>, theme: ChartTheme): Chart | null {
  if (effects === null || effects.features.length === 0 || effects.clusters.length > MOST_CLUSTERS) return null
  const { clusters, features, featureCount } = effects
  const width = (CHART_WIDTH - NAMES) / clusters.length
  const hasText = width >= 24
  const top = 20
  const rows = features.map(({ name, effects: values, means }, row) => {
    const y = top + row * ROW
    const cells = values.map((effect, column) => {
      const opacity = round(Math.min(1, Math.abs(effect) / FULL_EFFECT) * FULL_OPACITY, 100)
      const x = NAMES + column * width
      return html`<g><title>${shortText(name)}, ${clusterText(clusters[column], theme, 'cluster ')}: mean ${numberText(means[column])}, ${signed(effect)} sd</title>
<rect x="${round(x)}" y="${y}" width="${round(width - 1)}" height="${ROW - 1}" fill="${effect < 0 ? theme.accent : theme.highlight}" fill-opacity="${opacity}"/>
${hasText && html`<text x="${round(x + width / 2)}" y="${y + 15}" font-size="11">${signed(effect)}</text>`}</g>`
    })
    return html`<text x="${NAMES - 8}" y="${y + 15}" text-anchor="end">${shortText(name, 20)}</text>${cells}\n`
  })
  const heads = clusters.map(
    (cluster, column) =>
      html`<text x="${round(NAMES + (column + 0.5) * width)}" y="13">${shortText(clusterText(cluster, theme), Math.max(3, Math.floor(width / LETTER)))}</text>`,
  )
  const most = features[0]
  return {
    name: 'effects',
    title: 'Features by cluster, in standard deviations above or below the other samples',
    description:
      `Heatmap of ${features.length} of ${countText(featureCount, 'feature')} by ${countText(clusters.length, 'cluster')}. ` +
      `${shortText(most.name, 40)} separates the clusters best: ${percentText(most.separation)} of its variance lies between them.`,
    width: CHART_WIDTH,
    height: top + features.length * ROW + 26,
    content: html`<g fill="${theme.muted}"><text x="${NAMES - 8}" y="13" text-anchor="end">cluster</text>${heads}</g>
${rows}${effectLegend(top + features.length * ROW + 8, theme)}`,
  }
}

function effectLegend(y: number, theme: ChartTheme): Markup {
  const steps = [-2, -1, 0, 1, 2].map((effect, at) => {
    const opacity = (Math.abs(effect) / FULL_EFFECT) * FULL_OPACITY
    return html`<rect x="${NAMES + 44 + at * 28}" y="${y}" width="27" height="10" fill="${effect < 0 ? theme.accent : theme.highlight}" fill-opacity="${opacity}" stroke="${theme.line}"/>`
  })
  return html`${steps}<g fill="${theme.muted}"><text x="${NAMES + 38}" y="${y + 9}" text-anchor="end">lower</text><text x="${NAMES + 190}" y="${y + 9}" text-anchor="start">higher</text></g>`
}

/** Width of a letter, and of the numbers of clusters beside a chart; their names get more. */
const LETTER = 7
const CLUSTER_NUMBERS = 34
const CLUSTER_NAMES = 110

function namesWidth({ names }: ChartTheme): number {
  return names === undefined || names.size === 0 ? CLUSTER_NUMBERS : CLUSTER_NAMES
}

/** The name of a cluster beside a chart. */
function besideText(cluster: number, theme: ChartTheme): string {
  return shortText(clusterText(cluster, theme), Math.floor(CLUSTER_NAMES / LETTER))
}

/** Box plots of one feature by cluster, in the original units. */
export function distributionChart(distribution: FeatureDistribution, theme: ChartTheme): Chart {
  const { name, separation, boxes } = distribution
  const left = namesWidth(theme)
  const shown = boxes.slice(0, MOST_CLUSTERS)
  const least = Math.min(...shown.map(({ quantiles }) => quantiles[0]))
  const most = Math.max(...shown.map(({ quantiles }) => quantiles[4]))
  const x = (value: number) => round(left + 8 + ((CHART_WIDTH - left - 24) * (value - least)) / (most - least || 1))
  const height = shown.length * ROW
  const marks = shown.map(({ cluster, quantiles: [a, b, c, e, f] }, row) => {
    const y = row * ROW + 4
    const colour = theme.cluster(cluster)
    return html`<g><title>${clusterText(cluster, theme, 'cluster ')}: median ${numberText(c)}, half of the samples from ${numberText(b)} to ${numberText(e)}</title>
<path d="M${x(a)},${y + 7}H${x(f)}" stroke="${colour}" stroke-width="1.5"/>
<rect x="${x(b)}" y="${y}" width="${round(Math.max(1, x(e) - x(b)))}" height="14" fill="${colour}" fill-opacity="0.45" stroke="${colour}"/>
<path d="M${x(c)},${y}v14" stroke="${theme.ink}" stroke-width="2"/></g>
<text x="${left - 4}" y="${y + 11}" text-anchor="end" fill="${theme.muted}">${besideText(cluster, theme)}</text>\n`
  })
  const ticks = [least, (least + most) / 2, most].map(
    (value, at) =>
      html`<text x="${x(value)}" y="${height + 18}" text-anchor="${['start', 'middle', 'end'][at]}">${numberText(value)}</text>`,
  )
  return {
    name: 'distribution',
    title: shortText(name),
    description:
      `Box plots of ${shortText(name, 40)} by cluster: the box has the middle half of the samples, the line nine tenths. ` +
      `${percentText(separation)} of the variance lies between the clusters.`,
    width: CHART_WIDTH,
    height: height + 24,
    content: html`<path d="M${left},${height + 3}H${CHART_WIDTH - 8}" stroke="${theme.line}"/>${marks}<g fill="${theme.muted}">${ticks}</g>`,
  }
}

/** Stacked bars of the values of a text column in every cluster. */
export function categoryChart(shares: CategoryShares, theme: ChartTheme): Chart {
  const { name, clusters, values, counts, clusterSizes, association } = shares
  const shown = clusters.slice(0, MOST_CLUSTERS)
  const left = namesWidth(theme)
  const width = CHART_WIDTH - left - 8
  const bars = shown.map((cluster, row) => {
    let from = 0
    const parts = values.map((value, column) => {
      const count = counts[row * values.length + column]
      const share = count / clusterSizes[row]
      const x = left + from * width
      from += share
      const partWidth = Math.max(0, share * width - 1)
      return count === 0
        ? null
        : html`<g><title>${clusterText(cluster, theme, 'cluster ')}: ${shortText(value, 40)}, ${countText(count, 'sample')} (${percentText(share)})</title>
<rect x="${round(x)}" y="${row * ROW + 3}" width="${round(partWidth)}" height="16" fill="${theme.ink}" fill-opacity="${shade(column)}"/>
${partWidth > 26 && html`<text x="${round(x + partWidth / 2)}" y="${row * ROW + 15}" font-size="10.5" fill="${shade(column) > 0.4 ? theme.page : theme.ink}">${Math.round(100 * share)} %</text>`}</g>`
    })
    return html`<text x="${left - 6}" y="${row * ROW + 15}" text-anchor="end" fill="${theme.muted}">${besideText(cluster, theme)}</text>${parts}\n`
  })
  const top = shown.length * ROW + 10
  const legend = values.map((value, column) => {
    const [x, y] = [left + (column % 2) * (width / 2), top + Math.floor(column / 2) * 16]
    return html`<rect x="${x}" y="${y}" width="10" height="10" fill="${theme.ink}" fill-opacity="${shade(column)}" stroke="${theme.line}"/><text x="${x + 15}" y="${y + 9}" text-anchor="start" font-size="11">${shortText(value, 26)}</text>`
  })
  return {
    name: 'category',
    title: shortText(name),
    description:
      `Stacked bars of ${shortText(name, 40)} by cluster, with ${countText(values.length, 'value')}. ` +
      `The association with the clusters (Cramér's V, from 0 to 1) is ${fixedText(association, 2)}.`,
    width: CHART_WIDTH,
    height: top + Math.ceil(values.length / 2) * 16 + 4,
    content: html`${bars}${legend}`,
  }
}

/** Shades from strong to faint; neighbours differ clearly. */
function shade(column: number): number {
  return [0.82, 0.28, 0.58, 0.14, 0.7, 0.4, 0.2, 0.07][column % 8]
}

/** Silhouettes of the samples, sorted within every cluster. */
export function silhouetteChart({ silhouettes }: Pick<Report, 'silhouettes'>, theme: ChartTheme): Chart | null {
  if (silhouettes === null || silhouettes.clusters.length > MOST_CLUSTERS) return null
  const { clusters, mean, sampleCount } = silhouettes
  const left = namesWidth(theme)
  const gap = 6
  const least = Math.min(0, ...clusters.map(({ values }) => values[values.length - 1]))
  const from = least < -0.05 ? Math.floor(least * 5) / 5 : 0
  const x = (value: number) => round(left + ((CHART_WIDTH - left - 10) * (value - from)) / (1 - from))
  const perSample = Math.max(0.22, Math.min(6, 260 / sampleCount))
  const top = 20
  let y = top
  const areas = clusters.map(({ cluster, values, mean: own }) => {
    const height = Math.max(10, values.length * perSample)
    const step = height / values.length
    const outline = Array.from(values, (value, at) => `L${x(value)},${round(y + (at + 0.5) * step)}`).join('')
    const area = html`<path d="M${x(0)},${round(y)}${outline}L${x(0)},${round(y + height)}Z" fill="${theme.cluster(cluster)}" fill-opacity="0.75"><title>${clusterText(cluster, theme, 'cluster ')}: mean silhouette ${fixedText(own, 2)}</title></path>
<text x="${left - 6}" y="${round(y + height / 2 + 4)}" text-anchor="end" fill="${theme.muted}">${besideText(cluster, theme)}</text>\n`
    y += height + gap
    return area
  })
  const ticks = [from, 0, 0.5, 1].filter((value, at, all) => all.indexOf(value) === at)
  return {
    name: 'silhouettes',
    title: 'Silhouettes of the samples',
    description:
      `Silhouettes of ${countText(sampleCount, 'sample')}, sorted within each of ${countText(clusters.length, 'cluster')}; ` +
      `the mean is ${fixedText(mean, 2)}.`,
    width: CHART_WIDTH,
    height: Math.ceil(y + 38),
    content: html`${areas}<path d="M${x(0)},${top - 4}V${round(y)}" stroke="${theme.muted}"/>
<path d="M${x(mean)},${top - 4}V${round(y)}" stroke="${theme.highlight}" stroke-width="2" stroke-dasharray="4 3"/>
<g fill="${theme.muted}">${ticks.map(value => html`<text x="${x(value)}" y="${round(y + 14)}">${numberText(value)}</text>`)}
<text x="${x((1 + from) / 2)}" y="${round(y + 32)}">silhouette</text></g>
<text x="${x(mean)}" y="11" fill="${theme.highlight}" font-weight="600">mean ${fixedText(mean, 2)}</text>`,
  }
}

/** How clusters split as their number grows: one column for each number of clusters. */
export function splitsChart({ splits }: Pick<Report, 'splits'>, theme: ChartTheme): Chart | null {
  if (splits === null) return null
  const { levels, sampleCount } = splits
  const height = 300
  const gap = 6
  const most = Math.max(...levels.map(({ clusters }) => clusters.length))
  const perSample = (height - gap * (most - 1)) / sampleCount
  const bar = 14
  const top = 24
  const xOf = (level: number) => 10 + (level * (CHART_WIDTH - 20 - bar)) / (levels.length - 1)
  const places = levels.map(({ clusters }) => {
    let y = top + (height - sampleCount * perSample - gap * (clusters.length - 1)) / 2
    return new Map(
      clusters.map(({ cluster, size }) => {
        const place = { y, height: size * perSample }
        y += place.height + gap
        return [cluster, place] as const
      }),
    )
  })
  return {
    name: 'splits',
    title: 'How clusters split as their number grows',
    description:
      `Flows of ${countText(sampleCount, 'sample')} from the clusters of k = ${levels[0].clusterCount} to those of ` +
      `k = ${levels[levels.length - 1].clusterCount}.`,
    width: CHART_WIDTH,
    height: top + height + 10,
    content: html`${levels.slice(1).map((_, at) => flowsMarkup(levels, places, at + 1, { xOf, bar, perSample }, theme))}
${levels.map(({ clusters, clusterCount }, level) => {
  const bars = clusters.map(({ cluster, size }) => {
    const place = places[level].get(cluster)!
    return html`<g><title>k = ${clusterCount}, ${clusterText(cluster, theme, 'cluster ')}: ${countText(size, 'sample')}</title><rect x="${round(xOf(level))}" y="${round(place.y)}" width="${bar}" height="${round(Math.max(1, place.height))}" fill="${theme.cluster(cluster)}"/>
${place.height > 13 && html`<text x="${round(xOf(level) + bar / 2)}" y="${round(place.y + place.height / 2 + 4)}" font-size="10.5" font-weight="600" fill="${theme.page}">${cluster}</text>`}</g>`
  })
  return html`<text x="${round(xOf(level) + bar / 2)}" y="14" fill="${theme.muted}">${wholeText(clusterCount)}</text>${bars}\n`
})}`,
  }
}

interface SplitScale {
  readonly xOf: (level: number) => number
  readonly bar: number
  readonly perSample: number
}

type SplitPlaces = readonly ReadonlyMap<number, { readonly y: number; readonly height: number }>[]

/** The bands between a level and the one before it. */
function flowsMarkup(
  levels: ClusterSplits['levels'],
  places: SplitPlaces,
  level: number,
  { xOf, bar, perSample }: SplitScale,
  theme: ChartTheme,
): Markup[] {
  const used = { before: new Map<number, number>(), after: new Map<number, number>() }
  const orderBefore = levels[level - 1].clusters.map(({ cluster }) => cluster)
  const orderAfter = levels[level].clusters.map(({ cluster }) => cluster)
  const flows = levels[level].flows.toSorted(
    (a, b) =>
      orderBefore.indexOf(a.from) - orderBefore.indexOf(b.from) || orderAfter.indexOf(a.to) - orderAfter.indexOf(b.to),
  )
  return flows.map(({ from, to, count }) => {
    const height = count * perSample
    const y1 = places[level - 1].get(from)!.y + (used.before.get(from) ?? 0)
    const y2 = places[level].get(to)!.y + (used.after.get(to) ?? 0)
    used.before.set(from, (used.before.get(from) ?? 0) + height)
    used.after.set(to, (used.after.get(to) ?? 0) + height)
    const x1 = round(xOf(level - 1) + bar)
    const x2 = round(xOf(level))
    const middle = round((x1 + x2) / 2)
    const path =
      `M${x1},${round(y1)}C${middle},${round(y1)},${middle},${round(y2)},${x2},${round(y2)}` +
      `v${round(height)}C${middle},${round(y2 + height)},${middle},${round(y1 + height)},${x1},${round(y1 + height)}Z`
    return html`<path d="${path}" fill="${theme.cluster(to)}" fill-opacity="0.28"><title>${countText(count, 'sample')} from ${clusterText(from, theme, 'cluster ')} to ${clusterText(to, theme, 'cluster ')}</title></path>`
  })
}

function signed(value: number): string {
  const text = fixedText(value, 1)
  return value > 0 && Number(value.toFixed(1)) > 0 ? `+${text}` : text
}

function round(value: number, per = 10): number {
  return Math.round(value * per) / per
}
