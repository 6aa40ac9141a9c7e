import { describe, expect, it } from 'vitest'
import { advise } from '../../../src/advise/advise.js'
import { type ClusterCountEvidence, chooseClusterCount } from '../../../src/advise/choose-cluster-count.js'
import { graphLimits } from '../../../src/advise/limits.js'
import { pairConsensus } from '../../../src/advise/wide/pair-consensus.js'
import { partitionAgreement } from '../../../src/advise/wide/partition-agreement.js'
import { cluster } from '../../../src/cluster/cluster.js'
import { consensusDistribution } from '../../../src/index.js'
import { adjustedRandIndex } from '../../../src/metrics/adjusted-rand-index.js'
import { drawGaussian } from '../../../src/numeric/gaussian.js'
import { randomFor } from '../../../src/numeric/random.js'

/** Samples around k centres, or one cloud with a few common factors. */
function draw(n: number, d: number, { k = 1, factors = 0, seed = 1 }) {
  const random = randomFor(seed, 0)
  const g = () => drawGaussian(random)
  const centres = Array.from({ length: k }, () => Float64Array.from({ length: d }, () => (k > 1 ? g() : 0)))
  const loadings = Array.from({ length: factors }, () => Float64Array.from({ length: d }, g))
  const values = new Float64Array(n * d)
  for (let i = 0; i < n; i++) {
    const scores = loadings.map(g)
    for (let f = 0; f < d; f++) {
      values[i * d + f] = centres[i % k][f] + g() + loadings.reduce((sum, own, q) => sum + own[f] * scores[q], 0)
    }
  }
  return { sampleCount: n, featureCount: d, values }
}

describe('the agreement of two clusterings', () => {
  const a = Int32Array.of(0, 0, 1, 1, 2, 2, 0, -1)
  const b = Int32Array.of(1, 1, 0, 0, 0, 2, -1, 2)

  it('is the adjusted Rand index of the samples that both cover', () => {
    const both = [0, 1, 2, 3, 4, 5]
    const expected = adjustedRandIndex(
      both.map(i => a[i]),
      both.map(i => b[i]),
    )
    expect(partitionAgreement(a, b, 3)).toBeCloseTo(expected, 12)
  })

  it('does not depend on the numbers of the clusters, nor on which comes first', () => {
    const renumbered = a.map(label => (label < 0 ? label : 2 - label))
    expect(partitionAgreement(renumbered, b, 3)).toBe(partitionAgreement(b, a, 3))
    expect(partitionAgreement(a, renumbered, 3)).toBe(1)
    expect(partitionAgreement(Int32Array.of(0, -1), Int32Array.of(-1, 0), 1)).toBe(0)
  })
})

describe('the consensus of pairs', () => {
  const labelings = [
    [0, 0, 1, 1],
    [0, 0, 1, 1],
    [0, 1, 1, 1],
    [0, 0, 1, 1],
  ].map(labels => Int32Array.from(labels))

  it('has the CDF, the area and the PAC of all pairs where they are few', () => {
    // Together: 3/4, 0, 0, 1/4, 1/4, 1: three of six pairs are ambiguous.
    const found = pairConsensus(labelings, 4, randomFor(1, 1))
    expect(found.pac).toBeCloseTo(0.5, 12)
    const { cdf, area, pac } = consensusDistribution(labelings)
    expect([...found.cdf]).toEqual([...cdf])
    expect(found.area).toBeCloseTo(area, 12)
    expect(found.pac).toBeCloseTo(pac, 12)
  })

  it('leaves out pairs of too few clusterings', () => {
    expect(pairConsensus(labelings.slice(0, 3), 4, randomFor(1, 1)).pac).toBe(0)
  })
})

describe('the number of clusters by graphs', () => {
  const evidence = (
    clusterCount: number,
    quality: number,
    pac: number,
    p: number,
    same = 0.95,
  ): ClusterCountEvidence => ({
    clusterCount,
    overlap: 0.1,
    stability: same,
    agreement: same,
    ambiguity: pac,
    roundAmbiguity: null,
    smallestShare: null,
    silhouette: null,
    silhouetteOfNulls: null,
    mixing: null,
    graphs: { linkScore: 1, quality, pacOfNulls: 0.4, rcsi: 0, p },
    limits: graphLimits(0.4, 100),
  })

  it('is that of the largest quality, graded by random data with the same correlations', () => {
    const few = evidence(2, 0.5, 0.01, 0.001)
    expect(chooseClusterCount([few, evidence(3, 0.9, 0.05, 0.001)])).toEqual({
      verdict: 'strong',
      clusterCount: 3,
      runnerUp: 2,
      leading: 3,
      kind: 'separated',
    })
    // 0.4 / 10^0.6 = 0.10 and 0.4 / 10^0.3 = 0.20 are the limits.
    expect(chooseClusterCount([few, evidence(3, 0.9, 0.15, 0.001)]).verdict).toBe('weak')
    expect(chooseClusterCount([few, evidence(3, 0.9, 0.05, 0.001, 0.8)]).verdict).toBe('weak')
    expect(chooseClusterCount([few, evidence(3, 0.9, 0.05, 0.007)]).verdict).toBe('weak')
    expect(chooseClusterCount([few, evidence(3, 0.9, 0.25, 0.001)])).toMatchObject({ verdict: 'none', leading: 3 })
    expect(chooseClusterCount([few, evidence(3, 0.9, 0.05, 0.06)]).clusterCount).toBeNull()
  })

  it('asks for more of few samples', () => {
    expect(graphLimits(0.4, 60)).toEqual(graphLimits(0.4, 600))
    expect(graphLimits(0.4, 30).weak).toBeCloseTo(graphLimits(0.4, 60).strong, 12)
  })

  it('is found in samples with many features, by advise, -k auto and several k alike', async () => {
    const samples = draw(100, 60, { k: 4 })
    const advice = await advise(samples, { convergence: false })
    expect(advice).toMatchObject({ verdict: 'strong', clusterCount: 4, convergence: null })
    const own = advice.criteria.find(({ clusterCount }) => clusterCount === 4)!
    expect(own.graphs!.p).toBeLessThan(0.01)
    expect(own.graphs!.rcsi).toBeGreaterThan(0.6)
    expect(own.cdf).toHaveLength(100)
    const auto = await cluster(samples, { clusterCount: 'auto', review: false })
    expect(auto.clusterCount).toBe(4)
    expect((await cluster(samples, { clusterCount: [2, 3, 4, 5], review: false })).clusterCount).toBe(4)
    expect((await cluster(samples, { clusterCount: [2, 3], review: false })).clusterCount).not.toBe(4)
  })

  it('is none in one cloud with common factors, by any distance, and the same for every order of the rows', async () => {
    const samples = draw(60, 100, { factors: 5 })
    const clusterCounts = [2, 3, 4, 5]
    for (const distance of ['euclidean', 'cosine', 'correlation'] as const) {
      expect((await advise(samples, { clusterCounts, convergence: false, distance })).verdict).toBe('none')
    }
    const d = samples.featureCount
    const values = new Float64Array(samples.values.length)
    for (let i = 0; i < 60; i++) values.set(samples.values.subarray(i * d, (i + 1) * d), (59 - i) * d)
    const a = await advise(samples, { clusterCounts })
    const b = await advise({ ...samples, values }, { clusterCounts, seed: 2 })
    expect(b.criteria).toEqual(a.criteria)
  })
})
