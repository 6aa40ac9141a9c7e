import { describe, expect, it } from 'vitest'
import { drawIndex, randomFor } from '../../src/numeric/random.js'

const draws = (seed: number, task: number, count = 1000) => {
  const random = randomFor(seed, task)
  return Array.from({ length: count }, random)
}

describe('randomFor', () => {
  it('repeats for the same seed and task', () => {
    expect(draws(7, 3)).toEqual(draws(7, 3))
  })

  it('differs between seeds and between tasks', () => {
    expect(draws(7, 3, 4)).not.toEqual(draws(8, 3, 4))
    expect(draws(7, 3, 4)).not.toEqual(draws(7, 4, 4))
  })

  it('stays in [0, 1) with the mean and variance of the uniform distribution', () => {
    const values = draws(1, 0, 20000)
    const mean = values.reduce((a, b) => a + b) / values.length
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    expect(mean).toBeCloseTo(1 / 2, 2)
    expect(variance).toBeCloseTo(1 / 12, 2)
  })

  it('gives unrelated streams to neighbouring small seeds', () => {
    const first = Array.from({ length: 2000 }, (_, seed) => randomFor(seed, 0)())
    const mean = first.reduce((a, b) => a + b) / first.length
    expect(mean).toBeCloseTo(1 / 2, 1)
    expect(new Set(first).size).toBe(first.length)
  })
})

describe('drawIndex', () => {
  it('reaches every index and no other', () => {
    const random = randomFor(5, 0)
    const seen = new Set(Array.from({ length: 500 }, () => drawIndex(6, random)))
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5])
  })
})
