import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chorale, folderWith } from '../../cli/test/run.js'
import { asNpy, plantedLabelings } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { Workers } from './workers.js'

const PASSWORD = 'open-sesame-4711'
const LABELINGS = asNpy(plantedLabelings(2 * 65_536 + 500, 4))

/** Bytes of a job with its answer that pass through Redis, at most: what docs/scaling.md states. */
const MOST_JOB_BYTES = 4096

describeWithRedis('a run over TLS with a password', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.start({ password: PASSWORD, secure: true })
  })
  afterAll(() => server?.stop())

  it('shows the password nowhere, and sends no data through Redis', async () => {
    const folder = folderWith({ 'l.npy': LABELINGS, secret: `${PASSWORD}\n` })
    const env = { NODE_EXTRA_CA_CERTS: server.certificate, REDIS_PASSWORD_FILE: join(folder, 'secret') }
    const workers = new Workers(server.url, [folder], env)
    const client = server.client()
    try {
      await workers.add()
      const files = [
        '-o',
        join(folder, 'o.csv'),
        '--report',
        join(folder, 'report.html'),
        '--save',
        join(folder, 'm.json'),
      ]
      const wanted = ['consensus', join(folder, 'l.npy'), '-k', '6', '--fit-rows', '2000', '--restarts', '1', '--json']
      const call = [...wanted, ...files, '--engine', server.url]
      const running = chorale(call, { env })
      const watch = watchKeys(client, running)
      const parts = watchFolder(`${join(folder, 'o.csv')}.work`, running)
      const { code, stdout, stderr } = await running
      expect(code).toBe(0)
      const { texts, largestJob, jobCount } = await watch
      expect(jobCount).toBeGreaterThan(5)
      expect(largestJob).toBeLessThan(MOST_JOB_BYTES)
      const written = ['o.csv', 'report.html', 'm.json'].map(name => readFileSync(join(folder, name), 'latin1'))
      const kept = await parts
      expect(kept.length).toBeGreaterThan(0)
      for (const text of [...texts, ...written, ...kept, stdout, stderr, workers.said]) {
        expect(text.includes(PASSWORD)).toBe(false)
      }
      // The scan would find it.
      writeFileSync(join(folder, 'planted'), PASSWORD)
      expect(filesIn(folder).some(text => text.includes(PASSWORD))).toBe(true)
    } finally {
      client.disconnect()
      await workers.stop()
    }
  })

  it('refuses a certificate that nobody vouches for, and a server without TLS', async () => {
    const folder = folderWith({ 'l.npy': LABELINGS })
    const call = ['consensus', join(folder, 'l.npy'), '-k', '6', '-o', join(folder, 'o.csv'), '--engine']
    const env = { REDIS_PASSWORD: PASSWORD }
    const unknown = await chorale([...call, server.url], { env })
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toMatch(/^chorale: cannot use Redis at .*: the TLS connection failed \(.*\)\n$/)
    const plain = await chorale([...call, server.url.replace('rediss', 'redis')], { env })
    expect(plain.code).toBe(1)
    expect(plain.stderr).toMatch(/^chorale: cannot use Redis at .*: .*\n$/)
    expect(unknown.stderr + plain.stderr).not.toContain(PASSWORD)
  })
})

/** All that is in Redis while something runs, as text. */
async function watchKeys(client: Redis, running: Promise<unknown>) {
  const texts = new Set<string>()
  const sizes = new Map<string, number>()
  let isOver = false
  running.finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const key of await client.keys('*')) {
      const value = await textOf(client, key)
      texts.add(`${key} ${value}`)
      if (/:jobs:[0-9a-f]+-[0-9a-f-]+$/.test(key)) sizes.set(key, Math.max(sizes.get(key) ?? 0, value.length))
    }
    await wait(5)
  }
  return { texts, jobCount: sizes.size, largestJob: Math.max(...sizes.values()) }
}

async function textOf(client: Redis, key: string): Promise<string> {
  const kind = await client.type(key)
  if (kind === 'string') return (await client.get(key)) ?? ''
  if (kind === 'hash') return JSON.stringify(await client.hgetall(key))
  if (kind === 'list') return JSON.stringify(await client.lrange(key, 0, -1))
  if (kind === 'zset') return JSON.stringify(await client.zrange(key, 0, -1))
  if (kind === 'set') return JSON.stringify(await client.smembers(key))
  if (kind === 'stream') return JSON.stringify(await client.xrange(key, '-', '+'))
  return ''
}

/** The texts of a folder of parts in the middle of a run. */
async function watchFolder(folder: string, running: Promise<unknown>): Promise<string[]> {
  let found: string[] = []
  let isOver = false
  running.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const now = filesIn(folder)
    if (now.length > found.length) found = now
    await wait(50)
  }
  return found
}

/** Files may go while they are looked at. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => join(folder, name))
      .filter(name => statSync(name).isFile())
      .map(name => readFileSync(name, 'latin1'))
  } catch {
    return []
  }
}
