import { describe, expect, it } from 'vitest'
import { assignSamples } from '../../src/base/assign-samples.js'
import { buildEnsemble } from '../../src/base/generate.js'
import { BASE_CLUSTERER_NAMES } from '../../src/base/index.js'
import type { BaseChoice } from '../../src/base/plan-ensemble.js'
import { cluster } from '../../src/cluster/cluster.js'
import { InputError } from '../../src/errors.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { randomFor } from '../../src/numeric/random.js'
import { loadModel } from '../../src/predict/load-model.js'
import { predict } from '../../src/predict/predict.js'
import { saveModel } from '../../src/predict/save-model.js'
import { sampleShape } from '../../src/sample-shape.js'

const { sampleCount, featureCount, values } = sampleShape('blobs', {
  sampleCount: 150,
  featureCount: 3,
  clusterCount: 3,
  seed: 2,
})
const blobs = { sampleCount, featureCount, values }
const rowsOf = (samples: typeof blobs) =>
  Array.from({ length: samples.sampleCount }, (_, i) =>
    Array.from(samples.values.subarray(i * samples.featureCount, (i + 1) * samples.featureCount)),
  )
const halves = {
  name: 'halves',
  cluster: ({ sampleCount: n, featureCount: d, values: x }: typeof blobs) =>
    Array.from({ length: n }, (_, i) => (x[i * d] > 0 ? 1 : 0)),
}

describe('base clusterers', () => {
  const choices: BaseChoice[] = [...BASE_CLUSTERER_NAMES, 'auto', ['spectral-cells', 'k-means', 'gaussian-mixture']]
  it.each(choices.map(base => [String(base), base] as const))(
    '%s: labels all samples, and its models label them again the same way',
    async (_name, base) => {
      const options = { base, ensembleSize: 12, clusterCount: base === 'k-means' ? undefined : 3, seed: 5 }
      const ensemble = await buildEnsemble(blobs, options)
      expect(ensemble.labelings.length).toBe(12)
      ensemble.labelings.forEach((labels, t) => {
        expect(new Set(labels).size).toBe(ensemble.clusterCounts[t])
        expect(labels[0]).toBe(0)
        expect(Math.min(...labels)).toBe(0)
      })
      expect(await assignSamples(ensemble.models, blobs)).toEqual([...ensemble.labelings])
      const again = await buildEnsemble(blobs, options)
      expect(again.labelings).toEqual(ensemble.labelings)
      const plain = await buildEnsemble(blobs, { ...options, loops: 'plain' })
      expect(plain.labelings).toEqual(ensemble.labelings)
    },
  )

  it('take turns in a list, with own ones at the end', async () => {
    const ensemble = await buildEnsemble(blobs, { base: ['genie-cells', halves], ensembleSize: 6 })
    expect(ensemble.names).toEqual([
      'genie-cells 1',
      'genie-cells 2',
      'genie-cells 3',
      'halves 4',
      'halves 5',
      'halves 6',
    ])
    expect(ensemble.bases).toEqual(['genie-cells', 'halves'])
    const own = ensemble.labelings[5]
    const again = (await assignSamples(ensemble.models, blobs))[5]
    expect(adjustedRandIndex(own, again)).toBeGreaterThan(0.9)
  })

  it.each<[string, Parameters<typeof buildEnsemble>[1], string]>([
    ['an unknown name', { base: 'x' as 'k-means' }, 'buildEnsemble: base must be auto, one or more of k-means'],
    ['an empty list', { base: [] }, 'buildEnsemble: base must be auto, one or more of'],
    ['auto without k', { base: 'auto' }, "buildEnsemble: clusterCount must be the number of clusters for base 'auto'"],
    [
      'a generator without k-means',
      { base: 'linkage', generator: 'mixed' },
      'buildEnsemble: generator must be left out for base linkage, which does not use it; got mixed',
    ],
    [
      'labels of another length',
      { base: [{ name: 'short', cluster: () => [0, 1] }], ensembleSize: 2 },
      'buildEnsemble: base clusterer short must return one whole number from 0 per sample (150); got 2 values',
    ],
  ])('refuse %s', async (_what, options, message) => {
    const fault = await buildEnsemble(blobs, options).catch(error => error)
    expect(fault).toBeInstanceOf(InputError)
    expect(fault.message).toContain(message)
  })
})

describe('the default of cluster', () => {
  const rings = sampleShape('rings', { sampleCount: 300, clusterCount: 2, seed: 1 })
  const ringRows = rowsOf({ sampleCount: rings.sampleCount, featureCount: rings.featureCount, values: rings.values })

  it('finds rings, and predicts every sample as it was clustered, from a saved model too', async () => {
    const found = await cluster(ringRows, { clusterCount: 2 })
    expect(adjustedRandIndex(found.labels, rings.truth)).toBe(1)
    expect((await found.predict(ringRows)).labels).toEqual(found.labels)
    expect((await predict(loadModel(saveModel(found.model)), ringRows)).labels).toEqual(found.labels)
  })

  it('gives the same partition for rows and columns in another order', async () => {
    const found = await cluster(ringRows, { clusterCount: 2, seed: 3 })
    const order = Int32Array.from({ length: 300 }, (_, i) => (i * 107) % 300)
    const shuffled = await cluster(
      Array.from(order, i => [...ringRows[i]].reverse()),
      { clusterCount: 2, seed: 3 },
    )
    const expected = Int32Array.from(order, i => found.labels[i])
    expect(adjustedRandIndex(shuffled.labels, expected)).toBe(1)
  })

  it('finds clusters among many features of noise', async () => {
    const random = randomFor(8, 0)
    const centres = Array.from({ length: 5 }, () => Array.from({ length: 4 }, () => 3 * drawGaussian(random)))
    const truth: number[] = []
    const rows = Array.from({ length: 400 }, (_, i) => {
      truth.push(i % 5)
      return Array.from({ length: 22 }, (_, f) => drawGaussian(random) + (f < 4 ? centres[i % 5][f] : 0))
    })
    const found = await cluster(rows, { clusterCount: 5 })
    expect(adjustedRandIndex(found.labels, truth)).toBeGreaterThan(0.6)
    expect(found.notes.join(' ')).toMatch(/Gave \d+ features of 22 little weight/)
  })

  it('takes few samples, equal samples and more clusters than distinct rows', async () => {
    const few = await cluster([[1], [1.2], [5], [5.1]], { clusterCount: 2 })
    expect([...few.labels]).toEqual([0, 0, 1, 1])
    const equal = await cluster([...new Array(20).fill([0, 0]), ...new Array(20).fill([1, 1])], { clusterCount: 5 })
    expect(new Set(equal.labels).size).toBe(2)
  })

  it('takes more features than samples', async () => {
    const random = randomFor(9, 0)
    const rows = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 300 }, (_, f) => drawGaussian(random) + (f < 60 && i % 2 === 0 ? 4 : 0)),
    )
    const found = await cluster(rows, { clusterCount: 2 })
    expect(
      adjustedRandIndex(
        found.labels,
        Array.from({ length: 40 }, (_, i) => i % 2),
      ),
    ).toBe(1)
    expect((await found.predict(rows)).labels).toEqual(found.labels)
  })
})
