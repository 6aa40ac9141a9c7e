import { describe, expect, it } from 'vitest'
import { repeatSeeds } from '../../src/internal.js'

describe('repeatSeeds', () => {
  it('rejects what is no seed and what is no repeat', () => {
    expect(() => repeatSeeds(-1, 0)).toThrow('repeatSeeds: seed must be an integer from 0 to 4294967295; got -1')
    expect(() => repeatSeeds(1, 0.5)).toThrow('repeatSeeds: repeat must be an integer from 0 to 4294967295; got 0.5')
  })

  it('gives every repeat of every seed two seeds of its own, and the same ones again', () => {
    const seeds = [0, 1, 2, 0xffffffff].flatMap(seed =>
      Array.from({ length: 500 }, (_, repeat) => Object.values(repeatSeeds(seed, repeat))).flat(),
    )
    expect(new Set(seeds).size).toBe(4000)
    expect(repeatSeeds(7, 3)).toEqual(repeatSeeds(7, 3))
    for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff).toBe(true)
  })
})
