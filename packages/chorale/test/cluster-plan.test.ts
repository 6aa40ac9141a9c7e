import { describe, expect, it } from 'vitest'
import {
  type ClusterPlan,
  cluster,
  InputError,
  type OwnClusterer,
  planCluster,
  runCluster,
  sampleShape,
  thisThread,
} from '../src/index.js'

const blobs = sampleShape('blobs', { sampleCount: 240, clusterCount: 3, seed: 4 })
const copyOf = (plan: ClusterPlan) => JSON.parse(JSON.stringify(plan)) as ClusterPlan

describe('a plan', () => {
  it('states what will be done, with a reason for every choice', async () => {
    const plan = await planCluster(blobs, { clusterCount: 3 })
    expect(plan).toMatchObject({ sampleCount: 240, featureCount: 2, distance: 'euclidean', clusterCount: 3, seed: 1 })
    expect(plan.fit).toEqual({
      rows: 240,
      of: 240,
      reason: 'All rows, because they are few enough.',
      smallestShare: 1 / 240,
    })
    const [{ base, consensus }] = plan.runs
    expect(base).toMatchObject({ family: 'cells', ensembleSize: 128, clusterCounts: { from: 2, to: 15 } })
    expect(consensus).toEqual({ method: 'lwgp', restarts: 10 })
    expect(plan.choices.map(({ option, value }) => `${option} ${value}`)).toEqual([
      'base cells',
      'ensembleSize 128',
      'method lwgp',
    ])
    expect(plan.choices.every(({ reason }) => reason.endsWith('.'))).toBe(true)
  })

  it.each([
    ['the default', {}],
    ['k-means', { base: 'k-means', ensembleSize: 12, generator: 'mixed' }],
    ['mixtures', { base: ['gaussian-mixture', 'genie-cells'], ensembleSize: 8 }],
    ['a distance', { distance: 'cosine', scale: 'minmax' }],
    ['a method', { method: 'balanced', alpha: 0.2, seed: 9 }],
    ['a sample', { fitRows: 100 }],
  ] as const)('survives JSON, and gives the same labels as one call: %s', async (_what, options) => {
    const found = await cluster(blobs, { clusterCount: 3, ...options })
    const again = await runCluster(blobs, copyOf(await planCluster(blobs, { clusterCount: 3, ...options })))
    expect(again.labels).toEqual(found.labels)
    expect(again.confidence).toEqual(found.confidence)
    const fromResult = await runCluster(blobs, copyOf(found.plan))
    expect(fromResult.labels).toEqual(found.labels)
    expect(copyOf(fromResult.plan)).toEqual(copyOf(found.plan))
  })

  it('gives the same result for one number of clusters, several, and the one that auto finds', async () => {
    const auto = await cluster(blobs, { clusterCount: 'auto' })
    const single = await cluster(blobs, { clusterCount: auto.clusterCount })
    const several = await cluster(blobs, { clusterCount: [2, auto.clusterCount, 5] })
    const same = several.byClusterCount.find(run => run.clusterCount === auto.clusterCount)!
    for (const { labels, confidence, ensemble } of [auto, same]) {
      expect(labels).toEqual(single.labels)
      expect(confidence).toEqual(single.confidence)
      expect(ensemble.notes).toEqual(single.ensemble.notes)
    }
    expect(auto.plan.runs).toEqual(single.plan.runs)
    expect(several.byClusterCount.map(({ clusterCount }) => clusterCount)).toEqual([2, auto.clusterCount, 5])
    expect(several.plan.runs).toHaveLength(1)
    expect(several.plan.runs[0].clusterCount).toBe(several.clusterCount)
    expect(several.model.clusterCount).toBe(several.clusterCount)
  })

  it('names own clusterers, which the run gets again', async () => {
    const halves: OwnClusterer = {
      name: 'halves',
      cluster: ({ sampleCount, featureCount, values }) =>
        Array.from({ length: sampleCount }, (_, i) => (values[i * featureCount] > 0 ? 1 : 0)),
    }
    const options = { clusterCount: 3, base: ['k-means', halves] as const, ensembleSize: 10 }
    const { labels, plan } = await cluster(blobs, options)
    expect(plan.runs[0].base.clusterers).toEqual(['k-means', 'halves'])
    expect((await runCluster(blobs, copyOf(plan), { ownClusterers: [halves] })).labels).toEqual(labels)
  })

  it('is refused for other data, and without runs', async () => {
    const plan = await planCluster(blobs, { clusterCount: 3 })
    const other = sampleShape('blobs', { sampleCount: 100 })
    await expect(runCluster(other, plan)).rejects.toThrow('it has 240 samples with 2 features; got 100 with 2')
    await expect(runCluster(blobs, {} as ClusterPlan)).rejects.toBeInstanceOf(InputError)
    await expect(runCluster(blobs, null as never)).rejects.toThrow('plan must be a plan of planCluster')
  })
})

describe('a fit to a sample', () => {
  const large = sampleShape('blobs', { sampleCount: 900, clusterCount: 3, seed: 2 })

  it('labels all rows by the rule of predict', async () => {
    const found = await cluster(large, { clusterCount: 3, fitRows: 200 })
    expect(found.fit).toMatchObject({ rows: 200, of: 900, reason: 'You asked for so many rows.' })
    expect(found.fit.places).toHaveLength(200)
    expect(found.ensemble.sampleCount).toBe(200)
    expect(found.labels).toHaveLength(900)
    expect(found.fit.agreement).toBeGreaterThan(0.9)
    const rows = Array.from({ length: 900 }, (_, i) => Array.from(large.values.subarray(2 * i, 2 * i + 2)))
    const predicted = await found.predict(rows)
    expect(predicted.labels).toEqual(found.labels)
    expect(predicted.confidence).toEqual(found.confidence)
  })

  it('has the same rows in whatever order they are, so the same clusters', async () => {
    const rows = Array.from({ length: 900 }, (_, i) => Array.from(large.values.subarray(2 * i, 2 * i + 2)))
    const order = rows.map((_, i) => (i * 7) % 900)
    const found = await cluster(rows, { clusterCount: 3, fitRows: 200 })
    const shuffled = await cluster(
      order.map(i => rows[i]),
      { clusterCount: 3, fitRows: 200 },
    )
    const sampled = new Set(Array.from(shuffled.fit.places!, at => order[at]))
    expect(Array.from(found.fit.places!).filter(row => !sampled.has(row)).length).toBeLessThanOrEqual(2)
    const pairs = new Set(order.map((i, at) => `${found.labels[i]} ${shuffled.labels[at]}`))
    expect(pairs.size).toBe(3)
  })

  it('asks the executor for the labels, which do not depend on it', async () => {
    let asked = 0
    const executor = {
      ...thisThread,
      labelSamples(...job: Parameters<typeof thisThread.labelSamples>) {
        asked++
        return thisThread.labelSamples(...job)
      },
    }
    const { labels } = await cluster(large, { clusterCount: 3, fitRows: 150, executor })
    expect(asked).toBe(1)
    expect(labels).toEqual((await cluster(large, { clusterCount: 3, fitRows: 150 })).labels)
  })

  it('is refused for too few rows', async () => {
    await expect(cluster(large, { clusterCount: 5, fitRows: 3 })).rejects.toThrow('fitRows must be an integer')
  })
})
