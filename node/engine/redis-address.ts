import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'bullmq'
import type { Redis as RedisClient, RedisOptions } from 'ioredis'
import { InputError } from '../../src/internal.js'

/** Where a Redis or Valkey server is, and how to be let in. Never printed: `label` is. */
export interface RedisAddress {
  /** host:port, for messages. */
  readonly label: string
  readonly options: RedisOptions
  /** The same for BullMQ. */
  readonly connection: ConnectionOptions
}

/** Milliseconds in which a server must answer at first. */
const FIRST_ANSWER = 4000

/**
 * The server that a URL names (or the environment's REDIS_URL). Passwords come from the environment (REDIS_PASSWORD, or
 * REDIS_PASSWORD_FILE with the name of a file), never from the command line, where other users can read them.
 */
export async function redisAddress(url: string | undefined): Promise<RedisAddress> {
  const { REDIS_URL, REDIS_USERNAME, REDIS_PASSWORD, REDIS_PASSWORD_FILE } = process.env
  const given = url ?? REDIS_URL
  if (given === undefined) throw new InputError('the address of Redis is missing: name it, or set REDIS_URL')
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (parsed === null || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new InputError(
      `the address of Redis must be like redis://host:6379 or rediss://host:6379; got ${shown(given)}`,
    )
  }
  if (url !== undefined && parsed.password !== '') {
    throw new InputError(
      'the address of Redis must not hold the password, which others could read: set REDIS_PASSWORD, REDIS_PASSWORD_FILE or REDIS_URL',
    )
  }
  const port = Number(parsed.port || 6379)
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const password = decodeURIComponent(parsed.password) || REDIS_PASSWORD || (await passwordIn(REDIS_PASSWORD_FILE))
  const db = parsed.pathname.slice(1)
  if (!/^\d*$/.test(db)) throw new InputError(`the path of a Redis address must be a number; got /${db}`)
  const options: RedisOptions = {
    host,
    port,
    password,
    db: Number(db),
    username: decodeURIComponent(parsed.username) || REDIS_USERNAME || undefined,
    tls: parsed.protocol === 'rediss:' ? { servername: isIP(host) === 0 ? host : undefined } : undefined,
    maxRetriesPerRequest: null,
    retryStrategy: attempt => Math.min(100 * attempt, 1000),
  }
  return { label: `${host}:${port}`, options, connection: options as ConnectionOptions }
}

/** The address without what must not be shown. */
function shown(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//...@')
}

async function passwordIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    return (await readFile(path, 'utf8')).trimEnd()
  } catch {
    throw new InputError('the file that REDIS_PASSWORD_FILE names cannot be read')
  }
}

/** BullMQ and its client are optional: one machine needs neither. */
export async function loadQueues() {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')])
    return { ...bullmq, Redis }
  } catch {
    throw new InputError('an engine on Redis needs two packages more: npm install bullmq ioredis')
  }
}

/** A connection that the server has answered on; a wrong address or password is said within seconds. */
export async function connect({ label, options }: RedisAddress): Promise<RedisClient> {
  const { Redis } = await loadQueues()
  let isOpen = false
  const client = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: FIRST_ANSWER,
    retryStrategy: attempt => (isOpen ? Math.min(100 * attempt, 1000) : null),
  })
  let reason = ''
  client.on('error', error => {
    reason = error.message
  })
  try {
    await client.connect()
    await client.ping()
    isOpen = true
    return client
  } catch (error) {
    client.disconnect()
    throw new InputError(`Redis at ${label} cannot be used: ${plainReason(reason || (error as Error).message)}`)
  }
}

function plainReason(message: string): string {
  if (/ECONNREFUSED/.test(message)) return 'nothing answers there'
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return 'there is no machine of that name'
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'the machine does not answer'
  if (/NOAUTH/.test(message)) return 'it wants a password: set REDIS_PASSWORD'
  if (/WRONGPASS|invalid.*password/i.test(message)) return 'wrong user name or password'
  if (/certificate|self.signed|SSL|TLS/i.test(message)) return `the secure connection failed (${message})`
  return message
}
