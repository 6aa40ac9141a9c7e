import { describe, expect, it } from 'vitest'
import { InputError } from '../src/errors.js'
import { type SampleShapeOptions, SHAPES, type Shape, sampleShape } from '../src/sample-shape.js'

describe('sampleShape', () => {
  const bad: [Shape, SampleShapeOptions, string][] = [
    ['blobs', { sampleCount: 0 }, 'sampleShape: sampleCount must be an integer from 1 to 10000000; got 0'],
    ['blobs', { clusterCount: 400 }, 'sampleShape: clusterCount must be an integer from 1 to 300; got 400'],
    ['moons', { clusterCount: 3 }, 'sampleShape: clusterCount must be 2 for moons; got 3'],
    ['rings', { featureCount: 3 }, 'sampleShape: featureCount must be 2 for rings; got 3'],
    ['anisotropic', { featureCount: 1 }, 'sampleShape: featureCount must be an integer from 2 to 100000; got 1'],
    ['blobs', { spread: -1 }, 'sampleShape: spread must be a number of at least 0; got -1'],
    ['blobs', { seed: -1 }, 'sampleShape: seed must be an integer from 0 to 4294967295; got -1'],
  ]
  it.each(bad)('rejects %s with %o', (shape, options, message) => {
    expect(() => sampleShape(shape, options)).toThrow(new InputError(message))
  })

  it('rejects a shape that does not exist', () => {
    expect(() => sampleShape('spirals' as Shape)).toThrow(
      new InputError('sampleShape: shape must be one of blobs, rings, moons, anisotropic, noise; got spirals'),
    )
  })

  it.each(SHAPES)('draws 300 finite samples of %s with their truth, the same for the same seed', shape => {
    const sample = sampleShape(shape)
    const { sampleCount, featureCount, values, truth } = sample
    expect(sampleCount).toBe(300)
    expect(values.length).toBe(300 * featureCount)
    expect(values.every(Number.isFinite)).toBe(true)
    expect(truth.length).toBe(300)
    expect(sampleShape(shape)).toEqual(sample)
    expect(sampleShape(shape, { seed: 2 }).values).not.toEqual(values)
  })

  it('puts rings at their radius and moons on half circles where nothing scatters', () => {
    const rings = sampleShape('rings', { spread: 0 })
    for (let i = 0; i < 300; i++) {
      const [x, y] = rings.values.subarray(2 * i, 2 * i + 2)
      expect(Math.hypot(x, y)).toBeCloseTo(rings.truth[i] + 1, 12)
    }
    const moons = sampleShape('moons', { spread: 0 })
    for (let i = 0; i < 300; i++) {
      const [x, y] = moons.values.subarray(2 * i, 2 * i + 2)
      const second = moons.truth[i] === 1
      expect(Math.hypot(second ? x - 1 : x, second ? y - 0.5 : y)).toBeCloseTo(1, 12)
      expect(second ? y <= 0.5 : y >= 0).toBe(true)
    }
  })

  it('keeps the centres of blobs at least 4 apart', () => {
    const { values } = sampleShape('blobs', { spread: 0, clusterCount: 9, sampleCount: 9, featureCount: 3 })
    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < i; j++) {
        const gaps = [0, 1, 2].map(f => values[3 * i + f] - values[3 * j + f])
        expect(Math.hypot(...gaps)).toBeGreaterThanOrEqual(4)
      }
    }
  })
})
