import { describe, expect, it } from 'vitest'
import { samplesForDistance } from '../../src/base/distance.js'
import { buildEnsemble } from '../../src/base/generate.js'
import { cluster } from '../../src/cluster/cluster.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { randomFor } from '../../src/numeric/random.js'
import { loadModel } from '../../src/predict/load-model.js'
import { predict } from '../../src/predict/predict.js'
import { saveModel } from '../../src/predict/save-model.js'

const samplesOf = (...rows: number[][]) => ({
  sampleCount: rows.length,
  featureCount: rows[0].length,
  values: Float64Array.from(rows.flat()),
})

/** Three directions in ten dimensions; lengths differ by a factor of 100, and every sample has its own offset. */
function directions(seed: number, offset: number) {
  const random = randomFor(seed, 0)
  const truth = Array.from({ length: 150 }, (_, i) => i % 3)
  const rows = truth.map(label => {
    const length = 100 ** random()
    const shift = offset * drawGaussian(random)
    return Array.from({ length: 10 }, (_, f) => {
      const pattern = Math.floor(f / 3) === label ? 3 : 0
      return length * (pattern + 0.5 * drawGaussian(random) + shift)
    })
  })
  return { rows, truth: Int32Array.from(truth) }
}

describe('samplesForDistance', () => {
  it('leaves samples as they are for the Euclidean distance', () => {
    const samples = samplesOf([1, 2], [3, 4])
    expect(samplesForDistance(samples, 'euclidean')).toBe(samples)
  })

  it('scales samples to length 1 for the cosine distance, by hand', () => {
    const { values } = samplesForDistance(samplesOf([3, 4], [30, 40], [0, 0], [1e200, 0]), 'cosine')
    expect([...values]).toEqual([0.6000000000000001, 0.8, 0.6000000000000001, 0.8, 0, 0, 1, 0])
  })

  it('makes squared distances 2 - 2 r for the correlation r', () => {
    const { values } = samplesForDistance(samplesOf([1, 2, 3], [10, 20, 30], [3, 2, 1], [5, 5, 5]), 'correlation')
    const square = (a: number, b: number) =>
      [0, 1, 2].reduce((sum, f) => sum + (values[3 * a + f] - values[3 * b + f]) ** 2, 0)
    expect(square(0, 1)).toBeCloseTo(0, 14)
    expect(square(0, 2)).toBeCloseTo(4, 14)
    expect([...values.subarray(9)]).toEqual([0, 0, 0])
  })
})

describe('the distance of base clusterings', () => {
  it('finds directions by cosine that the Euclidean distance does not find', async () => {
    const { rows, truth } = directions(1, 0)
    const byCosine = await cluster(rows, { clusterCount: 3, distance: 'cosine' })
    const byEuclid = await cluster(rows, { clusterCount: 3 })
    expect(adjustedRandIndex(byCosine.labels, truth)).toBeGreaterThan(0.95)
    expect(adjustedRandIndex(byEuclid.labels, truth)).toBeLessThan(0.8)
  })

  it('finds patterns by correlation whatever the level of a sample, and predicts with the saved model', async () => {
    const { rows, truth } = directions(2, 3)
    const { labels, model } = await cluster(rows, { clusterCount: 3, distance: 'correlation' })
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.95)
    const again = await predict(loadModel(saveModel(model)), rows)
    expect(again.labels).toEqual(labels)
    const shifted = await predict(
      model,
      rows.map(row => row.map(value => 7 * value + 1000)),
    )
    expect(shifted.labels).toEqual(labels)
  })

  it('rejects an unknown distance, and says how many samples have no direction', async () => {
    const rows = [
      [0, 0],
      [1, 0],
      [2, 0.1],
      [0, 1],
      [0, 3],
    ]
    await expect(buildEnsemble(rows, { distance: 'manhattan' as never })).rejects.toThrow(
      'buildEnsemble: distance must be one of euclidean, cosine, correlation; got manhattan',
    )
    const { notes } = await buildEnsemble(rows, { distance: 'cosine' })
    expect(notes[0]).toBe('The cosine distance cannot tell 1 sample apart, in which all values are 0.')
  })
})
