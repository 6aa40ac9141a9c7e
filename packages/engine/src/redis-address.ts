import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'bullmq'
import { InputError } from 'chorale/internal'
import type { Redis as RedisClient, RedisOptions } from 'ioredis'
import { EngineError } from './engine-error.js'

/** A Redis or Valkey server and its credentials. Only `label` may be printed. */
export interface RedisAddress {
  /** host:port, for messages. */
  readonly label: string
  readonly options: RedisOptions
  /** The same options for BullMQ. */
  readonly connection: ConnectionOptions
}

/** Timeout of the first connection, in milliseconds. */
const FIRST_ANSWER = 4000

/**
 * Parses a Redis URL (default: REDIS_URL of the environment). Passwords come from the environment (REDIS_PASSWORD, or
 * REDIS_PASSWORD_FILE with the name of a file), never from the command line, where other users can read them.
 */
export async function redisAddress(url: string | undefined): Promise<RedisAddress> {
  const { REDIS_URL, REDIS_USERNAME, REDIS_PASSWORD, REDIS_PASSWORD_FILE } = process.env
  const given = url ?? REDIS_URL
  if (given === undefined) throw new InputError('the Redis URL is missing; pass it, or set REDIS_URL')
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (parsed === null || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new InputError(`the Redis URL must look like redis://host:6379 or rediss://host:6379; got ${shown(given)}`)
  }
  if (url !== undefined && parsed.password !== '') {
    throw new InputError(
      'the Redis URL must not contain the password, which other users could read; set REDIS_PASSWORD, REDIS_PASSWORD_FILE or REDIS_URL',
    )
  }
  const port = Number(parsed.port || 6379)
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const password = decodeURIComponent(parsed.password) || REDIS_PASSWORD || (await passwordIn(REDIS_PASSWORD_FILE))
  const db = parsed.pathname.slice(1)
  if (!/^\d*$/.test(db)) throw new InputError(`the path of a Redis URL must be a database number; got /${db}`)
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

/** The URL without credentials. */
function shown(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//...@')
}

async function passwordIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    return (await readFile(path, 'utf8')).trimEnd()
  } catch {
    throw new InputError('cannot read the file named by REDIS_PASSWORD_FILE')
  }
}

/** BullMQ and its Redis client are optional peer dependencies, which only the Redis engine needs. */
export async function loadQueues() {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')])
    return { ...bullmq, Redis }
  } catch {
    throw new InputError('the Redis engine needs two more packages; install them with: npm install bullmq@6 ioredis@5')
  }
}

/** Opens a connection and waits for an answer. A wrong URL or password fails within seconds. */
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
    throw new EngineError(`cannot use Redis at ${label}: ${plainReason(reason || (error as Error).message)}`)
  }
}

/** Refuses a server that may remove the keys of a run to make room for others. */
export async function checkEviction(redis: RedisClient, label: string): Promise<void> {
  // Where the server does not say, the driver finds out when keys are gone.
  const memory = await redis.info('memory').catch(() => '')
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(memory)?.[1]
  if (policy === undefined) return
  throw new InputError(
    `Redis at ${label} evicts keys (maxmemory-policy ${policy}), so that jobs could get lost; set maxmemory-policy to noeviction`,
  )
}

/** A connection that reconnects for as long as it is not closed. */
export async function openClient({ options }: RedisAddress, onError: (error: Error) => void): Promise<RedisClient> {
  const { Redis } = await loadQueues()
  const client = new Redis(options)
  client.on('error', onError)
  return client
}

function plainReason(message: string): string {
  if (/ECONNREFUSED/.test(message)) return 'connection refused'
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return 'host not found'
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'the host does not respond'
  if (/NOAUTH/.test(message)) return 'a password is required; set REDIS_PASSWORD'
  if (/WRONGPASS|invalid.*password/i.test(message)) return 'wrong user name or password'
  if (/certificate|self.signed|SSL|TLS/i.test(message)) return `the TLS connection failed (${message})`
  return message
}
