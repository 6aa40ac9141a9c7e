import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { describe } from 'vitest'

const PROGRAM = [process.env.REDIS_SERVER, '/usr/bin/redis-server', '/usr/bin/valkey-server'].find(
  path => path !== undefined && existsSync(path),
)

/** Tests that need a real server; without one they are said not to have run, and fail in CI. */
export const describeWithRedis =
  PROGRAM !== undefined || process.env.CI ? describe : (describe.skip as unknown as typeof describe)

/** A real server on a free port of this machine, with an append-only file in a folder of its own. */
export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'chorale-redis-'))
  #child: ChildProcess | null = null

  private constructor(
    readonly port: number,
    readonly password: string | undefined,
  ) {}

  static async start(options: { password?: string } = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options.password)
    await server.resume()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts the server, or starts it again with what its append-only file holds. */
  async resume(): Promise<void> {
    const files = ['--dir', this.#folder, '--appendonly', 'yes', '--save', '']
    const secret = this.password === undefined ? [] : ['--requirepass', this.password]
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', ...files, ...secret]
    this.#child = spawn(PROGRAM ?? 'redis-server', args, { stdio: 'ignore' })
    const client = this.client()
    client.on('error', () => {})
    while ((await client.ping().catch(() => null)) !== 'PONG') await new Promise(done => setTimeout(done, 50))
    client.disconnect()
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
    return new Redis({ port: this.port, password: this.password, retryStrategy: () => 50, maxRetriesPerRequest: null })
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
