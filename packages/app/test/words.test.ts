import { describe, expect, it } from 'vitest'
import { invalid } from '../../chorale/src/internal.js'
import { faultOf } from '../fault.js'
import { choiceName, faultWords, inAppWords } from '../words.js'

describe('messages of the library in the app', () => {
  it('name the control instead of the parameter', () => {
    const fault = faultOf(invalid('consensus', 'clusterCount', 'be at most 4', 5))
    expect(faultWords(fault)).toBe('Number of clusters (k) must be at most 4; got 5')
  })

  it('leave out advice about parameters', () => {
    expect(inAppWords("a.csv: 1 missing value in 1 row; fill them in, or use `impute: 'median'`")).toBe(
      'a.csv: 1 missing value in 1 row',
    )
  })

  it('stay as they are if the app has no control for the parameter', () => {
    const fault = faultOf(invalid('consensus', 'theta', 'be above 0', 0))
    expect(faultWords(fault)).toBe('consensus: theta must be above 0; got 0')
  })

  it('say when the app itself is wrong', () => {
    expect(faultWords(faultOf(new TypeError('x is undefined')))).toBe('This is a bug in Chorale: x is undefined')
  })

  it('name the choices of a plan by their controls', () => {
    expect(['ensembleSize', 'base', 'fitRows'].map(choiceName)).toEqual([
      'Number of base clusterings (m)',
      'Base clusterings',
      'Rows of the fit',
    ])
  })
})
