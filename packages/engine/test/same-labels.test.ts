import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consensus, type Executor, thisThread } from '../../chorale/src/internal.js'
import { chorale, folderWith } from '../../cli/test/run.js'
import { redisEngine } from '../src/redis-engine.js'
import { asCsv, asNpy, asParquet, plantedLabelings } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { Workers } from './workers.js'

/** Five blocks of samples, so that four workers all have something to do. */
const SAMPLES = 4 * 65_536 + 1000

describeWithRedis('a run on many machines', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(() => server?.stop())

  it('gives the labels of one machine, byte for byte, for 1, 2 and 4 workers and any format', async () => {
    const labelings = plantedLabelings(SAMPLES, 5)
    const files = { 'l.csv': asCsv(labelings), 'l.parquet': asParquet(labelings), 'l.npy': asNpy(labelings) }
    const folder = folderWith(files)
    const out = (name: string) => join(folder, name)
    const args = (file: string, output: string) => [
      'consensus',
      out(file),
      '-k',
      '6',
      '--fit-rows',
      '2000',
      '--restarts',
      '2',
      '-o',
      out(output),
    ]
    expect((await chorale(args('l.csv', 'alone.csv'))).code).toBe(0)
    const alone = readFileSync(out('alone.csv'), 'utf8')

    const workers = new Workers(server.url, [folder])
    try {
      for (const [file, count] of [
        ['l.npy', 1],
        ['l.csv', 2],
        ['l.parquet', 4],
        ['l.npy', 4],
      ] as const) {
        while (workers.count < count) await workers.add()
        const outcome = await chorale([...args(file, 'many.csv'), '--engine', server.url])
        expect(outcome.stderr).not.toContain('no worker')
        expect(outcome.code).toBe(0)
        expect(readFileSync(out('many.csv'), 'utf8') === alone).toBe(true)
        rmSync(out('many.csv'))
      }
    } finally {
      await workers.stop()
    }
    expect(await server.keys()).toEqual([])
  })

  it('holds the links of a fit on the machine that drives it, without any worker', async () => {
    const labelings = plantedLabelings(300, 5)
    const alone = await consensus(labelings, { clusterCount: 6 })
    let openedHere = 0
    const local: Executor = {
      ...thisThread,
      openLinks(similarity, options) {
        openedHere++
        return thisThread.openLinks(similarity, options)
      },
    }
    const engine = await redisEngine({ url: server.url, work: join(folderWith({}), 'work'), local })
    try {
      expect(await consensus(labelings, { clusterCount: 6, executor: engine })).toEqual(alone)
      expect(openedHere).toBe(1)
    } finally {
      await engine.close({ isDone: true })
    }
    expect(await server.keys()).toEqual([])
  })
})
