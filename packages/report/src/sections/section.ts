import { wholeText } from '../data/number-text.js'
import { html, type Markup } from '../markup.js'
import { HEAT_LEVELS } from '../style.js'
import { folded } from '../tables.js'

/** A section of the page with its heading. */
export interface Section {
  readonly id: string
  readonly title: string
  /** The entry in the table of contents. */
  readonly entry: string
  readonly content: Markup
}

/** Tables with more rows than this are collapsed. */
const MOST_OPEN_ROWS = 40

export function foldedWhenLong(summary: string, rowCount: number, content: Markup): Markup {
  return rowCount > MOST_OPEN_ROWS ? folded(`${summary} (${wholeText(rowCount)} rows)`, content) : content
}

export function paragraphs(texts: readonly string[]): Markup[] {
  return texts.map(text => html`<p>${text}</p>\n`)
}

/** A table cell in the colours of the heatmap. */
export function heatCell(share: number, text: string): Markup {
  const level = Number.isFinite(share) ? Math.round(share * HEAT_LEVELS) : 0
  return html`<td class="heat${level}">${text}</td>`
}
