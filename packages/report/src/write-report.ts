import { countText, fixedText, wholeText } from './data/number-text.js'
import { buildReport, type Report, type ReportInput } from './data/report.js'
import { shortText } from './data/short-text.js'
import { html, type Markup } from './markup.js'
import { type PageSink, pageMarkup } from './page.js'
import { reportSections } from './sections.js'
import { dataName } from './tables.js'

/** Writes the report as one self-contained HTML page. */
export async function writeReport(sink: PageSink, input: ReportInput): Promise<void> {
  const report = buildReport(input)
  const { clusters, sampleCount, warnings } = report
  const title = `${countText(clusters.length, 'cluster')} of ${countText(sampleCount, 'sample')}`
  const page = pageMarkup({
    version: input.version,
    over: 'Consensus clustering report',
    title,
    tabTitle: input.source ? `${title}, ${input.source}` : title,
    introduction: introduction(report),
    warnings,
    sections: reportSections(report),
  })
  for (const piece of page) await sink(piece.text)
}

/** The report as one string. */
export async function renderReport(input: ReportInput): Promise<string> {
  const pieces: string[] = []
  await writeReport(async piece => {
    pieces.push(piece)
  }, input)
  return pieces.join('')
}

function introduction(report: Report): Markup {
  const { ensemble, source, date } = report.input
  const base = countText(ensemble.labelings.length, 'base clustering')
  return html`<p class="lede">From ${base}${source ? html` of ${dataName(source)}` : null}${date ? `, ${shortText(date)}` : null}.</p>
<ul class="conclusion">${report.conclusion.map(sentence => html`<li>${sentence}</li>\n`)}</ul>
${keyFigures(report)}`
}

/** The key figures. */
function keyFigures({ input, clusters, sampleCount, confidence, weights, truth }: Report): Markup {
  const { halfAgreement = null, baseline = null } = input.review ?? {}
  const figures = [
    [wholeText(clusters.length), clusters.length === 1 ? 'cluster' : 'clusters'],
    [wholeText(sampleCount), sampleCount === 1 ? 'sample' : 'samples'],
    ...(input.dataset ? [[wholeText(input.dataset.featureCount), 'features']] : []),
    [wholeText(weights.length), 'base clusterings'],
    ...(halfAgreement === null ? [] : [[fixedText(halfAgreement, 2), 'stability (ARI of two halves)']]),
    [fixedText(confidence.mean, 2), 'mean confidence'],
    ...(baseline === null ? [] : [[fixedText(baseline.agreement, 2), 'ARI with plain k-means']]),
    ...(truth === null ? [] : [[fixedText(truth.metrics.nmi, 2), 'NMI with the truth']]),
  ]
  return html`<dl class="figures">${figures.map(([value, name]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}
