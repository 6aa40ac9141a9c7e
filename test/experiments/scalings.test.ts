import { describe, expect, it } from 'vitest'
import { nearestScaling } from '../../experiments/page-scalings.js'

describe('nearestScaling', () => {
  it('keeps the first one unless another is at least twice as near', () => {
    expect(nearestScaling([3, 1.6, 2])).toBe(0)
    expect(nearestScaling([3, 1.5, 2])).toBe(1)
    expect(nearestScaling([3, 1.5, 1])).toBe(2)
  })

  it('says nothing where a scaling was not run', () => {
    expect(nearestScaling([3, Number.NaN, 1])).toBeNull()
  })
})
