import { alphaChart, eigenvaluesChart, objectiveChart } from '../charts.js'
import { alphaWords, objectiveWords, spectrumWords } from '../data/explanations.js'
import { fixedText, numberText, wholeText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { html, type Markup } from '../markup.js'
import { plotChart } from '../plot-chart.js'
import { dataTable, figure, folded } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { paragraphs, type Section } from './section.js'

export function spectrumSection(report: Report): Section | null {
  const { spectrum } = report
  const chart = plotChart(eigenvaluesChart(report, PAGE_THEME))
  if (spectrum === null || chart === null) return null
  const k = spectrum.values.length
  const rows = [...spectrum.values, spectrum.next].map((value, at) => [
    wholeText(at + 1),
    numberText(value, 5),
    at < k ? 'used' : 'not used',
  ])
  const numbers = dataTable(
    'The largest eigenvalues',
    [{ title: 'rank' }, { title: 'eigenvalue' }, { title: 'used in the embedding', kind: 'text' }],
    rows,
  )
  return {
    id: 'gap',
    entry: 'Number of clusters',
    title: 'Is this the right number of clusters?',
    content: html`<div class="pair">${figure(chart)}<div>${paragraphs(spectrumWords(spectrum))}${folded('The eigenvalues in numbers', numbers)}</div></div>`,
  }
}

export function searchSection(report: Report): Section | null {
  const { result } = report.input
  const alpha = plotChart(alphaChart(result, PAGE_THEME))
  const objective = plotChart(objectiveChart(result, PAGE_THEME))
  const parts: Markup[] = []
  if (alpha !== null && result.alphaSearch !== null) {
    const rows = result.alphaSearch.map(row => [numberText(row.alpha), fixedText(row.agreement, 4)])
    const numbers = dataTable('Agreement by threshold', [{ title: 'alpha' }, { title: 'mean NMI' }], rows)
    parts.push(html`<div>${figure(alpha)}
<p>${alphaWords(result.alphaSearch, result.alpha ?? Number.NaN)}</p>${folded('The thresholds in numbers', numbers)}</div>`)
  }
  if (objective !== null) {
    const rows = result.objectiveTrace.map((value, step) => [wholeText(step), numberText(value, 10)])
    const numbers = dataTable('Objective by step', [{ title: 'step' }, { title: 'objective' }], rows)
    parts.push(html`<div>${figure(objective)}
<p>${objectiveWords(result)}</p>${folded('The steps in numbers', numbers)}</div>`)
  }
  if (parts.length === 0) return null
  return {
    id: 'search',
    entry: 'Search',
    title: 'Search for threshold and weights',
    content: html`<div class="pair even">${parts}</div>`,
  }
}
