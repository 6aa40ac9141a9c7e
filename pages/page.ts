import { shortText, wholeText } from '../src/internal.js'
import { html, Markup } from './markup.js'
import type { Section } from './sections/section.js'
import { pageStyle } from './style.js'

/** Takes a page piece by piece; waits when the receiver is slow. */
export type PageSink = (piece: string) => Promise<void>

/** Nothing is fetched and nothing runs: only styles and images that stand in the page itself. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A warning is a sentence; a longer one holds a text that went wrong. */
const MOST_LETTERS = 500

export interface PageParts {
  readonly version: string
  /** What kind of page it is, above the title. */
  readonly over: string
  readonly title: string
  /** The name of the page in tabs and bookmarks; the title where not given. */
  readonly tabTitle?: string
  /** What stands between the title and the list of contents. */
  readonly introduction: Markup
  readonly warnings: readonly string[]
  readonly sections: readonly Section[]
  /** Style that only this page needs. */
  readonly style?: string
}

/** A whole page, piece by piece: one file that needs nothing else. */
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
<footer><p>Written by Chorale ${version}. This page is complete in itself: it loads nothing and runs nothing.</p></footer>
</body>
</html>
`
}

function warningsMarkup(warnings: readonly string[]): Markup {
  const title = warnings.length === 1 ? 'A warning' : `${wholeText(warnings.length)} warnings`
  return html`<section class="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">${title}</h2>
<ul>${warnings.map(warning => html`<li>${shortText(warning, MOST_LETTERS)}</li>\n`)}</ul></section>`
}
