import type { MethodName } from 'chorale/internal'
import { type RunReply, type RunRequest, runInProcess } from './compare-run.js'

/** A run that is not done yet. */
export interface RunJob {
  /** Index of the dataset. */
  readonly dataset: number
  /** From 0. */
  readonly repeat: number
  readonly method: MethodName
  /** Upper bound on the bytes of the method's large matrices. */
  readonly bytes: number
}

export interface RunPoolOptions {
  /** Number of parallel runs. */
  readonly concurrency: number
  /** Runs that together need more bytes do not run in parallel. */
  readonly memoryLimit: number
  readonly signal: AbortSignal
  /** Executes one run; by default in a separate process on this machine. */
  readonly run?: (request: RunRequest, signal: AbortSignal) => Promise<RunReply>
  /** Builds the request of a job. Other runs leave `freeCount` slots free. */
  prepare(job: RunJob, freeCount: number): Promise<RunRequest>
  /** Called after every run, one call at a time. */
  onDone(job: RunJob, reply: RunReply): Promise<void>
}

/** Executes all runs, `concurrency` at a time, each in a separate process. The first internal error stops all of them. */
export async function runAll(jobs: readonly RunJob[], options: RunPoolOptions): Promise<void> {
  const { concurrency, memoryLimit, signal, prepare, onDone, run = runInProcess } = options
  const waiting = [...jobs]
  const running = new Map<RunJob, Promise<RunJob>>()
  const stopAll = new AbortController()
  const either = AbortSignal.any([signal, stopAll.signal])
  let recorded: Promise<void> = Promise.resolve()
  // Requests are built one after the other, because the runs of a repeat share their ensemble.
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

/** The first job that fits beside the running ones. Any job may run alone; its method then rejects it if it is too large. */
function takeFitting(waiting: RunJob[], running: readonly RunJob[], memoryLimit: number): RunJob | null {
  const taken = running.reduce((sum, { bytes }) => sum + bytes, 0)
  const at = running.length === 0 ? 0 : waiting.findIndex(({ bytes }) => taken + bytes <= memoryLimit)
  return waiting.splice(at, at < 0 ? 0 : 1)[0] ?? null
}
