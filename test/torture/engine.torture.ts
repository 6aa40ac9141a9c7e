import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chorale } from '../../packages/cli/test/run.js'
import { asNpy, plantedLabelings } from '../../packages/engine/test/planted.js'
import { describeWithRedis, RedisServer } from '../../packages/engine/test/redis-server.js'
import { Workers } from '../../packages/engine/test/workers.js'
import { CONTAINERS_SHARE, printTable, SECONDS, SEED, SIGNALS_SHARE, seeded, type TortureRow } from './torture.js'

const ARGUMENTS = ['-k', '6', '--fit-rows', '2000', '--restarts', '1']

/** What a fault works with. */
interface Run {
  readonly server: RedisServer
  readonly workers: Workers
  readonly random: () => number
  /** The process of the command. */
  readonly driver: number
}

/** Faults that end the command. The same command then continues the run. */
const ENDINGS: Readonly<Record<string, NodeJS.Signals>> = {
  'the driver gets SIGINT': 'SIGINT',
  'the driver gets SIGTERM': 'SIGTERM',
  'the driver gets SIGHUP': 'SIGHUP',
  'the driver is killed': 'SIGKILL',
}

/** Faults at a random moment of a run, after which it must end with the right labels. */
const FAULTS: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  'no fault': async () => {},
  'a worker is killed': async ({ workers, random }) => {
    workers.signal(Math.floor(random() * workers.count), 'SIGKILL')
    await workers.add()
  },
  'a worker is stopped and goes on': async ({ workers, random }) => {
    workers.signal(0, 'SIGSTOP')
    await wait(500 + random() * 3000)
    workers.signal(0, 'SIGCONT')
  },
  'a worker is slow': async ({ workers }) => {
    for (let turn = 0; turn < 10; turn++) {
      workers.signal(0, 'SIGSTOP')
      await wait(150)
      workers.signal(0, 'SIGCONT')
      await wait(50)
    }
  },
  'Redis is killed and starts with its file': async ({ server, random }) => {
    await server.kill()
    await wait(random() * 1000)
    await server.resume()
  },
  'Redis is killed and starts without its file': async ({ server }) => {
    await server.kill()
    await server.resume({ isEmpty: true })
  },
  FLUSHALL: async ({ server }) => {
    const client = server.client()
    await client.flushall()
    client.disconnect()
  },
  'Redis is out of memory for a while': async ({ server, random }) => {
    const client = server.client()
    await client.config('SET', 'maxmemory', '1')
    await wait(500 + random() * 2500)
    await client.config('SET', 'maxmemory', '0')
    client.disconnect()
  },
  'forged jobs': async ({ server }) => {
    const client = server.client()
    const session = (await client.zrange('chorale:sessions', 0, 0))[0] ?? `${'4'.repeat(32)}-44444444`
    const job = `chorale:run:${session}:jobs:forged`
    await client.hset(
      job,
      'name',
      'task',
      'data',
      '{"storage":"/etc","order":"../x","task":0}',
      'opts',
      '{}',
      'timestamp',
      '1',
    )
    await client.lpush(`chorale:run:${session}:jobs:wait`, 'forged')
    // A number of rows that is a word, a path out of the work folder, a task that is none.
    for (const [name, data] of Object.entries({
      words: { storage: '/shared', order: 'f'.repeat(64), task: '0' },
      path: { storage: `${'/..'.repeat(20)}/etc`, order: 'f'.repeat(64), task: 0 },
      nothing: null,
    })) {
      const forged = `chorale:run:${session}:jobs:${name}`
      await client.hset(forged, 'name', 'task', 'data', JSON.stringify(data), 'opts', '{}', 'timestamp', '1')
      await client.lpush(`chorale:run:${session}:jobs:wait`, name)
    }
    await client.zadd('chorale:sessions', Date.now(), 'not a session')
    await wait(300)
    await client.zrem('chorale:sessions', 'not a session')
    client.disconnect()
  },
}

