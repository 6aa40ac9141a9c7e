import type { InputKind, MethodName } from 'chorale/internal'
import { MEASURE_TITLES, measureChart, ranksChart, runsText } from './comparison-charts.js'
import {
  COMPARISON_MEASURES,
  type ComparisonMeasure,
  type DatasetComparison,
  type MethodRanks,
  type MethodSummary,
  type Spread,
} from './data/comparison.js'
import type { BaselineSummary } from './data/comparison-baselines.js'
import { countText, fixedText, wholeText } from './data/number-text.js'
import { shellWord } from './data/run-words.js'
import { shortText } from './data/short-text.js'
import { html, type Markup, type MarkupValue } from './markup.js'
import { type PageSink, pageMarkup } from './page.js'
import { heatCell, paragraphs, type Section } from './sections/section.js'
import { dataName, dataTable, figure, folded, scrolling } from './tables.js'
import { PAGE_THEME } from './theme.js'

/** A dataset of a comparison. */
interface ComparedDataset {
  readonly name: string
  readonly kind: InputKind
  readonly sampleCount: number
  readonly featureCount: number | null
  readonly labelingCount: number | null
  readonly ensembleSize: number
  readonly clusterCount: number
  readonly truthName: string | null
  readonly comparison: DatasetComparison
  /** Plain k-means, and the best and the median base clustering. */
  readonly baselines: readonly BaselineSummary[]
  readonly notes: readonly string[]
}

export interface ComparisonReport {
  readonly version: string
  readonly datasets: readonly ComparedDataset[]
  readonly ranks: readonly MethodRanks[]
  readonly methods: readonly MethodName[]
  readonly repeats: number
  readonly warnings: readonly string[]
  readonly settings: Record<string, unknown>
  /** The command that wrote the page, argument by argument. */
  readonly command: readonly string[]
}

/** Names of methods are short and are not broken. Deviations have the font size of the means. */
const STYLE = `
table.methods thead th { overflow-wrap: normal }
td .aside { font-size: inherit }`

/** Writes a comparison as one self-contained HTML page. */
export async function writeComparison(sink: PageSink, report: ComparisonReport): Promise<void> {
  const { version, datasets, methods, repeats, warnings } = report
  const on =
    datasets.length === 1 ? html`on ${dataName(datasets[0].name)}` : `on ${countText(datasets.length, 'dataset')}`
  const failed = datasets.flatMap(({ comparison }) => comparison.methods.filter(({ failures }) => failures.length > 0))
  const page = pageMarkup({
    version,
    over: 'Comparison of consensus methods',
    title: `${countText(methods.length, 'method')} on ${countText(datasets.length, 'dataset')}`,
    introduction: html`<p class="lede">${countText(methods.length, 'consensus method')} ${on}, each on the same ${countText(repeats, 'ensemble')} per dataset${failed.length > 0 && '; some runs gave no result'}.</p>`,
    warnings,
    sections: comparisonSections(report),
    style: STYLE,
  })
  for (const piece of page) await sink(piece.text)
}

function comparisonSections(report: ComparisonReport): Section[] {
  const { datasets, ranks } = report
  return [
    howToRead(report),
    ...(ranks.length > 0 ? [ranksSection(ranks)] : []),
    ...datasets.map((dataset, at) => datasetSection(dataset, at, report)),
    detailsSection(report),
  ]
}

const MEASURE_WORDS: Record<ComparisonMeasure, string> = {
  nmi: 'information shared with the truth, from 0 to 1',
  ari: 'pairs of samples grouped as in the truth, corrected for chance; 0 is chance, 1 is identical',
  purity: 'share of samples in the majority class of their cluster; grows with the number of clusters',
  fscore: 'pairs of samples placed together as in the truth: harmonic mean of precision and recall',
  accuracy: 'share of correctly placed samples under the best matching of clusters to classes',
  baseAgreement: 'mean NMI with the base clusterings; needs no truth, but does not prove quality',
}

function howToRead({ datasets, repeats }: ComparisonReport): Section {
  const measures = COMPARISON_MEASURES.filter(measure => datasets.some(({ comparison }) => has(comparison, measure)))
  const words = [
    'In every repeat all methods used the same ensemble of base clusterings, so differences come from the methods alone. ' +
      'Every run had its own process. The time is that of the method; the memory is the peak of the whole process.',
    'Baselines show what a consensus gains: plain k-means (the best of 10 starts), and the best and the median of the base ' +
      'clusterings, by NMI. The best one cannot be chosen without the truth.',
    repeats === 1
      ? 'There was only one repeat, so the spread is unknown.'
      : `Tables show the mean over ${countText(repeats, 'repeat')} and the standard deviation.`,
  ]
  const rows = measures.map(measure => [MEASURE_TITLES[measure], MEASURE_WORDS[measure]])
  const columns = [
    { title: 'measure', kind: 'text' },
    { title: 'meaning (higher is better)', kind: 'words' },
  ] as const
  return {
    id: 'reading',
    entry: 'How to read this',
    title: 'How to read this',
    content: html`${paragraphs(words)}${measures.length > 0 && scrolling('The measures', dataTable(null, columns, rows))}`,
  }
}

