import { describe, expect, it } from 'vitest'
import { invertedCholesky } from '../../../src/base/mixture/cholesky.js'
import { fitMixture, meanLogLikelihood, mixtureLabels } from '../../../src/base/mixture/gaussian-mixture.js'
import { randomFor } from '../../../src/numeric/random.js'
import type { Labels, Matrix } from '../../../src/types.js'

const fitted = (points: Matrix, start: Labels, clusterCount: number, shape: 'full' | 'diagonal' = 'full') => {
  const steps = fitMixture(points, { start, clusterCount, shape, regularisation: 0, maxIterations: 50 })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

describe('invertedCholesky', () => {
  it('inverts the factor of a matrix, by hand', () => {
    // [[4, 2], [2, 5]] = L L' with L = [[2, 0], [1, 2]].
    const { inverse, logDeterminant } = invertedCholesky(Float64Array.of(4, 0, 2, 5), 2)
    const expected = [0.5, 0, -0.25, 0.5]
    expected.forEach((value, at) => {
      expect(inverse[at]).toBeCloseTo(value, 14)
    })
    expect(logDeterminant).toBeCloseTo(Math.log(1 / 4), 14)
  })
})

describe('fitMixture', () => {
  it('has one component with the mean and the covariance of the points', () => {
    const points = { rowCount: 4, columnCount: 2, values: Float64Array.of(1, 1, -1, 1, 1, -1, -1, -1) }
    const mixture = fitted(points, new Int32Array(4), 1)
    expect([...mixture.means.values]).toEqual([0, 0])
    // Unit variances and no covariance: the density of the standard normal distribution.
    expect(meanLogLikelihood(mixture, points)).toBeCloseTo(-Math.log(2 * Math.PI) - 1, 9)
    const origin = { rowCount: 1, columnCount: 2, values: new Float64Array(2) }
    expect(meanLogLikelihood(mixture, origin)).toBeCloseTo(-Math.log(2 * Math.PI), 9)
  })

  it('can be stopped many times within one iteration if there are many components', () => {
    const points = { rowCount: 600, columnCount: 2, values: Float64Array.from({ length: 1200 }, (_, at) => at % 37) }
    const start = Int32Array.from({ length: 600 }, (_, i) => i % 300)
    const steps = fitMixture(points, { start, clusterCount: 300, shape: 'full', regularisation: 1, maxIterations: 1 })
    // Rows of 300 components each; 2,000,000 multiplications are the most between two steps.
    expect([...steps].length).toBeGreaterThanOrEqual(5)
  })

  it('describes points at least as well with full covariances as with diagonal ones', () => {
    const random = randomFor(1, 0)
    const values = Float64Array.from({ length: 400 }, (_, at) => random() + (at < 200 ? 0 : 0.7))
    const points = { rowCount: 200, columnCount: 2, values }
    const start = Int32Array.from({ length: 200 }, (_, i) => i % 3)
    const long = meanLogLikelihood(fitted(points, start, 3), points)
    const diagonal = meanLogLikelihood(fitted(points, start, 3, 'diagonal'), points)
    expect(long).toBeGreaterThan(-Math.log(2 * Math.PI) - 1)
    expect(long).toBeGreaterThanOrEqual(diagonal - 0.05)
  })

  it('tells apart crossing clusters that k-means cannot', () => {
    const random = randomFor(2, 0)
    const values = new Float64Array(400)
    for (let i = 0; i < 200; i++) {
      const along = 10 * (random() - 0.5)
      const across = 0.2 * (random() - 0.5)
      values[2 * i] = i < 100 ? along : across
      values[2 * i + 1] = i < 100 ? across : along
    }
    const start = Int32Array.from({ length: 200 }, (_, i) => (Math.abs(values[2 * i]) > 2.5 ? 0 : 1))
    const points = { rowCount: 200, columnCount: 2, values }
    const labels = mixtureLabels(fitted(points, start, 2), values, 200)
    const right = labels.filter((label, i) => label === (i < 100 ? 0 : 1)).length
    expect(right).toBeGreaterThan(190)
  })
})
