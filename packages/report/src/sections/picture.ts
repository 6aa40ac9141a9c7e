import { embeddingWords, heatmapWords } from '../data/explanations.js'
import { percentText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { embeddingChart } from '../embedding-chart.js'
import { heatmapChart } from '../heatmap-chart.js'
import { html, type Markup } from '../markup.js'
import { clusterName, dataTable, figure, scrolling } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { foldedWhenLong, heatCell, paragraphs, type Section } from './section.js'

/** With more clusters than this, marks repeat. */
const MOST_IN_LEGEND = 56

/** A third direction with a smaller share of the variation is not drawn. */
const LEAST_SHARE = 0.05

export function pictureSection(report: Report): Section | null {
  const first = embeddingChart(report, PAGE_THEME, [0, 1])
  if (first === null || report.embedding === null) return null
  const shares = report.embedding.shares
  const second = shares.length > 2 && shares[2] > LEAST_SHARE ? embeddingChart(report, PAGE_THEME, [0, 2]) : null
  const legend = clusterLegend(report)
  const words = paragraphs(embeddingWords(report.embedding))
  const content =
    second === null
      ? html`<div class="pair">${figure(first, legend)}<div>${words}</div></div>`
      : html`${words}<div class="pair even">${figure(first)}${figure(second)}</div>${legend}`
  return { id: 'picture', entry: 'Embedding', title: 'The samples as the base clusterings see them', content }
}

/** The symbols of the clusters. */
export function clusterLegend({ clusters, input }: Report): Markup {
  return html`<ul class="legend">${clusters
    .slice(0, MOST_IN_LEGEND)
    .map(({ cluster }) => html`<li>${clusterName(cluster, input, 'cluster ')}</li>`)}</ul>`
}

export function heatmapSection(report: Report): Section {
  const { heatmap, similarity } = report
  const chart = heatmapChart(report, PAGE_THEME)
  return {
    id: 'heatmap',
    entry: 'Agreement',
    title: 'Where the base clusterings agree',
    content: html`<div class="pair">${figure(chart)}<div>${paragraphs(heatmapWords(heatmap, similarity))}
${similarityTable(report)}</div></div>`,
  }
}

/** With more clusters than this a table of all pairs is unreadable; only the nearest other cluster is shown. */
const MOST_CLUSTERS_IN_MATRIX = 8

function similarityTable({ similarity, input }: Report): Markup | null {
  if (similarity === null || similarity.clusters.length < 2) return null
  const { clusters, shares } = similarity
  const k = clusters.length
  const caption = 'How often samples of two clusters share a base cluster'
  if (k <= MOST_CLUSTERS_IN_MATRIX) {
    const rows = clusters.map((cluster, row) => {
      const cells = clusters.map((_, column) =>
        heatCell(shares[row * k + column], percentText(shares[row * k + column])),
      )
      return html`<tr><th scope="row">${clusterName(cluster, input)}</th>${cells}</tr>\n`
    })
    return scrolling(
      caption,
      html`<table class="matrix"><caption>${caption}</caption>
<thead><tr><th scope="col">cluster</th>${clusters.map(cluster => html`<th scope="col">${cluster}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`,
    )
  }
  const rows = clusters.map((cluster, row) => {
    const others = clusters.map((_, column) => column).filter(column => column !== row)
    const nearest = others.reduce((a, b) => (shares[row * k + b] > shares[row * k + a] ? b : a))
    return [
      clusterName(cluster, input),
      percentText(shares[row * k + row]),
      clusterName(clusters[nearest], input),
      percentText(shares[row * k + nearest]),
    ]
  })
  const columns = [
    { title: 'cluster', kind: 'text' },
    { title: 'within' },
    { title: 'nearest other cluster' },
    { title: 'with nearest' },
  ] as const
  return foldedWhenLong(caption, rows.length, scrolling(caption, dataTable(caption, columns, rows)))
}
