import type { MethodName } from '../src/internal.js'
import { type RunReply, type RunRequest, runInProcess } from './compare-run.js'

/** A run that is still to be made. */
export interface RunJob {
  /** Index of the dataset. */
  readonly dataset: number
  /** From 0. */
  readonly repeat: number
  readonly method: MethodName
  /** What the large matrices of the method may take at most. */
  readonly bytes: number
}

export interface RunPoolOptions {
  /** Runs at a time. */
  readonly concurrency: number
  /** Runs that would together need more are not started at the same time. */
  readonly memoryLimit: number
  readonly signal: AbortSignal
  /** Makes one run; in a process of its own on this machine when absent. */
  readonly run?: (request: RunRequest, signal: AbortSignal) => Promise<RunReply>
  /** The work of a job; `freeCount` places are not taken by other runs. */
  prepare(job: RunJob, freeCount: number): Promise<RunRequest>
  /** Called for every run that has ended, one at a time. */
  onDone(job: RunJob, reply: RunReply): Promise<void>
}

/** Makes all runs, `concurrency` at a time, each in a process of its own. The first error of our own ends all of them. */
export async function runAll(jobs: readonly RunJob[], options: RunPoolOptions): Promise<void> {
  const { concurrency, memoryLimit, signal, prepare, onDone, run = runInProcess } = options
  const waiting = [...jobs]
  const running = new Map<RunJob, Promise<RunJob>>()
  const stopAll = new AbortController()
  const either = AbortSignal.any([signal, stopAll.signal])
  let recorded: Promise<void> = Promise.resolve()
  // Requests are made one after the other: runs of a repeat share their ensemble.
  let prepared: Promise<unknown> = Promise.resolve()
  let processCount = 0

  const start = async (job: RunJob): Promise<RunJob> => {
    const preparing = prepared.then(() => prepare(job, concurrency - processCount))
    prepared = preparing.catch(() => {})
    const request = await preparing
    processCount++
    const reply = await run(request, either)
    processCount--
    const recording = recorded.then(() => onDone(job, reply))
    recorded = recording.catch(() => {})
    await recording
    return job
  }
  try {
    while (waiting.length > 0 || running.size > 0) {
      while (running.size < concurrency) {
        const job = takeFitting(waiting, [...running.keys()], memoryLimit)
        if (job === null) break
        running.set(job, start(job))
      }
      running.delete(await Promise.race(running.values()))
    }
  } finally {
    stopAll.abort()
    await Promise.allSettled(running.values())
  }
}

/** The first job that fits beside those that run; any job may run alone, and is then refused by its method if too large. */
function takeFitting(waiting: RunJob[], running: readonly RunJob[], memoryLimit: number): RunJob | null {
  const taken = running.reduce((sum, { bytes }) => sum + bytes, 0)
  const at = running.length === 0 ? 0 : waiting.findIndex(({ bytes }) => taken + bytes <= memoryLimit)
  return waiting.splice(at, at < 0 ? 0 : 1)[0] ?? null
}
