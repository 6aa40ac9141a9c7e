import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { randomFor } from '../../src/numeric/random.js'
import { drawSpread, drawSubset } from '../../src/numeric/subset.js'

const counts = fc
  .integer({ min: 1, max: 60 })
  .chain(count => fc.tuple(fc.constant(count), fc.integer({ min: 1, max: count })))

describe('drawSubset and drawSpread', () => {
  it.each([drawSubset, drawSpread])('draw exactly as many different numbers as asked, in order: %o', draw => {
    fc.assert(
      fc.property(counts, fc.nat(1e6), ([count, size], seed) => {
        const subset = [...draw(count, size, randomFor(seed, 0))]
        expect(subset.length).toBe(size)
        subset.forEach((number, at) => {
          expect(number).toBeGreaterThan(at === 0 ? -1 : subset[at - 1])
          expect(number).toBeLessThan(count)
        })
      }),
    )
  })

  it('draw every number equally often', () => {
    for (const draw of [drawSubset, drawSpread]) {
      const random = randomFor(3, 0)
      const hits = new Float64Array(10)
      for (let round = 0; round < 6000; round++) for (const i of draw(10, 4, random)) hits[i]++
      // Stretches of 10 / 4 numbers hold 2 or 3, so a spread is even only over pairs of stretches.
      for (let i = 0; i < 10; i += 5) expect(hits.subarray(i, i + 5).reduce((a, b) => a + b) / 6000).toBeCloseTo(2, 1)
      if (draw === drawSubset) for (const hit of hits) expect(hit / 6000).toBeCloseTo(0.4, 1)
    }
  })

  it('always includes what must be in', () => {
    const subset = drawSubset(20, 8, randomFor(1, 0), i => i % 4 === 1)
    for (const i of [1, 5, 9, 13, 17]) expect(subset).toContain(i)
    expect(subset.length).toBe(8)
  })
})

describe('drawGaussian', () => {
  it('has mean 0, variance 1 and fourth moment 3', () => {
    const random = randomFor(8, 0)
    const draws = Array.from({ length: 40_000 }, () => drawGaussian(random))
    const moment = (power: number) => draws.reduce((sum, x) => sum + x ** power, 0) / draws.length
    expect(moment(1)).toBeCloseTo(0, 1)
    expect(moment(2)).toBeCloseTo(1, 1)
    expect(Math.abs(moment(4) - 3)).toBeLessThan(0.2)
  })
})
