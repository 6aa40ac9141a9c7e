import { wholeText } from './data/number-text.js'
import { shortText } from './data/short-text.js'
import { html, Markup } from './markup.js'
import type { Section } from './sections/section.js'
import { pageStyle } from './style.js'

/** Receives a page piece by piece; the promise resolves when it can take more. */
export type PageSink = (piece: string) => Promise<void>

/** Nothing is loaded and no script runs; only styles and images in the page itself are allowed. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A warning is one sentence. A longer one contains broken text and is shortened. */
const MOST_LETTERS = 500

export interface PageParts {
  readonly version: string
  /** The kind of page, above the title. */
  readonly over: string
  readonly title: string
  /** The title in tabs and bookmarks; by default the title of the page. */
  readonly tabTitle?: string
  /** Content between the title and the table of contents. */
  readonly introduction: Markup
  readonly warnings: readonly string[]
  readonly sections: readonly Section[]
  /** Styles for this page only. */
  readonly style?: string
}

/** A self-contained page, piece by piece. */
export function* pageMarkup(parts: PageParts): Generator<Markup> {
  const { version, over, title, tabTitle = title, introduction, warnings, sections, style = '' } = parts
  yield html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<meta name="generator" content="Chorale ${version}">
<meta name="color-scheme" content="light dark">
<title>${shortText(tabTitle)} – Chorale</title>
<style>${new Markup(pageStyle() + style)}</style>
</head>
<body>
<header>
<p class="over">${over}</p>
<h1>${title}</h1>
${introduction}
<nav aria-label="Contents"><ul>${sections.map(({ id, entry }) => html`<li><a href="#${id}">${entry}</a></li>\n`)}</ul></nav>
</header>
<main>
${warnings.length > 0 && warningsMarkup(warnings)}
`
  for (const { id, title: heading, content } of sections) {
    yield html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${heading}</h2>
${content}
</section>
`
  }
  yield html`</main>
<footer><p>Written by Chorale ${version}. This page is self-contained: it loads nothing from the network and runs no scripts.</p></footer>
</body>
</html>
`
}

function warningsMarkup(warnings: readonly string[]): Markup {
  const title = warnings.length === 1 ? '1 warning' : `${wholeText(warnings.length)} warnings`
  return html`<section class="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">${title}</h2>
<ul>${warnings.map(warning => html`<li>${shortText(warning, MOST_LETTERS)}</li>\n`)}</ul></section>`
}
