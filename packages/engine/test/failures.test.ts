import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { chorale, folderWith, type RunOptions } from '../../cli/test/run.js'
import { asCsv, asNpy, plantedLabelings } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { Workers } from './workers.js'

/** Three blocks of samples: three tasks of labels. */
const LABELINGS = plantedLabelings(2 * 65_536 + 500, 4)
const FILE = asNpy(LABELINGS)

/** Numbers in [0, 1), always the same ones. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

describeWithRedis('a run on many machines, when something fails', () => {
  let server: RedisServer
  let folder: string
  let alone: string
  beforeAll(async () => {
    server = await RedisServer.start()
    folder = mkdtempSync(join(tmpdir(), 'chorale-alone-'))
    writeFileSync(path('l.npy'), FILE)
    expect((await run('alone.csv', [])).code).toBe(0)
    alone = labels('alone.csv')
    rmSync(folder, { recursive: true })
  })
  afterAll(() => server?.stop())
  beforeEach(() => {
    folder = folderWith({ 'l.npy': FILE })
  })

  const path = (name: string) => join(folder, name)
  const labels = (name: string) => readFileSync(path(name), 'utf8')
  const run = (output: string, more = ['--engine', server.url], options?: RunOptions, input = 'l.npy') =>
    chorale(
      ['consensus', path(input), '-k', '6', '--fit-rows', '2000', '--restarts', '1', '-o', path(output), ...more],
      options,
    )
  const workersOf = async (count: number) => {
    const workers = new Workers(server.url, [folder])
    onTestFinished(() => workers.stop())
    for (let w = 0; w < count; w++) await workers.add()
    return workers
  }
  /** Waits until a run has jobs on the server. */
  const jobsThere = async () => {
    while (!(await server.keys()).some(key => /^chorale:run:.*:jobs:[0-9a-f]+-[0-9a-f-]+$/.test(key))) await wait(20)
  }
  /** Nothing but the signs of life of workers, which expire; workers have a moment to leave a run that is over. */
  const nothingRemains = async () => {
    const remains = async () => (await server.keys()).filter(key => !key.startsWith('chorale:worker:'))
    for (let tries = 0; tries < 50 && (await remains()).length > 0; tries++) await wait(100)
    expect(await remains()).toEqual([])
  }

  it('ends with the right labels in runs in each of which a worker is killed', async () => {
    // More of them: npm run test:nightly, and npm run torture for as long as you like.
    const RUNS = 8
    const random = seededRandom(7)
    const workers = await workersOf(3)
    const start = performance.now()
    expect((await run('first.csv')).code).toBe(0)
    const usual = performance.now() - start
    expect(labels('first.csv') === alone).toBe(true)

    let started = 0
    let killed = 0
    const lane = async () => {
      while (started < RUNS) {
        const output = `killed-${started++}.csv`
        const running = run(output)
        await wait(random() * usual)
        workers.signal(Math.floor(random() * workers.count), 'SIGKILL')
        killed++
        const replaced = workers.add()
        const { code, stderr } = await running
        expect(stderr).not.toContain('chorale:')
        expect(code).toBe(0)
        expect(labels(output) === alone).toBe(true)
        await replaced
      }
    }
    await Promise.all([lane(), lane()])
    expect(killed).toBe(RUNS)
    await nothingRemains()
    expect(readdirSync(folder).filter(name => name.endsWith('.work'))).toEqual([])
  }, 180_000)

  it('ends with the right labels when Redis is killed and started again with its append-only file', async () => {
    const random = seededRandom(8)
    await workersOf(2)
    for (let at = 0; at < 2; at++) {
      const running = run(`restarted-${at}.csv`)
      await jobsThere()
      await wait(random() * 400)
      await server.kill()
      await wait(200)
      await server.resume()
      const { code, stderr } = await running
      expect(stderr).not.toContain('chorale:')
      expect(code).toBe(0)
      expect(labels(`restarted-${at}.csv`) === alone).toBe(true)
    }
    await nothingRemains()
  })

  it('counts a job once that two workers did, because the first was thought to be dead', async () => {
    const workers = await workersOf(2)
    const running = run('twice.csv')
    await jobsThere()
    await wait(150)
    workers.signal(0, 'SIGSTOP')
    await wait(2500)
    workers.signal(0, 'SIGCONT')
    expect((await running).code).toBe(0)
    expect(labels('twice.csv') === alone).toBe(true)
    await nothingRemains()
  })

  it('gets nothing written by a worker that was stopped and wakes up after the end of the run', async () => {
    const client = server.client()
    onTestFinished(() => client.disconnect())
    const workers = await workersOf(1)
    const session = `${'3'.repeat(32)}-33333333`
    await client.zadd('chorale:sessions', Date.now(), session)
    const own = `chorale:run:${session}:jobs`
    while ((await client.exists(`${own}:meta`)) === 0) await wait(10)
    await wait(100)

    // Stopped for longer than it waits between two checks for jobs of dead workers, so that it checks on waking.
    workers.signal(0, 'SIGSTOP')
    await client.multi().zrem('chorale:sessions', session).del(`${own}:meta`, `${own}:stalled-check`).exec()
    await wait(1000)
    const written: string[] = []
    const monitor = await client.monitor()
    onTestFinished(() => monitor.disconnect())
    monitor.on('monitor', (_, [command, ...args]) => {
      if (/^(set|hset|hsetnx|xadd|zadd|rpush|lpush|sadd)$/i.test(command)) written.push(args[0])
    })
    workers.signal(0, 'SIGCONT')
    await wait(700)
    expect(written.filter(key => key.startsWith(own))).toEqual([])
    await nothingRemains()
  })

  it('is continued by the same command after its driver was killed, and at once after Ctrl-C', async () => {
    const stopped = await run('c.csv', undefined, {
      onStart: async pid => {
        await jobsThere()
        process.kill(pid, 'SIGINT')
      },
    })
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toContain('run the same command again to continue')
    await nothingRemains()
    const killed = await run('c.csv', undefined, {
      onStart: async pid => {
        await jobsThere()
        process.kill(pid, 'SIGKILL')
      },
    })
    expect(killed.code).toBe(null)
    expect(readdirSync(folder)).not.toContain('c.csv')

    await workersOf(2)
    expect((await run('c.csv')).code).toBe(0)
    expect(labels('c.csv') === alone).toBe(true)
    await nothingRemains()
    expect(readdirSync(folder).sort()).toEqual(['c.csv', 'l.npy'])
  })

  it('is not disturbed by a second driver of the same command, which finds everything or nothing', async () => {
    await workersOf(2)
    for (let trial = 0; trial < 3; trial++) {
      const outcomes = await Promise.all([run('two.csv'), run('two.csv')])
      for (const { code, stderr } of outcomes) {
        // The second may be told that the run is in progress.
        if (code !== 0) expect(stderr).toContain('the same run is already in progress')
        expect(stderr).not.toContain('missing or damaged')
      }
      expect(outcomes.map(({ code }) => code)).toContain(0)
      expect(labels('two.csv') === alone).toBe(true)
    }
    await nothingRemains()
  })

  it('never takes the labels of another file that had the same name and size', async () => {
    await workersOf(1)
    const stopped = await run('c.csv', undefined, {
      onStart: async pid => {
        while (!partsIn(path('c.csv.work')).some(part => part.endsWith('/whole'))) await wait(10)
        process.kill(pid, 'SIGINT')
      },
    })
    expect(stopped.code).toBe(130)
    const other = asNpy(LABELINGS.map(labels => labels.toReversed()))
    expect(other.length).toBe(FILE.length)
    writeFileSync(path('l.npy'), other)
    const { code, stderr } = await run('c.csv')
    expect(code).toBe(0)
    expect(stderr).toContain('l.npy has changed since this run was interrupted; what depends on it is computed again')
    expect((await run('other.csv', [])).code).toBe(0)
    expect(labels('c.csv') === labels('other.csv')).toBe(true)
    expect(labels('c.csv') === alone).toBe(false)
  })

  it('says which part cannot be read, and is continued by the same command', async () => {
    // A text is packed by who starts the run: its parts are there before the jobs.
    writeFileSync(path('l.csv'), asCsv(LABELINGS))
    const running = run('bad.csv', undefined, undefined, 'l.csv')
    await jobsThere()
    const parts = partsIn(path('bad.csv.work')).sort((a, b) => statSync(b).size - statSync(a).size)
    truncateSync(parts[0], statSync(parts[0]).size / 2)
    await workersOf(1)
    const { code, stderr } = await running
    expect(code).toBe(2)
    expect(stderr).toMatch(/chorale: worker .*: the part parts\/[0-9a-f]{64} is missing or damaged/)
    await nothingRemains()
    expect((await run('bad.csv', undefined, undefined, 'l.csv')).code).toBe(0)
    expect(labels('bad.csv') === alone).toBe(true)
  })

  it('says that a disk is full, and is continued by the same command', async () => {
    const workers = new Workers(server.url, [folder])
    onTestFinished(() => workers.stop())
    await workers.add({ fileLimit: 2 })
    const { code, stderr } = await run('full.csv')
    expect(code).toBe(2)
    expect(stderr).toMatch(/chorale: worker .*full\.csv\.work.*: the file would exceed the size limit/)
    await nothingRemains()
    // The other thread of the worker may still be writing when the run has ended.
    while (partsIn(path('full.csv.work')).some(part => part.endsWith('.part'))) await wait(50)
    await workers.stop()
    await workersOf(1)
    expect((await run('full.csv')).code).toBe(0)
    expect(labels('full.csv') === alone).toBe(true)
  })

  it('is removed from the server a day after its driver was last seen', async () => {
    const client = server.client()
    onTestFinished(() => client.disconnect())
    const old = `${'0'.repeat(32)}-00000000`
    const young = `${'1'.repeat(32)}-11111111`
    await client.zadd('chorale:sessions', Date.now() - 25 * 3600_000, old, Date.now() - 3600_000, young)
    for (const session of [old, young, `${'2'.repeat(32)}-22222222`])
      await client.set(`chorale:run:${session}:jobs:x`, '')
    const workers = await workersOf(1)
    const runs = async () => (await server.keys()).filter(key => key.startsWith('chorale:run:'))
    while ((await runs()).length > 1) await wait(50)
    expect(await runs()).toEqual([`chorale:run:${young}:jobs:x`])
    await workers.stop()
    await client.flushall()
  })

  it('goes on while workers come and go, and beside other runs', async () => {
    const workers = await workersOf(1)
    const runs = ['a.csv', 'b.csv', 'c.csv'].map(output => run(output))
    await jobsThere()
    await workers.stop()
    await workersOf(2)
    for (const { code } of await Promise.all(runs)) expect(code).toBe(0)
    for (const output of ['a.csv', 'b.csv', 'c.csv']) expect(labels(output) === alone).toBe(true)
    await nothingRemains()
  })
})

function partsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => statSync(name, { throwIfNoEntry: false })?.isFile())
}
