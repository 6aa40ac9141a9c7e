import { CLUSTER_SHAPES, clusterMark, shapePath } from './data/cluster-marks.js'
import type { ClusterRow } from './data/cluster-rows.js'
import { type EmbeddingMark, embeddingMarks } from './data/embedding-marks.js'
import type { EmbeddingPoints } from './data/embedding-points.js'
import { countText, fixedText, percentText } from './data/number-text.js'
import type { Report } from './data/report.js'
import { shortText } from './data/short-text.js'
import { escapeText, html, Markup } from './markup.js'
import { CHART_WIDTH, type Chart } from './plot-chart.js'
import type { ChartTheme } from './theme.js'

// Written directly as markup, like the heatmap: there are no axes to draw, and up to 3,000 marks, which take
// 20 times as long through a document tree.

const MARGIN = { left: 26, top: 6, right: 6, bottom: 28 }
const INNER_WIDTH = CHART_WIDTH - MARGIN.left - MARGIN.right

/** Space between the outermost marks and the frame. */
const PADDING = 16

/** Area of the mark of one sample in square pixels. The area for several samples grows with the square root of their number. */
const AREA = 30
const MOST_IN_AREA = 36

/** With more clusters than this their numbers would cover the chart. */
const MOST_LABELS = 24

/** Scatter plot of the samples along two directions of the embedding; null if there is no embedding. */
export function embeddingChart(report: Report, theme: ChartTheme, directions: readonly [number, number]): Chart | null {
  const { embedding } = report
  if (embedding === null || Math.max(...directions) >= embedding.directionCount) return null
  return scatterChart(report, theme, {
    name: 'embedding',
    title: `Embedding, directions ${directions[0] + 1} and ${directions[1] + 1}`,
    points: embedding,
    directions,
    axes: directions.map(q => `direction ${q + 1} (${percentText(embedding.shares[q])} of the variation)`),
  })
}

/** Scatter plot of the samples by their features: two features or principal components; null without features. */
export function featuresChart(report: Report, theme: ChartTheme): Chart | null {
  const { features } = report
  if (features === null) return null
  const isProjected = features.axes[0].startsWith('component')
  return scatterChart(report, theme, {
    name: 'features',
    title: isProjected ? 'The samples by their features (principal components)' : 'The samples by their features',
    points: features,
    directions: [0, 1],
    axes: features.axes.map((axis, q) =>
      isProjected ? `${axis} (${percentText(features.shares[q])} of the variance)` : shortText(axis, 40),
    ),
  })
}

interface Scatter {
  readonly name: string
  readonly title: string
  readonly points: EmbeddingPoints
  readonly directions: readonly [number, number]
  readonly axes: readonly string[]
}

function scatterChart(report: Report, theme: ChartTheme, scatter: Scatter): Chart {
  const { name, title, points, directions, axes } = scatter
  const { input, clusters } = report
  const { labels, confidence } = input.result
  const marks = embeddingMarks(points, labels, confidence, directions)
  const frame = frameOf(marks)
  const most = confidence.reduce((a, b) => Math.max(a, b), 0)
  const [across, up] = axes
  const middle = { x: MARGIN.left + INNER_WIDTH / 2, y: MARGIN.top + frame.height / 2 }
  return {
    name,
    title,
    description:
      `Scatter plot of ${countText(points.samples.length, 'sample')} in ${countText(clusters.length, 'cluster')}: ` +
      `${across} on the horizontal axis, ${up} on the vertical axis.`,
    width: CHART_WIDTH,
    height: MARGIN.top + frame.height + MARGIN.bottom,
    content: html`<rect x="${MARGIN.left}" y="${MARGIN.top}" width="${INNER_WIDTH}" height="${frame.height}" fill="none" stroke="${theme.line}"/>
<g stroke="${theme.page}" stroke-width="0.5">${marks.map(mark => markMarkup(mark, frame, most, report, theme))}</g>
${clusters.length <= MOST_LABELS && clusterNumbers(marks, clusters, frame, theme)}
<g fill="${theme.muted}"><text x="${middle.x}" y="${MARGIN.top + frame.height + 18}">${across}</text>
<text transform="translate(${MARGIN.left - 10},${middle.y}) rotate(-90)">${up}</text></g>`,
  }
}

