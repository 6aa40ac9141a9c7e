import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { describe } from 'vitest'

const PROGRAM = [process.env.REDIS_SERVER, '/usr/bin/redis-server', '/usr/bin/valkey-server'].find(
  path => path !== undefined && existsSync(path),
)

/** Tests that need a real server; without one they are said not to have run, and fail in CI. */
export const describeWithRedis =
  PROGRAM !== undefined || process.env.CI ? describe : (describe.skip as unknown as typeof describe)

export interface RedisServerOptions {
  password?: string
  /** TLS only, with a certificate of its own. */
  secure?: boolean
}

/** A real server on a free port of this machine, with an append-only file in a folder of its own. */
export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'chorale-redis-'))
  #child: ChildProcess | null = null

  private constructor(
    readonly port: number,
    readonly options: RedisServerOptions,
  ) {}

  static async start(options: RedisServerOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options)
    if (options.secure) await server.#certify()
    await server.resume()
    return server
  }

  get url(): string {
    return `redis${this.options.secure ? 's' : ''}://127.0.0.1:${this.port}`
  }

  /** The certificate that it shows, which signs itself. */
  get certificate(): string {
    return join(this.#folder, 'certificate.pem')
  }

  get #key(): string {
    return join(this.#folder, 'key.pem')
  }

  async #certify(): Promise<void> {
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', this.#key, '-out', this.certificate]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...names, ...files])
  }

  /** Starts the server, or starts it again with what its append-only file holds, or with nothing. */
  async resume({ isEmpty = false } = {}): Promise<void> {
    if (isEmpty) rmSync(join(this.#folder, 'appendonlydir'), { recursive: true, force: true })
    const files = ['--dir', this.#folder, '--appendonly', 'yes', '--save', '']
    const { password, secure } = this.options
    const secret = password === undefined ? [] : ['--requirepass', password]
    const shown = ['--tls-cert-file', this.certificate, '--tls-key-file', this.#key, '--tls-auth-clients', 'no']
    const port = secure ? ['--port', '0', '--tls-port', String(this.port), ...shown] : ['--port', String(this.port)]
    const args = [...port, '--bind', '127.0.0.1', ...files, ...secret]
    this.#child = spawn(PROGRAM ?? 'redis-server', args, { stdio: 'ignore' })
    const client = this.client()
    client.on('error', () => {})
    const answers = new Promise<void>((done, fail) => {
      const giveUp = setTimeout(() => fail(new Error('redis-server does not answer')), 15_000)
      client.once('ready', () => {
        clearTimeout(giveUp)
        done()
      })
    })
    try {
      await answers
    } catch (error) {
      await this.stop()
      throw error
    } finally {
      client.disconnect()
    }
  }

  /** Ends the server in the middle of whatever it does. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true })
  }

  client(): Redis {
    const { password, secure } = this.options
    const tls = secure ? { ca: readFileSync(this.certificate) } : undefined
    return new Redis({
      host: '127.0.0.1',
      port: this.port,
      password,
      tls,
      retryStrategy: () => 50,
      maxRetriesPerRequest: null,
    })
  }

  async keys(): Promise<string[]> {
    const client = this.client()
    const keys = await client.keys('*')
    client.disconnect()
    return keys.sort()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
