import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { methodWork } from '../../cli/src/compare/method-work.js'
import { folderWith } from '../../cli/test/run.js'
import { paperWork } from '../../paper/src/paper-work.js'
import { bytesNeeded, checkJob, checkOrder, checkTask, type Order } from '../src/orders.js'
import { checkBelowRoots } from '../src/roots.js'
import { apart, label, read, request, rows } from './example-orders.js'

const WORKS = { method: methodWork, paper: paperWork }

describe('orders', () => {
  it.each([
    ['label', label, 1],
    ['rows', rows, 2],
    ['read', read, 1],
    ['apart', apart, 1],
  ])('of the kind %s are carried out, with as many tasks as they have', (_, order, count) => {
    const checked = checkOrder(order, WORKS)
    for (let task = -1; task < count; task++) checkTask(checked, task)
    expect(() => checkTask(checked, count)).toThrow(`job refused: task is ${count}`)
  })

  it.each<[string, unknown, string]>([
    ['nothing', null, 'kind is undefined'],
    ['an unknown kind', { ...label, kind: 'shell' }, 'kind is "shell"'],
    ['a version that is none', { ...label, version: {} }, 'version is {}'],
    ['another version', { ...label, version: '9.9.9' }, 'but the driver runs 9.9.9; install the same version'],
    ['a labeling that is not there', { ...label, labeling: { ...label.labeling, columns: [2] } }, 'columns is [2]'],
    ['too few clusters', { ...label, labeling: { ...label.labeling, clusters: [Int32Array.of(0)] } }, 'columns is [1]'],
    ['no model', { ...label, labeling: undefined }, 'columns is'],
    ['no extent', { ...label, extent: undefined }, 'extent is'],
    ['clusters that do not fit', { ...label, extent: { ...label.extent, ensembleSize: 5 } }, 'extent is [100,5]'],
    ['spans without blocks', { ...label, blocks: [] }, 'spans is 1'],
    ['no span', { ...label, spans: [null] }, 'a span is empty'],
    ['an empty span', { ...label, spans: [{ from: 1, to: 1 }] }, 'a span is empty'],
    ['rows beyond the file', { ...rows, rows: { ...rows.rows, rowCount: 101 } }, 'rows is'],
    ['rows beyond the last', { ...rows, spans: [{ from: 0, to: 101 }] }, 'spans is 1'],
    ['a file of another size', { ...rows, byteLength: 10 ** 9 }, 'fingerprint is null'],
    [
      'a column that is not there',
      { ...rows, reading: { ...rows.reading, columns: Int32Array.of(0, 3) } },
      'reading is 3',
    ],
    ['a feature without a scale', { ...rows, reading: { ...rows.reading, columns: Int32Array.of(1) } }, 'reading is 3'],
    ['models without number', { ...rows, modelCount: 0 }, 'models is 0'],
    ['models without a digest', { ...rows, models: { name: 'x' } }, 'models is'],
    ['rows that are words', { ...rows, spans: [{ from: '0', to: '9' }] }, 'spans is 1'],
    ['starts that are words', { ...label, extent: { ...label.extent, clusterStarts: [0, 2, 'x'] } }, 'extent is'],
    ['starts that are no integers', { ...label, extent: { ...label.extent, clusterStarts: [0, 2.5, 5] } }, 'extent is'],
    [
      'starts that fall',
      { ...label, extent: { ...label.extent, clusterStarts: Int32Array.of(0, 10, 4) } },
      'extent is [0,10,4]',
    ],
    [
      'clusters that are words',
      { ...label, labeling: { ...label.labeling, clusters: [['a', 'b']] } },
      'columns is [1]',
    ],
    ['spans of words', { ...label, spans: [{ from: '0', to: '1' }] }, 'a span is empty'],
    ['blocks without digests', { ...label, blocks: [{ name: 'parts/x' }] }, 'blocks is 1'],
    ['columns that are objects', { ...read, columns: [{}, {}] }, 'columns is'],
    ['no columns', { ...read, columns: [] }, 'columns is []'],
    ['no pieces', { ...read, pieces: [] }, 'pieces is []'],
    ['no piece', { ...read, pieces: [null] }, 'pieces is'],
    ['no row span', { ...rows, spans: [null] }, 'spans is 1'],
    [
      'no number of samples',
      { ...apart, request: { ...request, ensemble: { labelings: [] } } },
      'no number of samples',
    ],
    [
      'a memory limit of words',
      { ...apart, request: { ...request, options: { ...request.options, memoryLimit: 'x' } } },
      'its memory limit',
    ],
    ['rows before the first', { ...read, pieces: [{ from: -1, to: 2 }] }, 'pieces is'],
    ['unknown work', { ...apart, work: 'constructor' }, 'work is "constructor"'],
    ['an unknown method', { ...apart, request: { ...request, options: { method: 'x' } } }, 'unknown method "x"'],
    [
      'an option that no job may set',
      { ...apart, request: { ...request, options: { ...request.options, executor: 1 } } },
      'unknown option executor',
    ],
    ['a truth of another length', { ...apart, request: { ...request, truth: Int32Array.of(1) } }, 'another length'],
    ['an unknown figure', { ...apart, work: 'paper', request: { kind: 'x' } }, 'its kind is unknown'],
  ])('with %s are refused', (_, order, message) => {
    expect(() => checkOrder(order, WORKS)).toThrow(message)
  })

  it('need memory by their size', () => {
    // A block of 25,000 samples, with 32 bytes each.
    expect(bytesNeeded(checkOrder(label, WORKS), 0, WORKS)).toBe(32 * 25_000)
    // 60 rows of 3 columns as read and as features; their labels by two models, their lines; the models.
    expect(bytesNeeded(checkOrder(rows, WORKS), 0, WORKS)).toBe(60 * 3 * 20 + 60 * (2 * 12 + 40) + 2 * 2 ** 26)
    const balanced = { ...apart, request: { ...request, options: { ...request.options, method: 'balanced' } } }
    expect(bytesNeeded(balanced as Order, 0, WORKS)).toBe(12 * 3 * 3)
  })

  it('come from jobs that say three things alone', () => {
    const job = { storage: '/shared', order: 'a'.repeat(64), task: 0 }
    expect(checkJob({ ...job, more: 1 })).toEqual(job)
    expect(() => checkJob({ ...job, storage: 'x'.repeat(3000) })).toThrow('storage is')
    expect(() => checkJob({ ...job, task: 0.5 })).toThrow('task is 0.5')
    expect(() => checkJob(undefined)).toThrow('storage is undefined')
  })
})