function has({ methods }: DatasetComparison, measure: ComparisonMeasure): boolean {
  return methods.some(({ measures }) => measures[measure] !== undefined)
}

/** This many diagrams are open; the others are collapsed. */
const OPEN_DIAGRAMS = 2

function ranksSection(ranks: readonly MethodRanks[]): Section {
  const [{ methods, meanRanks, datasetCount, leftOut }] = ranks
  const order = methods.map((_, j) => j).sort((a, b) => meanRanks[a] - meanRanks[b] || a - b)
  const rankRows = order.map(j => [
    methods[j],
    ...ranks.map(each => fixedText(each.meanRanks[each.methods.indexOf(methods[j])] ?? Number.NaN, 2)),
  ])
  const rankTable = dataTable(
    'Mean rank of every method (1 is best)',
    [{ title: 'method', kind: 'text' }, ...ranks.map(({ measure }) => ({ title: MEASURE_TITLES[measure] }))],
    rankRows,
  )
  const testTable = dataTable(
    'Do the methods differ at all? (Friedman test)',
    [
      { title: 'by', kind: 'text' as const },
      { title: 'χ²' },
      { title: 'p' },
      { title: 'F' },
      { title: 'p' },
      { title: 'critical difference (Nemenyi, 0.05)' },
    ],
    ranks.map(each => [
      MEASURE_TITLES[each.measure],
      fixedText(each.chiSquare, 2),
      probabilityText(each.chiSquareP),
      each.fStatistic === Number.POSITIVE_INFINITY ? '∞' : fixedText(each.fStatistic, 2),
      probabilityText(each.fP),
      each.criticalDifference === null ? '–' : fixedText(each.criticalDifference, 2),
    ]),
  )
  const words = [
    'The methods are ranked on every dataset, the best first; ties share their ranks. Methods joined by a bar ' +
      'cannot be distinguished: their mean ranks differ by no more than the critical difference.',
    'A small p value means that such different ranks would be rare if all methods were equally good.',
  ]
  if (datasetCount < 10 || methods.length < 5) {
    words.push('With fewer than about 10 datasets or 5 methods the p values are approximate.')
  }
  if (leftOut.length > 0) words.push(`Not ranked because results are missing for some datasets: ${leftOut.join(', ')}.`)
  const figures = ranks.map(each => figure(ranksChart(each, PAGE_THEME)))
  return {
    id: 'ranks',
    entry: 'Ranks',
    title: `Ranks over ${countText(datasetCount, 'dataset')}`,
    content: html`${paragraphs(words)}<div class="pair even">${figures.slice(0, OPEN_DIAGRAMS)}</div>
${figures.length > OPEN_DIAGRAMS && folded('Other measures', html`<div class="pair even">${figures.slice(OPEN_DIAGRAMS)}</div>`)}
${scrolling('Mean ranks', rankTable)}${scrolling('Friedman test', testTable)}`,
  }
}

function probabilityText(p: number): string {
  return p < 0.001 ? '< 0.001' : fixedText(p, 3)
}

function datasetSection(dataset: ComparedDataset, at: number, { repeats, datasets }: ComparisonReport): Section {
  const { comparison, name } = dataset
  // Numbered, because long names may be equal after they are shortened.
  const number = datasets.length === 1 ? '' : `${at + 1}. `
  const charts = COMPARISON_MEASURES.flatMap(measure => measureChart(comparison, measure, PAGE_THEME) ?? [])
  return {
    id: `data-${at + 1}`,
    entry: `${number}${shortText(name, 40)}`,
    title: `${number}${shortText(name)}`,
    content: html`<p>${datasetWords(dataset)}</p>
${resultTable(dataset)}
${failureList(comparison)}
<div class="pair even">${charts.map(chart => figure(chart))}</div>
${charts.length > 0 && html`<p class="aside">Diamonds are means${repeats >= 5 && '; boxes show the middle half of the repeats, with a line at the median'}.</p>`}
${agreementTable(comparison)}`,
  }
}

function datasetWords(dataset: ComparedDataset): Markup {
  const { sampleCount, featureCount, labelingCount, ensembleSize, clusterCount, truthName, kind } = dataset
  const source =
    kind === 'features'
      ? `${countText(featureCount ?? 0, 'feature')}, from which every repeat built ${countText(ensembleSize, 'base clustering')}`
      : ensembleSize < (labelingCount ?? 0)
        ? `${countText(labelingCount ?? 0, 'labeling')}, of which every repeat drew ${wholeText(ensembleSize)}`
        : `${countText(labelingCount ?? 0, 'labeling')}, all of them in every repeat`
  const truth =
    truthName === null
      ? 'There is no ground truth to compare with.'
      : html`The ground truth is in the column <strong>${dataName(truthName)}</strong>.`
  return html`${countText(sampleCount, 'sample')} with ${source}; ${countText(clusterCount, 'cluster')} requested. ${truth}`
}

