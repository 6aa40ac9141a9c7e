import { availableParallelism } from 'node:os'
import { InputError, MEMORY_LIMIT } from 'chorale/internal'
import type { Command } from 'commander'
import { methodWork } from './compare/method-work.js'
import { extendGrace, interruptSignal } from './interrupt.js'
import { createNarrator } from './narrator.js'
import { fromPackage, ifInstalled } from './optional-package.js'
import { positiveNumber, wholeNumber } from './parse.js'

interface WorkerFlags {
  redis?: string
  threads?: number
  root?: string[]
  memoryLimit: number
  jobTimeout: number
  takeover: number
  quiet?: boolean
}

export function addWorkerCommand(command: Command): void {
  command
    .option('--redis <url>', 'URL of the server: redis://host:6379, or rediss:// for TLS (default: REDIS_URL)')
    .option('--threads <n>', 'number of parallel jobs (default: all cores)', wholeNumber('--threads', 1, 1024))
    .option(
      '--root <folder...>',
      'jobs can read and write only below these: folders, s3://bucket/folder, https://host/folder (default: the current folder)',
    )
    .option(
      '--memory-limit <gib>',
      'memory limit of a job, in GiB',
      positiveNumber('--memory-limit'),
      MEMORY_LIMIT / 2 ** 30,
    )
    .option('--job-timeout <seconds>', 'stop a job that takes longer', positiveNumber('--job-timeout'), 3600)
    .option(
      '--takeover <seconds>',
      'if a worker is silent for this long, give its jobs to other workers',
      positiveNumber('--takeover'),
      15,
    )
    .option('--quiet', 'print only errors on standard error')
    .action(work)
}

/** Milliseconds in which a worker can hand back its jobs. */
const CLOSING = 10_000

async function work(flags: WorkerFlags): Promise<void> {
  const { redis, threads = availableParallelism(), root = [process.cwd()], jobTimeout, takeover } = flags
  const narrator = createNarrator(flags.quiet ?? false)
  const signal = interruptSignal()
  extendGrace(CLOSING)
  if (takeover < 0.5) throw new InputError(`--takeover must be a number of at least 0.5; got ${takeover}`)
  const { redisAddress, runWorker } = await fromPackage('chorale-engine', () => import('chorale-engine/internal'))
  const paper = await ifInstalled('chorale-paper', () => import('chorale-paper'))
  await runWorker(await redisAddress(redis), {
    threads,
    roots: root,
    jobTimeout,
    takeover,
    signal,
    memoryLimit: flags.memoryLimit * 2 ** 30,
    works: { method: methodWork, ...(paper !== null && { paper: paper.paperWork }) },
    onNote: note => narrator.note(note),
  })
}
