import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ComparisonReport, writeComparison } from '../../pages/comparison.js'
import {
  type ComparedRun,
  type Labels,
  type Matrix,
  METHOD_NAMES,
  type MethodName,
  methodAgreement,
  rankMethods,
  summarizeRuns,
} from '../../src/internal.js'
import { describeInBrowser } from './chromium.js'
import { HOSTILE } from './hostile.js'

function agreementOf(labelings: (number[] | null)[]): Matrix {
  const steps = methodAgreement(labelings.map(labels => labels && (Int32Array.from(labels) as Labels)))
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

const run = (method: MethodName, repeat: number, nmi: number, warnings: string[] = []): ComparedRun => ({
  method,
  repeat,
  outcome: {
    metrics: { nmi, ari: nmi / 2, purity: nmi, fscore: nmi, accuracy: nmi },
    baseAgreement: nmi,
    seconds: 1 + repeat,
    peakMemoryMb: 60,
    warnings,
  },
})

describe('methodAgreement', () => {
  it('is the ARI of every pair, 1 on the diagonal, NaN where a method has no labels', () => {
    const { values } = agreementOf([[0, 0, 1, 1], null, [0, 1, 0, 1], [1, 1, 0, 0]])
    expect(Array.from(values, value => Number(value.toFixed(12)))).toEqual([
      1,
      Number.NaN,
      -0.5,
      1,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      -0.5,
      Number.NaN,
      1,
      -0.5,
      1,
      Number.NaN,
      -0.5,
      1,
    ])
  })
})

describe('summarizeRuns', () => {
  const failure: ComparedRun = { method: 'eac', repeat: 1, outcome: { kind: 'refused', reason: 'too large' } }
  const summary = summarizeRuns(
    ['gpec', 'eac'],
    [
      run('gpec', 2, 0.9, ['only 3 of 5 found']),
      run('gpec', 0, 0.5, ['only 2 of 5 found']),
      run('gpec', 1, 0.7),
      run('eac', 0, 0.4),
      failure,
      run('eac', 2, 0.4),
    ],
    [
      agreementOf([
        [0, 0, 1, 1],
        [0, 0, 1, 1],
      ]),
      agreementOf([[0, 0, 1, 1], null]),
      agreementOf([
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ]),
    ],
  )

  it('gives mean and sample standard deviation over the repeats', () => {
    const [gpec, eac] = summary.methods
    expect(gpec.values.nmi).toEqual([0.5, 0.7, 0.9])
    expect(gpec.measures.nmi!.mean).toBeCloseTo(0.7, 12)
    expect(gpec.measures.nmi!.sd).toBeCloseTo(0.2, 12)
    expect(gpec.measures.ari!.mean).toBeCloseTo(0.35, 12)
    expect(gpec.seconds!.mean).toBe(2)
    expect(eac).toMatchObject({ runCount: 2, measures: { nmi: { mean: 0.4, sd: 0 } } })
  })

  it('keeps failures with their repeat and reason', () => {
    expect(summary.methods[1].failures).toEqual([{ kind: 'refused', reason: 'too large', repeat: 1 }])
  })

  it('counts a warning with other numbers as the same', () => {
    expect(summary.methods[0].warnings).toEqual([{ text: 'only 2 of 5 found', runCount: 2 }])
  })

  it('averages agreement over the repeats in which both methods gave a result', () => {
    expect([...summary.agreement.values]).toEqual([1, 0.25, 0.25, 1])
  })

  it('has no spread for a single run, and nothing for none', () => {
    const [gpec, eac] = summarizeRuns(['gpec', 'eac'], [run('gpec', 0, 0.5), { ...failure, repeat: 0 }], []).methods
    expect(gpec.measures.nmi).toEqual({ mean: 0.5, sd: null })
    expect(eac).toMatchObject({ runCount: 0, measures: {}, seconds: null, peakMemoryMb: null })
  })
})

describe('rankMethods', () => {
  const dataset = (scores: Partial<Record<MethodName, number | null>>) => {
    const names = Object.keys(scores) as MethodName[]
    const runs = names.map((name): ComparedRun => {
      const score = scores[name]
      if (typeof score === 'number') return run(name, 0, score)
      return { method: name, repeat: 0, outcome: { kind: 'failed', reason: 'broke' } }
    })
    return summarizeRuns(names, runs, [])
  }

  it('ranks the best first and leaves out methods without a result somewhere', () => {
    const ranks = rankMethods([
      dataset({ gpec: 0.9, eac: 0.5, sec: 0.7, lwgp: 0.1 }),
      dataset({ gpec: 0.8, eac: 0.6, sec: null, lwgp: 0.6 }),
    ])
    expect(ranks.map(({ measure }) => measure)).toEqual(['nmi', 'ari', 'purity', 'fscore', 'accuracy', 'baseAgreement'])
    expect(ranks[0]).toMatchObject({ methods: ['gpec', 'eac', 'lwgp'], leftOut: ['sec'], meanRanks: [1, 2.25, 2.75] })
  })

  it('gives nothing for one dataset, or for one method that is complete', () => {
    expect(rankMethods([dataset({ gpec: 0.9, eac: 0.5 })])).toEqual([])
    expect(rankMethods([dataset({ gpec: 0.9, eac: null }), dataset({ gpec: 0.9, eac: 0.5 })])).toEqual([])
  })
})

/** A comparison of all methods on some datasets, with every text that can come from outside given. */
function comparison(texts: readonly string[], datasetCount: number, repeats: number): ComparisonReport {
  const text = (at: number) => texts[at % texts.length]
  const datasets = Array.from({ length: datasetCount }, (_, d) => {
    const runs = METHOD_NAMES.flatMap((method, j) =>
      Array.from({ length: repeats }, (_, repeat): ComparedRun => {
        if (j === 6) return { method, repeat, outcome: { kind: 'refused', reason: text(d) } }
        return run(method, repeat, 0.5 + 0.3 * Math.sin(17 * d + 5 * j + repeat), [text(d + 1)])
      }),
    )
    const labels = METHOD_NAMES.map((_, j) =>
      j === 6 ? null : Array.from({ length: 24 }, (_, i) => (i * (j + 3)) % 5),
    )
    return {
      name: text(d + 2),
      kind: d % 2 === 0 ? ('features' as const) : ('labelings' as const),
      sampleCount: 24,
      featureCount: 4,
      labelingCount: 30,
      ensembleSize: 20,
      clusterCount: 5,
      truthName: text(d + 3),
      comparison: summarizeRuns(
        METHOD_NAMES,
        runs,
        Array.from({ length: repeats }, () => agreementOf(labels)),
      ),
      notes: [text(d + 4)],
    }
  })
  return {
    version: text(0),
    datasets,
    methods: METHOD_NAMES,
    repeats,
    warnings: [...texts],
    ranks: rankMethods(datasets.map(each => each.comparison)),
    settings: { seed: 1, [text(1)]: text(2), alpha: undefined },
    command: ['chorale', 'compare', ...texts],
  }
}

async function render(report: ComparisonReport): Promise<string> {
  let page = ''
  await writeComparison(async piece => {
    page += piece
  }, report)
  return page
}

function faults(page: string): string[] {
  const { results } = new HtmlValidate({ extends: ['html-validate:recommended'] }).validateStringSync(page)
  return results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`))
}

describe('writeComparison', () => {
  it.each([
    ['one dataset, one repeat', 1, 1],
    ['one dataset, ten repeats', 1, 10],
    ['three datasets', 3, 5],
  ])('is valid HTML: %s', async (_, datasetCount, repeats) => {
    expect(faults(await render(comparison(['plain'], datasetCount, repeats)))).toEqual([])
  })

  it('is valid HTML where no method gave a result and there is no truth', async () => {
    const whole = comparison(['plain'], 1, 1)
    const [dataset] = whole.datasets
    const runs = METHOD_NAMES.map(
      (method): ComparedRun => ({
        method,
        repeat: 0,
        outcome: { kind: 'failed', reason: 'broke' },
      }),
    )
    const empty = { ...dataset, truthName: null, comparison: summarizeRuns(METHOD_NAMES, runs, []) }
    const page = await render({ ...whole, datasets: [empty], ranks: [] })
    expect(faults(page)).toEqual([])
    expect(page).toContain('No method gave a result')
  })

  it('keeps hostile texts as texts', async () => {
    const page = await render(comparison(HOSTILE, 3, 2))
    expect(page).not.toMatch(/<script|<img|onerror="|<[^>]* onmouseover/)
    expect(page).toContain('&lt;script&gt;')
    expect(faults(page)).toEqual([])
  })

  it('names every method that gave nothing, with the reason', async () => {
    const page = await render(comparison(['too large for this'], 1, 4))
    expect(page).toMatch(/<strong>eccms<\/strong> refused: too large for this \(4 of 4 runs\)/)
  })
})

describeInBrowser('the comparison in a browser', browser => {
  async function open(texts: readonly string[], width: number, colorScheme: 'light' | 'dark') {
    const folder = mkdtempSync(join(tmpdir(), 'chorale-comparison-'))
    const path = join(folder, 'comparison.html')
    writeFileSync(path, await render(comparison(texts, 3, 6)))
    const page = await browser().newPage({ viewport: { width, height: 900 }, colorScheme })
    onTestFinished(async () => {
      await page.close()
      rmSync(folder, { recursive: true })
    })
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    const address = pathToFileURL(path).href
    await page.goto(address, { waitUntil: 'networkidle' })
    return { page, address, requests }
  }

  it('asks for nothing but itself and runs nothing, whatever the names', async () => {
    const { page, address, requests } = await open(HOSTILE, 1280, 'light')
    expect(requests).toEqual([address])
    expect(await page.title()).toBe('14 methods on 3 datasets – Chorale')
    expect(await page.locator('script, img, [onerror], [onmouseover]').count()).toBe(0)
  })

  it.each([
    ['a phone in light colours', 390, 'light'],
    ['a phone in dark colours', 390, 'dark'],
    ['a desk in dark colours', 1280, 'dark'],
  ] as const)('is accessible and never scrolls sideways on %s', async (_, width, colorScheme) => {
    const { page } = await open(['plain.csv'], width, colorScheme)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.evaluate(axe.source)
    const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
    expect(
      found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)),
    ).toEqual([])
  })
})
