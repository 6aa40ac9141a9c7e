import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chorale, folderWith } from '../../cli/test/run.js'
import { asCsv, asNpy, asParquet, plantedLabelings } from './planted.js'
import { describeWithRedis, RedisServer } from './redis-server.js'
import { S3Server } from './s3-server.js'
import { Workers } from './workers.js'

const LABELINGS = plantedLabelings(65_536 + 500, 4)
const FILES = { 'l.npy': asNpy(LABELINGS), 'l.csv': Buffer.from(asCsv(LABELINGS)), 'l.parquet': asParquet(LABELINGS) }
const WANTED = ['-k', '6', '--fit-rows', '2000', '--restarts', '1']

/** Bytes that a web server sent, and how often its next answers fail. */
interface WebServer {
  readonly url: string
  sent: number
  failures: number
  ranges: boolean
  tag: string
}

/** A web server with files, on a free port. */
async function startWeb(files: Record<string, Uint8Array>): Promise<WebServer & { server: Server }> {
  const web = { url: '', sent: 0, failures: 0, ranges: true, tag: '"1"', server: createServer() }
  web.server.on('request', (request, response) => {
    const file = files[request.url!.slice(1).replace(/\?.*/, '')]
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (web.failures-- > 0) return response.writeHead(503).end()
    if (file === undefined) return response.writeHead(404).end()
    if (range === null || !web.ranges) return response.writeHead(200, { etag: web.tag }).end(file)
    const piece = file.subarray(Number(range[1]), Number(range[2]) + 1)
    web.sent += piece.length
    const place = `bytes ${range[1]}-${Number(range[1]) + piece.length - 1}/${file.length}`
    response.writeHead(206, { 'content-range': place, etag: web.tag }).end(piece)
  })
  await new Promise<void>(done => web.server.listen(0, '127.0.0.1', done))
  const { port } = web.server.address() as { port: number }
  web.url = `http://127.0.0.1:${port}`
  onTestFinished(() => void web.server.close())
  return web
}

describe('inputs on a web server', () => {
  it('are read by ranges, in every format, through answers that fail', async () => {
    const web = await startWeb(FILES)
    const folder = folderWith(FILES)
    const out = (name: string) => join(folder, name)
    expect((await chorale(['consensus', out('l.csv'), ...WANTED, '-o', out('alone.csv')])).code).toBe(0)
    for (const name of Object.keys(FILES)) {
      web.failures = 2
      const { code } = await chorale(['consensus', `${web.url}/${name}`, ...WANTED, '-o', out('o.csv')])
      expect(code).toBe(0)
      expect(readFileSync(out('o.csv'), 'utf8') === readFileSync(out('alone.csv'), 'utf8')).toBe(true)
    }
  })

  it('that are missing, without ranges, behind a password or not there: one clear line', async () => {
    const web = await startWeb(FILES)
    const says = async (address: string, message: RegExp, env = {}) => {
      const { code, stderr } = await chorale(['consensus', address, ...WANTED], { env })
      expect(stderr).toMatch(message)
      expect(code).toBe(2)
    }
    await says(`${web.url}/none.npy?signature=abc`, /^chorale: http:[^?]*none\.npy: no such file\n$/)
    await says(`${web.url.replace('//', '//me:secret@')}/l.npy`, /^chorale: the URL of a file must not contain/)
    await says(
      'http://127.0.0.1:59999/l.npy',
      /^chorale: http:\/\/127\.0\.0\.1:59999\/l\.npy: the server cannot be reached \(ECONN/,
    )
    web.ranges = false
    await says(`${web.url}/l.npy`, /the server does not support range requests/)
    await says('s3://bucket/l.npy', /^chorale: S3 URLs need credentials; set AWS_ACCESS_KEY_ID/)
    await says('s3://bucket/l.npy', /temporary \(STS\) credentials are not supported/, { AWS_SESSION_TOKEN: 'abc' })
    await says('s3://bucket', /^chorale: an S3 URL must look like s3:\/\/bucket\/folder\/file/)
  })
})

describeWithRedis('a run whose data are in buckets', () => {
  let redis: RedisServer
  let store: S3Server
  let env: Record<string, string>
  let bucket: S3mini
  beforeAll(async () => {
    redis = await RedisServer.start()
    const keys = { accessKeyId: 'reader', secretAccessKey: 'right' }
    store = await S3Server.start({ ...keys, buckets: ['lab'] })
    env = {
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      AWS_ENDPOINT_URL: store.url,
    }
    bucket = new S3mini({ ...keys, endpoint: `${store.url}/lab` })
    for (const [name, bytes] of Object.entries(FILES)) await bucket.putObject(`in/${name}`, Buffer.from(bytes))
  })
  afterAll(async () => {
    await redis?.stop()
    await store?.stop()
  })
  const run = (folder: string, input: string, more: string[] = []) =>
    chorale(['consensus', input, ...WANTED, '-o', join(folder, 'o.csv'), '--engine', redis.url, ...more], { env })

  it('gives the labels of one machine, and leaves nothing in the bucket', async () => {
    const folder = folderWith({ 'l.npy': FILES['l.npy'] })
    const alone = await chorale(['consensus', join(folder, 'l.npy'), ...WANTED, '-o', join(folder, 'alone.csv')])
    expect(alone.code).toBe(0)
    const workers = new Workers(redis.url, ['s3://lab/'], env)
    onTestFinished(() => workers.stop())
    for (let w = 0; w < 2; w++) await workers.add()
    for (const name of Object.keys(FILES)) {
      const { code, stderr } = await run(folder, `s3://lab/in/${name}`, ['--work', 's3://lab/work'])
      expect(stderr).not.toContain('chorale:')
      expect(code).toBe(0)
      expect(readFileSync(join(folder, 'o.csv'), 'utf8') === readFileSync(join(folder, 'alone.csv'), 'utf8')).toBe(true)
    }
    const left = (await bucket.listObjects('/', ''))!.map(({ Key }) => Key)
    expect(left.sort()).toEqual(['in/l.csv', 'in/l.npy', 'in/l.parquet'])
  })

  it('outside of the roots of a worker, or in no bucket at all: one clear line', async () => {
    const folder = folderWith({})
    const nowhere = await run(folder, 's3://lab/in/none.npy', ['--work', 's3://lab/work'])
    expect(nowhere.stderr).toMatch(/chorale: s3:\/\/lab\/in\/none\.npy: no such file or bucket/)
    const unknown = await run(folder, 's3://lab/in/l.npy', ['--work', 's3://other/work'])
    expect(unknown.stderr).toMatch(/chorale: s3:\/\/other\/work.*: no such file or bucket/)
    const workers = new Workers(redis.url, ['s3://lab/works', folder], env)
    onTestFinished(() => workers.stop())
    await workers.add()
    const outside = await run(folder, 's3://lab/in/l.npy', ['--work', 's3://lab/work'])
    expect(outside.stderr).toMatch(
      /chorale: worker .*: s3:\/\/lab\/work\/.*: access denied; the path is outside the folders/,
    )
    for (const { code } of [nowhere, unknown, outside]) expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual([])
  })
  it('whose secret key is wrong: access is denied in one clear line', async () => {
    const wrong = { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' }
    const { code, stderr } = await chorale(['consensus', 's3://lab/in/l.npy', ...WANTED], { env: wrong })
    expect(stderr).toMatch(/^chorale: s3:\/\/lab\/in\/l\.npy: access denied\n$/)
    expect(code).toBe(2)
  })
})
