/** A string that is already markup; every other string is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

export type MarkupValue = Markup | string | number | null | false | readonly MarkupValue[]

/** Markup from a template. Strings in it are escaped; null and false are omitted. */
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

/** Escapes a string for elements and quoted attributes of HTML and SVG. */
export function escapeText(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, character => ENTITIES[character])
}

/** Characters that XML forbids: control characters, unpaired surrogates, non-characters. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Replaces every character that HTML or SVG cannot contain. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd')
}
