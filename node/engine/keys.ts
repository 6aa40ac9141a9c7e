import type { Redis } from 'ioredis'

/** What Chorale keeps in Redis. Everything else of a run lies under the prefix of its session. */
export const KEYS = {
  /** Sessions of runs, with the time of their last sign of life. */
  sessions: 'chorale:sessions',
  /** Workers that are there; each expires by itself. */
  worker: (name: string) => `chorale:worker:${name}`,
  /** Who drives a run; expires by itself. */
  driver: (run: string) => `chorale:driver:${run}`,
  /** BullMQ's prefix for the jobs of a session. */
  prefix: (session: string) => `chorale:run:${session}`,
}

/** The queue under the prefix of a session. */
export const QUEUE = 'jobs'

/** Sessions are called by a run and by who drives it this time. */
export const SESSION = /^[0-9a-f]{32}-[0-9a-f]{8}$/

/** Milliseconds of the server's clock, the only one that all machines share. */
export async function serverTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}

/** Removes all that a session left. */
export async function removeSession(redis: Redis, session: string): Promise<void> {
  await redis.zrem(KEYS.sessions, session)
  for (const key of await keysLike(redis, `${KEYS.prefix(session)}:*`)) await redis.unlink(key)
}

/** The keys that match a pattern, without holding up the server. */
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
