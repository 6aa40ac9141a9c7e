import { describe, expect, it } from 'vitest'
import { nullDrawers } from '../../src/advise/null-samples.js'
import { clusterOverlap } from '../../src/advise/overlap.js'
import { partitionsOf } from '../../src/advise/partitions.js'
import { createMeanSilhouette } from '../../src/advise/silhouette.js'
import { adjustedRandIndex, ensembleConvergence, meanSilhouette, sampleShape } from '../../src/internal.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { randomFor } from '../../src/numeric/random.js'
import { plantedEnsemble, unstructuredEnsemble } from '../ensembles.js'

const line = (...values: number[]) => ({ rowCount: values.length, columnCount: 1, values: Float64Array.from(values) })

describe('clusterOverlap', () => {
  it('is the hand-worked value', () => {
    // Centres 0 and 10; between 2.5 and 7.5 lie 3 and 7: (2/2 + 1/2) / (4 + 1).
    const points = line(-1, -1, -1, 3, 11, 11, 11, 7)
    const { worst, clusters } = clusterOverlap(points, Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1))
    expect(worst).toBeCloseTo(1.5 / 5, 14)
    expect([...clusters]).toEqual([worst, worst])
  })

  it('does not take a few outliers for a cluster', () => {
    const far = clusterOverlap(line(0, 0, 0, 0, 0, 0, 9, 9), Int32Array.of(0, 0, 0, 0, 0, 0, 1, 1))
    expect(far.worst).toBeCloseTo(0.5 / 3, 14)
  })

  it('is 1 and more where centres coincide, and does not depend on how clusters are numbered', () => {
    expect(clusterOverlap(line(1, 1, 1, 1), Int32Array.of(0, 0, 1, 1)).worst).toBeGreaterThan(0.8)
    const points = line(0, 1, 2, 6, 7, 12, 13)
    const first = clusterOverlap(points, Int32Array.of(0, 0, 0, 1, 1, 2, 2))
    const second = clusterOverlap(points, Int32Array.of(2, 2, 2, 0, 0, 1, 1))
    expect(second.worst).toBeCloseTo(first.worst, 14)
    expect(second.clusters[2]).toBeCloseTo(first.clusters[0], 14)
  })
})

describe('partitionsOf', () => {
  it('finds planted groups for their number, with little between them, and more than there are with much', async () => {
    const { labelings, truth } = plantedEnsemble(1, { sampleCount: 200, ensembleSize: 30, clusterCount: 4, noise: 0.1 })
    const partitions = await partitionsOf(adoptLabelings(labelings), [2, 3, 4, 5], { seed: 1 })
    expect(adjustedRandIndex(partitions[2].labels, truth)).toBeGreaterThan(0.95)
    expect(partitions[2].overlap.worst).toBeLessThan(0.1)
    expect(partitions[3].overlap.worst).toBeGreaterThan(0.1)
    expect(partitions[2].eigengap).toBeGreaterThan(partitions[3].eigengap)
  })

  it('has the clustering of a smaller k whatever the largest one is', async () => {
    const { labelings } = plantedEnsemble(2, { sampleCount: 120, ensembleSize: 20, clusterCount: 3, noise: 0.1 })
    const ensemble = adoptLabelings(labelings)
    const [alone] = await partitionsOf(ensemble, [3], { seed: 1 })
    const [, among] = await partitionsOf(ensemble, [2, 3, 7], { seed: 1 })
    expect(adjustedRandIndex(alone.labels, among.labels)).toBe(1)
  })
})

describe('nullDrawers', () => {
  it('keeps mean and covariance, few features or many', () => {
    for (const d of [3, 120]) {
      const n = 600
      const random = randomFor(1, 1)
      const values = Float64Array.from({ length: n * d }, () => random())
      // Feature 1 follows feature 0.
      for (let i = 0; i < n; i++) values[i * d + 1] += 2 * values[i * d]
      const drawers = nullDrawers({ sampleCount: n, featureCount: d, values })
      expect(Object.keys(drawers)).toEqual(d === 3 ? ['gaussian', 'uniform'] : ['gaussian'])
      for (const draw of Object.values(drawers)) {
        const drawn = draw(randomFor(2, 2))
        const moments = (from: Float64Array) => {
          let [x, y, xx, xy] = [0, 0, 0, 0]
          for (let i = 0; i < n; i++) {
            const [a, b] = [from[i * d], from[i * d + 1]]
            x += a / n
            y += b / n
            xx += (a * a) / n
            xy += (a * b) / n
          }
          return [x, y, xx - x * x, xy - x * y]
        }
        const [wanted, found] = [moments(values), moments(drawn.values)]
        // Five standard errors of the mean of 600 draws, and of their covariances.
        for (const at of [0, 1]) expect(Math.abs(found[at] - wanted[at])).toBeLessThan(0.15)
        for (const at of [2, 3]) expect(found[at] / wanted[at]).toBeCloseTo(1, 0)
      }
    }
  })
})

describe('createMeanSilhouette', () => {
  it('is the mean of the silhouettes', () => {
    const samples = sampleShape('blobs', { sampleCount: 90, featureCount: 3 })
    expect(createMeanSilhouette(samples)(samples.truth)).toBeCloseTo(meanSilhouette(samples, samples.truth), 12)
  })
})

describe('meanSilhouette', () => {
  it('is the hand-worked value', () => {
    // 0, 2 | 10: s(0) = (10 - 2)/10, s(2) = (8 - 2)/8, a cluster of one has 0.
    const samples = { sampleCount: 3, featureCount: 1, values: Float64Array.of(0, 2, 10) }
    expect(meanSilhouette(samples, Int32Array.of(0, 0, 1))).toBeCloseTo((0.8 + 0.75) / 3, 14)
  })
})

describe('ensembleConvergence', () => {
  it('rejects ensembles too small to be divided', async () => {
    const labelings = Array.from({ length: 11 }, () => [0, 0, 1, 1])
    await expect(ensembleConvergence(labelings, { clusterCount: 2 })).rejects.toThrow(/at least 12; got 11/)
  })

  it('calls an ensemble enough that agrees with itself, at four sizes', async () => {
    const { truth } = sampleShape('blobs', { sampleCount: 60 })
    const labelings = Array.from({ length: 24 }, () => truth)
    const found = await ensembleConvergence(labelings, { clusterCount: 3 })
    expect(found).toMatchObject({ verdict: 'enough', ensembleSize: 24 })
    expect(found.words).toContain('There are enough base clusterings')
    expect(found.steps.map(({ ensembleSize }) => ensembleSize)).toEqual([4, 6, 8, 12])
    for (const { agreement, interval } of found.steps) expect([agreement, ...interval]).toEqual([1, 1, 1])
  })

  it('sees consensus clusterings agree better as noisy labelings are added', async () => {
    const { labelings } = plantedEnsemble(3, { sampleCount: 150, ensembleSize: 48, clusterCount: 3, noise: 0.3 })
    const { steps } = await ensembleConvergence(labelings, { clusterCount: 3 })
    expect(steps.at(-1)!.agreement).toBeGreaterThan(steps[0].agreement)
    for (const { agreement, interval } of steps) {
      expect(interval[0]).toBeLessThanOrEqual(agreement)
      expect(interval[1]).toBeGreaterThanOrEqual(agreement)
    }
  })

  it('does not call labelings that share nothing enough', async () => {
    const labelings = unstructuredEnsemble(1, { sampleCount: 100, ensembleSize: 24 })
    expect((await ensembleConvergence(labelings, { clusterCount: 3 })).verdict).not.toBe('enough')
  })
})
