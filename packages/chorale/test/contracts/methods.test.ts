import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/consensus.js'
import { METHOD_NAMES } from '../../src/consensus/methods/index.js'
import { countText } from '../../src/count-text.js'
import { InputError } from '../../src/internal.js'
import { expectSamePartition, partition, plantedEnsemble, shuffledIndices, unstructuredEnsemble } from '../ensembles.js'

/** Ties of these are decided by the order of the samples, by the methods' own definition. */
const ORDERED = ['ces2l', 'ces2q', 'ceam']

/** One start from samples drawn at random, as published: planted clusters are found by the best of several. */
const SINGLE_START = ['sec', 'ceam']

describe.each(METHOD_NAMES)('method %s', method => {
  const restarts = SINGLE_START.includes(method) ? 20 : undefined
  const planted = plantedEnsemble(5, { sampleCount: 60, ensembleSize: 8, clusterCount: 3, noise: 0.02 })
  const loose = unstructuredEnsemble(3, { sampleCount: 40, ensembleSize: 6, largest: 5, repeated: 0.3 })

  it('gives one label per sample, at most k clusters, numbered from 0 by first appearance', async () => {
    for (const clusterCount of [2, 3, 5, 9]) {
      const { labels } = await consensus(loose, { clusterCount, method })
      expect(labels).toHaveLength(40)
      expect(labels).toEqual(partition(labels))
      expect(new Set(labels).size).toBeLessThanOrEqual(clusterCount)
    }
  })

  it('gives weights of the ensemble: not negative, summing to 1', async () => {
    const { weights } = await consensus(loose, { clusterCount: 3, method })
    expect(weights).toHaveLength(6)
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 10)
  })

  it('gives a confidence from 0 to 1 per sample', async () => {
    const { confidence } = await consensus(loose, { clusterCount: 3, method })
    expect(confidence).toHaveLength(40)
    for (const value of confidence) expect(value >= 0 && value <= 1).toBe(true)
  })

  it('gives an embedding of n x k finite numbers, or none', async () => {
    const { embedding, eigenvalues } = await consensus(loose, { clusterCount: 3, method })
    expect(embedding === null).toBe(eigenvalues === null)
    if (embedding === null) return
    expect([embedding.rowCount, embedding.columnCount, embedding.values.length]).toEqual([40, 3, 120])
    expect(embedding.values.every(Number.isFinite)).toBe(true)
  })

  it('repeats for the same seed', async () => {
    const run = () => consensus(loose, { clusterCount: 4, method, seed: 7 })
    expect(await run()).toEqual(await run())
  })

  it('gives the same result with SIMD and in plain TypeScript', async () => {
    const run = (loops: 'simd' | 'plain') => consensus(loose, { clusterCount: 4, method, loops })
    expect(await run('simd')).toEqual(await run('plain'))
  })

  // CEAM follows the order of the samples even among equal ones.
  if (method !== 'ceam') {
    it('gives samples with the same labels one cluster', async () => {
      const options = { sampleCount: 60, ensembleSize: 5, largest: 3, repeated: 0.6, missing: 0.1 }
      const repeated = unstructuredEnsemble(6, options)
      const { labels } = await consensus(repeated, { clusterCount: 4, method })
      const byRow = new Map<string, number>()
      labels.forEach((label, i) => {
        const row = repeated.map(column => column[i]).join()
        expect(byRow.get(row) ?? label).toBe(label)
        byRow.set(row, label)
      })
      expect(byRow.size).toBeLessThan(50)
    })
  }

  it('makes every distinct label row a cluster of its own for k above their number, and says so', async () => {
    const options = { sampleCount: 14, ensembleSize: 4, largest: 3, repeated: 0.5 }
    for (const missing of [0, 0.15]) {
      const repeated = unstructuredEnsemble(5, { ...options, missing })
      const rows = repeated[0].map((_, i) => repeated.map(column => column[i]).join())
      const rowCount = new Set(rows).size
      expect(rowCount).toBeLessThan(14)
      for (let clusterCount = rowCount + 1; clusterCount <= 14; clusterCount++) {
        const result = await consensus(repeated, { clusterCount, method })
        expect(result.labels).toEqual(partition(rows.map(row => rows.indexOf(row))))
        expect(result.foundClusterCount).toBe(rowCount)
        expect(result.warnings).toContain(
          `The base clusterings distinguish only ${countText(rowCount, 'group')} of samples, fewer than the ${clusterCount} requested clusters.`,
        )
        const again = await result.predict(repeated[0].map((_, i) => repeated.map(column => column[i])))
        expect(again.labels).toEqual(result.labels)
      }
    }
  })

  it('predicts for its own samples the clusters it gave them, from labels called as they were', async () => {
    const options = { sampleCount: 50, ensembleSize: 6, largest: 5, missing: 0.15, oneCluster: 0.2 }
    for (const labelings of [loose, unstructuredEnsemble(4, options), planted.labelings]) {
      const named = labelings.map(column => column.map(label => (label < 0 ? null : `cluster ${9 - label}`)))
      const rows = named[0].map((_, i) => named.map(column => column[i]))
      const result = await consensus(named, { clusterCount: 4, method })
      const { labels, warnings } = await result.predict(rows)
      expect([...labels]).toEqual(commonestByRow(rows.map(String), result.labels))
      if (method !== 'ceam') expect(labels).toEqual(result.labels)
      expect(warnings).toEqual([])
    }
  })

  it('leaves its input untouched', async () => {
    const copy = structuredClone(loose)
    await consensus(loose, { clusterCount: 3, method })
    expect(loose).toEqual(copy)
  })

  it('does not depend on how clusters are numbered', async () => {
    const renumbered = loose.map((labels, t) => labels.map(label => (label * 7 + t) % 11))
    const [as, is] = [
      await consensus(loose, { clusterCount: 4, method }),
      await consensus(renumbered, { clusterCount: 4, method }),
    ]
    expect(as.labels).toEqual(is.labels)
  })

  it('finds planted clusters', async () => {
    const { labels } = await consensus(planted.labelings, { clusterCount: 3, method, restarts })
    const confused = confusedCount([...labels], planted.truth)
    expect(confused).toBeLessThanOrEqual(ORDERED.includes(method) || method === 'mkkm' ? 6 : 1)
  })

  // CES2 and CEAM follow the order of the samples by their definition.
  if (!ORDERED.includes(method)) {
    it('does not depend on the order of the samples where clusters are clear', async () => {
      const clear = plantedEnsemble(9, { sampleCount: 50, ensembleSize: 8, clusterCount: 3 })
      const order = shuffledIndices(50, 4)
      const { labels } = await consensus(clear.labelings, { clusterCount: 3, method, restarts })
      const shuffled = await consensus(
        clear.labelings.map(column => order.map(i => column[i])),
        { clusterCount: 3, method, restarts },
      )
      expectSamePartition(
        shuffled.labels,
        order.map(i => labels[i]),
      )
    })
  }

  it('puts all samples together for k = 1', async () => {
    const { labels } = await consensus(loose, { clusterCount: 1, method })
    expect(new Set(labels)).toEqual(new Set([0]))
  })

  it('takes k = n', async () => {
    const apart = unstructuredEnsemble(8, { sampleCount: 12, ensembleSize: 6, largest: 5 })
    const { labels } = await consensus(apart, { clusterCount: 12, method })
    expect(new Set(labels).size).toBeLessThanOrEqual(12)
    expect(new Set(labels).size).toBeGreaterThan(1)
  })

  it('takes two samples', async () => {
    const { labels } = await consensus(
      [
        [0, 1],
        [1, 0],
      ],
      { clusterCount: 2, method },
    )
    expect(labels).toHaveLength(2)
  })

  it('takes missing labels', async () => {
    const { labelings, truth } = plantedEnsemble(2, {
      sampleCount: 60,
      ensembleSize: 10,
      clusterCount: 3,
      missing: 0.1,
    })
    const { labels, weights, confidence } = await consensus(labelings, { clusterCount: 3, method, restarts })
    expect(labels.every(label => label >= 0 && label < 3)).toBe(true)
    expect([...weights, ...confidence].every(Number.isFinite)).toBe(true)
    if (ORDERED.includes(method) || method === 'mkkm') return
    expect(confusedCount([...labels], truth)).toBeLessThanOrEqual(6)
  })

  it('leaves out labelings of one cluster, with weight 0', async () => {
    const withOne = [...loose, new Array<number>(40).fill(0)]
    const [as, is] = [
      await consensus(withOne, { clusterCount: 3, method }),
      await consensus(loose, { clusterCount: 3, method }),
    ]
    expect(as.labels).toEqual(is.labels)
    expect(as.weights[6]).toBe(0)
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    await expect(consensus(loose, { clusterCount: 3, method, signal: stop.signal })).rejects.toThrow('enough')
  })

  it('reports its phases', async () => {
    const phases: string[] = []
    await consensus(loose, { clusterCount: 3, method, onProgress: ({ phase }) => phases.push(phase) })
    expect(phases.at(-1)).toBe('labels')
  })
})

