import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../src/catalogue.js'
import { distanceOf, nearestRows } from '../src/page/tables.js'
import { planRuns } from '../src/plan.js'
import { Published } from '../src/published.js'
import { fitLoss, lossAt } from '../src/risk-fit.js'
import {
  type Cell,
  compare,
  compareAverages,
  METRICS,
  type MethodRow,
  type Verdict,
  worstVerdict,
} from '../src/summarize.js'

const published = new Published()
const TEN = readCatalogue().experiments.find(({ name }) => name === 'alpha')!.datasets

describe('compare', () => {
  const spread = { mean: 60, sd: 4, meanVariance: 0.55, poolVariance: 3 }
  const exact = { mean: 60, sd: 1, meanVariance: 0.01, poolVariance: 0 }

  it('matches the hand-worked example', () => {
    // √(0.55 + 3²/20 + 3) = 2; 60 - 57 = 3, of which 0.05 may be rounding.
    expect(compare(spread, { mean: 57, sd: 3 })).toMatchObject({
      points: 3,
      error: 2,
      standardErrors: 1.475,
      verdict: 'unclear',
    })
  })

  it('lets means agree that are within 2.5 points, however small the standard error', () => {
    expect([60, 57.5, 62.5].map(mean => compare(exact, { mean, sd: 0 }).verdict)).toEqual(Array(3).fill('agrees'))
  })

  it('never lets means agree that are further away, however large the standard error', () => {
    expect([57.4, 51].map(mean => compare(spread, { mean, sd: 20 }).verdict)).toEqual(['unclear', 'unclear'])
  })

  it('calls different what is further away than 2.5 points and two standard errors', () => {
    // The standard error is 2. Without 0.05 for rounding, 4 points are 1.975 of them and 4.1 points 2.025.
    expect([56, 55.9].map(mean => compare(spread, { mean, sd: 3 }).verdict)).toEqual(['unclear', 'differs'])
    expect([57.4, 62.6].map(mean => compare(exact, { mean, sd: 0 }).verdict)).toEqual(['differs', 'differs'])
  })
})

describe('compareAverages', () => {
  const difference = (points: number, sd: number) =>
    compare({ mean: 50 + points, sd, meanVariance: sd ** 2, poolVariance: 0 }, { mean: 50, sd: 0 })

  it('matches the hand-worked example', () => {
    // Mean of 2 and 6 is 4; its standard error √(3² + 4²)/2 = 2.5; 3.95 / 2.5 = 1.58.
    const { standardErrors, verdict } = compareAverages([difference(2, 3), difference(6, 4)])
    expect(standardErrors).toBeCloseTo(1.58, 12)
    expect(verdict).toBe('unclear')
  })

  it('judges by the same limits as a single comparison', () => {
    expect(compareAverages([difference(-8, 0.1), difference(10, 0.1)]).verdict).toBe('agrees')
    expect(compareAverages([difference(2, 0.1), difference(6, 0.1)]).verdict).toBe('differs')
  })
})

describe('worstVerdict', () => {
  it('is that of the number that is furthest from agreeing', () => {
    const of = (...verdicts: Verdict[]) => worstVerdict(verdicts.map(verdict => ({ verdict })))
    expect(of('agrees', 'agrees')).toBe('agrees')
    expect(of('agrees', 'unclear')).toBe('unclear')
    expect(of('differs', 'unclear', 'agrees')).toBe('differs')
  })
})

describe('nearestRows', () => {
  const datasets = readCatalogue().datasets.filter(({ name }) => ['seeds', 'rice'].includes(name))
  /** A row so many points above the published one on both datasets; null where it was not run. */
  const row = (name: string, row: string, points: readonly (number | null)[]): MethodRow => ({
    name,
    title: name,
    published: row,
    cells: new Map(
      datasets.map(({ name: dataset }, at) => {
        const off = points[at]
        if (off === null) return [dataset, null]
        const metrics = METRICS.map(metric => {
          const { mean } = published.find('comparison', metric, row, dataset)!
          return [metric, { mean: mean + off, sd: 0, meanVariance: 0, poolVariance: 0 }]
        })
        return [
          dataset,
          { metrics: Object.fromEntries(metrics) as Cell['metrics'], lines: [], planned: 20, alpha: null },
        ]
      }),
    ),
  })

  it('keeps the variant of each method that is closest on average, and no incomplete row', () => {
    const rows = [
      row('plain', 'SMKKM', [1, -8]),
      row('centred', 'SMKKM', [-4, 4]),
      row('scaled', 'SMKKM', [0, null]),
      row('lwea', 'LWEA', [20, 20]),
      { ...row('lwgp', 'LWEA', [0, 0]), published: null },
    ]
    expect(distanceOf(rows[0].cells.get(datasets[1].name)!, published, 'SMKKM', datasets[1].name)).toBeCloseTo(8, 12)
    expect(nearestRows(rows, datasets, published).map(({ name }) => name)).toEqual(['centred', 'lwea'])
  })
})

