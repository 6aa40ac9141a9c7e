import {
  buildReport,
  countText,
  fixedText,
  type Report,
  type ReportInput,
  shortText,
  wholeText,
} from '../../src/index.js'
import type { Sink } from '../files.js'
import { html, Markup } from './markup.js'
import type { Section } from './sections/section.js'
import { reportSections } from './sections.js'
import { pageStyle } from './style.js'
import { dataName } from './tables.js'

/** Nothing is fetched and nothing runs: only styles and images that stand in the page itself. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A warning is a sentence; a longer one holds a text that went wrong. */
const MOST_LETTERS = 500

/** Writes the report as one HTML page that needs nothing else. */
export async function writeReport(sink: Sink, input: ReportInput): Promise<void> {
  const report = buildReport(input)
  const sections = reportSections(report)
  await sink(pageHead(report, sections).text)
  for (const section of sections) await sink(sectionMarkup(section).text)
  await sink(pageFoot(report).text)
}

/** The report as one string. */
export async function renderReport(input: ReportInput): Promise<string> {
  const pieces: string[] = []
  await writeReport(async piece => {
    pieces.push(String(piece))
  }, input)
  return pieces.join('')
}

function pageHead(report: Report, sections: readonly Section[]): Markup {
  const { input, sampleCount, clusters, warnings } = report
  const title = `${countText(clusters.length, 'cluster')} of ${countText(sampleCount, 'sample')}`
  const source = input.source === undefined || input.source === null ? null : shortText(input.source)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<meta name="generator" content="Chorale ${input.version}">
<meta name="color-scheme" content="light dark">
<title>${shortText(source === null ? title : `${title}, ${source}`)} – Chorale</title>
<style>${new Markup(pageStyle())}</style>
</head>
<body>
<header>
<p class="over">Consensus clustering report</p>
<h1>${title}</h1>
<p class="lede">From ${countText(input.ensemble.labelings.length, 'base clustering')}${source !== null && html` of ${dataName(source)}`}${input.date ? `, ${input.date}` : null}.</p>
${keyFigures(report)}
<nav aria-label="Contents"><ul>${sections.map(({ id, entry }) => html`<li><a href="#${id}">${entry}</a></li>\n`)}</ul></nav>
</header>
<main>
${
  warnings.length > 0 &&
  html`<section class="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">${warnings.length === 1 ? 'A warning' : `${wholeText(warnings.length)} warnings`}</h2>
<ul>${warnings.map(warning => html`<li>${shortText(warning, MOST_LETTERS)}</li>\n`)}</ul></section>`
}
`
}

/** What a reader wants to know first. */
function keyFigures({ input, clusters, sampleCount, confidence, weights, truth }: Report): Markup {
  const agreement = weights.reduce((sum, row) => sum + row.agreement, 0) / weights.length
  const figures = [
    [wholeText(clusters.length), clusters.length === 1 ? 'cluster' : 'clusters'],
    [wholeText(sampleCount), sampleCount === 1 ? 'sample' : 'samples'],
    ...(input.dataset ? [[wholeText(input.dataset.featureCount), 'features']] : []),
    [wholeText(weights.length), 'base clusterings'],
    [fixedText(agreement, 2), 'mean agreement with them (NMI)'],
    [fixedText(confidence.mean, 2), 'mean confidence'],
    ...(truth === null ? [] : [[fixedText(truth.metrics.nmi, 2), 'NMI with the truth']]),
  ]
  return html`<dl class="figures">${figures.map(([value, name]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

function sectionMarkup({ id, title, content }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>
`
}

function pageFoot({ input }: Report): Markup {
  return html`</main>
<footer><p>Written by Chorale ${input.version}. This page is complete in itself: it loads nothing and runs nothing.</p></footer>
</body>
</html>
`
}
