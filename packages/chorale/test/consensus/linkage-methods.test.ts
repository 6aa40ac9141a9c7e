import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describeWithData, poolColumns, referenceJson, referencePath } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { expectSamePartition } from '../ensembles.js'
import { columnsOf, HAND, POOLS, poolVectors, type Vectors } from './vectors.js'

const METHODS = { eac: 'EAC', lwea: 'LWEA', nwca: 'NWCA' } as const

function itFindsTheCuts(name: string, vectors: () => Vectors): void {
  it.each(Object.keys(METHODS) as (keyof typeof METHODS)[])(
    `${name}: %s finds every cut that no tie decides`,
    async method => {
      const golden = vectors()
      for (const [k, { labels, tie_stable }] of Object.entries(golden[METHODS[method]].labels_by_k)) {
        if (!tie_stable) continue
        const result = await consensus(columnsOf(golden), { clusterCount: Number(k), method })
        expectSamePartition(result.labels, labels)
      }
    },
  )
}

describe('eac, lwea and nwca', () => {
  itFindsTheCuts('hand12', () => HAND)

  it('refuse more memory than they may take, and name the methods that need less', async () => {
    const work = consensus(columnsOf(HAND), { clusterCount: 3, method: 'lwea', memoryLimit: 100 })
    await expect(work).rejects.toThrow(
      /memoryLimit must be at least 1 MiB for method lwea .*balanced, lwgp and sec need far less/,
    )
  })

  it.each(['eac', 'lwea', 'nwca'] as const)(
    '%s keeps equal label rows together when more clusters are requested than there are rows',
    async method => {
      const result = await consensus(
        [
          [0, 0, 0, 1, 1],
          [0, 0, 0, 1, 2],
        ],
        { clusterCount: 4, method },
      )
      expect([...result.labels]).toEqual([0, 0, 0, 1, 2])
    },
  )
})

describeWithData('eac, lwea and nwca on the golden pools', () => {
  for (const pool of POOLS) itFindsTheCuts(pool, () => poolVectors(pool))

  it.each(['GLIOMA', 'Lung', 'Ecoli'])('lwea and nwca give the partitions of the published code: %s', async pool => {
    const draws = referenceJson<Draws>('golden/draws.json').pools[pool]
    for (const [name, method] of [
      ['LWEA', 'lwea'],
      ['NWCA', 'nwca'],
    ] as const) {
      for (let rep = 1; rep <= 10; rep++) {
        const labelings = poolColumns(
          pool,
          draws.draws[rep - 1].map(c => `c${c}`),
        )
        const result = await consensus(labelings, { clusterCount: draws.k, method })
        expectSamePartition(result.labels, publishedLabels(pool, rep, name))
      }
    }
  })
})

interface Draws {
  pools: Record<string, { k: number; draws: number[][] }>
}

let published: Map<string, number[]> | undefined

function publishedLabels(pool: string, rep: number, method: string): number[] {
  published ??= new Map(
    gunzipSync(readFileSync(referencePath('golden/baseline_labels.csv.gz')))
      .toString()
      .trim()
      .split('\n')
      .map(line => line.split(','))
      .map(([dataset, repetition, name, ...labels]) => [`${dataset} ${repetition} ${name}`, labels.map(Number)]),
  )
  return published.get(`${pool} ${rep} ${method}`)!
}