describe('roots', () => {
  it('hold folders below them, also those that are not there yet, and follow links', async () => {
    const [inside, outside] = [folderWith({}), folderWith({})]
    mkdirSync(join(inside, 'a'))
    symlinkSync(outside, join(inside, 'out'))
    symlinkSync(join(inside, 'a'), join(outside, 'in'))
    const isBelow = (path: string) =>
      checkBelowRoots(path, [inside]).then(
        () => true,
        () => false,
      )
    for (const path of [inside, join(inside, 'a'), join(inside, 'b/c'), join(outside, 'in/x')]) {
      expect(await isBelow(path)).toBe(true)
    }
    // The system follows the link before the dots, path.join does not.
    const dots = [`${inside}/out/../x`, `${inside}/a/../../x`, `${inside}/./a`]
    for (const path of [outside, `${inside}x`, join(inside, 'out'), ...dots, 'relative', '/']) {
      expect(await isBelow(path)).toBe(false)
    }
  })

  it('hold addresses below them, and none that could lead elsewhere', async () => {
    const roots = ['s3://lab/runs', 'https://data.example/sets/']
    const isBelow = (address: string) =>
      checkBelowRoots(address, roots).then(
        () => true,
        () => false,
      )
    for (const address of ['s3://lab/runs/a', 'https://data.example/sets/x.npy']) {
      expect(await isBelow(address)).toBe(true)
    }
    for (const address of [
      's3://lab/runs2/a',
      's3://lab2/runs/a',
      's3://lab/runs/../x',
      's3://lab/runs/%2e%2e/x',
      'S3://lab/runs/a',
      'https://data.example/other/x',
      'https://data.example.evil/sets/x',
      'http://data.example/sets/x',
      'https://data.example/sets/@evil/',
      'https://data.example/sets/..\\x',
      '/lab/runs/a',
    ]) {
      expect(await isBelow(address)).toBe(false)
    }
  })
})
