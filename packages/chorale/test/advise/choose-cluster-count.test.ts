import { describe, expect, it } from 'vitest'
import { type ClusterCountEvidence, chooseClusterCount } from '../../src/advise/choose-cluster-count.js'
import { clusterCountGrid, refinements } from '../../src/advise/grid.js'
import { limitsOf } from '../../src/advise/limits.js'

/** Evidence with a given overlap and reproducibility; ambiguity = overlap + 0.6 (1 - reproducibility). */
function evidence(
  clusterCount: number,
  overlap: number,
  reproducibility: number,
  round?: { ambiguity: number; silhouette: number },
): ClusterCountEvidence {
  return {
    clusterCount,
    overlap,
    stability: reproducibility,
    agreement: reproducibility,
    ambiguity: overlap + 0.6 * (1 - reproducibility),
    roundAmbiguity: round?.ambiguity ?? 1,
    smallestShare: 0.5 / clusterCount,
    silhouette: round?.silhouette ?? 0.2,
    silhouetteOfNulls: 0.2,
    mixing: null,
    graphs: null,
    limits: limitsOf(clusterCount, { sampleCount: 200 }),
  }
}

describe('chooseClusterCount', () => {
  it('takes the least ambiguous k, and of equals the largest', () => {
    const found = chooseClusterCount([evidence(2, 0.02, 1), evidence(3, 0.03, 1), evidence(4, 0.2, 0.8)])
    expect(found).toEqual({ verdict: 'strong', clusterCount: 3, runnerUp: 2, leading: 3, kind: 'separated' })
  })

  it('does not take a k that is much less reproducible than another', () => {
    const found = chooseClusterCount([evidence(2, 0.001, 0.85), evidence(3, 0.1, 0.99)])
    expect(found).toMatchObject({ clusterCount: 3, runnerUp: 2 })
  })

  it('calls evidence weak between the limits, and finds none above them', () => {
    const { strong, weak } = limitsOf(3, { sampleCount: 200 })
    const between = (strong + weak) / 2
    expect(chooseClusterCount([evidence(3, between, 1)])).toMatchObject({ verdict: 'weak', clusterCount: 3 })
    expect(chooseClusterCount([evidence(3, strong - 0.01, 1)])).toMatchObject({ verdict: 'strong', runnerUp: null })
    expect(chooseClusterCount([evidence(2, 0.5, 0.9), evidence(3, weak + 0.01, 1)])).toEqual({
      verdict: 'none',
      clusterCount: null,
      runnerUp: null,
      leading: 3,
      kind: null,
    })
  })

  it('gives overlapping clusters weak evidence at most, and only with better silhouettes than random data', () => {
    const blurred = [evidence(3, 0.3, 0.7), evidence(4, 0.3, 0.8, { ambiguity: 0.1, silhouette: 0.4 })]
    expect(chooseClusterCount(blurred)).toMatchObject({ verdict: 'weak', clusterCount: 4, kind: 'overlapping' })
    const dull = [evidence(4, 0.3, 0.8, { ambiguity: 0.1, silhouette: 0.21 })]
    expect(chooseClusterCount(dull).verdict).toBe('none')
  })

  it('asks given labelings for clearer clusters, because one method alone agrees with itself more easily', () => {
    const limits = limitsOf(2, { sampleCount: 200, isOfLabelings: true })
    expect(chooseClusterCount([evidence(2, 0.15, 1)]).verdict).toBe('strong')
    expect(chooseClusterCount([{ ...evidence(2, 0.15, 1), limits }]).verdict).toBe('none')
  })

  it('asks fewer than 150 samples for clearer clusters, because they have gaps by chance', () => {
    const few = { ...evidence(2, 0.15, 1), limits: limitsOf(2, { sampleCount: 50 }) }
    expect(chooseClusterCount([few]).verdict).toBe('none')
    expect(chooseClusterCount([{ ...few, ambiguity: 0.05 }]).verdict).toBe('strong')
  })
})

describe('limitsOf', () => {
  it('asks for clearer clusters where most features have few values', () => {
    const limits = limitsOf(6, { sampleCount: 1000 })
    const discrete = limitsOf(6, { sampleCount: 1000, isDiscrete: true })
    expect(discrete.strong / limits.strong).toBeCloseTo(0.75, 12)
    expect(discrete.weak / limits.weak).toBeCloseTo(0.75, 12)
    expect(discrete.overlapping / limits.overlapping).toBeCloseTo(0.75, 12)
  })
})

describe('clusterCountGrid', () => {
  it('has every number up to 12, then fewer, up to the root of the samples, at most 50', () => {
    expect(clusterCountGrid(100)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(clusterCountGrid(400)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 20])
    expect(clusterCountGrid(1e6).at(-1)).toBe(50)
    expect(clusterCountGrid(1e6).length).toBeLessThan(20)
  })

  it('is refined around the best k until its neighbours are tried', () => {
    const truth = 35
    const ambiguity = (k: number) => 0.05 + Math.abs(k - truth) / 100
    let counts = clusterCountGrid(2500)
    for (let more = counts; more.length > 0; ) {
      more = refinements(counts.map(clusterCount => ({ clusterCount, ambiguity: ambiguity(clusterCount) })))
      counts = [...counts, ...more].sort((a, b) => a - b)
    }
    expect(counts).toEqual(expect.arrayContaining([34, 35, 36]))
    expect(counts.length).toBeLessThan(28)
    expect(refinements(clusterCountGrid(100).map(clusterCount => ({ clusterCount, ambiguity: 0.1 })))).toEqual([])
  })
})
