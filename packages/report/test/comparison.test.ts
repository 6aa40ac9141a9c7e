import { type ComparedRun, rankMethods, summarizeRuns } from 'chorale-report/data'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { METHOD_NAMES, type MethodName } from '../../chorale/src/internal.js'
import { agreementOf, comparison, render, run } from './compared.js'
import { HOSTILE } from './hostile.js'

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
