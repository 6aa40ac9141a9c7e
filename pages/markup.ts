/** Text that is markup already; everything else is escaped where it is written. */
export class Markup {
  constructor(readonly text: string) {}
}

export type MarkupValue = Markup | string | number | null | false | readonly MarkupValue[]

/** Markup from a template: strings in it become text, whatever they hold; null and false become nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let text = strings[0]
  values.forEach((value, at) => {
    text += textOf(value) + strings[at + 1]
  })
  return new Markup(text)
}

function textOf(value: MarkupValue): string {
  if (value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  return escapeText(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for HTML and SVG, inside elements and quoted attributes. */
export function escapeText(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, character => ENTITIES[character])
}

/** What XML forbids: control characters, halves of surrogate pairs, non-characters. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** The text with a replacement character for everything that neither HTML nor SVG can hold. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd')
}
