import { describe, expect, it } from 'vitest'
import { inAppWords } from '../words.js'

describe('messages of the library in the app', () => {
  it('name the control instead of the parameter', () => {
    expect(inAppWords('consensus: clusterCount must be at most 4; got 5')).toBe(
      'Number of clusters (k) must be at most 4; got 5',
    )
  })

  it('leave out advice about parameters', () => {
    expect(inAppWords("a.csv: 1 missing value in 1 row; fill them in, or use `impute: 'median'`")).toBe(
      'a.csv: 1 missing value in 1 row',
    )
  })

  it('stay as they are if the app has no control for the parameter', () => {
    expect(inAppWords('consensus: theta must be above 0; got 0')).toBe('consensus: theta must be above 0; got 0')
  })
})
