import { describe, expect, it } from 'vitest'
import { matchClusters, restoreClusters } from '../worker/match-clusters.js'

const labels = (...values: number[]) => Int32Array.from(values)

describe('matching clusters with those of an earlier result', () => {
  it('keeps the number of an unchanged cluster', () => {
    const before = labels(0, 0, 0, 1, 1, 1, 2, 2)
    expect([...matchClusters(labels(2, 2, 2, 0, 0, 0, 1, 1), before).labels]).toEqual([...before])
  })

  it('gives a part that splits off a new number', () => {
    const { labels: found, kept } = matchClusters(labels(1, 1, 0, 0, 0, 2), labels(0, 0, 0, 0, 0, 1))
    expect([...found]).toEqual([2, 2, 0, 0, 0, 1])
    expect([...kept].sort()).toEqual([0, 1])
  })

  it('leaves a gap where a cluster is gone', () => {
    expect([...matchClusters(labels(0, 0, 0, 1, 1), labels(0, 0, 1, 2, 2)).labels]).toEqual([0, 0, 0, 2, 2])
  })

  it('chooses pairs together, not one after the other', () => {
    // Cluster 0 shares 3 with both earlier clusters, cluster 1 shares only with the earlier 0.
    const found = matchClusters(labels(0, 0, 0, 0, 0, 0, 1, 1), labels(0, 0, 0, 1, 1, 1, 0, 0)).labels
    expect([...found]).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  })

  it('matches many clusters, too', () => {
    const before = Int32Array.from({ length: 2000 }, (_, i) => i % 400)
    const found = before.map(label => (label * 7) % 400)
    expect(matchClusters(found, before).labels).toEqual(before)
  })

  it('restores clusters that were merged', () => {
    expect([...restoreClusters(labels(0, 0, 1, 1, 2), labels(5, 5, 5, 5, 3)).labels]).toEqual([5, 5, 5, 5, 3])
    expect([...restoreClusters(labels(0, 0, 1, 1), labels(1, 0, 0, 0)).labels]).toEqual([1, 1, 0, 0])
  })
})
