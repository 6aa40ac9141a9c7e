import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  advise,
  type ClusterOptions,
  cluster,
  type Data,
  InputError,
  loadModel,
  predict,
  readTable,
  sampleShape,
  saveModel,
  toDataset,
  toTable,
} from '../src/index.js'

const example = (name: string) => readTable(readFileSync(`examples/${name}`), { name })

const blobs = sampleShape('blobs', { sampleCount: 120, clusterCount: 3, featureCount: 3, seed: 4 })
const rows = Array.from({ length: 120 }, (_, i) => Array.from(blobs.values.subarray(3 * i, 3 * i + 3)))
const OPTIONS = { clusterCount: 3, ensembleSize: 20 }

describe('cluster', () => {
  it.each<[string, Data]>([
    ['values with a shape', blobs],
    ['a plain array with a shape', { sampleCount: 120, featureCount: 3, values: Array.from(blobs.values) }],
    ['a matrix', { rowCount: 120, columnCount: 3, values: blobs.values }],
    ['typed rows', rows.map(row => Float64Array.from(row))],
    ['objects', rows.map(([x, y, z]) => ({ x, y, z }))],
    ['objects with strings for numbers', rows.map(([x, y, z]) => ({ x: String(x), y, z }))],
    ['a table', toTable(rows)],
    ['a dataset', toDataset(rows)],
  ])('takes %s, with the same result as rows of numbers', async (_form, data) => {
    const expected = await cluster(rows, OPTIONS)
    const found = await cluster(data, OPTIONS)
    expect(found.labels).toEqual(expected.labels)
    expect(found.dataset.values).toEqual(expected.dataset.values)
  })

  it('predicts the clusters of feature rows, scaled as the first ones were', async () => {
    // Features of very different scales: without scaling the first one would decide alone.
    const wide = rows.map(([x, y, z]) => ({ x: 1000 * x + 5, y: y / 1000, z, colour: x > 0 ? 'red' : 'blue' }))
    const { labels, model, predict: predictNew } = await cluster(wide, OPTIONS)
    expect((await predictNew(wide)).labels).toEqual(labels)
    expect((await predictNew(wide.slice(7, 9))).labels).toEqual(labels.slice(7, 9))
    expect((await predict(loadModel(saveModel(model)), wide)).labels).toEqual(labels)
  })

  it('predicts from rows of numbers where it was given rows of numbers, constant features or not', async () => {
    const found = await cluster(
      rows.map(row => [1, ...row]),
      OPTIONS,
    )
    expect(found.dataset.featureCount).toBe(3)
    expect((await found.predict(rows.map(row => [9, ...row]))).labels).toEqual(found.labels)
    await expect(found.predict([[1, 2]])).rejects.toThrow(
      new InputError('predict: the rows do not have as many numbers as those of the model: 4 expected, got 2'),
    )
    await expect(found.predict(found.dataset)).rejects.toThrow(/^predict: data must be rows or a table, not a dataset/)
  })

  it('takes the number of clusters from advise, and says why', async () => {
    const found = await cluster(rows, { clusterCount: 'auto', ensembleSize: 20 })
    const advice = await advise(toDataset(rows), { convergence: false })
    expect(found.clusterCount).toBe(advice.clusterCount)
    expect(found.advice).toEqual(advice)
    expect(found.verdict.level).toBe('clear')
  })

  it('chooses among several numbers of clusters as advise does', async () => {
    const several = await cluster(rows, { clusterCount: [2, 3, 4, 5], ensembleSize: 20 })
    const advice = await advise(toDataset(rows), { convergence: false })
    expect(several.clusterCount).toBe(advice.clusterCount)
    expect(several.advice).toEqual(advice)
    expect(several.byClusterCount).toHaveLength(4)
  })

  it('stops where there is no evidence of clusters, unless it is forced, and then warns', async () => {
    const noise = sampleShape('noise', { sampleCount: 120, featureCount: 3, seed: 2 })
    await expect(cluster(noise, { clusterCount: 'auto', ensembleSize: 20 })).rejects.toThrow(
      /^cluster: clusterCount must be a number if there is no evidence of clusters; got 'auto'\. No evidence of /,
    )
    const found = await cluster(noise, { clusterCount: 'auto', ensembleSize: 20, force: true })
    expect(found.clusterCount).toBe(found.advice!.leading)
    expect(found.verdict.level).toBe('none')
    expect(found.warnings[0]).toMatch(/^No evidence that these \d clusters are groups/)
  })

  it('takes the number of classes where a column holds the truth', async () => {
    const found = await cluster(await example('iris.csv'), { truth: 'species' })
    expect(found.clusterCount).toBe(3)
    expect(found.notes).toContain('Using clusterCount 3, the number of classes in "species".')
  })

  it.each<[string, Data, ClusterOptions, RegExp]>([
    [
      'no number of clusters',
      rows,
      {},
      /^cluster: clusterCount must be the number of clusters, or 'auto'; got undefined$/,
    ],
    ['more clusters than samples', rows, { clusterCount: 121 }, /^cluster: clusterCount must be an integer from 1 to/],
    [
      'fixed-k without k',
      rows,
      { clusterCount: 'auto', generator: 'fixed-k' },
      /^cluster: clusterCount must be a number for generator fixed-k; got 'auto'$/,
    ],
    [
      'scaling of what is scaled',
      toDataset(rows),
      { ...OPTIONS, scale: 'none' },
      /^cluster: scale must be left out for a dataset, which is already read and scaled; got none$/,
    ],
    [
      'missing values',
      [{ a: 1 }, { a: null }, { a: 3 }],
      { clusterCount: 2 },
      /^cluster: 1 missing value in 1 row, the first in row 2 column "a"/,
    ],
  ])('refuses %s', async (_what, data, options, message) => {
    const fault = await cluster(data, options).catch(error => error)
    expect(fault).toBeInstanceOf(InputError)
    expect(fault.message).toMatch(message)
  })

  it('tells how long every phase took, and how far it has come', async () => {
    const phases = new Set<string>()
    const { timings } = await cluster(rows, { ...OPTIONS, onProgress: ({ phase }) => phases.add(phase) })
    expect([...phases]).toEqual(['ensemble', 'similarity', 'embedding', 'labels', 'review'])
    expect(Object.keys(timings)).toEqual(['load', 'ensemble', 'similarity', 'embedding', 'labels', 'review', 'total'])
    const { total, ...parts } = timings
    expect(Object.values(parts).reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(total + 1)
  })

  it('stops when told to', async () => {
    const controller = new AbortController()
    const stopped = cluster(rows, {
      ...OPTIONS,
      signal: controller.signal,
      onProgress: ({ done }) => done === 5 && controller.abort(new Error('enough')),
    })
    await expect(stopped).rejects.toThrow('enough')
  })

  it('returns what can be sent to a worker', async () => {
    const found = await cluster(rows, OPTIONS)
    expect(structuredClone(found).labels).toEqual(found.labels)
  })
})

describe('objects as a table', () => {
  it('are the columns of the same text file, and the same features', async () => {
    const lines = [
      'code,size,flag,colour,mixed,empty',
      '007,1.5,true,red,1,NA',
      '012,,false,,x,2',
      '100,-3e2,true,blue,2.50,3',
    ]
    const [names, ...cells] = lines.map(line => line.split(','))
    const records = cells.map(row => Object.fromEntries(row.map((cell, j) => [names[j], cell])))
    const fromFile = await readTable(`${lines.join('\n')}\n`)
    expect(toTable(records).columns).toEqual(fromFile.columns)
  })

  it('have the columns of all objects, with missing values where one lacks a key', () => {
    const [a, b] = toTable([{ a: 1 }, { b: 'x' }, { a: undefined, b: 'y' }]).columns
    expect(a).toEqual({ name: 'a', kind: 'number', numbers: Float64Array.of(1, Number.NaN, Number.NaN) })
    expect(b).toEqual({ name: 'b', kind: 'text', texts: ['x', 'y'], codes: Int32Array.of(-1, 0, 1) })
  })

  it('may have a column called length', () => {
    expect(toTable([{ length: 2 }, { length: 3 }]).columns).toEqual([
      { name: 'length', kind: 'number', numbers: Float64Array.of(2, 3) },
    ])
  })

  it('keep integers apart that a number cannot hold', () => {
    const [id] = toTable([{ id: 2n ** 60n }, { id: 2n ** 60n + 1n }]).columns
    expect(id).toMatchObject({ kind: 'text', texts: ['1152921504606846976', '1152921504606846977'] })
    expect(toTable([{ count: 7n }]).columns[0]).toMatchObject({ kind: 'number', numbers: Float64Array.of(7) })
  })
})

describe('a string as a table', () => {
  it('is read as its bytes are', async () => {
    const text = 'naïve;größe\n1,5;2\n3,5;4\n'
    expect(await readTable(text)).toEqual(await readTable(new TextEncoder().encode(text)))
  })
})
