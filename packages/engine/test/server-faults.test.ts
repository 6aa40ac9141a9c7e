import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { chorale, folderWith, type RunOptions } from '../../cli/test/run.js'
import { asNpy, plantedLabelings } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { Workers } from './workers.js'

const FILE = asNpy(plantedLabelings(65_536 + 500, 4))

describeWithRedis('a server with problems', () => {
  let server: RedisServer
  let folder: string
  beforeEach(async () => {
    server = await RedisServer.start()
    onTestFinished(() => server.stop())
    folder = folderWith({ 'l.npy': FILE })
  })
  const path = (name: string) => join(folder, name)
  const run = (output: string, more = ['--engine', server.url], options?: RunOptions) =>
    chorale(
      ['consensus', path('l.npy'), '-k', '6', '--fit-rows', '2000', '--restarts', '1', '-o', path(output), ...more],
      options,
    )
  const jobsThere = async (at = server) => {
    while (!(await at.keys()).some(key => key.includes(':jobs:'))) await wait(20)
  }
  const config = async (at: RedisServer, name: string, value: string) => {
    const client = at.client()
    await client.config('SET', name, value)
    client.disconnect()
  }
  const workersOf = async () => {
    const workers = new Workers(server.url, [folder])
    onTestFinished(() => workers.stop())
    await workers.add()
    return workers
  }

  // Both at the same time: most of it is waiting.
  it('that is out of memory or without replicas for a while delays a run, with one line on both sides', async () => {
    expect((await run('alone.csv', [])).code).toBe(0)
    const alone = readFileSync(path('alone.csv'), 'utf8')
    const other = await RedisServer.start()
    onTestFinished(() => other.stop())
    const problems = [
      { at: server, name: 'maxmemory', words: 'the server is out of memory (maxmemory)' },
      { at: other, name: 'min-replicas-to-write', words: 'the server has too few replicas' },
    ]
    const outlast = async ({ at, name, words }: (typeof problems)[number]) => {
      const output = `${name}.csv`
      const running = run(output, ['--engine', at.url])
      await jobsThere(at)
      await config(at, name, '1')
      const workers = new Workers(at.url, [folder])
      onTestFinished(() => workers.stop())
      await workers.add()
      await wait(3500)
      await config(at, name, '0')
      const { code, stderr } = await running
      expect(stderr.split('\n').filter(line => line.includes(words))).toHaveLength(1)
      expect(stderr).not.toContain('chorale:')
      expect(code).toBe(0)
      expect(workers.said).toContain(words)
      expect(workers.said).toContain('answers again')
      expect(readFileSync(path(output), 'utf8') === alone).toBe(true)
    }
    await Promise.all(problems.map(outlast))
  })

  it('that wants another password ends driver and workers with exit code 1 and one line', async () => {
    const workers = await workersOf()
    const { code, stderr } = await run('o.csv', undefined, {
      async onStart() {
        await jobsThere()
        const client = server.client()
        await client.config('SET', 'requirepass', 'other')
        await client.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
        client.disconnect()
      },
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^chorale: Redis at 127\.0\.0\.1:\d+: the server now requires a password; set REDIS_PASSWORD$/m,
    )
    expect(stderr).not.toMatch(/bug|at .*\.js/)
    await workers.ended()
    expect(workers.said).toMatch(/^chorale: Redis at .*: the server now requires a password/m)
    expect(workers.said).not.toMatch(/this is a bug/)
  })

  it('that loses the jobs of a run again and again ends it with one line', async () => {
    const workers = await workersOf()
    await workers.stop()
    const client = server.client()
    let isOver = false
    const evict = async () => {
      while (!isOver) {
        for (const key of await client.keys('chorale:run:*:jobs:*-*')) await client.del(key)
        await wait(30)
      }
    }
    const evicting = evict()
    const { code, stderr } = await run('o.csv')
    isOver = true
    await evicting
    client.disconnect()
    expect(stderr).toMatch(/loses the jobs of the run again and again; does it evict keys \(maxmemory-policy\)\?/)
    expect(code).toBe(1)
  })

  it('that is gone for good ends the driver when its patience is over', async () => {
    const program = `
      import { redisEngine } from ${JSON.stringify(resolve('packages/engine/dist/index.js'))}
      const engine = await redisEngine({ url: ${JSON.stringify(server.url)}, work: ${JSON.stringify(folder)}, patience: 2 })
      console.log('open')
      await engine.readLabels(${JSON.stringify(path('l.npy'))}, ['column1', 'column2']).catch(error => console.log(error.message))
      await engine.close()
      console.log('closed')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program])
    let said = ''
    child.stdout.on('data', piece => {
      said += piece
    })
    const ended = once(child, 'close')
    await jobsThere()
    await server.kill()
    const start = performance.now()
    expect((await ended)[0]).toBe(0)
    expect(said).toMatch(
      /Redis at .* has had a problem \(no connection\) for 2 s; run the same command again to continue/,
    )
    expect(said).toContain('closed')
    expect(performance.now() - start).toBeLessThan(25_000)
  })
})
