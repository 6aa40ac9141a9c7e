import { describe, expect, it } from 'vitest'
import { largestInCells, smallestInCells, standardCellLabelings } from '../../src/base/base-sizes.js'
import { cluster } from '../../src/cluster/cluster.js'
import { planCluster } from '../../src/cluster/plan.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { randomFor } from '../../src/numeric/random.js'

/** k round clusters of equal size around normal centres. */
function roundClusters(n: number, d: number, k: number, spread: number) {
  const random = randomFor(7, k)
  const centres = Float64Array.from({ length: k * d }, () => spread * drawGaussian(random))
  const truth = Int32Array.from({ length: n }, (_, i) => i % k)
  const values = Float64Array.from({ length: n * d }, (_, at) => {
    const cluster = truth[Math.floor(at / d)]
    return centres[cluster * d + (at % d)] + drawGaussian(random)
  })
  return { sampleCount: n, featureCount: d, values, truth }
}

describe('the sizes of labelings of cells', () => {
  it('are as before up to 25 clusters, then grow without a jump', () => {
    expect(smallestInCells(25)).toBe(2)
    expect(smallestInCells(26)).toBe(2)
    expect(smallestInCells(30)).toBe(10)
    expect(smallestInCells(100)).toBe(50)
    for (let k = 2; k < 300; k++) {
      expect(smallestInCells(k + 1) - smallestInCells(k)).toBeLessThanOrEqual(2)
      const step = largestInCells(20_000, { clusterCount: k + 1 }) - largestInCells(20_000, { clusterCount: k })
      expect(step).toBeGreaterThanOrEqual(0)
      expect(step).toBeLessThanOrEqual(2)
    }
    // ⌊√400⌋, ⌊√5000⌋ = 70 is fewer than 100 clusters: 1.5 k.
    expect(largestInCells(400, { clusterCount: 3 })).toBe(20)
    expect(largestInCells(5000, { clusterCount: 100 })).toBe(150)
    // Five samples each.
    expect(largestInCells(500, { clusterCount: 100 })).toBe(100)
  })
})

it('the number of labelings of cells falls with the samples to 80, or to 40 for more than 100 clusters', () => {
  expect([100, 2000, 3000, 20_000].map(n => standardCellLabelings(n, 20))).toEqual([128, 128, 104, 80])
  expect([2000, 20_000].map(n => standardCellLabelings(n, 101))).toEqual([128, 40])
})

describe('many clusters', () => {
  it('come from cells, because mixtures of so many normal distributions are rarely found', async () => {
    const data = roundClusters(900, 10, 30, 3)
    const { runs } = await planCluster(data, { clusterCount: 30, scale: 'none' })
    expect(runs[0].base).toMatchObject({ family: 'cells', clusterCounts: { from: 10, to: 45 } })
    expect(runs[0].base.reason).toContain('mixtures of so many normal distributions')
  })

  // Mixtures joined and divided most of these clusters: ARI 0.3 in 20 seconds.
  it('are found where they are apart', async () => {
    const data = roundClusters(1500, 12, 60, 3)
    const { labels, review } = await cluster(data, { clusterCount: 60, scale: 'none' })
    const found = adjustedRandIndex(labels, data.truth)
    expect(found).toBeGreaterThan(0.95)
    expect(found).toBeGreaterThan(adjustedRandIndex(review!.baseline!.labels, data.truth))
  }, 60_000)

  it('have labels that do not depend on the implementation of the hot loops', async () => {
    const data = roundClusters(400, 5, 52, 3)
    const options = { clusterCount: 52, scale: 'none', ensembleSize: 8, review: false } as const
    const { labels } = await cluster(data, { ...options, loops: 'simd' })
    const plain = await cluster(data, { ...options, loops: 'plain' })
    expect(plain.labels).toEqual(labels)
  }, 60_000)
})
