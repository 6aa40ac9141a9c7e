import { type Advice, countText, shellWord } from '../src/internal.js'
import { html } from './markup.js'
import { type PageSink, pageMarkup } from './page.js'
import { adviceContent } from './sections/advice.js'
import { paragraphs } from './sections/section.js'
import { dataName } from './tables.js'

export interface AdvicePage {
  readonly version: string
  readonly advice: Advice
  /** What was read. */
  readonly source: string
  /** The words of the command that wrote this. */
  readonly command: readonly string[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Writes an advice as one HTML page that needs nothing else. */
export async function writeAdvice(sink: PageSink, page: AdvicePage): Promise<void> {
  const { version, advice, source, command, notes, warnings } = page
  const { clusterCount, sampleCount, ensembleSize } = advice
  const title = clusterCount === 1 ? 'No clusters' : countText(clusterCount, 'cluster')
  const markup = pageMarkup({
    version,
    over: 'Which k, how many, how sure',
    title,
    tabTitle: `${title}, ${source}`,
    introduction: html`<p class="lede">Advice on ${countText(sampleCount, 'sample')} of ${dataName(source)}, with ${countText(ensembleSize, 'base clustering')}.</p>`,
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