describe.each(['eac', 'lwea', 'nwca', 'eccms', 'ces2l', 'ces2q', 'ceam'] as const)('method %s', method =>
  it('refuses more memory than allowed, before it takes any', async () => {
    const loose = unstructuredEnsemble(3, { sampleCount: 40, ensembleSize: 6 })
    const work = consensus(loose, { clusterCount: 3, method, memoryLimit: 1000 })
    await expect(work).rejects.toThrow(InputError)
    await expect(work).rejects.toThrow(new RegExp(`memoryLimit must be at least 1 MiB for method ${method} `))
  }),
)

/** For every sample the commonest label among those with the same row, ties to the lowest. */
function commonestByRow(rows: string[], labels: ArrayLike<number>): number[] {
  return rows.map(row => {
    const counts = new Map<number, number>()
    rows.forEach((other, i) => {
      if (other === row) counts.set(labels[i], (counts.get(labels[i]) ?? 0) + 1)
    })
    return [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b)[0][0]
  })
}

/** Samples outside the largest class of their cluster. */
function confusedCount(labels: number[], truth: number[]): number {
  const counts = new Map<string, number>()
  labels.forEach((label, i) => {
    const key = `${label} ${truth[i]}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  const largest = new Map<string, number>()
  for (const [key, count] of counts) {
    const label = key.split(' ')[0]
    largest.set(label, Math.max(largest.get(label) ?? 0, count))
  }
  return labels.length - [...largest.values()].reduce((sum, count) => sum + count, 0)
}
