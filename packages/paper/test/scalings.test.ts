import { describe, expect, it } from 'vitest'
import { nearestScaling } from '../src/page/scalings.js'

describe('nearestScaling', () => {
  it('is the first one that is within a point of the nearest', () => {
    expect(nearestScaling([3, 2, 2.5])).toBe(0)
    expect(nearestScaling([3.5, 2, 1.5])).toBe(1)
    expect(nearestScaling([3.5, 3, 1])).toBe(2)
  })

  it('says nothing where a scaling was not run', () => {
    expect(nearestScaling([3, Number.NaN, 1])).toBeNull()
  })
})