function resultTable({ comparison, baselines }: ComparedDataset): Markup {
  const measures = COMPARISON_MEASURES.filter(measure => has(comparison, measure))
  const done = comparison.methods.filter(({ runCount }) => runCount > 0)
  if (done.length === 0) return html`<p>No method gave a result.</p>`
  const [first] = measures
  const sorted = [...done].sort((a, b) => b.measures[first]!.mean - a.measures[first]!.mean)
  const bestOf = (measure: ComparisonMeasure) => Math.max(...done.map(({ measures: found }) => found[measure]!.mean))
  const best = new Map(measures.map(measure => [measure, bestOf(measure)]))
  const rows = sorted.map(method => [
    method.name,
    ...measures.map(measure => spreadCell(method.measures[measure]!, best.get(measure)!)),
    fixedText(method.seconds!.mean, 2),
    wholeText(method.peakMemoryMb!.mean),
    runsText(method.runCount, method.runCount + method.failures.length),
  ])
  const baselineRows = baselines.map(({ name, measures: found }) => [
    html`<span class="aside">${name}</span>`,
    ...measures.map(measure => (found[measure] ? spreadCell(found[measure], null) : '–')),
    '',
    '',
    '',
  ])
  const columns = [
    { title: 'method', kind: 'text' as const },
    ...measures.map(measure => ({ title: measure === 'baseAgreement' ? 'Agreement' : MEASURE_TITLES[measure] })),
    { title: 'seconds' },
    { title: 'MB' },
    { title: 'runs' },
  ]
  return scrolling(
    'Results by method',
    dataTable('Mean and standard deviation; the best mean is in bold, baselines are below', columns, [
      ...rows,
      ...baselineRows,
    ]),
  )
}

function spreadCell({ mean, sd }: Spread, best: number | null): MarkupValue {
  const text = fixedText(mean, 3)
  const shown = mean === best ? html`<strong>${text}</strong>` : text
  return sd === null ? shown : html`${shown} <span class="aside">±\u00a0${fixedText(sd, 3)}</span>`
}

/** A reason is one sentence. A longer one contains broken text and is shortened. */
const MOST_LETTERS = 500

function failureList({ methods }: DatasetComparison): Markup | null {
  const failing = methods.filter(({ failures }) => failures.length > 0)
  if (failing.length === 0) return null
  return html`<h3>Failed runs</h3>
<ul class="notes">${failing.map(method => html`<li><strong>${method.name}</strong> ${reasons(method)}</li>\n`)}</ul>`
}

function reasons({ failures, runCount }: MethodSummary): string {
  const total = failures.length + runCount
  const counts = new Map<string, number>()
  for (const { kind, reason } of failures) {
    const text = `${kind}: ${shortText(reason, MOST_LETTERS)}`
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => `${text} (${count} of ${countText(total, 'run')})`).join('; ')
}

function agreementTable({ methods, agreement }: DatasetComparison): Markup | null {
  const shown = methods.flatMap(({ runCount }, at) => (runCount > 0 ? [at] : []))
  if (shown.length < 2) return null
  const { columnCount, values } = agreement
  const rows = shown.map(row => {
    const cells = shown.map(column => {
      const value = values[row * columnCount + column]
      return heatCell(Math.min(1, Math.max(0, value)), fixedText(value, 2))
    })
    return html`<tr><th scope="row">${methods[row].name}</th>${cells}</tr>\n`
  })
  const caption = 'Agreement between methods: mean ARI over the repeats'
  return scrolling(
    caption,
    html`<table class="matrix methods"><caption>${caption}</caption>
<thead><tr><th scope="col">method</th>${shown.map(at => html`<th scope="col">${methods[at].name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`,
  )
}

function detailsSection({ datasets, repeats, settings, command }: ComparisonReport): Section {
  const given = Object.entries({ repeats, ...settings }).filter(([, value]) => value !== undefined)
  const settingTable = dataTable(
    'Settings',
    [
      { title: 'setting', kind: 'text' },
      { title: 'value', kind: 'name' },
    ],
    given.map(([name, value]) => [name, String(value)]),
  )
  const notes = datasets.flatMap(({ name, notes: said }) =>
    said.map(note => html`<li>${dataName(name)}: ${shortText(note, MOST_LETTERS)}</li>\n`),
  )
  const words = command.map(word => shellWord(shortText(word, MOST_LETTERS)))
  return {
    id: 'details',
    entry: 'Details',
    title: 'Assumptions and settings',
    content: html`${notes.length > 0 && html`<ul class="notes">${notes}</ul>`}${settingTable}
<p>Run this command to get the same results:</p>
<pre><code>${words.map((word, at) => html`${at > 0 && ' '}<span>${word}</span>`)}</code></pre>`,
  }
}