describeWithRedis('torture', () => {
  let server: RedisServer
  let folder: string
  let alone: string
  let link: SlowLink
  const rows: TortureRow[] = []
  const path = (name: string) => join(folder, name)
  const run = (output: string, url?: string, onStart?: (pid: number) => void) => {
    const engine = url === undefined ? [] : ['--engine', url]
    return chorale(['consensus', path('l.npy'), ...ARGUMENTS, '-o', path(output), ...engine], { onStart })
  }

  beforeAll(async () => {
    server = await RedisServer.start()
    link = await SlowLink.start(server.port)
    folder = mkdtempSync(join(tmpdir(), 'chorale-torture-'))
    writeFileSync(path('l.npy'), asNpy(plantedLabelings(2 * 65_536 + 500, 4)))
    expect((await run('alone.csv')).code).toBe(0)
    alone = readFileSync(path('alone.csv'), 'utf8')
  })
  afterAll(async () => {
    link?.stop()
    await server?.stop()
    rmSync(folder, { recursive: true })
    printTable(rows)
  })

  it('leaves the labels of one machine and nothing else', async () => {
    const random = seeded(SEED)
    const end = performance.now() + 1000 * SECONDS * (1 - SIGNALS_SHARE - CONTAINERS_SHARE)
    const faults: Record<string, (run: Run) => Promise<void>> = {
      ...FAULTS,
      'a link that stalls': () => link.stall(1000 + random() * 3000),
    }
    for (const [fault, name] of Object.entries(ENDINGS)) {
      faults[fault] = async ({ driver }) => {
        try {
          process.kill(driver, name)
        } catch {
          // The run is over.
        }
      }
    }
    for (const fault of Object.keys(faults)) rows.push({ fault, runs: 0, failures: [] })
    for (let at = 0; performance.now() < end; at++) {
      const row = rows[at % rows.length]
      const workers = new Workers(server.url, [folder])
      try {
        await Promise.all([workers.add(), workers.add()])
        const url = row.fault === 'a link that stalls' ? link.url : server.url
        let driver = 0
        const running = run('o.csv', url, pid => {
          driver = pid
        })
        // A server that is away when a run starts is another matter: the run is refused.
        let isOver = false
        running.then(() => {
          isOver = true
        })
        while (!isOver && !(await server.keys()).includes('chorale:sessions')) await wait(10)
        await wait(random() * 2000)
        await faults[row.fault]({ server, workers, random, driver })
        const ended = await running
        const isContinued = row.fault in ENDINGS && ended.code !== 0
        if (isContinued && ![129, 130, 143, null].includes(ended.code)) row.failures.push(`exit ${ended.code}`)
        const { code, stderr } = isContinued ? await run('o.csv', url) : ended
        if (code !== 0) row.failures.push(`exit ${code}: ${stderr.slice(-200)}`)
        else if (readFileSync(path('o.csv'), 'utf8') !== alone) row.failures.push('other labels')
        await remains(row.failures)
      } finally {
        row.runs++
        await workers.stop()
      }
    }
    expect(rows.filter(({ failures }) => failures.length > 0)).toEqual([])
  })

  /** Nothing stays in Redis, apart from the signs of life of workers, or on the disk. */
  async function remains(failures: string[]): Promise<void> {
    const keys = async () => (await server.keys()).filter(key => !key.startsWith('chorale:worker:'))
    for (let tries = 0; tries < 60 && (await keys()).length > 0; tries++) await wait(100)
    const left = await keys()
    if (left.length > 0) failures.push(`keys left: ${left.slice(0, 3)}`)
    const files = readdirSync(folder).filter(name => !['l.npy', 'alone.csv', 'o.csv'].includes(name))
    if (files.length > 0) failures.push(`files left: ${files}`)
    for (const name of files) rmSync(path(name), { recursive: true })
  }
})

/** A connection to the server that can stop passing on bytes. */
class SlowLink {
  #server: Server
  #isStalled = false
  readonly #wake: (() => void)[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(port: number): Promise<SlowLink> {
    const server = createServer()
    const link = new SlowLink(server)
    server.on('connection', near => {
      const far = connect(port, '127.0.0.1')
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', bytes => {
          if (!link.#isStalled) to.write(bytes)
          else link.#wake.push(() => to.write(bytes))
        })
        from.on('close', () => to.destroy())
        from.on('error', () => {})
      }
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    return link
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  async stall(milliseconds: number): Promise<void> {
    this.#isStalled = true
    await wait(milliseconds)
    this.#isStalled = false
    for (const wake of this.#wake.splice(0)) wake()
  }

  stop(): void {
    this.#server.close()
  }
}
