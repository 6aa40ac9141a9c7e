import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../src/catalogue.js'
import { luckOf, meansOfRuns } from '../src/luck.js'
import { type PlannedRun, planRuns } from '../src/plan.js'
import { Results, type RunLine } from '../src/results.js'
import { recordOf } from './record.js'

const means = (value: number) => ({ nmi: value, ari: value, purity: value })

describe('luckOf', () => {
  it('matches the hand-worked example', () => {
    // Runs at 1, 2, 6: mean 3, variance (4 + 1 + 9) / 2 = 7. Published 3.55: 1 is 2.55 away, as near as rounding allows;
    // 2 is near; 6 is 2.45 away. Of the pairs only 1 and 2 are within 2.5 of each other.
    const luck = luckOf([1, 2, 6].map(means), means(3.55), 2.5)
    expect(luck.mean).toEqual(means(3))
    expect(luck.sd.ari).toBeCloseTo(Math.sqrt(7), 12)
    // 1 and 2 are within 2.5 of the mean 3, 6 is not.
    expect(luck).toMatchObject({ runCount: 3, near: 3, nearMean: 2, nearEachOther: 1 / 3 })
    expect(luckOf([1, 2, 6].map(means), means(3.6), 2.5).near).toBe(2)
  })

  it('asks for all metrics', () => {
    expect(luckOf([means(1), { ...means(1), purity: 9 }], means(1), 2.5)).toMatchObject({ near: 1, nearEachOther: 0 })
  })
})

describe('meansOfRuns', () => {
  const catalogue = readCatalogue()
  const planned = (name: string, method: string, dataset: string, repeats: number) => {
    const experiment = catalogue.experiments.find(each => each.name === name)!
    return planRuns(catalogue, { ...experiment, methods: [method], datasets: [dataset], repeats })[0]
  }
  const line = (repeat: number, value: number, alpha?: number) => ({ repeat, alpha, ...means(value) }) as RunLine
  const resultsOf = (run: PlannedRun, lines: readonly RunLine[]) =>
    new Results([recordOf(run.dataset.name, run.name, lines)])

  it('takes every second repeat of two pools, and chooses the best threshold of each', () => {
    const run = { ...planned('twenty-pools', 'gpec', 'seeds', 40), alphas: [0.1, 0.2] }
    const lines = Array.from({ length: 40 }, (_, repeat) => [
      line(repeat, repeat % 2 === 0 ? 0.5 : 0.25, 0.1),
      line(repeat, repeat % 2 === 0 ? 0.25 : 0.75, 0.2),
    ]).flat()
    const results = resultsOf(run, lines)
    expect(meansOfRuns(run, results, 'best', 2)).toEqual([50, 75].map(means))
    expect(meansOfRuns(run, results, 0.1, 2)).toEqual([50, 25].map(means))
    // The best of two thresholds is not the best of three.
    expect(meansOfRuns({ ...run, alphas: [0.1, 0.2, 0.3] }, results, 'best', 2)).toEqual([])
  })

  it('takes draws from one pool twenty by twenty, and nothing of incomplete runs', () => {
    const run = planned('many-draws', 'lwea', 'Ecoli', 40)
    const lines = Array.from({ length: 40 }, (_, repeat) => line(repeat, repeat < 20 ? 0.5 : 0.25))
    expect(meansOfRuns(run, resultsOf(run, lines), null, 1)).toEqual([50, 25].map(means))
    expect(meansOfRuns(run, resultsOf(run, lines.slice(1)), null, 1)).toEqual([])
    expect(meansOfRuns(run, new Results([]), null, 1)).toEqual([])
  })
})
