import type { ReportInput } from 'chorale-report/data'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { adoptLabelings, consensus, describeEnsemble } from '../../chorale/src/internal.js'
import { renderReport, writeReport } from '../src/write-report.js'
import { HOSTILE, hostileInput } from './hostile.js'
import { datasetOf, wholeInput, withResult } from './inputs.js'

/** What html-validate finds, one line each. */
function faults(page: string): string[] {
  const { results } = new HtmlValidate({ extends: ['html-validate:recommended'] }).validateStringSync(page)
  return results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`))
}

const bare = async (): Promise<ReportInput> => {
  const whole = await wholeInput()
  const { result, ensemble } = whole
  return withResult(
    { result, ensemble, version: '1.2.3' },
    {
      embedding: null,
      eigenvalues: null,
      eigengap: null,
      alphaSearch: null,
      alpha: null,
      objectiveTrace: [],
      method: 'eac' as never,
    },
  )
}

/** Ensembles and results at the edges of what can happen. */
const CORNERS: Record<string, { labelings: (number | null)[][]; clusterCount: number }> = {
  'one cluster': {
    labelings: [
      [0, 0, 1, 1],
      [0, 1, 1, 1],
    ],
    clusterCount: 1,
  },
  'as many clusters as samples': {
    labelings: [
      [0, 1, 2, 3],
      [0, 0, 1, 1],
    ],
    clusterCount: 4,
  },
  'two samples': {
    labelings: [
      [0, 1],
      [0, 1],
    ],
    clusterCount: 2,
  },
  'identical labelings': {
    labelings: [
      [0, 0, 1, 1, 2],
      [0, 0, 1, 1, 2],
    ],
    clusterCount: 3,
  },
  'fewer distinct samples than clusters': {
    labelings: [
      [0, 0, 1, 1],
      [0, 0, 1, 1],
    ],
    clusterCount: 3,
  },
  'a labeling of one cluster': {
    labelings: [
      [0, 0, 1, 1],
      [0, 0, 0, 0],
      [0, 1, 1, 1],
    ],
    clusterCount: 2,
  },
  'missing labels': {
    labelings: [
      [0, 0, 1, null],
      [null, 0, 1, 1],
      [0, null, 1, 1],
    ],
    clusterCount: 2,
  },
  'no agreement at all': {
    labelings: [
      [0, 0, 1, 1],
      [0, 1, 0, 1],
      [0, 1, 1, 0],
    ],
    clusterCount: 2,
  },
}

describe('renderReport', () => {
  it('is valid HTML with everything in it', async () => {
    expect(faults(await renderReport(await wholeInput({ warnings: ['one', 'two'], date: '1 May 2026' })))).toEqual([])
  })

  it('is valid HTML with as little as there can be', async () => {
    expect(faults(await renderReport(await bare()))).toEqual([])
  })

  it('is valid HTML with hostile texts', async () => {
    // The rule about long titles counts the letters of entities.
    const found = faults(await renderReport(await hostileInput()))
    expect(found.filter(fault => !fault.includes('long-title'))).toEqual([])
  })

  it('holds no element and no attribute that came as text', async () => {
    const page = await renderReport(await hostileInput())
    expect(page).not.toMatch(/<script|<img|<!--/)
    const withoutValues = page.replaceAll(/"[^"]*"/g, '""')
    expect(withoutValues).not.toMatch(/<[^>]*\son\w+=/)
    expect(page).toContain('&lt;script&gt;document.title = &quot;taken&quot;&lt;/script&gt;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(page).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
    expect(page).not.toMatch(/\p{Surrogate}/u)
    // Whole in the command, which must stay usable; cut everywhere else.
    expect(page.split(HOSTILE[6].trim())).toHaveLength(2)
  })

  it('names no address but those within the page', async () => {
    const page = await renderReport(await wholeInput())
    const addresses = page.match(/(?:href|src|srcset|action|url)\s*[=(]\s*["']?[^"'\s>)]{0,20}/g) ?? []
    expect(addresses.filter(address => !/=["'](#|data:image\/png)/.test(address))).toEqual([])
    expect(page).not.toMatch(/@import|http:|https:/)
    expect(page).toContain('default-src &#39;none&#39;')
  })

  it('is the same for the same run', async () => {
    const input = await wholeInput()
    expect(await renderReport(input)).toBe(await renderReport(input))
  })

  it('writes section by section, and waits for a slow receiver', async () => {
    const input = await wholeInput()
    const pieces: string[] = []
    let writing = false
    await writeReport(async piece => {
      expect(writing).toBe(false)
      writing = true
      await new Promise(resolve => setTimeout(resolve, 1))
      pieces.push(String(piece))
      writing = false
    }, input)
    expect(pieces).toHaveLength(18)
    expect(pieces.join('')).toBe(await renderReport(input))
  })

  it('puts warnings before everything but the heading', async () => {
    const page = await renderReport(await wholeInput({ warnings: ['look out'] }))
    expect(page.indexOf('look out')).toBeLessThan(page.indexOf('What was done</h2>'))
  })

  it('has its sections in the order of reading', async () => {
    const page = await renderReport(await wholeInput())
    expect(Array.from(page.matchAll(/<section id="([a-z]+)"/g), match => match[1])).toEqual([
      'clusters',
      'map',
      'effects',
      'profiles',
      'categories',
      'truth',
      'silhouettes',
      'picture',
      'heatmap',
      'splits',
      'confidence',
      'base',
      'gap',
      'search',
      'done',
      'details',
    ])
  })

  it('gives every chart a title and words instead of the picture', async () => {
    const page = await renderReport(await wholeInput())
    const charts = page.match(/<svg class="chart"[^>]*>/g) ?? []
    expect(charts.length).toBeGreaterThanOrEqual(7)
    for (const chart of charts) expect(chart).toMatch(/role="img" aria-label="[^"]{40,}"/)
    expect(page.match(/<figcaption>/g)).toHaveLength(charts.length)
  })

  it('says what the command was, ready to be pasted', async () => {
    const page = await renderReport(await wholeInput())
    expect(page.replaceAll(/<\/?span>/g, '')).toContain('chorale cluster leaves.csv -k 3 --truth &#39;the kind&#39;')
  })

  it('names the ten least certain samples and the other cluster they could belong to', async () => {
    const page = await renderReport(await wholeInput())
    const table = page.slice(page.indexOf('The 10 least certain samples</caption>'), page.indexOf('<section id="base"'))
    expect(table.match(/<th scope="row"/g)).toHaveLength(10)
    expect(table).toContain('second choice')
  })

  for (const [corner, { labelings, clusterCount }] of Object.entries(CORNERS)) {
    for (const method of ['gpec', 'balanced'] as const) {
      it(`has only numbers and valid HTML of ${corner} (${method})`, async () => {
        const result = await consensus(labelings, { clusterCount, method })
        const dataset = datasetOf({ a: labelings[0].map((_, i) => i), b: labelings[0].map((_, i) => i % 2) })
        const page = await renderReport({ result, ensemble: adoptLabelings(labelings), dataset, version: '1' })
        expect(page.replaceAll(/base64,[^"]*/g, '')).not.toMatch(/NaN|Infinity|undefined|null|\[object/)
        expect(faults(page)).toEqual([])
      })
    }
  }

  it('shows 50,000 samples in a page that a phone can load', async () => {
    const n = 50_000
    const base = Array.from({ length: 8 }, (_, t) => Int32Array.from({ length: n }, (_, i) => (i * (t + 3)) % (4 + t)))
    const ensemble = adoptLabelings(base)
    const whole = await wholeInput()
    const labels = Int32Array.from({ length: n }, (_, i) => i % 4)
    const input = withResult(
      { ...whole, ensemble, dataset: null },
      {
        labels,
        confidence: Float64Array.from(labels, (_, i) => (i % 100) / 100),
        weights: new Float64Array(8).fill(1 / 8),
        ensemble: describeEnsemble(ensemble),
        embedding: {
          rowCount: n,
          columnCount: 3,
          values: Float64Array.from({ length: 3 * n }, (_, at) => Math.sin(at)),
        },
      },
    )
    const page = await renderReport(input)
    expect(page.length).toBeLessThan(1_000_000)
    expect(page).toMatch(/1,4\d\d of 50,000 samples are shown/)
    expect(page).toContain('50,000 samples are shown as 300 × 300 cells')
  })
})
