import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/consensus.js'
import { createSpanLabeler, labelAllRows, type RowLabeling } from '../../src/consensus/label-rows.js'
import type { ConsensusModel } from '../../src/consensus/rules/consensus-model.js'
import { reorderModel } from '../../src/consensus/rules/consensus-model.js'
import { predictLabels } from '../../src/consensus/rules/predict-labels.js'
import { thisThread } from '../../src/executor.js'
import { numberRows, storeOfDistinct } from '../../src/labelings/distinct-rows.js'
import { BLOCK_SAMPLES, labelingsOf, storeOf } from '../../src/labelings/label-store.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../src/numeric/random.js'
import { plantedEnsemble } from '../ensembles.js'

/** Two labelings of two clusters; 4 members of cluster 0 agree on the first clusters, 4 of cluster 1 on the second. */
const MODEL: ConsensusModel = {
  names: ['a', 'b'],
  clusterCounts: [2, 2],
  clusterNames: null,
  counts: {
    clusterCount: 2,
    inCluster: Int32Array.of(4, 0, 3, 1, 0, 4, 0, 4),
    covered: Int32Array.of(4, 4, 4, 4),
  },
  rows: {
    rowCount: 1,
    labelings: Int32Array.of(1, 0),
    labels: Int32Array.of(0),
    multiplicity: Int32Array.of(1),
    isWhole: false,
  },
  rule: { kind: 'agreement' },
}

/** The labelings of the model are the last two of three, and its first labeling numbers its clusters the other way round. */
const LABELING: RowLabeling = {
  model: MODEL,
  columns: [1, 2],
  clusters: [Int32Array.of(1, 0, -1), Int32Array.of(2, 3)],
}

const storeWith = (...labelings: number[][]) =>
  storeOf({
    sampleCount: labelings[0].length,
    labelings: labelings.map(labels => Int32Array.from(labels)),
    clusterCounts: [2, 3, 2],
  })

const none = { onSpan: () => {} }

describe('labelAllRows', () => {
  it('finds the hand-worked labels and confidences', async () => {
    // Model clusters of the rows: (0, 0), (1, 1), stored (1, 0), unknown and 1, unknown and none.
    const store = storeWith([0, 1, 0, 1, 0], [1, 0, 0, 2, 2], [0, 1, 0, 1, -1])
    const { labels, confidence } = await labelAllRows(store, numberRows(store), LABELING, thisThread, none)
    expect([...labels]).toEqual([0, 1, 0, 1, -1])
    // Shares of (0, 0): 7 of 8 pairs with cluster 0, none with 1. Of (1, 1): 1 of 8, and 8 of 8. Of (1, 0): 3 of 8, and 4
    // of 8. Of 1 alone: 1 of 4, and 4 of 4.
    expect([...confidence]).toEqual([1, 1 - 1 / 8, 0, 0.75, 0])
  })

  it('labels equal rows once, with the same result, over several blocks', async () => {
    const { labelings } = plantedEnsemble(5, {
      sampleCount: 900,
      ensembleSize: 6,
      clusterCount: 4,
      noise: 0.1,
      missing: 0.05,
    })
    const { model } = await consensus(labelings, { clusterCount: 4, fitRows: 300 })
    const random = randomFor(1, 0)
    const picks = Int32Array.from({ length: 2 * BLOCK_SAMPLES + 100 }, () => Math.floor(random() * 900))
    const many = labelings.map(labels => Int32Array.from(picks, i => labels[i]))
    const clusterCounts = many.map(labels => Math.max(...labels) + 1)
    const store = storeOf({ sampleCount: picks.length, labelings: many, clusterCounts })
    const starts = model.clusterCounts.map((_, t) =>
      model.clusterCounts.slice(0, t).reduce((sum, count) => sum + count, 0),
    )
    const labeling = {
      model,
      columns: labelings.map((_, t) => t),
      clusters: clusterCounts.map((count, t) =>
        Int32Array.from({ length: count }, (_, cluster) => {
          const number = model.clusterNames![t].indexOf(cluster)
          return number < 0 ? -1 : starts[t] + number
        }),
      ),
    }
    let spanCount = 0
    const found = await labelAllRows(store, numberRows(store), labeling, thisThread, {
      onSpan: done => {
        spanCount = done
      },
    })
    expect(spanCount).toBe(1)
    const predicted = await predictLabels(model, many)
    expect(found.labels).toEqual(predicted.labels)
    expect(found.confidence).toEqual(predicted.confidence)
    for (const loops of [PLAIN_KERNELS, await loadHotLoops('simd')]) {
      const steps = createSpanLabeler(store, labeling, loops)(store.blocks)
      let step = steps.next()
      while (!step.done) step = steps.next()
      expect(step.value).toEqual(found)
    }
  })

  it('stops when it is told to', async () => {
    const store = storeWith([0, 1], [1, 0], [0, 1])
    const signal = AbortSignal.abort(new Error('enough'))
    const run = labelAllRows(store, numberRows(store), LABELING, thisThread, { ...none, signal })
    await expect(run).rejects.toThrow('enough')
  })
})

describe('storeOfDistinct', () => {
  it('has every distinct row once, in the order of their numbers', () => {
    const store = storeWith([0, 1, 0, 1, 0], [2, 0, 2, 0, -1], [0, 1, 0, 1, 0])
    const distinct = storeOfDistinct(store, numberRows(store))
    expect(distinct.sampleCount).toBe(3)
    expect(labelingsOf(distinct).map(labels => [...labels])).toEqual([
      [0, 1, 0],
      [2, 0, -1],
      [0, 1, 0],
    ])
    expect(distinct.clusterStarts).toEqual(store.clusterStarts)
  })

  it('joins equal rows of different blocks, with labels of one and of two bytes', () => {
    const length = 2 * BLOCK_SAMPLES
    const first = Int32Array.from({ length }, (_, i) => (i < BLOCK_SAMPLES ? i % 100 : i % 300))
    const second = first.map(label => label % 7)
    const store = storeOf({ sampleCount: length, labelings: [first, second], clusterCounts: [300, 7] })
    const distinct = storeOfDistinct(store, numberRows(store))
    expect(distinct.sampleCount).toBe(300)
    const [labels] = labelingsOf(distinct)
    expect(new Set(labels).size).toBe(300)
  })
})

describe('reorderModel', () => {
  it('names the clusters anew, and predicts the same otherwise', async () => {
    const { labelings } = plantedEnsemble(5, { sampleCount: 300, ensembleSize: 6, clusterCount: 3, noise: 0.2 })
    for (const method of ['balanced', 'lwgp', 'eac'] as const) {
      const { model } = await consensus(labelings, { clusterCount: 3, method })
      const others = labelings.map((labels, t) => Int32Array.from(labels, (_, i) => labels[(i + 3 * t) % 300]))
      const before = await predictLabels(model, others)
      // Cluster 2 becomes 0, cluster 0 becomes 1, cluster 1 becomes 2.
      const after = await predictLabels(reorderModel(model, [2, 0, 1]), others)
      expect([...after.labels]).toEqual(Array.from(before.labels, label => [1, 2, 0][label]))
      expect(after.confidence).toEqual(before.confidence)
    }
  })
})
