import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeWithData, referencePath } from '../../../test/reference-data.js'
import { sampleShape } from '../../chorale/src/internal.js'
import { chorale, folderWith, PLANTED } from '../../cli/test/run.js'
import { readResults } from '../../paper/src/results.js'
import { featureFiles } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { Workers } from './workers.js'

describeWithRedis('tables and comparisons on many machines', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(() => server?.stop())

  const workersOf = async (count: number, folder: string) => {
    const workers = new Workers(server.url, [folder])
    onTestFinished(() => workers.stop())
    for (let w = 0; w < count; w++) await workers.add()
    return workers
  }

  it('features: the labels and the model of one machine, byte for byte, for 1, 2 and 4 workers', async () => {
    const table = (await chorale(['sample', 'blobs', '-n', '1500', '--seed', '3'])).stdout
    const folder = folderWith({ 't.csv': table })
    const path = (name: string) => join(folder, name)
    const workers = await workersOf(0, folder)
    const files = [
      ['mixed', 'labels.csv', [1, 2]],
      ['random-k', 'sampled.csv', [4]],
    ] as const
    for (const [generator, output, counts] of files) {
      const fit = output === 'sampled.csv' ? ['--fit-rows', '500'] : []
      const args = ['cluster', path('t.csv'), '-k', '4', '-m', '12', '--generator', generator, ...fit]
      const written = ['-o', path(output), '--save', path('model.json')]
      expect((await chorale([...args, ...written])).code).toBe(0)
      const [labels, model] = [output, 'model.json'].map(name => readFileSync(path(name), 'utf8'))
      for (const count of counts) {
        while (workers.count < count) await workers.add()
        for (const name of [output, 'model.json']) rmSync(path(name))
        const { code, stderr } = await chorale([...args, ...written, '--engine', server.url])
        expect(stderr).not.toContain('no worker')
        expect(code).toBe(0)
        expect(readFileSync(path(output), 'utf8') === labels).toBe(true)
        expect(readFileSync(path('model.json'), 'utf8') === model).toBe(true)
      }
    }
  })

  it('features in Parquet and .npy: the labels of one machine, for 1, 2 and 4 workers', async () => {
    const { npy, parquet } = featureFiles(sampleShape('blobs', { sampleCount: 900, featureCount: 3, seed: 4 }))
    const folder = folderWith({ 't.npy': npy, 't.parquet': parquet })
    const output = join(folder, 'labels.csv')
    const workers = await workersOf(0, folder)
    const args = (file: string) => ['cluster', join(folder, file), '-k', '3', '-m', '8', '-o', output]
    expect((await chorale(args('t.npy'))).code).toBe(0)
    const alone = readFileSync(output, 'utf8')
    for (const [file, count] of [
      ['t.npy', 1],
      ['t.parquet', 2],
      ['t.npy', 4],
      ['t.parquet', 4],
    ] as const) {
      while (workers.count < count) await workers.add()
      expect((await chorale([...args(file), '--engine', server.url])).code).toBe(0)
      expect(readFileSync(output, 'utf8') === alone).toBe(true)
    }
  })

  it('a large .npy file: workers read and label its rows; the labels, model and summary of one machine', async () => {
    // More than 8 MiB and five spans of rows.
    const { npy } = featureFiles(sampleShape('blobs', { sampleCount: 280_000, featureCount: 4, seed: 4 }))
    const folder = folderWith({ 't.npy': npy })
    const path = (name: string) => join(folder, name)
    const workers = await workersOf(0, folder)
    const args = ['cluster', path('t.npy'), '-k', '3', '-m', '4', '--fit-rows', '500', '--save', path('m.json'), '-o']
    const alone = await chorale([...args, path('alone.csv')])
    expect(alone.code).toBe(0)
    const [labels, model] = ['alone.csv', 'm.json'].map(name => readFileSync(path(name), 'utf8'))
    for (const count of [1, 2, 4]) {
      while (workers.count < count) await workers.add()
      rmSync(path('m.json'))
      const { code, stdout, stderr } = await chorale([...args, path('many.csv'), '--engine', server.url])
      expect([code, stderr.includes('no worker')]).toEqual([0, false])
      expect(readFileSync(path('many.csv'), 'utf8') === labels).toBe(true)
      expect(readFileSync(path('m.json'), 'utf8') === model).toBe(true)
      expect(withoutTimes(stdout)).toBe(withoutTimes(alone.stdout))
    }
  }, 120_000)

  it('compare: the same figures as on one machine', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    await workersOf(2, folder)
    const args = ['compare', join(folder, 'l.csv'), '--methods', 'balanced,eac,mkkm', '--repeats', '2', '--json']
    const alone = await chorale([...args, '-m', '4'])
    expect(alone.code).toBe(0)
    const many = await chorale([...args, '-m', '4', '--engine', server.url, '--work', join(folder, 'work')])
    expect(many.stderr).not.toContain('chorale:')
    expect(many.code).toBe(0)
    expect(measured(many.stdout)).toEqual(measured(alone.stdout))
    expect(measured(many.stdout)).toContain('"ari"')
  })

  describeWithData('with the data of the paper', () => {
    it('paper run: the same lines as on one machine', async () => {
      const folder = folderWith({})
      await workersOf(2, folder)
      const wanted = ['--datasets', 'seeds', '--methods', 'gpec,lwea', '--repeats', '2', '--data', referencePath('')]
      const run = (results: string, more: string[]) =>
        chorale(['paper', 'run', 'comparison', ...wanted, '--results', join(folder, results), ...more])
      expect((await run('alone', [])).code).toBe(0)
      const { code, stderr } = await run('many', ['--engine', server.url])
      expect(stderr).not.toContain('chorale:')
      expect(code).toBe(0)
      for (const name of ['gpec-m20', 'lwea-m20']) {
        const lines = (results: string) => {
          const found = readResults(join(folder, results)).of({ dataset: { name: 'seeds' }, name })
          return found.map(line => measured(JSON.stringify(line)))
        }
        expect(lines('many').length).toBeGreaterThan(1)
        expect(lines('many')).toEqual(lines('alone'))
      }
    })
  })
})

/** The JSON of a comparison without times and memory. */
function measured(json: string): string {
  return JSON.stringify(JSON.parse(json), (key, value) => (/seconds|memory|timings|cpu/i.test(key) ? undefined : value))
}

/** A summary without the line of its times. */
function withoutTimes(summary: string): string {
  return summary.replace(/^Took .*$/m, '')
}
