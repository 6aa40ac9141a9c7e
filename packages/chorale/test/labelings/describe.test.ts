import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { describeEnsemble } from '../../src/labelings/describe.js'
import { anyEnsemble } from '../ensembles.js'

describe('describeEnsemble', () => {
  it('counts a labeling of one cluster with gaps as one that says nothing', () => {
    const ensemble = adoptLabelings([
      [0, 1],
      [0, -1],
    ])
    expect(describeEnsemble(ensemble)).toMatchObject({ oneClusterLabelings: [1], coverage: [1, 0.5], missingCount: 1 })
  })

  it('matches the hand-worked example', () => {
    const ensemble = adoptLabelings([
      ['a', 'a', 'b', 'b', null],
      [1, 1, 1, 1, 1],
      [-1, -1, 0, 1, 0],
    ])
    expect(describeEnsemble(ensemble)).toEqual({
      sampleCount: 5,
      ensembleSize: 3,
      clusterCounts: [2, 1, 2],
      coverage: [0.8, 1, 0.6],
      missingCount: 3,
      distinctRows: 4,
      oneClusterLabelings: [1],
    })
  })

  it('agrees with counts over the labels and shares nothing with the ensemble', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const ensemble = adoptLabelings(labelings)
        const report = describeEnsemble(ensemble)
        const missing = labelings.flat().filter(label => label < 0).length
        expect(report.missingCount).toBe(missing)
        const labelCount = ensemble.sampleCount * report.ensembleSize
        const covered = report.coverage.reduce((sum, share) => sum + share * ensemble.sampleCount, 0)
        expect(covered).toBeCloseTo(labelCount - missing, 9)
        expect(report.clusterCounts).not.toBe(ensemble.clusterCounts)
      }),
    )
  })
})
