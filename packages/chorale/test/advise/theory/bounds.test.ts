import { describe, expect, it } from 'vitest'
import {
  consistencyCheck,
  ensembleSizeForBound,
  excessRiskBound,
  generalizationBound,
  recommendEnsembleSize,
  secBound,
} from '../../../src/internal.js'

const sizes = { sampleCount: 1000, ensembleSize: 30, clusterCount: 3 }

describe('the bounds of Section 3', () => {
  it('reject sizes, gaps and probabilities that cannot be', () => {
    expect(() => generalizationBound({ ...sizes, ensembleSize: 0 })).toThrow(/ensembleSize must be an integer from 1/)
    expect(() => generalizationBound({ ...sizes, eigengap: 0 })).toThrow(/eigengap must be a number above 0; got 0/)
    expect(() => excessRiskBound({ ...sizes, failureProbability: 1 })).toThrow(
      'excessRiskBound: failureProbability must be a number above 0 and below 1; got 1',
    )
    expect(() => excessRiskBound({ ...sizes, embeddingBound: -1 })).toThrow(/embeddingBound must be a number above 0/)
    expect(() => secBound([[0], [0]], { clusterCount: 2 })).toThrow(/secBound: clusterCount/)
  })

  it('are the hand-worked values of Theorem 3.1', () => {
    // log(6 · 1000 / 0.05) = log 120,000 = 11.695247; B = 2/90 · 11.695247 + √(8/30 · 11.695247) = 2.025888
    const bound = generalizationBound(sizes)
    expect(bound.terms.ensemble).toBeCloseTo(3.8284271247 * 2.0258877, 5)
    // 2√2 log(120) / √1000 = 2.828427 · 4.787492 / 31.622777
    expect(bound.terms.samples).toBeCloseTo(0.4282063, 6)
    expect(bound.value).toBeCloseTo(8.1841698, 5)
    // With δ_k = 1/4 the factor of B is 8√2 + 1.
    expect(generalizationBound({ ...sizes, eigengap: 0.25 }).terms.ensemble).toBeCloseTo(12.3137085 * 2.0258877, 5)
  })

  it('are the hand-worked values of Theorem 3.2', () => {
    const { terms } = excessRiskBound({ ...sizes, eigengap: 0.25, embeddingBound: 4 })
    expect(terms.ensemble).toBeCloseTo(11.3137085 * 2.0258877, 5)
    // 3 (8√2 / √1000 + √(8 log 60 / 1000)) + 0.4282063
    expect(terms.samples).toBeCloseTo(3 * (0.3577709 + 0.1809822) + 0.4282063, 5)
  })

  it('fall with more base clusterings, and only so far', () => {
    const values = [10, 100, 1000, 1e9].map(ensembleSize => generalizationBound({ ...sizes, ensembleSize }).value)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(values[3]).toBeGreaterThan(0.428)
  })

  it('say themselves that they are loose', () => {
    expect(generalizationBound(sizes)).toMatchObject({ trivial: 3 / 1000, informative: false })
  })

  it('tell from which ensemble on their first term is small enough', () => {
    const ensembleSize = ensembleSizeForBound({ sampleCount: 1000, clusterCount: 3, limit: 1 })
    const term = (m: number) => generalizationBound({ ...sizes, ensembleSize: m }).terms.ensemble
    expect(term(ensembleSize)).toBeLessThanOrEqual(1)
    expect(term(ensembleSize - 1)).toBeGreaterThan(1)
  })
})

describe('secBound', () => {
  it('is the hand-worked value', () => {
    // Two labelings of 4 samples: w = (2 + 1, 2 + 3, 2 + 3, 2 + 3) = (3, 5, 5, 5); m k = 4, n = 4, min w = 3.
    const { terms, value } = secBound(
      [
        [0, 0, 1, 1],
        [0, 1, 1, 1],
      ],
      { clusterCount: 2, failureProbability: 0.1 },
    )
    const root = Math.sqrt(2 * Math.PI)
    expect(terms[0]).toBeCloseTo(root * Math.sqrt(1 / 9 + 3 / 25), 12)
    expect(terms[1]).toBeCloseTo((2 * root * 4) / (2 * 3), 12)
    expect(terms[2]).toBeCloseTo((root / 9) * Math.sqrt(9 + 75), 12)
    expect(terms[3]).toBeCloseTo(Math.sqrt(Math.log(10) / 8), 12)
    expect(value).toBeCloseTo(terms[0] + terms[1] + terms[2] + terms[3], 12)
  })

  it('does not fall when the ensemble is repeated', () => {
    const labelings = [
      [0, 0, 1, 1, 2],
      [0, 1, 1, 1, 2],
    ]
    const once = secBound(labelings, { clusterCount: 2 }).value
    expect(secBound([...labelings, ...labelings], { clusterCount: 2 }).value).toBeCloseTo(once, 12)
  })
})

describe('recommendEnsembleSize', () => {
  it('is √n, rounded up, and well above log n for large n', () => {
    expect(recommendEnsembleSize(5000)).toMatchObject({ recommended: 71, standard: 71 })
    expect(recommendEnsembleSize(100)).toMatchObject({ recommended: 10, standard: 20 })
    expect(recommendEnsembleSize(1_000_000)).toMatchObject({ recommended: 1000, standard: 100 })
    expect(recommendEnsembleSize(1_000_000).ratio).toBeCloseTo(13.815510558 / 1000, 10)
  })
})

describe('consistencyCheck', () => {
  it('compares m with log n', () => {
    expect(consistencyCheck(1000, 5).standing).toBe('below')
    expect(consistencyCheck(1000, 30).standing).toBe('above')
    expect(consistencyCheck(1000, 70).standing).toBe('well above')
    const { ratio, rates } = consistencyCheck(10_000, 100)
    expect(ratio).toBeCloseTo(0.0921034, 7)
    expect(rates.ensemble).toBeCloseTo(0.3034854, 7)
    expect(rates.samples).toBe(0.01)
  })
})
