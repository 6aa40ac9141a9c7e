import { describe, expect, it } from 'vitest'
import { adoptLabelings, readTable, sampleShape, toDataset } from '../../chorale/src/internal.js'
import { unstructuredEnsemble } from '../../chorale/test/ensembles.js'
import { denseGpec, denseInertia } from '../../chorale/test/reference/dense.js'
import { confidentPart, denseSecondOrder, denseSimilarity } from '../src/dense-similarity.js'
import { randomStartPool } from '../src/random-start-pool.js'
import { type LinkPicture, type LinkQuality, recordLinks } from '../src/record-links.js'
import { recordRisk } from '../src/record-risk.js'
import { weightDetails } from '../src/record-weights.js'

const labelings = unstructuredEnsemble(5, { sampleCount: 24, ensembleSize: 6, largest: 5 })
const ensemble = adoptLabelings(labelings)

describe('dense similarities', () => {
  it('are those of the reference to 1e-12', () => {
    const reference = denseGpec(labelings, { clusterCount: 3, alpha: 0.3, lambda: 1 })
    const similarity = denseSimilarity(ensemble, 1)
    const secondOrder = denseSecondOrder(confidentPart(similarity, 0.3))
    reference.coAssociation.flat().forEach((value, at) => {
      expect(Math.abs(similarity[at] - value)).toBeLessThan(1e-12)
    })
    reference.secondOrder.flat().forEach((value, at) => {
      expect(Math.abs(secondOrder[at] - value)).toBeLessThan(1e-12)
    })
  })
})

describe('recordLinks', () => {
  it('counts share, precision and recall of pairs', () => {
    // Both labelings agree: pairs 0-1, 2-3 and 4-5 have similarity 1, all others 0.
    const pool = adoptLabelings([
      [0, 0, 1, 1, 2, 2],
      [0, 0, 1, 1, 2, 2],
    ])
    const lines = recordLinks({ pools: [pool], truth: Int32Array.of(0, 0, 0, 0, 1, 0) }, 2, 1)
    const [first] = lines as LinkQuality[]
    // 3 of 15 pairs are linked, 2 of them within a class; 10 pairs are within a class.
    expect(first).toEqual({ alpha: 0.1, share: 0.2, precision: 2 / 3, recall: 0.2 })
    expect((lines as LinkPicture[]).filter(line => 'picture' in line).map(({ picture }) => picture)).toEqual([
      'links',
      'second-order',
      'truth',
    ])
  })
})

describe('weightDetails', () => {
  it('has the definitions of the text equal to the reading of that name', async () => {
    const weights = Float64Array.of(0.3, 0.2, 0.1, 0.1, 0.2, 0.1)
    const truth = Int32Array.from({ length: 24 }, (_, i) => i % 3)
    const { text, readings } = await weightDetails(ensemble, weights, truth, 3)
    expect(readings['K normalised; w²; K* truth, normalised']).toEqual(text)
  })

  it('matches the hand-worked example', async () => {
    const pair = adoptLabelings([
      [0, 0, 1, 1],
      [0, 1, 1, 1],
    ])
    const { readings } = await weightDetails(pair, Float64Array.of(1, 0), Int32Array.of(0, 0, 1, 1), 2)
    // A is the truth: tr(A A) = 8, so -2 tr(A A*) = -16.
    expect(readings['K plain; w²; K* truth, plain']).toEqual([-16, 8])
    expect(readings['K plain; w²; K* truth, plain; over n']).toEqual([-4, 2])
  })
})

describe('randomStartPool', () => {
  const samples = sampleShape('blobs', { sampleCount: 90, featureCount: 2, clusterCount: 3, seed: 3 })
  const options = { ensembleSize: 4, seed: 2, starts: 1 }

  it('gives the same labels for the same seed, others for another, between 2 and √n clusters', () => {
    const pool = randomStartPool(samples, options)
    expect(randomStartPool(samples, options)).toEqual(pool)
    expect(randomStartPool(samples, { ...options, seed: 3 })).not.toEqual(pool)
    for (const count of pool.clusterCounts) expect(count >= 2 && count <= 9).toBe(true)
  })

  it('keeps the best of several starts', () => {
    const points = Array.from({ length: 90 }, (_, i) => [samples.values[2 * i], samples.values[2 * i + 1]])
    const inertia = (labels: Int32Array) => denseInertia(points, labels)
    const once = randomStartPool(samples, options)
    const often = randomStartPool(samples, { ...options, starts: 20 })
    // The streams are the same at first: the single start is one of the twenty.
    often.labelings.forEach((labels, t) => {
      expect(inertia(labels)).toBeLessThanOrEqual(inertia(once.labelings[t]) + 1e-9)
    })
  })
})

describe('recordRisk', () => {
  it('has losses between 0 and k, the same for the same seed', async () => {
    const rows = Array.from({ length: 230 }, (_, i) => `${i % 7},${(i * i) % 11},${i % 3}`)
    const text = `a,b,class\n${rows.join('\n')}\n`
    const dataset = toDataset(await readTable(new TextEncoder().encode(text)), { scale: 'none' })
    const truth = Int32Array.from(dataset.truth!, Number)
    const record = async () => {
      const signal = new AbortController().signal
      const found = []
      const options = { seed: 1, repeats: 1, concurrency: 1, signal, isKnown: () => false }
      for await (const lines of recordRisk(dataset, truth, options)) found.push(...lines)
      return found
    }
    const lines = await record()
    expect(lines.map(({ n, m }) => [n, m])).toEqual([
      [100, 2],
      [100, 5],
      [100, 10],
      [200, 2],
      [200, 5],
      [200, 14],
    ])
    for (const { loss } of lines) expect(loss >= 0 && loss <= 3).toBe(true)
    expect(await record()).toEqual(lines)
  })
})
