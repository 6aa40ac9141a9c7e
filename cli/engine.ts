import { resolve } from 'node:path'
import { type Engine, redisEngine } from '../node/engine/redis-engine.js'
import { InputError } from '../src/index.js'
import type { Narrator } from './narrator.js'
import type { SharedFlags } from './shared-options.js'

/** What of a call does not change its run: the same run may be continued with other words. */
const ASIDE = ['engine', 'quiet', 'json', 'threads'] as const

/** Does some work with the engine that was asked for, or with none; in the end nothing of it stays on the server. */
export async function withEngine(
  call: { command: string; paths: readonly string[]; flags: SharedFlags },
  { narrator, signal }: { narrator: Narrator; signal: AbortSignal },
  use: (engine: Engine | null) => Promise<void>,
): Promise<void> {
  const { flags, paths, command } = call
  if (flags.engine === undefined || flags.dryRun) return use(null)
  if (paths.includes('-')) throw new InputError('--engine cannot share standard input; name a file')
  const { work = flags.output && flags.output !== '-' ? `${flags.output}.work` : undefined } = flags
  if (work === undefined) {
    throw new InputError('--engine needs --work, a folder that all machines share (or -o, to put it beside)')
  }
  const shaping = Object.fromEntries(Object.entries(flags).filter(([name]) => !ASIDE.includes(name as never)))
  const engine = await redisEngine({
    url: flags.engine === true ? undefined : flags.engine,
    work,
    name: JSON.stringify([command, paths.map(path => resolve(path)), shaping]),
    signal,
    onNote: note => narrator.note(note),
    onStatus: status => narrator.status(status),
  })
  let isDone = false
  try {
    await use(engine)
    isDone = true
  } finally {
    const isKept = await engine.close({ isDone })
    if (isKept) narrator.note(`what is done is kept in ${work}: the same command continues`)
  }
}
