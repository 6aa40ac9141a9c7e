import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/consensus.js'
import { prepareConsensus } from '../../src/consensus/prepare.js'
import { plantedEnsemble } from '../ensembles.js'

const labelings = () => plantedEnsemble(5, { sampleCount: 60, ensembleSize: 8, clusterCount: 3, noise: 0.1 }).labelings

describe('prepareConsensus', () => {
  it('changes no result, for any number of clusters, method and threshold', async () => {
    const prepared = prepareConsensus(labelings())
    for (const clusterCount of [2, 3, 5]) {
      for (const method of ['balanced', 'gpec', 'lwea'] as const) {
        const options = { clusterCount, method, ...(method === 'gpec' ? { alpha: 0.3, lambda: 0.5 } : {}) }
        expect(await consensus(prepared, options)).toEqual(await consensus(labelings(), options))
      }
    }
  })

  it('leaves an ensemble that was given alone', async () => {
    const given = prepareConsensus(labelings())
    const again = prepareConsensus(given)
    expect(again).toEqual(given)
    expect(again).not.toBe(given)
  })

  it('refuses labelings of one cluster at once', () => {
    expect(() =>
      prepareConsensus([
        [0, 0],
        [1, 1],
      ]),
    ).toThrow('all of them have one cluster')
  })
})
