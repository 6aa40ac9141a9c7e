import { confidenceChart } from '../charts.js'
import { confidenceWords } from '../data/explanations.js'
import { fixedText, numberText, wholeText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { html } from '../markup.js'
import { plotChart } from '../plot-chart.js'
import { clusterName, dataName, dataTable, figure, folded, scrolling } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { paragraphs, type Section } from './section.js'

export function confidenceSection(report: Report): Section {
  const { confidence, leastCertain, sampleCount, input } = report
  const rows = leastCertain.map(({ sample, cluster, confidence: value, nextCluster }) => [
    dataName(report.sampleName(sample)),
    clusterName(cluster, input),
    nextCluster === null ? '–' : clusterName(nextCluster, input),
    fixedText(value, 3),
  ])
  const hasIds = (input.ids ?? input.dataset?.ids ?? null) !== null
  const more = confidence.undecidedCount > leastCertain.length
  const title = `The ${leastCertain.length} least certain samples${more ? `, the first of ${wholeText(confidence.undecidedCount)} with confidence 0` : ''}`
  const table = dataTable(
    title,
    [
      { title: hasIds ? 'sample' : 'sample (row)', kind: 'name' },
      { title: 'cluster' },
      { title: 'second choice' },
      { title: 'confidence' },
    ],
    rows,
  )
  const bins = dataTable(
    'Number of samples by confidence',
    [{ title: 'confidence', kind: 'text' }, { title: 'samples' }],
    confidence.bins.map(bin => [`${numberText(bin.from)} to ${numberText(bin.to)}`, wholeText(bin.count)]),
  )
  return {
    id: 'confidence',
    entry: 'Confidence',
    title: 'Confidence of the samples',
    content: html`<div class="pair"><div>${figure(plotChart(confidenceChart(report, PAGE_THEME)))}${folded('The histogram in numbers', bins)}</div>
<div>${paragraphs(confidenceWords(confidence, sampleCount))}${scrolling(title, table)}</div></div>`,
  }
}
