import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleConfidence } from '../../src/consensus/confidence.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { collapseRows } from '../../src/labelings/label-table.js'
import { anyEnsemble, expectClose, type Labelings, plantedEnsemble } from '../ensembles.js'

const confidenceOf = (labelings: Labelings, labels: number[]) =>
  sampleConfidence(collapseRows(adoptLabelings(labelings)), Int32Array.from(labels))

describe('sampleConfidence: corners', () => {
  it('is 1 for a cluster of one sample that every labeling isolates', () => {
    const labelings = [
      [0, 0, 1],
      [0, 0, 1],
    ]
    expect([...confidenceOf(labelings, [0, 0, 1])]).toEqual([1, 1, 1])
  })

  it('is lower for a cluster of one sample that some labelings put with others', () => {
    const labelings = [
      [0, 0, 1],
      [0, 0, 1],
      [0, 1, 1],
      [0, 1, 2],
    ]
    // Sample 2 is isolated by three labelings of four; one of its eight pairs with {0, 1} agrees.
    expect(confidenceOf(labelings, [0, 0, 1])[2]).toBeCloseTo(1 - 1 / 8 / (3 / 4), 14)
  })

  it('is 0 for a cluster of one sample that no labeling isolates', () => {
    expect(
      confidenceOf(
        [
          [0, 0, 0, 1],
          [0, 0, 0, 1],
        ],
        [0, 0, 1, 2],
      )[2],
    ).toBe(0)
  })

  it('is the share of agreement with all others for one cluster', () => {
    const labelings = [
      [0, 0, 1],
      [0, 0, 0],
    ]
    // 0 and 1: both others of labeling 2 and one of labeling 1. 2: both of labeling 2.
    expect([...confidenceOf(labelings, [0, 0, 0])]).toEqual([0.75, 0.75, 0.5])
  })

  it('is 0, not negative, for a sample that belongs elsewhere', () => {
    const labelings = [
      [0, 0, 1, 1, 1],
      [0, 0, 1, 1, 1],
    ]
    // Sample 2 is with 0 and 1, whom no labeling puts it with. For 0 and 1 half of their cluster agrees and nothing
    // else; for 3 and 4 all of theirs and a third of the other.
    expectClose(confidenceOf(labelings, [0, 0, 0, 1, 1]), [1, 1, 0, 2 / 3, 2 / 3], 1e-15)
  })

  it('is 0 where no labeling covers a sample together with another of its cluster', () => {
    const labelings = [
      [0, 0, 1, 1, -1],
      [-1, -1, -1, -1, 0],
    ]
    expect([...confidenceOf(labelings, [0, 0, 1, 1, 1])]).toEqual([1, 1, 1, 1, 0])
  })

  it('is 1 for every sample where all labelings are the consensus', () => {
    const labels = [0, 0, 1, 1, 2, 2]
    expect([...confidenceOf([labels, labels, labels], labels)]).toEqual([1, 1, 1, 1, 1, 1])
  })
})

describe('sampleConfidence', () => {
  it('matches the hand-worked example', () => {
    const labelings = [
      [0, 0, 0, 1, 1],
      [0, 0, 1, 1, 1],
      [0, 1, 1, 2, 2],
    ]
    // Own cluster {0, 1, 2} against {3, 4}, agreeing of all pairs over three labelings:
    // 0 and 1: nothing agrees with {3, 4}.   2: own (2 + 0 + 1) / 6, other (0 + 2 + 0) / 6.
    // 3 and 4: own 3 / 3, other (0 + 1 + 0) / 9.
    expectClose(confidenceOf(labelings, [0, 0, 0, 1, 1]), [1, 1, 1 / 3, 8 / 9, 8 / 9], 1e-15)
  })

  it('counts pairs that a labeling covers, and those only: the hand-worked example with gaps', () => {
    const labelings = [
      [0, 0, -1, 1, 0],
      [0, 1, 0, -1, 1],
    ]
    // Clusters {0, 1, 2} and {3, 4}. 0: labeling 1 covers 1, labeling 2 covers 1 and 2: own (1 + 1) / 3; of the other,
    // 4 agrees once in three pairs.   1: own (1 + 0) / 3, other (1 + 1) / 3.   2: labeling 2 only: own 1 / 2, other 0 / 1.
    // 3: labeling 1 only: own 0.   4: labeling 1 with 3: own 0 / 1.
    expectClose(confidenceOf(labelings, [0, 0, 0, 1, 1]), [1 / 2, 0, 1, 0, 0], 1e-15)
  })

  it('compares with the best of the other clusters, not with all of them', () => {
    const labelings = [
      [0, 0, 0, 1],
      [0, 0, 1, 2],
    ]
    // Own {0, 1}: 2 of 2. {2}: 1 of 2. {3}: 0 of 2.
    expect(confidenceOf(labelings, [0, 0, 1, 2])[0]).toBe(0.5)
  })

  it('is the formula on all pairs', () => {
    fc.assert(
      fc.property(anyEnsemble, fc.integer({ min: 1, max: 4 }), (labelings, k) => {
        const labels = labelings[0].map((_, i) => (i * 7 + 3) % k)
        const share = (i: number, cluster: number) => {
          let [agreeing, pairs] = [0, 0]
          for (const base of labelings) {
            labels.forEach((label, j) => {
              if (j === i || label !== cluster || base[i] < 0 || base[j] < 0) return
              pairs++
              if (base[i] === base[j]) agreeing++
            })
          }
          return pairs === 0 ? 0 : agreeing / pairs
        }
        const clusters = [...new Set(labels)]
        const expected = labels.map((own, i) => {
          const covering = labelings.filter(base => base[i] >= 0)
          const isolating = covering.filter(base => base.every((label, j) => j === i || label !== base[i]))
          const isAlone = labels.filter(label => label === own).length === 1
          const ownShare = isAlone ? isolating.length / covering.length : share(i, own)
          if (clusters.length === 1) return ownShare
          const other = Math.max(...clusters.filter(cluster => cluster !== own).map(cluster => share(i, cluster)))
          return ownShare > other ? 1 - other / ownShare : 0
        })
        expectClose(confidenceOf(labelings, labels), expected, 1e-14)
      }),
    )
  })

  it('is lower on the average for noisier ensembles', () => {
    const meanAt = (noise: number) => {
      const { labelings, truth } = plantedEnsemble(3, { sampleCount: 90, ensembleSize: 6, clusterCount: 3, noise })
      return confidenceOf(labelings, truth).reduce((a, b) => a + b) / 90
    }
    expect(meanAt(0)).toBeGreaterThan(meanAt(0.2))
    expect(meanAt(0.2)).toBeGreaterThan(meanAt(0.6))
  })
})
