import { type Advice, adviceAside, type ClusterVerdict } from 'chorale/internal'
import { countText } from './data/number-text.js'
import { shellWord } from './data/run-words.js'
import { html } from './markup.js'
import { type PageSink, pageMarkup } from './page.js'
import { adviceContent } from './sections/advice.js'
import { paragraphs } from './sections/section.js'
import { dataName } from './tables.js'

export interface AdvicePage {
  readonly version: string
  readonly advice: Advice
  /** About the best candidate of the advice. */
  readonly verdict: ClusterVerdict
  /** The name of the input. */
  readonly source: string
  /** The command that wrote the page, argument by argument. */
  readonly command: readonly string[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Writes advice as one self-contained HTML page. */
export async function writeAdvice(sink: PageSink, page: AdvicePage): Promise<void> {
  const { version, advice, verdict, source, command, notes, warnings } = page
  const { sampleCount, ensembleSize } = advice
  const title = verdict.sentence.split(/[.:]( |$)/)[0]
  const first = html`<p><strong>${[verdict.sentence, ...verdict.next].join(' ')}</strong></p>
${paragraphs([verdict.reasons.join(' '), ...adviceAside(advice)])}`
  const markup = pageMarkup({
    version,
    over: 'How many clusters?',
    title,
    tabTitle: `${title}, ${source}`,
    introduction: html`<p class="lede">Advice on ${countText(sampleCount, 'sample')} of ${dataName(source)}${ensembleSize === null ? '' : `, with ${countText(ensembleSize, 'labeling')}`}.</p>`,
    warnings,
    sections: [
      { id: 'advice', entry: 'The advice', title: 'The advice', content: adviceContent(advice, first) },
      {
        id: 'run',
        entry: 'The run',
        title: 'The run',
        content: html`${paragraphs(notes)}<pre><code>${command.map(shellWord).join(' ')}</code></pre>`,
      },
    ],
  })
  for (const piece of markup) await sink(piece.text)
}
