import { describe, expect, it } from 'vitest'
import { roughDuration } from '../src/count-text.js'

describe('roughDuration', () => {
  it('rounds up to the unit that people would use', () => {
    expect([0, 0.2, 12.1, 89].map(roughDuration)).toEqual(['1 s', '1 s', '13 s', '89 s'])
    expect([90, 121, 5399].map(roughDuration)).toEqual(['2 min', '3 min', '90 min'])
    expect([5400, 36_000].map(roughDuration)).toEqual(['1.5 h', '10.0 h'])
  })
})
