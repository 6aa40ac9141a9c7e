import { durationText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { shortText } from '../data/short-text.js'
import { html } from '../markup.js'
import { dataTable } from '../tables.js'
import type { Section } from './section.js'

/** A note is one sentence. A longer one contains broken text and is shortened. */
const MOST_LETTERS = 500

export function whatWasDone({ steps, command }: Report): Section {
  const content = html`<ol class="steps">${steps.map(step => html`<li>${step}</li>\n`)}</ol>
${command !== null && html`<p>Run this command to get the same result:</p>\n<pre><code>${command.map((word, at) => html`${at > 0 && ' '}<span>${word}</span>`)}</code></pre>`}`
  return { id: 'done', entry: 'What was done', title: 'What was done', content }
}

export function detailsSection({ notes, input }: Report): Section {
  const { timings = {}, options = {}, result, version, runtime } = input
  const versions = { chorale: version, program: runtime ?? undefined }
  const settings = Object.entries({
    ...versions,
    method: result.method,
    ...options,
    alpha: result.alpha ?? undefined,
  }).filter(([, value]) => value !== undefined && value !== null)
  const stages = Object.entries(timings)
  const settingTable = dataTable(
    'Settings',
    [
      { title: 'setting', kind: 'name' },
      { title: 'value', kind: 'name' },
    ],
    settings.map(([name, value]) => [shortText(name), shortText(String(value))]),
  )
  const timeTable = dataTable(
    'Time',
    [{ title: 'stage', kind: 'name' }, { title: 'time' }],
    stages.map(([stage, ms]) => [stage, durationText(ms)]),
  )
  return {
    id: 'details',
    entry: 'Details',
    title: 'Assumptions, settings and times',
    content: html`${notes.length > 0 ? html`<ul class="notes">${notes.map(note => html`<li>${shortText(note, MOST_LETTERS)}</li>\n`)}</ul>` : html`<p>There were no assumptions.</p>`}
<div class="pair even">${settingTable}${stages.length > 0 && timeTable}</div>`,
  }
}
