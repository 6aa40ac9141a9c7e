import { describe, expect, it } from 'vitest'
import { adjustedMutualInformation } from '../../src/metrics/adjusted-mutual-information.js'
import { randomFor } from '../../src/numeric/random.js'

describe('adjustedMutualInformation', () => {
  it('has the values of scikit-learn', () => {
    expect(adjustedMutualInformation([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])).toBeCloseTo(0.2987924581708899, 10)
    expect(adjustedMutualInformation([0, 0, 1, 1, 2, 2, 2], [1, 1, 1, 0, 0, 2, 2])).toBeCloseTo(0.25815114147024654, 10)
    const crossed = adjustedMutualInformation([0, 0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 0, 1, 0, 1])
    expect(crossed).toBeCloseTo(-0.1297447264251056, 10)
  })

  it('matches a value worked out by hand', () => {
    // Two pairs against two other pairs: I = 0, and E[I] = 1/3 over the three ways to pair four samples.
    expect(adjustedMutualInformation([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo((0 - 1 / 3) / (1 - 1 / 3), 12)
  })

  it('is 1 for the same partition and 0 against a single cluster', () => {
    expect(adjustedMutualInformation([0, 1, 1, 2], ['a', 'b', 'b', 'c'])).toBe(1)
    expect(adjustedMutualInformation([0, 1, 1, 2], [5, 5, 5, 5])).toBe(0)
  })

  it('is symmetric and near 0 for random labels of any number of clusters', () => {
    const random = randomFor(1, 0)
    for (const k of [2, 10, 40]) {
      const a = Array.from({ length: 400 }, () => Math.floor(random() * 3))
      const b = Array.from({ length: 400 }, () => Math.floor(random() * k))
      expect(Math.abs(adjustedMutualInformation(a, b))).toBeLessThan(0.02)
      expect(adjustedMutualInformation(a, b)).toBeCloseTo(adjustedMutualInformation(b, a), 10)
    }
  })
})
