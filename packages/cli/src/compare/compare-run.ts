import { fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConsensusOptions, Ensemble, Labels } from 'chorale/internal'
import { workerFile } from 'chorale-node/internal'
import type { RunFailure, RunMeasures } from 'chorale-report/data'

/** The task of a child process. */
export interface RunRequest {
  readonly ensemble: Ensemble
  /** The class of every sample as a number. */
  readonly truth: Labels | null
  readonly options: Omit<ConsensusOptions, 'signal' | 'onProgress' | 'onStep' | 'executor'>
}

export type RunReply = (RunMeasures & { readonly labels: Labels }) | RunFailure

/** Most characters of a child's standard error to keep. */
const MOST_LAST_WORDS = 8192

/** Runs one method on one ensemble in a separate process. An aborted signal ends it at once. */
export async function runInProcess(request: RunRequest, signal: AbortSignal): Promise<RunReply> {
  signal.throwIfAborted()
  const child = fork(workerFile('compare-child', import.meta.url), [], {
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
      // A child that ends before it has read everything emits close.
      child.send(request, () => {})
    })
    // Ctrl-C may end the child before the signal arrives here; the method has not failed then.
    if ('reason' in reply) await wait(100)
    signal.throwIfAborted()
    return reply
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

function howItEnded(code: number | null, endedBy: string | null, lastWords: string): string {
  if (/heap out of memory|Array buffer allocation failed/.test(lastWords)) return 'out of memory'
  if (endedBy === 'SIGKILL') return 'the process was killed, perhaps because the system ran out of memory'
  const said = /^\w*Error: .*$/m.exec(lastWords)
  return said?.[0] ?? `the process ended unexpectedly (${endedBy ?? `exit code ${code}`})`
}
