import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/consensus.js'
import { predictLabels } from '../../src/consensus/rules/predict-labels.js'
import { adjustedRandIndex } from '../../src/metrics/adjusted-rand-index.js'
import { plantedEnsemble, shuffledIndices } from '../ensembles.js'

const vote = (labelings: readonly (readonly (number | null)[])[], clusterCount: number) =>
  consensus(labelings, { clusterCount, method: 'vote' })

describe('vote', () => {
  it('gives every sample the cluster that most labelings give it, however they number clusters', async () => {
    const { labels, iterations } = await vote(
      [
        [0, 0, 0, 1, 1, 1],
        [1, 1, 0, 0, 0, 0],
        [5, 5, 5, 5, 7, 7],
      ],
      2,
    )
    // The third sample: 2 of 3 labelings put it with the first two; the fourth: 2 of 3 with the last two.
    expect([...labels]).toEqual([0, 0, 0, 1, 1, 1])
    expect(iterations).toBe(1)
  })

  it('keeps a cluster that would lose all its samples', async () => {
    const { foundClusterCount } = await vote(
      [
        [0, 0, 0, 0, 1, 1, 1, 2],
        [0, 0, 0, 0, 1, 1, 1, 1],
        [0, 0, 0, 0, 1, 1, 1, 1],
      ],
      3,
    )
    expect(foundClusterCount).toBe(3)
  })

  it('has the labels of lwgp as its reference where no labeling has k clusters', async () => {
    const { labelings } = plantedEnsemble(4, { sampleCount: 80, ensembleSize: 9, clusterCount: 4, noise: 0.05 })
    const { labels } = await vote(labelings, 2)
    const other = await consensus(labelings, { clusterCount: 2, method: 'lwgp' })
    expect(adjustedRandIndex(labels, other.labels)).toBeGreaterThan(0.6)
  })

  it('does not depend on the order of samples', async () => {
    const { labelings } = plantedEnsemble(7, { sampleCount: 90, ensembleSize: 6, clusterCount: 3, noise: 0.4 })
    const order = shuffledIndices(90, 5)
    const { labels } = await vote(labelings, 3)
    const shuffled = await vote(
      labelings.map(column => order.map(i => column[i])),
      3,
    )
    expect(
      adjustedRandIndex(
        shuffled.labels,
        Int32Array.from(order, i => labels[i]),
      ),
    ).toBe(1)
  })

  it('labels new samples by the same votes', async () => {
    const { labelings } = plantedEnsemble(9, { sampleCount: 60, ensembleSize: 5, clusterCount: 3, noise: 0.3 })
    const { model, labels } = await vote(labelings, 3)
    expect((await predictLabels(model, labelings)).labels).toEqual(labels)
  })
})
