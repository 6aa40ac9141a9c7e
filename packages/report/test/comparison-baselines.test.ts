import { describe, expect, it } from 'vitest'
import { baselineRuns, summarizeBaselines } from '../src/data/comparison-baselines.js'

const truth = Int32Array.of(0, 0, 0, 1, 1, 1)
const right = Int32Array.of(0, 0, 0, 1, 1, 1)
const near = Int32Array.of(0, 0, 1, 1, 1, 1)
const wrong = Int32Array.of(0, 1, 0, 1, 0, 1)

describe('baselineRuns', () => {
  it('takes the best and the median base clustering by NMI with the truth', () => {
    const [kMeans, best, median] = baselineRuns({ labelings: [wrong, right, near] }, truth, near)
    expect([kMeans.name, best.name, median.name]).toEqual(['k-means', 'best base clustering', 'median base clustering'])
    expect(best.metrics).toMatchObject({ nmi: 1, ari: 1, accuracy: 1 })
    expect(median.metrics).toEqual(kMeans.metrics)
  })

  it('takes those that agree best with the others if there is no truth, and needs no features', () => {
    const [best, median] = baselineRuns({ labelings: [wrong, right, right, near] }, null, null)
    expect(best).toMatchObject({ name: 'best base clustering', metrics: null })
    expect(best.baseAgreement).toBeGreaterThan(median.baseAgreement)
  })

  it('scores the samples that a base clustering covers', () => {
    const gaps = Int32Array.of(0, 0, -1, 1, 1, -1)
    const [best] = baselineRuns({ labelings: [gaps, wrong] }, truth, null)
    expect(best.metrics?.nmi).toBe(1)
  })
})

describe('summarizeBaselines', () => {
  it('has the mean and the standard deviation over the repeats', () => {
    const runs = [right, wrong].map(labels => baselineRuns({ labelings: [labels, labels] }, truth, labels))
    const [kMeans] = summarizeBaselines(runs)
    expect(kMeans.name).toBe('k-means')
    expect(kMeans.measures.accuracy?.mean).toBeCloseTo((1 + 4 / 6) / 2, 12)
    expect(kMeans.measures.accuracy?.sd).toBeCloseTo(1 / 3 / Math.SQRT2, 12)
  })
})
