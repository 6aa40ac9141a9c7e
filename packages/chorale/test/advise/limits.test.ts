import { describe, expect, it } from 'vitest'
import type { ClusterCountEvidence } from '../../src/advise/choose-cluster-count.js'
import { judgeChoice } from '../../src/advise/judge-choice.js'
import { limitsOf, separationLevel } from '../../src/advise/limits.js'
import type { StructureTest } from '../../src/advise/structure-test.js'

const separation = { mixing: 0.3, ambiguity: 0.2, sampleCount: 400, clusterCount: 5 }

describe('separationLevel', () => {
  it('adds mixing and ambiguity', () => {
    expect(separationLevel(separation)).toBe('clear')
    expect(separationLevel({ ...separation, mixing: 0.4 })).toBe('weak')
    expect(separationLevel({ ...separation, mixing: 0.5 })).toBe('none')
  })

  it('asks for less ambiguity of two and three clusters', () => {
    expect(separationLevel({ ...separation, clusterCount: 3 })).toBe('none')
    expect(separationLevel({ ...separation, clusterCount: 3, ambiguity: 0.13 })).toBe('weak')
    expect(separationLevel({ ...separation, clusterCount: 3, ambiguity: 0.09 })).toBe('clear')
  })

  it('knows clusters that overlap by halves that agree, and allows more ambiguity of many clusters', () => {
    expect(separationLevel({ ...separation, mixing: 0.75, ambiguity: 0.1 })).toBe('weak')
    expect(separationLevel({ ...separation, mixing: 0.75, ambiguity: 0.18 })).toBe('none')
    expect(separationLevel({ ...separation, mixing: 0.75, ambiguity: 0.18, clusterCount: 20 })).toBe('weak')
    expect(separationLevel({ ...separation, mixing: 0.85, ambiguity: 0 })).toBe('none')
  })

  it('asks for more of few samples, and never grows with mixing', () => {
    expect(separationLevel({ ...separation, sampleCount: 30 })).not.toBe('clear')
    const rank = { none: 0, weak: 1, clear: 2 }
    for (const clusterCount of [2, 3, 4, 12]) {
      for (const ambiguity of [0, 0.1, 0.2, 0.4]) {
        let last = 2
        for (let mixing = 0; mixing < 1.5; mixing += 0.05) {
          const own = rank[separationLevel({ ...separation, clusterCount, ambiguity, mixing })]
          expect(own).toBeLessThanOrEqual(last)
          last = own
        }
      }
    }
  })
})

describe('judgeChoice', () => {
  const evidence = (mixing: number | null, overlap: number): ClusterCountEvidence => ({
    clusterCount: 4,
    overlap,
    stability: 1,
    agreement: 1,
    ambiguity: overlap,
    roundAmbiguity: 1,
    smallestShare: 0.2,
    silhouette: 0.5,
    silhouetteOfNulls: 0.4,
    mixing,
    graphs: null,
    limits: limitsOf(4, { sampleCount: 400 }),
  })
  const structure = (observed: number): StructureTest => ({
    pBand: '0.05 or more',
    statistic: 'ambiguity',
    observed,
    nulls: [{ name: 'gaussian', typical: 0.3, pBand: '0.05 or more', runs: 3, bands: [] }],
    sampleCount: 400,
  })

  it('is strong where neighbours are clearly separated, whatever p a few runs of random data give', () => {
    expect(judgeChoice([evidence(0.1, 0.2)], structure(0.2)).verdict).toBe('strong')
    expect(judgeChoice([evidence(null, 0.2)], structure(0.2)).verdict).toBe('weak')
  })

  it('is weak at most where neighbours are mixed as in random data', () => {
    expect(judgeChoice([evidence(1, 0.02)], structure(0.02)).verdict).toBe('weak')
    expect(judgeChoice([evidence(null, 0.02)], structure(0.02)).verdict).toBe('strong')
  })

  it('finds no evidence where random data are as clear, whatever the neighbours', () => {
    expect(judgeChoice([evidence(0.01, 0.2)], structure(0.31)).verdict).toBe('none')
  })
})
