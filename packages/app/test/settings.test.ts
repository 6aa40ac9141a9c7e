import { describe, expect, it } from 'vitest'
import { commandOf, DEFAULT_SETTINGS, fromHash, hasCount, planOptions, toHash } from '../settings.js'

describe('the settings', () => {
  it('have no number of clusters until the user sets one, also in a link', () => {
    expect(hasCount(DEFAULT_SETTINGS)).toBe(false)
    const link = toHash({ ...DEFAULT_SETTINGS, seed: 4 }, { example: null, file: 'a.csv' })
    expect(link).toBe('#file=a.csv&seed=4')
    expect(fromHash(link).settings).toEqual({ ...DEFAULT_SETTINGS, seed: 4 })
    expect(fromHash('#file=a.csv&k=5').settings.clusterCount).toBe(5)
  })

  it('leave to the plan of the library what they do not set', () => {
    const given = Object.entries(planOptions(DEFAULT_SETTINGS)).filter(([, value]) => value !== undefined)
    expect(given).toEqual([['seed', 1]])
  })

  it('give the plan and the command the same options', () => {
    const settings = {
      ...DEFAULT_SETTINGS,
      clusterCount: 4,
      method: 'gpec' as const,
      alpha: 0.3,
      ensembleSize: 30,
      generator: 'mixed' as const,
      maxClusterCount: 9,
    }
    expect(planOptions(settings)).toMatchObject({
      method: 'gpec',
      alpha: 0.3,
      ensembleSize: 30,
      generator: 'mixed',
      maxClusterCount: 9,
    })
    expect(commandOf(settings, 'features', 'a.csv').join(' ')).toBe(
      'chorale cluster a.csv -k 4 --method gpec --alpha 0.3 -m 30 --generator mixed --max-clusters 9 -o labels.csv',
    )
  })

  it('drop options that the chosen method does not use', () => {
    const settings = { ...DEFAULT_SETTINGS, clusterCount: 2, method: 'eac' as const, lambda: 2 }
    expect(planOptions(settings).lambda).toBeUndefined()
    // Chorale chooses the method, so that nothing is known about its options.
    expect(planOptions({ ...settings, method: 'auto' as const, alpha: 0.5 }).alpha).toBeUndefined()
  })
})
