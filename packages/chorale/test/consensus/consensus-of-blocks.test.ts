import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { threads } from '../../../node/src/threads.js'
import {
  consensus,
  consensusOfBlocks,
  evaluate,
  type LabelValue,
  packLabelings,
  unpackLabelings,
} from '../../src/internal.js'
import { plantedEnsemble } from '../ensembles.js'

const noisy = (sampleCount: number, missing = 0) =>
  plantedEnsemble(3, { sampleCount, ensembleSize: 6, clusterCount: 4, noise: 0.1, missing })

const blocksOf = function* (labelings: readonly (readonly LabelValue[])[], size: number) {
  for (let from = 0; from < labelings[0].length; from += size)
    yield labelings.map(labels => labels.slice(from, from + size))
}

const { labelings: many, truth } = noisy(150_000)

describe('consensusOfBlocks', () => {
  it.each(['gpec', 'balanced', 'lwgp'] as const)('gives what consensus gives for the whole (%s)', async method => {
    const { labelings } = noisy(400)
    const options = { clusterCount: 4, method }
    expect(await consensusOfBlocks(blocksOf(labelings, 33), options)).toEqual(await consensus(labelings, options))
  })

  it('gives the same after a fit on a sample, with missing labels and names of clusters', async () => {
    const { labelings } = noisy(900, 0.1)
    const named = labelings.map(labels => labels.map(label => (label < 0 ? null : `cluster ${label}`)))
    const options = { clusterCount: 4, method: 'gpec', alpha: 0.2, fitRows: 200 } as const
    expect(await consensusOfBlocks(blocksOf(named, 250), options)).toEqual(await consensus(named, options))
  })

  it.each(['gpec', 'balanced'] as const)('splits no equal samples for k above the distinct rows (%s)', async method => {
    const rows = Array.from({ length: 12 }, (_, r) => [r % 2, r % 3, r % 4])
    const labelings = [0, 1, 2].map(t => Array.from({ length: 60 }, (_, i) => rows[i % 12][t]))
    const expected = Int32Array.from({ length: 60 }, (_, i) => i % 12)
    for (const fitRows of ['all', 50] as const) {
      const options = { clusterCount: 20, method, alpha: 0.1, fitRows }
      expect((await consensus(labelings, options)).labels).toEqual(expected)
      expect((await consensusOfBlocks(blocksOf(labelings, 25), options)).labels).toEqual(expected)
    }
  })

  it('finds planted clusters of more samples than one block holds', async () => {
    const result = await consensusOfBlocks(blocksOf(many, 40_000), { clusterCount: 4, fitRows: 2000 })
    expect(evaluate(result.labels, truth).nmi).toBeGreaterThan(0.9)
    expect(result.confidence).toHaveLength(150_000)
  })

  it('fits on a sample by itself if all rows would take too long, and says so', async () => {
    const labels = Array.from({ length: 60_000 }, (_, i) => i % 300)
    const others = labels.map((_, i) => Math.floor(i / 300))
    const result = await consensusOfBlocks([[labels, others]], { clusterCount: 2, method: 'balanced' })
    expect(result.ensemble.distinctRows).toBe(60_000)
    expect(result.fit).toMatchObject({ of: 60_000, reason: 'too slow' })
    expect(result.fit.rows).toBeLessThan(20_000)
  })

  it('predicts the samples of the consensus as they were labeled', async () => {
    const packed = await packLabelings(blocksOf(many, 65_536))
    const { labels, confidence, predict } = await consensusOfBlocks(packed, { clusterCount: 4, fitRows: 2000 })
    const rows = Array.from({ length: 3000 }, (_, i) => many.map(labeling => labeling[i * 50]))
    const predicted = await predict(rows)
    expect(predicted.labels).toEqual(labels.filter((_, i) => i % 50 === 0))
    expect(predicted.confidence).toEqual(confidence.filter((_, i) => i % 50 === 0))
  })

  it('leaves out labelings of one cluster, and weighs all that came', async () => {
    const { labelings } = noisy(500)
    const one = labelings[0].map(() => 'all')
    const result = await consensusOfBlocks([[one, ...labelings]], { clusterCount: 4, fitRows: 100 })
    expect(result.weights).toHaveLength(7)
    expect(result.weights[0]).toBe(0)
    expect(result.warnings.join()).toContain("'labeling 1'")
  })

  it('names the block that does not fit', async () => {
    const options = { clusterCount: 2 }
    await expect(
      consensusOfBlocks(
        [
          [
            [0, 1],
            [0, 1],
          ],
          [[0, 1]],
        ],
        options,
      ),
    ).rejects.toThrow(
      'every block must have 2 labelings, like the first block; the block that starts at sample 3 has 1',
    )
    await expect(consensusOfBlocks([[[0, 1], [0]]], options)).rejects.toThrow(
      'in the block that starts at sample 1, labeling 1 has 2 and labeling 2 has 1',
    )
    await expect(consensusOfBlocks([], options)).rejects.toThrow('input must have at least one block; got none')
    await expect(consensusOfBlocks([[[0, 1]]], options)).rejects.toThrow('at least 2 labelings; got 1')
  })

  it('names the sample that no labeling covers', async () => {
    const { labelings } = noisy(400)
    const holed = labelings.map(labels => labels.map((label, i) => (i === 321 ? -1 : label)))
    await expect(consensusOfBlocks(blocksOf(holed, 100), { clusterCount: 4, fitRows: 100 })).rejects.toThrow(
      'consensus: every sample must be covered by at least one labeling; sample 322 has only missing labels',
    )
  })

  it('stops at once when it is told to', async () => {
    const stop = new AbortController()
    const run = consensusOfBlocks(blocksOf(many, 50_000), {
      clusterCount: 4,
      fitRows: 2000,
      signal: stop.signal,
      onProgress: ({ phase }) => phase === 'embedding' && stop.abort(new Error('enough')),
    })
    await expect(run).rejects.toThrow('enough')
  })
})

describe('packed labelings', () => {
  it('unpack to what they were', async () => {
    const packed = await packLabelings(
      [
        [
          ['b', 'a'],
          [7, null],
        ],
        [['b'], [3]],
      ],
      { names: ['x', 'y'] },
    )
    expect(unpackLabelings(packed)).toEqual({
      sampleCount: 3,
      clusterCounts: [2, 2],
      names: ['x', 'y'],
      clusterNames: [
        ['b', 'a'],
        [7, 3],
      ],
      labelings: [Int32Array.of(0, 1, 0), Int32Array.of(0, -1, 1)],
    })
  })
})

describe('labels in threads', () => {
  it('give the same result in 1, 2 and 4 threads', async () => {
    const packed = await packLabelings(blocksOf(many, 65_536))
    const options = { clusterCount: 4, method: 'gpec', alpha: 0.1, fitRows: 2000 } as const
    const alone = await consensusOfBlocks(packed, options)
    for (const count of [1, 2, 4]) {
      const together = await consensusOfBlocks(packed, { ...options, executor: threads({ count }) })
      expect(isDeepStrictEqual(together, alone), `${count} threads`).toBe(true)
    }
  })

  it('end with their threads when they are told to stop', async () => {
    const packed = await packLabelings(blocksOf(many, 65_536))
    const stop = new AbortController()
    const run = consensusOfBlocks(packed, {
      clusterCount: 4,
      fitRows: 2000,
      signal: stop.signal,
      executor: threads({ count: 2 }),
      onProgress: ({ phase }) => phase === 'labels' && stop.abort(new Error('enough')),
    })
    await expect(run).rejects.toThrow('enough')
  })
})
