import { fixedText, wholeText } from '../data/number-text.js'
import type { Report, ReportInput } from '../data/report.js'
import { shortText } from '../data/short-text.js'
import type { TruthTable } from '../data/truth-table.js'
import { html, type Markup } from '../markup.js'
import { clusterName, dataName, dataTable, scrolling } from '../tables.js'
import { heatCell, type Section } from './section.js'

const METRIC_WORDS = [
  ['nmi', 'NMI', 'shared information; 0 is none, 1 is the same grouping'],
  ['ari', 'ARI', 'pairs of samples grouped the same way; 0 is chance, 1 is the same grouping'],
  ['purity', 'purity', 'share of samples in the majority class of their cluster; grows with the number of clusters'],
  ['fscore', 'F', 'pairs of samples placed together: harmonic mean of precision and recall'],
  ['accuracy', 'accuracy', 'share of correctly placed samples under the best matching of clusters to classes'],
] as const

/** A table with more classes than this gets the full width of the page. */
const MOST_CLASSES_BESIDE = 4

export function truthSection({ truth, input }: Report): Section | null {
  if (truth === null) return null
  const { metrics, baseline, table, name } = truth
  const rows = METRIC_WORDS.map(([key, title, words]) => [
    title,
    fixedText(metrics[key], 3),
    ...(baseline === null ? [] : [fixedText(baseline[key], 3)]),
    words,
  ])
  const metricTable = dataTable(
    null,
    [
      { title: 'measure', kind: 'text' },
      { title: baseline === null ? 'value' : 'consensus' },
      ...(baseline === null ? [] : [{ title: 'k-means' }]),
      { title: 'meaning', kind: 'words' },
    ],
    rows,
  )
  const content = html`<p>The clusters are compared with the ground truth in the column <strong>${dataName(name)}</strong>, which was not used for the clustering.</p>
<div class="${table !== null && table.classes.length <= MOST_CLASSES_BESIDE ? 'pair even' : 'stack'}">${scrolling('Measures of agreement with the truth', metricTable)}
${table === null ? html`<p>There are too many classes for a table of clusters against classes.</p>` : scrolling('Clusters against classes', contingencyTable(table, input))}</div>`
  return { id: 'truth', entry: 'Truth', title: 'Compared with the truth', content }
}

function contingencyTable(
  { clusters, classes, counts, clusterSizes, classSizes }: TruthTable,
  input: ReportInput,
): Markup {
  const rows = clusters.map((cluster, row) => {
    const cells = classes.map((_, column) => {
      const count = counts[row * classes.length + column]
      return heatCell(count / clusterSizes[row], wholeText(count))
    })
    return html`<tr><th scope="row">${clusterName(cluster, input)}</th>${cells}<td>${wholeText(clusterSizes[row])}</td></tr>\n`
  })
  return html`<table class="matrix"><caption>Samples of every cluster by class</caption>
<thead><tr><th scope="col">cluster</th>${classes.map(name => html`<th scope="col">${dataName(shortText(name, 24))}</th>`)}<th scope="col">all</th></tr></thead>
<tbody>${rows}<tr><th scope="row">all</th>${classSizes.map(size => html`<td>${wholeText(size)}</td>`)}<td>${wholeText(classSizes.reduce((a, b) => a + b, 0))}</td></tr></tbody></table>`
}
