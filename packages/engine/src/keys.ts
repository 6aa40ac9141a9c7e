import type { Redis } from 'ioredis'

/** The keys of Chorale in Redis. All jobs of a run are under the prefix of its session. */
export const KEYS = {
  /** Sessions of runs, with the time of their last heartbeat. */
  sessions: 'chorale:sessions',
  /** A running worker; the key expires. */
  worker: (name: string) => `chorale:worker:${name}`,
  /** The driver of a run; the key expires. */
  driver: (run: string) => `chorale:driver:${run}`,
  /** BullMQ's prefix for the jobs of a session. */
  prefix: (session: string) => `chorale:run:${session}`,
}

/** The queue under the prefix of a session. */
export const QUEUE = 'jobs'

/** The name of a session: its run and its driver. */
export const SESSION = /^[0-9a-f]{32}-[0-9a-f]{8}$/

/** Time of the server in milliseconds, the only clock that all machines share. */
export async function serverTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}

/** Removes everything that belongs to a session. */
export async function removeSession(redis: Redis, session: string): Promise<void> {
  await redis.zrem(KEYS.sessions, session)
  for (const key of await keysLike(redis, `${KEYS.prefix(session)}:*`)) await redis.unlink(key)
}

/** The keys that match a pattern, without blocking the server. */
export async function keysLike(redis: Redis, pattern: string): Promise<string[]> {
  const keys: string[] = []
  let cursor = '0'
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000)
    keys.push(...found)
    cursor = next
  } while (cursor !== '0')
  return [...new Set(keys)]
}
