import { fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConsensusOptions, Ensemble, Labels, RunFailure, RunMeasures } from '../src/internal.js'
import { workerFile } from './worker-file.js'

/** What a child process is asked to do. */
export interface RunRequest {
  readonly ensemble: Ensemble
  /** The class of every sample as a number. */
  readonly truth: Labels | null
  readonly options: Omit<ConsensusOptions, 'signal' | 'onProgress' | 'onStep' | 'executor'>
}

export type RunReply = (RunMeasures & { readonly labels: Labels }) | RunFailure

/** Characters of what a broken child said that are kept. */
const MOST_LAST_WORDS = 8192

/** Runs one method on one ensemble in a process of its own; an aborted signal ends it at once. */
export async function runInProcess(request: RunRequest, signal: AbortSignal): Promise<RunReply> {
  signal.throwIfAborted()
  const child = fork(workerFile('compare-child'), [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  let lastWords = ''
  child.stderr?.on('data', piece => {
    lastWords = `${lastWords}${piece}`.slice(-MOST_LAST_WORDS)
  })
  try {
    const reply = await new Promise<RunReply>((resolve, reject) => {
      child.once('message', message => resolve(message as RunReply))
      child.once('error', reject)
      child.once('close', (code, endedBy) => resolve({ kind: 'failed', reason: howItEnded(code, endedBy, lastWords) }))
      // A child that is gone before it has read everything also says so by closing.
      child.send(request, () => {})
    })
    // Ctrl-C may end the child before its signal arrives here: that is no failure of the method.
    if ('reason' in reply) await wait(100)
    signal.throwIfAborted()
    return reply
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

function howItEnded(code: number | null, endedBy: string | null, lastWords: string): string {
  if (/heap out of memory|Array buffer allocation failed/.test(lastWords)) return 'it ran out of memory'
  if (endedBy === 'SIGKILL') return 'its process was killed, perhaps by the system for want of memory'
  const said = /^\w*Error: .*$/m.exec(lastWords)
  return said?.[0] ?? `its process ended by itself (${endedBy ?? `exit code ${code}`})`
}
