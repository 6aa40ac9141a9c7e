import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { BLOCK_SAMPLES } from '../../chorale/src/labelings/label-store.js'
import { chorale, folderWith, type Outcome } from '../../cli/test/run.js'
import { asNpy, plantedLabelings } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { type AddOptions, Workers } from './workers.js'

const FILE = asNpy(plantedLabelings(BLOCK_SAMPLES + 500, 3))

/** Milliseconds within which a message must come: so many that only a run that hangs takes longer. */
const SOON = 30_000

describeWithRedis('bad input to a run on many machines', () => {
  let server: RedisServer
  let folder: string
  beforeAll(async () => {
    server = await RedisServer.start({ password: 'right' })
  })
  afterAll(() => server?.stop())
  beforeEach(() => {
    folder = folderWith({ 'l.npy': FILE })
  })

  const env = { REDIS_PASSWORD: 'right' }
  const args = (output: string, input = join(folder, 'l.npy')) => [
    'consensus',
    input,
    '-k',
    '6',
    '--fit-rows',
    '2000',
    '--restarts',
    '1',
    '-o',
    output,
  ]
  const run = (output: string, more: string[] = [], environment: Record<string, string> = env) =>
    chorale([...args(join(folder, output)), '--engine', server.url, ...more], { env: environment })
  const worker = async (options: AddOptions = {}) => {
    const workers = new Workers(server.url, [folder], env)
    onTestFinished(() => workers.stop())
    await workers.add(options)
    return workers
  }
  /** A message and an exit code, soon, no stack trace, nothing half done. */
  const saysSoon = async (running: Promise<Outcome>, message: RegExp) => {
    const start = performance.now()
    const { code, stderr } = await running
    expect(performance.now() - start).toBeLessThan(SOON)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^\s+at /m)
    // A server that cannot be used is no mistake in the arguments.
    expect(code).toBe(/cannot use Redis/.test(stderr) ? 1 : 2)
  }
  /** The keys of the jobs that wait, of all runs or of one. */
  const jobs = async (count: number) => {
    const isJob = (key: string) => /^chorale:run:.*:jobs:[0-9a-f]+-[0-9a-f-]+$/.test(key)
    for (;;) {
      const found = (await server.keys()).filter(isJob)
      if (found.length >= count) return found
      await wait(20)
    }
  }

  it('a wrong address, no server, no such machine, no address at all', async () => {
    const at = (...engine: string[]) => chorale([...args(join(folder, 'o.csv')), ...engine])
    const [nowhere, unknown] = ['redis://127.0.0.1:1', 'redis://no-such-machine.invalid:6379']
    await Promise.all([
      saysSoon(at('--engine', nowhere), /chorale: cannot use Redis at 127\.0\.0\.1:1: connection refused/),
      saysSoon(at('--engine', unknown), /chorale: cannot use Redis at no-such-machine.invalid:6379: host not found/),
      saysSoon(at('--engine', 'http://127.0.0.1'), /chorale: the Redis URL must look like redis:\/\/host:6379/),
      saysSoon(at('--engine'), /chorale: the Redis URL is missing; pass it, or set REDIS_URL/),
      saysSoon(
        chorale(['worker', '--redis', nowhere]),
        /chorale: cannot use Redis at 127\.0\.0\.1:1: connection refused/,
      ),
    ])
    expect(readdirSync(folder)).toEqual(['l.npy'])
  })

  it('a server that evicts keys', async () => {
    const client = server.client()
    onTestFinished(async () => {
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      client.disconnect()
    })
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await saysSoon(run('o.csv'), /evicts keys \(maxmemory-policy allkeys-lru\).* set maxmemory-policy to noeviction/)
    expect(readdirSync(folder)).toEqual(['l.npy'])
  })

  it('a wrong password, none, one in the address, a file of it that is not there', async () => {
    const secret = server.url.replace('//', '//:right@')
    await Promise.all([
      saysSoon(run('o.csv', [], { REDIS_PASSWORD: 'wrong' }), /cannot use Redis at .*: wrong user name or password/),
      saysSoon(run('o.csv', [], {}), /cannot use Redis at .*: a password is required; set REDIS_PASSWORD/),
      saysSoon(
        run('o.csv', [], { REDIS_PASSWORD_FILE: join(folder, 'none') }),
        /cannot read the file named by REDIS_PASSWORD_FILE/,
      ),
      saysSoon(chorale([...args(join(folder, 'o.csv')), '--engine', secret]), /must not contain the password/),
      saysSoon(chorale(['worker', '--redis', server.url], { env: { REDIS_PASSWORD: 'wrong' } }), /wrong user name/),
    ])
    expect(readdirSync(folder)).toEqual(['l.npy'])
  })

  it('an input that is not there, or standard input', async () => {
    const engine = ['--engine', server.url]
    const missing = chorale([...args(join(folder, 'o.csv'), join(folder, 'none.npy')), ...engine], { env })
    await saysSoon(missing, /chorale: .*none\.npy: no such file or folder/)
    await saysSoon(chorale([...args(join(folder, 'o.csv'), '-'), ...engine], { env }), /cannot read standard input/)
    const nameless = args('o.csv').slice(0, -2)
    await saysSoon(chorale([...nameless, ...engine], { env }), /--engine needs --work/)
    expect(readdirSync(folder)).toEqual(['l.npy'])
    expect(await server.keys()).toEqual([])
  })

  it('a path outside of the roots, and a link that leads out', async () => {
    const elsewhere = folderWith({})
    await worker({ roots: [elsewhere] })
    const message = /chorale: worker .*: .*: access denied; the path is outside the folders of this worker \(--root\)/
    await saysSoon(run('o.csv'), message)
    symlinkSync(folder, join(elsewhere, 'inside'))
    await saysSoon(run('o.csv', ['--work', join(elsewhere, 'inside', 'work')]), message)
  })

  it('a storage that one worker alone does not have', async () => {
    // The same path is another folder for each process, as it can be on other machines.
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    for (const each of [here, there]) mkdirSync(each)
    writeFileSync(join(here, 'l.npy'), FILE)
    const lost = await worker({ cwd: there, roots: [there] })
    const place = ['--work', '/proc/self/cwd/work']
    const running = chorale([...args('o.csv', 'l.npy'), '--engine', server.url, ...place], { env, cwd: here })
    await saysSoon(
      running,
      /chorale: worker .*: the part .* is missing or damaged; does this worker see the same storage as the driver\?/,
    )
    await lost.stop()
    await worker({ cwd: here, roots: [here] })
    const again = await chorale([...args('o.csv', 'l.npy'), '--engine', server.url, ...place], { env, cwd: here })
    expect(again.code).toBe(0)
  })

  it('an input that one worker alone does not have, or has otherwise', async () => {
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    for (const each of [here, there]) mkdirSync(each)
    writeFileSync(join(here, 'l.npy'), FILE)
    await worker({ cwd: there, roots: [folder] })
    const input = '/proc/self/cwd/l.npy'
    const start = () => chorale([...args('o.csv', input), '--engine', server.url], { env, cwd: here })
    await saysSoon(start(), /chorale: worker .*: \/proc\/self\/cwd\/l\.npy: no such file or folder/)
    writeFileSync(join(there, 'l.npy'), FILE.subarray(0, -12))
    await saysSoon(
      start(),
      /chorale: worker .*l\.npy: the file has [\d,]+ bytes on this worker, but [\d,]+ on the driver/,
    )
    writeFileSync(join(there, 'l.npy'), FILE)
    expect((await start()).code).toBe(0)
  })

  it('altered jobs are refused, and other runs are not touched', async () => {
    const client = server.client()
    onTestFinished(() => client.disconnect())
    expect((await chorale(args(join(folder, 'alone.csv')))).code).toBe(0)
    const other = folderWith({ 'l.npy': FILE })
    const altered: [string, (data: Record<string, unknown>) => object, RegExp][] = [
      ['a.csv', data => ({ ...data, storage: '/etc' }), /\/etc: access denied; the path is outside the folders/],
      [
        'b.csv',
        data => ({ ...data, storage: `${data.storage}/../../..` }),
        /access denied; the path is outside the folders/,
      ],
      ['c.csv', data => ({ ...data, order: '../../l.npy' }), /job refused: order is/],
      ['d.csv', data => ({ ...data, order: 'f'.repeat(64) }), /the part parts\/f+ is missing or damaged/],
      ['e.csv', data => ({ ...data, task: 1e6 }), /job refused: task is 1000000/],
      ['f.csv', data => ({ ...data, task: '0' }), /job refused: task is "0"/],
      ['g.csv', () => ({}), /job refused: storage is undefined/],
      ['h.csv', () => ({ code: 'process.exit()' }), /job refused: storage/],
    ]
    const running = altered.map(([output]) => run(output))
    for (const key of await jobs(3 * altered.length)) {
      const data = JSON.parse((await client.hget(key, 'data'))!)
      const at = altered.findIndex(([output]) => data.storage.includes(`/${output}.work/`))
      await client.hset(key, 'data', JSON.stringify(altered[at][1](data)))
    }
    const untouched = chorale([...args(join(other, 'o.csv'), join(other, 'l.npy')), '--engine', server.url], { env })
    await worker({ roots: [folder, other], args: ['--job-timeout', '20'] })
    await Promise.all(altered.map(([, , message], at) => saysSoon(running[at], message)))
    expect((await untouched).code).toBe(0)
    expect(readFileSync(join(other, 'o.csv'), 'utf8') === readFileSync(join(folder, 'alone.csv'), 'utf8')).toBe(true)
  })

  it('jobs that need more memory or time than a worker gives', async () => {
    const small = await worker({ args: ['--memory-limit', '0.000001'] })
    await saysSoon(run('o.csv'), /chorale: worker .*: a job needs .* but --memory-limit of the worker is/)
    await small.stop()
    await worker({ args: ['--job-timeout', '0.01'] })
    await saysSoon(run('o.csv'), /chorale: worker .*: a job took longer than 0.01 s \(--job-timeout of the worker\)/)
  })
})
