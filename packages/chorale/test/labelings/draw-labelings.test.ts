import { describe, expect, it } from 'vitest'
import { adoptLabelings, drawLabelings } from '../../src/internal.js'

const pool = adoptLabelings(Array.from({ length: 9 }, (_, t) => Array.from({ length: 6 }, (_, i) => (i * (t + 1)) % 4)))

describe('drawLabelings', () => {
  it('rejects more labelings than the pool holds', () => {
    expect(() => drawLabelings(pool, 10, 1)).toThrow(
      'drawLabelings: ensembleSize must be an integer from 1 to 9; got 10',
    )
  })

  it('draws every labeling at most once, in the order of the pool, with its names and counts', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { labelings, names, clusterCounts, sampleCount } = drawLabelings(pool, 4, seed)
      const places = names.map(name => pool.names.indexOf(name))
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
      expect(labelings).toEqual(places.map(t => pool.labelings[t]))
      expect(clusterCounts).toEqual(places.map(t => pool.clusterCounts[t]))
      expect(sampleCount).toBe(6)
    }
  })

  it('draws the same for the same seed, others for others, and all of them sooner or later', () => {
    expect(drawLabelings(pool, 4, 7)).toEqual(drawLabelings(pool, 4, 7))
    const draws = Array.from({ length: 30 }, (_, seed) => drawLabelings(pool, 4, seed).names)
    expect(new Set(draws.map(names => names.join())).size).toBeGreaterThan(20)
    expect(new Set(draws.flat()).size).toBe(9)
    expect(drawLabelings(pool, 9, 3).names).toEqual(pool.names)
  })
})
