import type { Redis } from 'ioredis'
import { KEYS } from './keys.js'
import { loadQueues, type RedisAddress } from './redis-address.js'

/** Error reply of {@link openRunConnection} for a run that is over. */
const OVER = 'RUNOVER the run is over'

/**
 * Put in front of each script of BullMQ. Scripts are atomic, so a worker that was stopped or slow cannot write to a run
 * that its driver has removed, whenever it wakes up.
 */
const ONLY_IF_OPEN = `
local session = KEYS[1] and string.match(KEYS[1], '^${KEYS.prefix('([^:]+)')}:')
if session and not redis.call('ZSCORE', '${KEYS.sessions}', session) then return redis.error_reply('${OVER}') end
`

/** A connection for BullMQ whose scripts do nothing when the run is no longer among the sessions. */
export async function openRunConnection({ options }: RedisAddress): Promise<Redis> {
  const { Redis } = await loadQueues()
  const client = new Redis(options)
  const define = client.defineCommand.bind(client)
  client.defineCommand = (name, definition) => define(name, { ...definition, lua: `${ONLY_IF_OPEN}${definition.lua}` })
  client.on('error', () => {})
  return client
}

/** Whether a script did nothing because its run is over. */
export function isOver(error: Error): boolean {
  return error.message.includes(OVER)
}
