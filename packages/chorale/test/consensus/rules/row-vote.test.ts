import { describe, expect, it } from 'vitest'
import { createRowVote } from '../../../src/consensus/rules/row-vote.js'
import { type ConsensusModel, consensus, predictLabels } from '../../../src/internal.js'
import { loadHotLoops } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

const random = randomFor(4, 0)
const labelings = (count: number) =>
  Array.from({ length: 9 }, (_, t) => Int32Array.from({ length: count }, () => Math.floor((2 + t) * random())))

async function modelOf(clusterCount: number): Promise<ConsensusModel> {
  const { model } = await consensus(labelings(400), { clusterCount, method: 'lwgp', seed: 1 })
  // Labels are numbers of clusters.
  return { ...model, clusterNames: null }
}

describe('createRowVote', () => {
  it.each([1, 2, 3, 7])('gives the labels and confidences of predictLabels (%i clusters)', async clusterCount => {
    const model = await modelOf(clusterCount)
    const vote = createRowVote(model, await loadHotLoops('simd'))!
    const rows = labelings(500)
    const { labels, confidence } = await predictLabels(model, rows)
    expect(await vote(rows, 500)).toEqual({ labels, confidence })
  })

  it('keeps the clusters of stored rows', async () => {
    const model = await modelOf(3)
    const stored = labelings(2)
    const rows = {
      rowCount: 2,
      labelings: Int32Array.from(stored.flatMap(labels => [...labels])),
      labels: Int32Array.of(2, 1),
      multiplicity: Int32Array.of(1, 1),
      isWhole: false,
    }
    const { labels } = await createRowVote({ ...model, rows }, await loadHotLoops('simd'))!(stored, 2)
    expect([...labels]).toEqual([2, 1])
  })

  it('is not for rules that compare with stored rows', async () => {
    const { model } = await consensus(labelings(100), { clusterCount: 2, method: 'gpec', seed: 1 })
    expect(createRowVote(model, await loadHotLoops('simd'))).toBeNull()
  })
})
