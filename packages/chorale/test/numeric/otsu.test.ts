import { describe, expect, it } from 'vitest'
import { inconsistencies } from '../../src/numeric/inconsistency.js'
import { linkage } from '../../src/numeric/linkage.js'
import { OTSU_BINS, otsuBin, otsuThreshold } from '../../src/numeric/otsu.js'

function thresholdOf(values: number[]): number {
  const counts = new Float64Array(OTSU_BINS)
  for (const value of values) counts[otsuBin(value)]++
  return otsuThreshold(counts)
}

describe('otsuThreshold', () => {
  it('is 0 for no values and for values of one bin', () => {
    expect(thresholdOf([])).toBe(0)
    expect(thresholdOf([0.7, 0.7, 0.7])).toBe(0)
  })

  it('takes the middle of the plateau between two groups', () => {
    expect(thresholdOf([0, 0, 1, 1])).toBe(127 / 255)
    expect(thresholdOf([0, 0, 0, 0.2])).toBe(25 / 255)
  })

  it('clips, takes NaN for 0 and rounds halves up', () => {
    expect([-1, Number.NaN, 2, 0.5 / 255, 1].map(otsuBin)).toEqual([0, 0, 255, 1, 255])
  })
})

describe('inconsistencies', () => {
  it('matches the hand-worked example', async () => {
    // Points 0, 1, 4 and 6 on a line, single linkage: merges at 1, 2 and 3.
    const tree = await linkage({ size: 4, values: Float64Array.of(1, 4, 6, 3, 5, 2) }, { rule: 'single' })
    expect([...inconsistencies(tree, 4)]).toEqual([0, 0, 1])
  })

  it('looks no deeper than it is told', async () => {
    // Each point twice as far as the one before: merges at 1, 2, 4 and 8.
    const points = [0, 1, 3, 7, 15]
    const values = Float64Array.from(points.flatMap((x, i) => points.slice(i + 1).map(y => y - x)))
    const tree = await linkage({ size: 5, values }, { rule: 'single' })
    expect([...tree.heights]).toEqual([1, 2, 4, 8])
    expect(inconsistencies(tree, 2)[3]).toBeCloseTo(2 / Math.sqrt(8), 14)
  })
})
