import { describe, expect, it } from 'vitest'
import { describeWithData, firstColumns, poolColumns } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { plantedEnsemble } from '../ensembles.js'

/** 900 samples in 5 noisy groups, nearly all of them with label rows of their own. */
const noisy = () => plantedEnsemble(3, { sampleCount: 900, ensembleSize: 12, clusterCount: 5, noise: 0.25 }).labelings

describe('anchors', () => {
  it('are not used while the exact links fit', async () => {
    expect((await consensus(noisy(), { clusterCount: 5 })).anchored).toBeNull()
  })

  it.each(['gpec', 'balanced'] as const)(
    'as many as there are distinct rows give the exact result (%s)',
    async method => {
      const options = { clusterCount: 5, method, alpha: 0.1 }
      const exact = await consensus(noisy(), options)
      const all = await consensus(noisy(), { ...options, anchors: 900 })
      expect(all).toEqual(exact)
    },
  )

  it.each(['gpec', 'balanced'] as const)('find nearly the exact labels, and say how they did (%s)', async method => {
    const options = { clusterCount: 5, method, alpha: 0.1 }
    const exact = await consensus(noisy(), options)
    const result = await consensus(noisy(), { ...options, anchors: 150 })
    expect(adjustedRandIndex(result.labels, exact.labels)).toBeGreaterThan(0.95)
    expect(result.anchored).toMatchObject({ anchorCount: 150, uncoveredShare: expect.any(Number) })
    expect(result.anchored!.agreement).toBeGreaterThan(0.9)
    expect(result.warnings.join()).toContain('Approximated with 150 anchors')
  })

  it('are chosen by the memory limit alone', async () => {
    const planted = { sampleCount: 3000, ensembleSize: 12, clusterCount: 5, noise: 0.25 }
    const { labelings } = plantedEnsemble(3, planted)
    const result = await consensus(labelings, { clusterCount: 5, memoryLimit: 10_000_000 })
    expect(result.anchored?.anchorCount).toBe(500)
  })

  it('are refused with the figure where even they do not fit', async () => {
    await expect(consensus(noisy(), { clusterCount: 5, memoryLimit: 100_000 })).rejects.toThrow(
      /memoryLimit must be at least \d+ MiB for method balanced \(500 anchors and \d+ clusters\)/,
    )
  })

  it('are drawn by the seed', async () => {
    const run = (seed: number) => consensus(noisy(), { clusterCount: 5, method: 'gpec', alpha: 0.1, anchors: 40, seed })
    expect(await run(1)).toEqual(await run(1))
    expect((await run(1)).objective).not.toBe((await run(2)).objective)
  })

  it('that link to some only are counted and said', async () => {
    const options = { clusterCount: 5, method: 'gpec', alpha: 0.6, anchors: 100 } as const
    const { anchored, warnings } = await consensus(noisy(), options)
    expect(anchored!.uncoveredShare).toBeGreaterThan(0.01)
    expect(anchored!.uncoveredShare).toBeLessThan(0.5)
    expect(warnings.join()).toContain('not linked to any anchor')
  })

  it('that link to hardly anybody are refused with the share', async () => {
    const options = { clusterCount: 5, method: 'gpec', alpha: 0.9, anchors: 10 } as const
    await expect(consensus(noisy(), options)).rejects.toThrow(
      /alpha must be small enough to link half of the samples to one of the 10 anchors; got 0.9, which leaves \d+ %/,
    )
  })

  it('work with missing labels', async () => {
    const holed = noisy().map((labels, t) => labels.map((label, i) => ((i + 3 * t) % 11 === 0 ? -1 : label)))
    const exact = await consensus(holed, { clusterCount: 5 })
    const result = await consensus(holed, { clusterCount: 5, anchors: 200 })
    expect(adjustedRandIndex(result.labels, exact.labels)).toBeGreaterThan(0.9)
  })
})

describeWithData('500 anchors on the published pools', () => {
  it.each([
    ['MF', 10, 0.95],
    ['LS', 6, 0.9],
  ] as const)('%s: the labels of gpec agree with the exact ones', async (pool, clusterCount, least) => {
    const labelings = poolColumns(pool, firstColumns(20))
    const options = { clusterCount, method: 'gpec', alpha: 0.1 } as const
    const exact = await consensus(labelings, options)
    let sum = 0
    for (let seed = 1; seed <= 3; seed++) {
      const { labels } = await consensus(labelings, { ...options, anchors: 500, seed })
      sum += adjustedRandIndex(labels, exact.labels)
    }
    expect(sum / 3).toBeGreaterThan(least)
  })
})