describe('the published numbers', () => {
  it('have "w/o Bias" equal to SMKKM in every cell', () => {
    for (const dataset of TEN) {
      for (const metric of METRICS) {
        const ablation = published.find('ablation', metric, 'w/o Bias', dataset)
        expect(ablation).not.toBeNull()
        expect(ablation).toEqual(published.find('comparison', metric, 'SMKKM', dataset))
      }
    }
  })

  it('have a purity of at least the larger class in the table captioned F-score', () => {
    const [lwea, floor] = [published.find('comparison', 'purity', 'LWEA', 'phishing')!, (100 * 1362) / 2456]
    expect(lwea.mean).toBeCloseTo(floor, 1)
  })
})

describe('fitLoss', () => {
  const points = [100, 900, 2500, 4900].flatMap(n => [2, 9].map(m => ({ n, m })))
  const truth = { a1: 3, a2: 0.5, gap: 1.25 }
  const exact = points.map(point => ({ ...point, loss: lossAt(truth, point) }))

  it('finds the constants of losses that follow the law', () => {
    const fit = fitLoss(exact)
    expect(fit.a1).toBeCloseTo(3, 8)
    expect(fit.a2).toBeCloseTo(0.5, 8)
    expect(fit.gap).toBeCloseTo(1.25, 8)
    expect(fit.error).toBeLessThan(1e-8)
  })

  it('with given constants finds the mean gap', () => {
    expect(fitLoss(exact, { a1: 3, a2: 0.5 }).gap).toBeCloseTo(1.25, 12)
    // 1/√100 = 0.1 off at one point.
    expect(fitLoss([{ n: 100, m: 4, loss: lossAt(truth, { n: 100, m: 4 }) }], { a1: 2, a2: 0.5 }).gap).toBeCloseTo(
      1.35,
      12,
    )
  })
})

describe('planRuns', () => {
  const catalogue = readCatalogue()

  it('names every dataset and method that is described', () => {
    for (const experiment of catalogue.experiments) expect(() => planRuns(catalogue, experiment)).not.toThrow()
  })

  it('gives slow methods fewer repeats on large datasets, or none', () => {
    const experiment = {
      ...catalogue.experiments.find(({ name }) => name === 'comparison')!,
      datasets: ['seeds', 'website-phishing', 'wfrn'],
      methods: ['lwea', 'ceam'],
      repeats: 9,
      costly: [
        { methods: ['ceam'], samples: 1000, repeats: 2 },
        { methods: ['ceam'], samples: 5000, repeats: 0 },
      ],
    }
    const planned = planRuns(catalogue, experiment).map(run => `${run.dataset.name} ${run.name} ${run.repeats}`)
    expect(planned).toEqual([
      'seeds lwea-m20 9',
      'seeds ceam-m20 9',
      'website-phishing lwea-m20 9',
      'website-phishing ceam-m20 2',
      'wfrn lwea-m20 9',
    ])
  })

  it('gives no two different runs of a dataset the same name', () => {
    const runs = new Map<string, string>()
    for (const experiment of catalogue.experiments) {
      for (const { name, dataset, method, pool, ensembleSize } of planRuns(catalogue, experiment)) {
        const { scale = dataset.scale, start = 'library', starts = 1, seeds = null } = pool
        const what = JSON.stringify([
          dataset.name,
          method,
          ensembleSize,
          scale,
          start,
          starts,
          seeds,
          experiment.kind === 'weights',
        ])
        const key = `${dataset.name} ${name}`
        expect(runs.get(key) ?? what, key).toBe(what)
        runs.set(key, what)
      }
    }
  })
})
