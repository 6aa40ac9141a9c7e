import { fixedText } from 'chorale-report/data'
import type { Chart, Section } from 'chorale-report/internal'
import { figure, folded, html, type Markup, scrolling } from 'chorale-report/internal'
import { AGREEMENT_LIMIT, type Verdict } from '../summarize.js'

/** A cell of a table: text, or text with a verdict. */
export type PageCell = string | JudgedCell

interface JudgedCell {
  readonly text: string
  /** Shown below the text, in brackets. */
  readonly aside?: string
  readonly verdict: Verdict | null
}

export interface PageTable {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly PageCell[])[]
  /** Columns with words, which are aligned at the left; the first column always is. */
  readonly wordColumns?: readonly number[]
  /** A long table for reference, collapsed on the HTML page. */
  readonly isFolded?: boolean
}

/** A part of the page, rendered as Markdown and as HTML. */
export type Block =
  | { readonly words: string }
  | { readonly list: readonly string[] }
  | { readonly table: PageTable }
  | { readonly charts: readonly Chart[] }
  | { readonly heading: string }

export interface PageSection {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** The sign of a verdict, so that no information is in the colour alone. */
const SIGNS: Record<Verdict, string> = { agrees: '✓', unclear: '?', differs: '✗' }

/** What the signs mean. */
export const VERDICT_LEGEND = `${SIGNS.agrees} agrees: within ${fixedText(AGREEMENT_LIMIT, 1)} percentage points. ${SIGNS.unclear} cannot tell: further away, but within two standard errors. ${SIGNS.differs} differs: further away than both.`

/** The sections as Markdown. Charts are on the HTML page only; the Markdown has their descriptions. */
export function markdownOf(sections: readonly PageSection[]): string {
  return sections.map(({ title, blocks }) => `## ${title}\n\n${blocks.map(markdownBlock).join('\n')}`).join('\n')
}

function markdownBlock(block: Block): string {
  if ('words' in block) return `${escaped(block.words)}\n`
  if ('heading' in block) return `### ${block.heading}\n`
  if ('list' in block) return `${block.list.map(item => `- ${escaped(item)}`).join('\n')}\n`
  if ('charts' in block) {
    return `${block.charts.map(({ title, description }) => `- *Figure on the HTML page:* ${escaped(title)}. ${escaped(description)}`).join('\n')}\n`
  }
  const { caption, columns, rows, wordColumns = [] } = block.table
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => escaped(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const cells = rows.map(row => line(row.map(cellText)))
  const alignment = columns.map((_, at) => (at === 0 || wordColumns.includes(at) ? '---' : '--:')).join('|')
  return `**${escaped(caption)}**\n\n${line(columns)}\n|${alignment}|\n${cells.join('\n')}\n`
}

/** A cell as text, with the sign of its verdict. */
export function cellText(cell: PageCell): string {
  if (typeof cell === 'string') return cell
  const text = cell.aside === undefined ? cell.text : `${cell.text} (${cell.aside})`
  return cell.verdict === null ? text : `${SIGNS[cell.verdict]} ${text}`
}

/** Angle brackets would be read as markup. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The colours of verdicts; the signs carry the same information. */
export const VERDICT_STYLE = `
td.agrees { background: #d7f0dd; color: #0d3b1a } td.unclear { background: #fdeec3; color: #4a3500 } td.differs { background: #fbd5d0; color: #5c130a }
table.verdicts caption span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 2rem) }
table.verdicts thead th:not(:first-child) { padding-inline: .375rem }
table.verdicts td { padding-inline: .375rem; white-space: nowrap; line-height: 1.3 } table.verdicts td.words { white-space: normal }
table.verdicts small { font-size: .8125em }
table.verdicts tbody th { white-space: normal; min-width: 6.5rem }
@media (max-width: 40rem) { table.verdicts tbody th { max-width: 9rem; overflow-wrap: anywhere } table.verdicts td.words { min-width: 9rem } }
table.verdicts.wide { font-size: .8125rem }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem 1.5rem }
@media (prefers-color-scheme: dark) { td.agrees { background: #123d22; color: #c9f2d5 } td.unclear { background: #463606; color: #ffeab0 } td.differs { background: #57201a; color: #ffd3cc } }`

export function htmlSections(sections: readonly PageSection[]): Section[] {
  return sections.map(({ id, title, blocks }) => ({ id, title, entry: title, content: html`${blocks.map(htmlBlock)}` }))
}

function htmlBlock(block: Block): Markup {
  if ('words' in block) return html`<p>${withCode(block.words)}</p>\n`
  if ('heading' in block) return html`<h3>${block.heading}</h3>\n`
  if ('list' in block) return html`<ul class="notes">${block.list.map(item => html`<li>${withCode(item)}</li>\n`)}</ul>`
  if ('charts' in block) {
    const { charts } = block
    return charts.length === 1
      ? figure(charts[0])
      : html`<div class="charts">${charts.map(chart => figure(chart))}</div>`
  }
  const { table } = block
  const content = scrolling(table.caption, tableMarkup(table))
  return table.isFolded ? folded(table.caption, content) : content
}

function tableMarkup({ caption, columns, rows, wordColumns = [] }: PageTable): Markup {
  const kind = (at: number) =>
    at === 0 || wordColumns.includes(at) ? html` class="${at === 0 ? 'text' : 'words'}"` : ''
  return html`<table class="plain verdicts${columns.length > 8 && ' wide'}"><caption><span>${caption}</span></caption>
<thead><tr>${columns.map((title, at) => html`<th scope="col"${kind(at)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    cells => html`
<tr>${cells.map((cell, at) => (at === 0 ? html`<th scope="row" class="text">${htmlText(cell)}</th>` : htmlCell(cell, at, wordColumns)))}</tr>`,
  )}
</tbody></table>`
}

function htmlCell(cell: PageCell, at: number, wordColumns: readonly number[]): Markup {
  if (typeof cell === 'string')
    return wordColumns.includes(at) ? html`<td class="words">${withCode(cell)}</td>` : html`<td>${cell}</td>`
  const aside = cell.aside !== undefined && html`<br><small>(${cell.aside})</small>`
  if (cell.verdict === null) return html`<td>${cell.text}${aside}</td>`
  return html`<td class="${cell.verdict}">${SIGNS[cell.verdict]} ${cell.text}${aside}</td>`
}

function htmlText(cell: PageCell): string {
  return typeof cell === 'string' ? cell : cell.text
}

/** Words between backticks are code. */
function withCode(text: string): Markup {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
