import { resolve } from 'node:path'
import { type Executor, InputError } from 'chorale/internal'
import type { Engine } from 'chorale-engine/internal'
import { isUrl, threads } from 'chorale-node/internal'
import type { Command } from 'commander'
import { extendGrace } from './interrupt.js'
import type { Narrator } from './narrator.js'
import { fromPackage } from './optional-package.js'

/** Options of the commands that can run on other machines. */
export interface EngineFlags {
  engine?: string | true
  work?: string
  threads?: number
  dryRun?: boolean
}

export function addEngineOptions(command: Command): Command {
  return command
    .option(
      '--engine [url]',
      'run on the workers of this Redis server, redis://host:6379 (default: REDIS_URL); see chorale worker --help',
    )
    .option(
      '--work <folder>',
      'with --engine: folder that all machines share, or s3://bucket/folder (default: beside the output)',
    )
}

/** Options that do not change the results: an interrupted run can be continued with other values. */
const ASIDE: readonly string[] = ['engine', 'quiet', 'json', 'threads']

/** Milliseconds in which an interrupted command can remove its run from a server that is slow to answer. */
const CLOSING = 10_000

/** A call of a command. `beside` is the output file next to which the work folder goes by default. */
export interface EngineCall {
  readonly command: string
  readonly paths: readonly string[]
  readonly flags: EngineFlags
  readonly beside: string | undefined
}

/** Where a command runs. */
export interface Resources {
  /** The Redis engine, if the user asked for it. */
  readonly engine: Engine | null
  /** The engine if there is one, otherwise the threads of this machine. */
  readonly executor: Executor
}

/** Runs a command with the Redis engine or with local threads. In the end, nothing of the run stays on the server. */
export async function withEngine(
  { command, paths, flags, beside }: EngineCall,
  { narrator, signal }: { narrator: Narrator; signal: AbortSignal },
  use: (resources: Resources) => Promise<void>,
): Promise<void> {
  const local = threads({ count: flags.threads })
  if (flags.engine === undefined || flags.dryRun) return use({ engine: null, executor: local })
  if (paths.includes('-'))
    throw new InputError('--engine cannot read standard input, because workers cannot; name a file')
  const { work = beside && beside !== '-' ? `${beside}.work` : undefined } = flags
  if (work === undefined) {
    throw new InputError(
      '--engine needs --work, a folder that all machines share; with -o, the default is a folder beside the output',
    )
  }
  const shaping = Object.fromEntries(Object.entries(flags).filter(([name]) => !ASIDE.includes(name)))
  // Loaded on demand: most commands run on this machine.
  const { redisEngine } = await fromPackage('chorale-engine', () => import('chorale-engine/internal'))
  const engine = await redisEngine({
    url: flags.engine === true ? undefined : flags.engine,
    work,
    name: JSON.stringify([command, paths.map(path => (isUrl(path) ? path : resolve(path))), shaping]),
    inputs: paths,
    local,
    signal,
    onNote: note => narrator.note(note),
    onStatus: status => narrator.status(status),
  })
  extendGrace(CLOSING)
  let isDone = false
  try {
    await use({ engine, executor: engine })
    isDone = true
  } finally {
    const isKept = await engine.close({ isDone })
    if (isKept) narrator.note(`finished work is saved in ${work}; run the same command again to continue`)
  }
}