interface Frame {
  readonly height: number
  x(value: number): number
  y(value: number): number
}

/** Both axes have the same unit length; flat charts get a flat frame. */
function frameOf(marks: readonly EmbeddingMark[]): Frame {
  const [left, right] = rangeOf(marks.map(mark => mark.x))
  const [bottom, top] = rangeOf(marks.map(mark => mark.y))
  const flatness = Math.min(1, Math.max(0.55, (top - bottom) / (right - left || 1)))
  const height = Math.round(INNER_WIDTH * flatness)
  const perUnit = Math.min(
    (INNER_WIDTH - 2 * PADDING) / (right - left || 1),
    (height - 2 * PADDING) / (top - bottom || 1),
  )
  return {
    height,
    x: value => round(MARGIN.left + INNER_WIDTH / 2 + (value - (left + right) / 2) * perUnit),
    y: value => round(MARGIN.top + height / 2 - (value - (bottom + top) / 2) * perUnit),
  }
}

function rangeOf(values: readonly number[]): [least: number, most: number] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}

function markMarkup(mark: EmbeddingMark, frame: Frame, most: number, report: Report, theme: ChartTheme): Markup {
  const { samples, cluster, confidence } = mark
  const path = shapePath(
    CLUSTER_SHAPES[clusterMark(cluster).shape],
    AREA * Math.sqrt(Math.min(samples.length, MOST_IN_AREA)),
  )
  const opacity = most > 0 ? round(0.4 + 0.55 * (confidence / most), 100) : 0.8
  // One string instead of a template, because there are thousands.
  return new Markup(
    `<path transform="translate(${frame.x(mark.x)},${frame.y(mark.y)})" d="${path}" fill="${theme.cluster(cluster)}" ` +
      `fill-opacity="${opacity}"><title>${escapeText(markTitle(mark, report))}</title></path>\n`,
  )
}

function markTitle({ samples, cluster, confidence }: EmbeddingMark, report: Report): string {
  const names = samples.slice(0, 5).map(sample => shortText(report.sampleName(sample), 40))
  const more = samples.length > names.length ? ` and ${samples.length - names.length} more` : ''
  const mean = samples.length > 1 ? 'mean confidence' : 'confidence'
  return `${names.join(', ')}${more}\ncluster ${cluster}, ${mean} ${fixedText(confidence, 2)}`
}

/** The number of every cluster, above the mark that is nearest to the middle of its samples. */
function clusterNumbers(
  marks: readonly EmbeddingMark[],
  clusters: readonly ClusterRow[],
  frame: Frame,
  theme: ChartTheme,
): Markup {
  const numbers = clusters.map(({ cluster }) => {
    const { x, y } = middleMark(marks.filter(mark => mark.cluster === cluster))
    const above = frame.y(y) - 10 < MARGIN.top + 14 ? 22 : -10
    return html`<text x="${frame.x(x)}" y="${round(frame.y(y) + above)}">${cluster}</text>`
  })
  return html`<g font-weight="700" font-size="15" fill="${theme.ink}" stroke="${theme.page}" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">${numbers}</g>`
}

/** The mark nearest to the mean place of the samples; of equally near ones the first, which has most samples. */
function middleMark(marks: readonly EmbeddingMark[]): EmbeddingMark {
  const count = marks.reduce((sum, { samples }) => sum + samples.length, 0)
  const x = marks.reduce((sum, mark) => sum + mark.x * mark.samples.length, 0) / count
  const y = marks.reduce((sum, mark) => sum + mark.y * mark.samples.length, 0) / count
  const distance = (mark: EmbeddingMark) => (mark.x - x) ** 2 + (mark.y - y) ** 2
  return marks.reduce((best, mark) => (distance(mark) < distance(best) ? mark : best))
}

function round(value: number, per = 10): number {
  return Math.round(value * per) / per
}
