import type { Advice } from 'chorale/internal'
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
  /** The name of the input. */
  readonly source: string
  /** The command that wrote the page, argument by argument. */
  readonly command: readonly string[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Writes advice as one self-contained HTML page. */
export async function writeAdvice(sink: PageSink, page: AdvicePage): Promise<void> {
  const { version, advice, source, command, notes, warnings } = page
  const { clusterCount, sampleCount, ensembleSize, verdict } = advice
  const title =
    clusterCount === null
      ? 'No evidence of separated clusters'
      : `${countText(clusterCount, 'cluster')}${verdict === 'weak' ? ', weak evidence' : ''}`
  const markup = pageMarkup({
    version,
    over: 'How many clusters?',
    title,
    tabTitle: `${title}, ${source}`,
    introduction: html`<p class="lede">Advice on ${countText(sampleCount, 'sample')} of ${dataName(source)}${ensembleSize === null ? '' : `, with ${countText(ensembleSize, 'labeling')}`}.</p>`,
    warnings,
    sections: [
      { id: 'advice', entry: 'The advice', title: 'The advice', content: adviceContent(advice) },
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
