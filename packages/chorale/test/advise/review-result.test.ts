import { describe, expect, it } from 'vitest'
import { reviewResult } from '../../src/advise/review/review-result.js'
import { tinyClusters, tinyWarnings } from '../../src/advise/review/warnings.js'
import { cluster } from '../../src/cluster/cluster.js'
import { consensus } from '../../src/consensus/consensus.js'
import { consensusOfBlocks, packLabelings } from '../../src/consensus/consensus-of-blocks.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { sampleShape } from '../../src/sample-shape.js'
import { plantedEnsemble } from '../ensembles.js'

const planted = (noise: number, sampleCount = 90) =>
  adoptLabelings(plantedEnsemble(3, { sampleCount, ensembleSize: 8, clusterCount: 3, noise }).labelings)

/** `sizes[c]` samples of cluster c. */
const labelsOf = (...sizes: number[]) => Int32Array.from(sizes.flatMap((size, c) => new Array<number>(size).fill(c)))

describe('reviewResult', () => {
  it('has an agreement of 1 where both halves of the labelings lead to the same clusters', async () => {
    const ensemble = planted(0)
    const review = await reviewResult(ensemble, await consensus(ensemble, { clusterCount: 3 }))
    expect(review.halfAgreement).toBe(1)
    expect(review.overlap).toBeLessThan(0.05)
    expect(review.warnings).toEqual([])
  })

  it('has a low agreement where the labelings share nothing', async () => {
    const ensemble = planted(1)
    const review = await reviewResult(ensemble, await consensus(ensemble, { clusterCount: 3 }))
    expect(review.halfAgreement).toBeLessThan(0.5)
  })

  it('has no agreement for one cluster or fewer than eight labelings', async () => {
    const ensemble = planted(0)
    const one = await reviewResult(ensemble, await consensus(ensemble, { clusterCount: 1 }))
    expect([one.halfAgreement, one.overlap]).toEqual([null, null])
    const few = adoptLabelings(ensemble.labelings.slice(0, 7))
    expect((await reviewResult(few, await consensus(few, { clusterCount: 3 }))).halfAgreement).toBeNull()
  })

  it('counts the labelings with missing labels, and reviews what both halves cover', async () => {
    const { labelings } = planted(0)
    const gaps = labelings.map((labels, t) => (t < 2 ? labels.map((label, i) => (i < 30 ? -1 : label)) : labels))
    const ensemble = adoptLabelings(gaps)
    const review = await reviewResult(ensemble, await consensus(ensemble, { clusterCount: 3 }))
    expect(review.partialLabelings).toBe(2)
    expect(review.halfAgreement).toBe(1)
  })

  it('is the same for packed labelings', async () => {
    const ensemble = planted(0.3, 1500)
    const packed = await packLabelings([ensemble.labelings])
    const options = { clusterCount: 3 }
    const whole = await reviewResult(ensemble, await consensus(ensemble, options))
    const blocks = await reviewResult(packed, await consensusOfBlocks(packed, options))
    expect(blocks.halfAgreement).toBe(whole.halfAgreement)
  })

  it('rejects an unknown option', async () => {
    const ensemble = planted(0)
    const result = await consensus(ensemble, { clusterCount: 3 })
    await expect(reviewResult(ensemble, result, { sample: null } as object)).rejects.toThrow(
      "reviewResult: unknown option 'sample'; did you mean 'samples'?",
    )
  })
})

describe('the review of cluster', () => {
  it('compares with plain k-means, which finds blobs but not rings', async () => {
    const blobs = await cluster(sampleShape('blobs', { sampleCount: 150 }), { clusterCount: 3 })
    expect(blobs.review!.baseline!.agreement).toBe(1)
    const rings = sampleShape('rings', { sampleCount: 400, clusterCount: 2 })
    const found = await cluster(rings, { clusterCount: 2 })
    expect(adjustedRandIndex(found.labels, rings.truth)).toBe(1)
    expect(found.review!.baseline!.agreement).toBeLessThan(0.2)
    expect(adjustedRandIndex(found.review!.baseline!.labels, rings.truth)).toBeLessThan(0.2)
  })

  it('can be left out', async () => {
    const noise = sampleShape('noise', { sampleCount: 150, clusterCount: 1, featureCount: 6 })
    const { review, verdict } = await cluster(noise, { clusterCount: 8, base: 'k-means', review: false })
    expect(review).toBeNull()
    expect(verdict.level).toBe('none')
  })
})

describe('warnings', () => {
  it('name clusters with fewer than 5 samples or 1 % of the samples', () => {
    expect(tinyClusters(labelsOf(567, 2))).toEqual([{ cluster: 1, size: 2 }])
    expect(tinyClusters(labelsOf(1000, 9, 900))).toEqual([{ cluster: 1, size: 9 }])
    expect(tinyClusters(labelsOf(100, 5, 100))).toEqual([])
  })

  it('do not call clusters of equal size tiny', () => {
    expect(tinyClusters(labelsOf(3, 3))).toEqual([])
    expect(tinyClusters(labelsOf(...new Array(200).fill(20)))).toEqual([])
  })

  it('say what to try', () => {
    expect(tinyWarnings(labelsOf(567, 2))).toEqual([
      'Cluster 1 has only 2 samples of 569, which may be outliers. Inspect the samples, remove outliers, or try another number of clusters.',
    ])
    expect(tinyWarnings(labelsOf(500, 2, 1))).toEqual([
      '2 clusters have very few of the 503 samples: 1 (2), 2 (1). They may be outliers. Inspect the samples, remove outliers, or try another number of clusters.',
    ])
    expect(tinyWarnings(labelsOf(50, 50))).toEqual([])
  })
})
