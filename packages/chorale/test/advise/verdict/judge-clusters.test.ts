import { describe, expect, it } from 'vitest'
import type { Explanation } from '../../../src/advise/explain/explain.js'
import type { Review } from '../../../src/advise/review/review-result.js'
import { judgeClusters, type VerdictInput, verdictWarnings } from '../../../src/advise/verdict/judge-clusters.js'
import { compareWithRandomData, mixingOf } from '../../../src/advise/verdict/random-data.js'
import { cluster } from '../../../src/cluster/cluster.js'
import { sampleShape } from '../../../src/sample-shape.js'

const review: Review = {
  halfAgreement: 1,
  overlap: 0.01,
  tinyClusters: [],
  partialLabelings: 0,
  baseline: null,
  warnings: [],
}
const random = { sampleCount: 200, mixed: 0.01, mixedInRandomData: 0.1, meanMixed: 0.01, meanMixedInRandomData: 0.1 }
const clear: VerdictInput = {
  clusterCount: 3,
  tried: [3],
  advice: null,
  review,
  random,
  fitAgreement: null,
  explanation: [],
}
const cause: Explanation = {
  kind: 'column',
  name: 'sex',
  agreement: 1,
  clusters: [0, 1],
  isCause: true,
  sentence: 'The clusters are the values of sex.',
  remedy: 'Leave it out.',
}

describe('judgeClusters', () => {
  it('is clear where neighbours share a cluster and the halves agree, and then warns of nothing', () => {
    const verdict = judgeClusters(clear)
    expect(verdict).toMatchObject({ level: 'clear', sentence: '3 clusters, clearly separated.', next: [] })
    expect(verdictWarnings(verdict)).toEqual([])
  })

  it('lets random data veto what agrees', () => {
    const mixed = { ...random, mixed: 0.12, meanMixed: 0.12 }
    expect(judgeClusters({ ...clear, random: mixed }).level).toBe('none')
    expect(judgeClusters({ ...clear, random: { ...random, mixed: 0.06, meanMixed: 0.06 } }).level).toBe('weak')
    // One mixed cluster of several is no veto: what counts is how mixed they are on average.
    expect(judgeClusters({ ...clear, random: { ...random, mixed: 0.2 } }).level).toBe('clear')
  })

  it('is not clear where halves or other rows disagree', () => {
    expect(judgeClusters({ ...clear, review: { ...review, halfAgreement: 0.2 } }).level).not.toBe('clear')
    expect(judgeClusters({ ...clear, fitAgreement: 0.1 }).level).not.toBe('clear')
    const baseline = { labels: new Int32Array(200), agreement: 0.98 }
    const apart = { ...review, halfAgreement: 0.5 }
    expect(judgeClusters({ ...clear, review: apart }).level).not.toBe('clear')
    expect(judgeClusters({ ...clear, review: { ...apart, baseline } }).level).toBe('clear')
  })

  it('names what made the clusters first, and the evidence only as a reason', () => {
    const verdict = judgeClusters({ ...clear, explanation: [cause] })
    expect(verdict).toMatchObject({ level: 'artefact', sentence: cause.sentence, next: [cause.remedy] })
    expect(verdictWarnings(verdict)).toEqual(['The clusters are the values of sex. Leave it out.'])
  })

  it('keeps the evidence where something only goes with the clusters', () => {
    const order = { ...cause, kind: 'order' as const, isCause: false, sentence: 'They follow the rows.' }
    const verdict = judgeClusters({ ...clear, explanation: [order] })
    expect(verdict.level).toBe('clear')
    expect(verdict.sentence).toBe('3 clusters, clearly separated. They follow the rows.')
  })

  it('has nothing to compare with one cluster', () => {
    expect(judgeClusters({ ...clear, clusterCount: 1 })).toMatchObject({ level: 'none', next: [] })
  })
})

describe('the comparison with random data', () => {
  it('counts the neighbours in other clusters', () => {
    // Two groups of nine far apart: none of the seven nearest neighbours is in the other one.
    const labels = Int32Array.from({ length: 18 }, (_, i) => (i < 9 ? 0 : 1))
    const values = Float64Array.from(labels, (label, i) => 1000 * label + i)
    const { worst, mean } = mixingOf({ sampleCount: 18, featureCount: 1, values }, labels)
    expect(worst).toBeCloseTo(1 / (7 * 9 + 1), 12)
    expect(mean).toBeCloseTo(1 / (7 * 18 + 1), 12)
  })

  it('is null for one cluster and for few samples', async () => {
    const blobs = sampleShape('blobs', { sampleCount: 60 })
    expect(await compareWithRandomData(blobs, new Int32Array(60))).toBeNull()
    const few = sampleShape('blobs', { sampleCount: 12 })
    expect(await compareWithRandomData(few, Int32Array.from(few.truth))).toBeNull()
  })
})

describe('the verdict of cluster', () => {
  it('is clear for rings, which k-means cannot find, and none for noise', async () => {
    const rings = await cluster(sampleShape('rings', { sampleCount: 200, clusterCount: 2 }), { clusterCount: 2 })
    expect(rings.verdict.level).toBe('clear')
    const noise = await cluster(sampleShape('noise', { sampleCount: 200, clusterCount: 1 }), { clusterCount: 3 })
    expect(noise.verdict.level).toBe('none')
    expect(noise.warnings.join()).toContain(noise.verdict.sentence)
  })
})
