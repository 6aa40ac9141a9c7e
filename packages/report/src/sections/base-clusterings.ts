import { METHODS, methodNamed } from 'chorale/internal'
import { agreementChart, weightsChart } from '../charts.js'
import { agreementWords, weightWords } from '../data/explanations.js'
import { countText, fixedText, percentText, wholeText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { areEqualWeights } from '../data/weight-rows.js'
import { html } from '../markup.js'
import { plotChart } from '../plot-chart.js'
import { dataName, dataTable, figure, folded, measure, scrolling } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { paragraphs, type Section } from './section.js'

/** A longer list of base clusterings is for the screen. */
const MOST_PRINTED = 12

export function baseClusteringsSection(report: Report): Section {
  const { weights, input } = report
  const specs = [weightsChart(report, PAGE_THEME), agreementChart(report, PAGE_THEME)]
  const charts = specs.map(spec => plotChart(spec)).filter(chart => chart !== null)
  const words = paragraphs([
    ...weightWords(weights, methodNamed(input.result.method, METHODS)),
    agreementWords(weights),
  ])
  const mostWeight = weights.reduce((most, row) => Math.max(most, row.weight), 0)
  const isEqual = areEqualWeights(weights.map(row => row.weight))
  const isPartial = weights.some(row => row.coverage < 1)
  const rows = weights.map(row => [
    dataName(row.name),
    wholeText(row.clusterCount),
    ...(isEqual ? [] : [measure(fixedText(row.weight, 4), row.weight / mostWeight, PAGE_THEME.accent)]),
    measure(fixedText(row.agreement, 3), row.agreement, PAGE_THEME.muted),
    ...(isPartial ? [percentText(row.coverage)] : []),
  ])
  const columns = [
    { title: 'base clustering', kind: 'name' as const },
    { title: 'clusters' },
    ...(isEqual ? [] : [{ title: 'weight', kind: 'graph' as const }]),
    { title: 'agreement', kind: 'graph' as const },
    ...(isPartial ? [{ title: 'covers' }] : []),
  ]
  const title = `The ${countText(rows.length, 'base clustering')} in numbers`
  const table = folded(title, scrolling(title, dataTable(null, columns, rows)), {
    isPrinted: rows.length <= MOST_PRINTED,
  })
  const figures = charts.map(chart => figure(chart))
  return {
    id: 'base',
    entry: 'Base clusterings',
    title: 'The base clusterings',
    content:
      charts.length === 1
        ? html`<div class="pair">${figures}<div>${words}</div></div>${table}`
        : html`${words}<div class="pair even">${figures}</div>${table}`,
  }
}
