import { describe, expect, it } from 'vitest'
import { threads } from '../../node/threads.js'
import { testLabelings } from '../../src/advice/structure-test.js'
import {
  type Advice,
  adjustedRandIndex,
  adoptLabelings,
  advise,
  buildEnsemble,
  type Progress,
  type Shape,
  sampleShape,
} from '../../src/internal.js'

function samplesOf(shape: Shape, sampleCount: number, seed: number, clusterCount?: number, featureCount?: number) {
  return sampleShape(shape, { sampleCount, seed, clusterCount, featureCount })
}

/** What may not differ between two runs. */
const essence = ({ clusterCount, reason, criteria, structure, stability }: Advice) => ({
  clusterCount,
  reason,
  structure,
  criteria: criteria.map(({ overlap, stability: stable, pac, silhouette }) => [overlap, stable, pac, silhouette]),
  samples: [...stability.samples],
})

describe('advise', () => {
  it('rejects too few samples, and k that cannot be', async () => {
    const few = samplesOf('blobs', 12, 1)
    await expect(advise(few)).rejects.toThrow('advise: the number of samples must be at least 20; got 12')
    const samples = samplesOf('blobs', 60, 1)
    await expect(advise(samples, { clusterCounts: [1] })).rejects.toThrow(
      /clusterCounts must be an integer from 2 to 30/,
    )
    await expect(advise(samples, { clusterCounts: [] })).rejects.toThrow(/at least one number; got none/)
    await expect(advise(samples, { resamples: 1 })).rejects.toThrow(/resamples must be an integer from 2/)
  })

  it.each([
    ['blobs', 300, 2, 2],
    ['blobs', 350, 3, 5],
    ['blobs', 400, 5, 5],
    ['blobs', 500, 4, 10],
    ['rings', 600, 2, undefined],
    ['moons', 500, 2, undefined],
  ] as const)('finds the clusters of %s (%d samples, %d clusters)', async (shape, n, k, d) => {
    const counts = shape === 'moons' ? undefined : k
    const advice = await advise(samplesOf(shape, n, 3, counts, d), { convergence: false })
    expect(advice.clusterCount).toBe(k)
    expect(advice.structure.pValue).toBeLessThan(0.01)
    expect(advice.reason).toContain(`${k} clusters, the largest number of separated clusters: `)
  })

  it.each([2, 5, 20])('sees no clusters in a uniform cube of %d dimensions', async d => {
    const advice = await advise(samplesOf('noise', 400, 5, undefined, d), { convergence: false })
    expect(advice).toMatchObject({ clusterCount: 1 })
    expect(advice.structure.pValue).toBeGreaterThan(0.01)
    expect(advice.reason).toMatch(
      /^No clusters found\. Random data without clusters look just as well separated \(p = /,
    )
  })

  it('says the same for any number of threads, and whoever computes', async () => {
    const samples = samplesOf('blobs', 200, 2)
    const options = { clusterCounts: [2, 3, 4], resamples: 3, convergence: false }
    const alone = await advise(samples, options)
    for (const count of [1, 2]) {
      const threaded = await advise(samples, { ...options, executor: threads({ count }) })
      expect(essence(threaded)).toEqual(essence(alone))
    }
  })

  it('tells of every k, of every sample, and of the ensemble', async () => {
    const samples = samplesOf('blobs', 240, 4)
    const progress: Progress[] = []
    const advice = await advise(samples, { clusterCounts: [4, 2, 3], onProgress: step => progress.push(step) })
    expect(advice.criteria.map(({ clusterCount }) => clusterCount)).toEqual([2, 3, 4])
    for (const { cdf, pac, area, agreement, silhouette, stability } of advice.criteria) {
      expect(cdf.at(-1)).toBe(1)
      for (const value of [pac, area, agreement, stability]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
      expect(silhouette).not.toBeNull()
    }
    expect(advice.stability).toMatchObject({ clusterCount: 3 })
    expect(advice.stability.samples.length).toBe(240)
    expect(Math.min(...advice.stability.clusters)).toBeGreaterThan(0.9)
    expect(advice.convergence?.verdict).toBe('enough')
    expect(advice.theory).toMatchObject({ size: { recommended: 16 }, bound: { informative: false } })
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(
      new Set(['ensemble', 'null', 'resamples', 'convergence']),
    )
  })

  it('takes labelings, without features', async () => {
    const samples = samplesOf('blobs', 300, 1, 4)
    const { labelings } = await buildEnsemble(samples, { ensembleSize: 60, maxClusterCount: 24 })
    const advice = await advise(adoptLabelings(labelings), { convergence: false })
    expect(advice).toMatchObject({ clusterCount: 4, ensembleSize: 60 })
    expect(advice.criteria.every(({ silhouette }) => silhouette === null)).toBe(true)
    expect(advice.structure).toMatchObject({ statistic: 'agreement', nulls: [{ name: 'permuted' }] })
    expect(advice.structure.pValue).toBeLessThan(0.01)
    // What it says is the mean ARI of all pairs of labelings; what chance gives is 0.
    const [first, second] = [labelings.slice(0, 2), labelings.slice(0, 3)].map(few =>
      testLabelings(adoptLabelings(few), { seed: 1 }),
    )
    expect((await first).observed).toBeCloseTo(adjustedRandIndex(labelings[0], labelings[1]), 12)
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([s, t]) => adjustedRandIndex(labelings[s], labelings[t]))
    expect((await second).observed).toBeCloseTo((pairs[0] + pairs[1] + pairs[2]) / 3, 12)
    expect(Math.abs((await second).nulls[0].typical)).toBeLessThan(0.02)
  })

  it('finds nothing in labelings that were drawn at random', async () => {
    const random = samplesOf('noise', 200, 9, undefined, 30).values
    const labelings = Array.from({ length: 30 }, (_, t) =>
      Array.from({ length: 200 }, (_, i) => Math.floor(((random[i * 30 + t] + 2) / 4) * 5)),
    )
    const advice = await advise(adoptLabelings(labelings), { convergence: false })
    expect(advice.clusterCount).toBe(1)
    expect(advice.structure.pValue).toBeGreaterThan(0.01)
  })

  it('stops when told to', async () => {
    const controller = new AbortController()
    const work = advise(samplesOf('blobs', 400, 1), {
      signal: controller.signal,
      onProgress: ({ phase }) => phase === 'null' && controller.abort(),
    })
    await expect(work).rejects.toThrow(/abort/i)
  })
})
