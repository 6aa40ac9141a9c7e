import { describe, expect, it } from 'vitest'
import { threads } from '../../../node/src/threads.js'
import { testLabelings } from '../../src/advise/structure-test.js'
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
const essence = ({ verdict, clusterCount, runnerUp, reason, criteria, structure, stability }: Advice) => ({
  verdict,
  clusterCount,
  runnerUp,
  reason,
  structure,
  criteria: criteria.map(({ overlap, stability: stable, pac, silhouette }) => [overlap, stable, pac, silhouette]),
  samples: [...stability.samples],
})

/** Fast enough for a unit test. */
const QUICK = { clusterCounts: [2, 3, 4], resamples: 3, convergence: false }

describe('advise', () => {
  it('rejects too few samples, and k that cannot be', async () => {
    const few = samplesOf('blobs', 12, 1)
    await expect(advise(few)).rejects.toThrow('advise: the number of samples must be at least 20; got 12')
    const samples = samplesOf('blobs', 60, 1)
    await expect(advise(samples, { clusterCounts: [1] })).rejects.toThrow(
      /clusterCounts must be an integer from 2 to 15/,
    )
    await expect(advise(samples, { clusterCounts: [] })).rejects.toThrow(/at least one number; got none/)
    await expect(advise(samples, { resamples: 1 })).rejects.toThrow(/resamples must be an integer from 2/)
  })

  it.each([
    ['blobs', 120, 2, 2],
    ['blobs', 150, 4, 5],
    ['rings', 500, 2, undefined],
  ] as const)('has strong evidence for the clusters of %s (%d samples, %d clusters)', async (shape, n, k, d) => {
    const advice = await advise(samplesOf(shape, n, 3, k, d), { ...QUICK, clusterCounts: [2, 3, 4, 5] })
    expect(advice).toMatchObject({ verdict: 'strong', clusterCount: k, leading: k })
    expect(advice.structure.pBand).not.toBe('0.05 or more')
    expect(advice.reason).toMatch(new RegExp(`^${k} clusters, clearly separated\\. For it: only `))
    expect(advice.runnerUp).not.toBeNull()
    expect(advice.runnerUp).not.toBe(k)
  })

  it.each([2, 5])('has no evidence of clusters in a uniform cube of %d dimensions', async d => {
    const advice = await advise(samplesOf('noise', 120, 5, undefined, d), QUICK)
    expect(advice).toMatchObject({ verdict: 'none', clusterCount: null, runnerUp: null, kind: null })
    expect(advice.structure.pBand).toBe('0.05 or more')
    expect(advice.reason).toMatch(/^No evidence of separated clusters: .*The best candidate is k = \d\. /)
    expect(advice.reason).toContain('Clusters that overlap strongly may still exist')
  })

  it('does not depend on the seed, on the order of samples, or on the threads', async () => {
    const samples = samplesOf('blobs', 60, 2)
    const options = { clusterCounts: [2, 3], resamples: 2, convergence: false }
    const alone = await advise(samples, options)
    const { seed: _, ...other } = await advise(samples, { ...options, seed: 7, executor: threads({ count: 2 }) })
    expect(essence({ ...other, seed: 1 })).toEqual(essence(alone))

    const { featureCount: d, values } = samples
    const turned = Float64Array.from(values, (_, at) => values[values.length - d - (at - (at % d)) + (at % d)])
    const reversed = await advise({ sampleCount: 60, featureCount: d, values: turned }, options)
    expect(essence(reversed)).toEqual({ ...essence(alone), samples: essence(alone).samples.reverse() })
  })

  it('tells of every k, of every sample, and of the runs that cluster would do', async () => {
    const samples = samplesOf('blobs', 90, 4)
    const progress: Progress[] = []
    const advice = await advise(samples, {
      clusterCounts: [4, 2, 3],
      resamples: 3,
      onProgress: step => progress.push(step),
    })
    expect(advice.criteria.map(({ clusterCount }) => clusterCount)).toEqual([2, 3, 4])
    for (const { cdf, pac, area, agreement, silhouette, stability } of advice.criteria) {
      expect(cdf.at(-1)).toBe(1)
      for (const value of [pac, area, stability, agreement]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
      expect(silhouette).not.toBeNull()
    }
    expect(advice.stability).toMatchObject({ clusterCount: 3 })
    expect(advice.stability.samples.length).toBe(90)
    expect([...advice.looked.samples]).toEqual(Array.from({ length: 90 }, (_, i) => i))
    expect(adjustedRandIndex(advice.looked.partitions[1].labels, samples.truth)).toBeGreaterThan(0.95)
    expect(Math.min(...advice.stability.clusters)).toBeGreaterThan(0.9)
    expect(advice.convergence).toMatchObject({ verdict: 'enough', ensembleSize: 128 })
    expect(advice.convergence!.steps.map(({ ensembleSize }) => ensembleSize)).toEqual([16, 32, 64, 128])
    for (const { name, bands } of advice.structure.nulls) {
      expect(['gaussian', 'uniform']).toContain(name)
      expect(bands.map(({ clusterCount }) => clusterCount)).toEqual([2, 3, 4])
    }
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(new Set(['null', 'resamples', 'convergence']))
  })

  it('takes labelings, without features', async () => {
    const samples = samplesOf('blobs', 300, 1, 4)
    const { labelings } = await buildEnsemble(samples, { ensembleSize: 60, maxClusterCount: 24 })
    const advice = await advise(adoptLabelings(labelings), { ...QUICK, resamples: 6 })
    expect(advice).toMatchObject({ verdict: 'strong', clusterCount: 4, ensembleSize: 60 })
    expect(advice.criteria.every(({ silhouette, agreement }) => silhouette === null && agreement === null)).toBe(true)
    expect(advice.structure).toMatchObject({
      statistic: 'agreement',
      pBand: 'below 0.01',
      nulls: [{ name: 'permuted' }],
    })
    // What it says is the mean ARI of all pairs of labelings; what chance gives is 0.
    const [first, second] = [labelings.slice(0, 2), labelings.slice(0, 3)].map(few =>
      testLabelings(adoptLabelings(few), {}),
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
    const advice = await advise(adoptLabelings(labelings), QUICK)
    expect(advice).toMatchObject({ verdict: 'none', clusterCount: null })
    expect(advice.structure.pBand).toBe('0.05 or more')
    expect(advice.reason).toContain('agree no better than shuffled labelings')
  })

  it('stops when told to', async () => {
    const controller = new AbortController()
    const work = advise(samplesOf('blobs', 200, 1), {
      ...QUICK,
      signal: controller.signal,
      onProgress: ({ phase }) => phase === 'resamples' && controller.abort(),
    })
    await expect(work).rejects.toThrow(/abort/i)
  })
})
