import { fork } from 'node:child_process'
import type { Ensemble, Labels, MethodName, MethodOptions } from 'chorale/internal'
import { workerFile } from 'chorale-node/internal'

/** The work of a child process: the missing results of one run. */
export interface ChildRequest {
  readonly kind: 'metrics' | 'weights'
  /** Repeat r draws from pool r modulo the number of pools. */
  readonly pools: readonly Ensemble[]
  readonly truth: Labels
  readonly clusterCount: number
  readonly method: MethodName
  readonly options: Partial<MethodOptions>
  readonly ensembleSize: number
  readonly seed: number
  readonly jobs: readonly { readonly repeat: number; readonly alphas: readonly (number | null)[] }[]
}

export type ChildMessage = { readonly line: object } | { readonly done: true }

/** Runs the work in a process of its own; results arrive one by one. An aborted signal ends it at once. */
export async function runInChild(
  request: ChildRequest,
  onLine: (line: object) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const child = fork(workerFile('paper-child', import.meta.url), [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', message => {
        const said = message as ChildMessage
        if ('done' in said) resolve()
        else onLine(said.line)
      })
      child.once('error', reject)
      child.once('close', (code, endedBy) => {
        if (signal.aborted) reject(signal.reason)
        reject(
          new Error(`the process that runs ${request.method} ended unexpectedly (${endedBy ?? `exit code ${code}`})`),
        )
      })
      child.send(request, () => {})
    })
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}
