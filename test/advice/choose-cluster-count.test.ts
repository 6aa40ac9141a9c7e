import { describe, expect, it } from 'vitest'
import { type ClusterCountCriteria, chooseClusterCount } from '../../src/advice/choose-cluster-count.js'

/** Criteria for k = 2, 3, .. with the given overlaps. */
const criteria = (...overlaps: number[]) =>
  overlaps.map((overlap, at) => ({ clusterCount: at + 2, overlap, stability: 0.9 }) as ClusterCountCriteria)

const test = (pValue: number, statistic: 'overlap' | 'agreement' = 'overlap') => ({
  pValue,
  statistic,
  observed: 0.1,
  nulls: [],
  sampleCount: 100,
})

describe('chooseClusterCount', () => {
  it('takes the largest k whose clusters are separated', () => {
    expect(chooseClusterCount(criteria(0.01, 0.3, 0.02, 0.25, 0.2), test(1e-6)).clusterCount).toBe(4)
    expect(chooseClusterCount(criteria(0.01, 0.02, 0.03), test(1e-6))).toMatchObject({
      clusterCount: 4,
      reason: expect.stringContaining(
        '3.0 % of the samples lie between the two closest clusters (more clusters were not tried)',
      ),
    })
  })

  it('takes the best separated k where none is separated, and none where that is not nearly separated', () => {
    const near = chooseClusterCount(criteria(0.2, 0.11, 0.3), test(1e-6))
    expect(near).toMatchObject({ clusterCount: 3, reason: expect.stringContaining('the best separated number') })
    const none = chooseClusterCount(criteria(0.2, 0.13, 0.3), test(1e-6))
    expect(none).toMatchObject({ clusterCount: 1, reason: expect.stringContaining('although the data differ') })
  })

  it('says no clusters where the test finds none', () => {
    expect(chooseClusterCount(criteria(0.01, 0.3), test(0.1)).clusterCount).toBe(1)
    expect(chooseClusterCount(criteria(0.1, 0.3), test(0.01)).clusterCount).toBe(1)
  })

  it('asks for clear clusters where the test is weak, and says so', () => {
    const weak = chooseClusterCount(criteria(0.01, 0.3), test(0.05))
    expect(weak).toMatchObject({ clusterCount: 2, reason: expect.stringContaining('The evidence is weak.') })
    expect(chooseClusterCount(criteria(0.1, 0.3), test(0.05)).clusterCount).toBe(1)
  })

  it('asks labelings whether they agree at all, at the full level, and then whether clusters are separated', () => {
    const shuffled = chooseClusterCount(criteria(0.01, 0.3), test(0.05, 'agreement'))
    expect(shuffled).toMatchObject({
      clusterCount: 1,
      reason: expect.stringContaining('agree no better than shuffled labelings'),
    })
    const cloud = chooseClusterCount(criteria(0.2, 0.13), test(1e-6, 'agreement'))
    expect(cloud).toMatchObject({ clusterCount: 1, reason: expect.stringContaining('agree better than chance') })
    expect(chooseClusterCount(criteria(0.01, 0.3), test(1e-6, 'agreement')).clusterCount).toBe(2)
  })
})
