import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Engine, redisEngine } from '../node/engine/redis-engine.js'
import { isAddress } from '../node/remote/address.js'
import { threads } from '../node/threads.js'
import { type Executor, InputError } from '../src/internal.js'
import type { Narrator } from './narrator.js'

/** The options of all commands that can compute on other machines. */
export interface EngineFlags {
  engine?: string | true
  work?: string
  threads?: number
  dryRun?: boolean
}

export function addEngineOptions(command: Command): Command {
  return command
    .option('--engine [url]', 'compute on the workers at redis://host:6379 (default: REDIS_URL); see chorale worker')
    .option(
      '--work <folder>',
      'with --engine: a folder that all machines share, or s3://bucket/folder (default: beside the output)',
    )
}

/** What of a call does not change its run: the same run may be continued with other words. */
const ASIDE: readonly string[] = ['engine', 'quiet', 'json', 'threads']

/** A call of a command: what it is, and what it writes, beside which its work may lie. */
export interface EngineCall {
  readonly command: string
  readonly paths: readonly string[]
  readonly flags: EngineFlags
  readonly beside: string | undefined
}

/** Where the work of a command runs. */
export interface Resources {
  /** Other machines, where the call asks for them. */
  readonly engine: Engine | null
  /** The engine, or else the threads of this machine. */
  readonly executor: Executor
}

/** Does some work with the engine that was asked for, or with none; in the end nothing of it stays on the server. */
export async function withEngine(
  { command, paths, flags, beside }: EngineCall,
  { narrator, signal }: { narrator: Narrator; signal: AbortSignal },
  use: (resources: Resources) => Promise<void>,
): Promise<void> {
  const local = threads({ count: flags.threads })
  if (flags.engine === undefined || flags.dryRun) return use({ engine: null, executor: local })
  if (paths.includes('-')) throw new InputError('--engine cannot share standard input; name a file')
  const { work = beside && beside !== '-' ? `${beside}.work` : undefined } = flags
  if (work === undefined) {
    throw new InputError('--engine needs --work, a folder that all machines share (or -o, to put it beside)')
  }
  const shaping = Object.fromEntries(Object.entries(flags).filter(([name]) => !ASIDE.includes(name)))
  const engine = await redisEngine({
    url: flags.engine === true ? undefined : flags.engine,
    work,
    name: JSON.stringify([command, paths.map(path => (isAddress(path) ? path : resolve(path))), shaping]),
    local,
    signal,
    onNote: note => narrator.note(note),
    onStatus: status => narrator.status(status),
  })
  let isDone = false
  try {
    await use({ engine, executor: engine })
    isDone = true
  } finally {
    const isKept = await engine.close({ isDone })
    if (isKept) narrator.note(`what is done is kept in ${work}: the same command continues`)
  }
}
