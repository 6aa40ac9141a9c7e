import { totalmem } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  canChooseAlpha,
  type Ensemble,
  type EnsembleExtent,
  type Labels,
  type Matrix,
  METHODS,
  type MethodName,
  methodNamed,
  repeatSeeds,
  type Samples,
} from 'chorale/internal'
import type { Engine } from 'chorale-engine/internal'
import { Pace } from 'chorale-node/internal'
import { type ComparedRun, type DatasetComparison, methodAgreement, summarizeRuns } from 'chorale-report/data'
import { type RunJob, runAll } from './compare-pool.js'
import { appendRun, type KnownRun, type RunIdentity, readRuns, runKey } from './compare-results.js'
import type { RunReply, RunRequest } from './compare-run.js'

/** A dataset on which methods are compared. */
export interface CompareInput {
  readonly name: string
  /** SHA-256 of the file. */
  readonly checksum: string
  readonly clusterCount: number
  /** The class of every sample as a number. */
  readonly truth: Labels | null
  /** The features, for plain k-means as a baseline; null for given labelings. */
  readonly samples: Samples | null
  /** Size of the ensembles, or an upper bound. */
  readonly extent: EnsembleExtent
  /** The options that determine the ensembles and the truth. */
  readonly choices: Record<string, unknown>
  /** The ensemble of one repeat. */
  ensembleFor(seed: number, concurrency: number, signal: AbortSignal): Promise<Ensemble>
}

export interface CompareOptions {
  readonly version: string
  readonly methods: readonly MethodName[]
  readonly repeats: number
  readonly seed: number
  /** Confidence threshold, for the methods that have one. */
  readonly alpha?: number | 'auto'
  /** Limit for the large matrices of a method, in bytes; half of the machine's memory by default. */
  readonly memoryLimit?: number
  /** Number of parallel runs. */
  readonly concurrency: number
  /** File with finished runs. */
  readonly resultsPath?: string
  readonly signal: AbortSignal
  /** The Redis engine, if other machines execute the runs. */
  readonly engine?: Engine | null
  onProgress?(progress: CompareProgress): void
}

export interface CompareProgress {
  readonly done: number
  readonly total: number
  /** Number of runs from an earlier command. */
  readonly known: number
  /** Estimated from the pace so far; NaN before the first run. */
  readonly secondsLeft: number
}

/** Half of the machine's memory. */
export function standardMemoryLimit(): number {
  return totalmem() / 2
}

/**
 * Runs all methods on the same ensembles, every run in a separate process. Only the measured times and memory depend on
 * `concurrency` and on interruptions.
 */
export async function compareMethods(
  inputs: readonly CompareInput[],
  options: CompareOptions,
): Promise<DatasetComparison[]> {
  const { methods, repeats, resultsPath, concurrency, signal } = options
  const { memoryLimit = standardMemoryLimit() } = options
  const planned = inputs.flatMap((input, dataset) =>
    Array.from({ length: repeats }, (_, repeat) =>
      methods.map(method => planRun(input, dataset, repeat, method, options)),
    ).flat(),
  )
  const known =
    resultsPath === undefined
      ? new Map<string, KnownRun>()
      : await readRuns(resultsPath, new Set(planned.map(run => run.key)))
  // A refused run counts only for the same limit.
  for (const [key, run] of known) if (run.memoryLimit !== null && run.memoryLimit !== memoryLimit) known.delete(key)
  const jobs = planned.filter(run => !known.has(run.key))

  const collectors = inputs.map(() => new Collector(methods, repeats))
  for (const run of planned) {
    const found = known.get(run.key)
    if (found !== undefined) await collectors[run.dataset].add(run, () => found.reply(), signal)
  }
  const pace = new Pace(jobs.map(paceKey), concurrency)
  const report = () =>
    options.onProgress?.({
      done: planned.length - pace.left,
      total: planned.length,
      known: planned.length - jobs.length,
      secondsLeft: pace.secondsLeft(),
    })
  const ensembles = new SharedEnsembles(inputs, options.seed, jobs)
  report()
  const { engine } = options
  await runAll(jobs, {
    signal,
    concurrency: engine ? MOST_AWAY : concurrency,
    // Each worker checks its own memory limit.
    memoryLimit: engine ? Infinity : memoryLimit,
    run: engine ? async request => (await engine.runApart('method', request)) as RunReply : undefined,
    prepare: (job, freeCount) => requestOf(job, inputs[job.dataset], ensembles, options, freeCount),
    async onDone(job, reply) {
      const run = job as PlannedRun
      ensembles.release(run)
      if (resultsPath !== undefined) {
        await appendRun(resultsPath, run.identity, inputs[run.dataset].name, reply, memoryLimit)
      }
      await collectors[run.dataset].add(run, () => reply, signal)
      pace.finish(paceKey(run), START_SECONDS + ('reason' in reply ? 0 : reply.seconds))
      report()
    },
  })
  return collectors.map(collector => collector.summary())
}

/** Most runs that are queued for other machines at the same time, which limits the ensembles in the storage. */
const MOST_AWAY = 64

interface PlannedRun extends RunJob {
  readonly identity: RunIdentity
  readonly key: string
}

function planRun(
  { checksum, extent, choices, clusterCount }: CompareInput,
  dataset: number,
  repeat: number,
  method: MethodName,
  { version, seed, alpha, memoryLimit }: CompareOptions,
): PlannedRun {
  const record = methodNamed(method, METHODS)
  const identity: RunIdentity = {
    chorale: version,
    checksum,
    method,
    repeat,
    seed,
    options: {
      ...choices,
      clusterCount,
      alpha: canChooseAlpha(record) ? alpha : undefined,
      memoryLimit: record.samplesRows ? memoryLimit : undefined,
    },
  }
  const bytes = record.cost(extent)?.bytes ?? 0
  return { dataset, repeat, method, bytes, identity, key: runKey(identity) }
}

async function requestOf(
  { repeat, method, dataset }: RunJob,
  { clusterCount, truth }: CompareInput,
  ensembles: SharedEnsembles,
  { seed, alpha, memoryLimit, signal }: CompareOptions,
  freeCount: number,
): Promise<RunRequest> {
  const { sampleCount, labelings, clusterCounts, names } = await ensembles.take(dataset, repeat, freeCount, signal)
  const record = methodNamed(method, METHODS)
  // A method that approximates above the limit gets one only if the user sets it. The memory of the machine must not
  // change the labels.
  const standardLimit = record.samplesRows ? undefined : standardMemoryLimit()
  return {
    ensemble: { sampleCount, labelings, clusterCounts, names },
    truth,
    options: {
      method,
      clusterCount,
      seed: repeatSeeds(seed, repeat).methodSeed,
      alpha: canChooseAlpha(record) ? alpha : undefined,
      memoryLimit: memoryLimit ?? standardLimit,
    },
  }
}

/** Builds every ensemble once, when its first run needs it, and drops it after its last run. */
class SharedEnsembles {
  readonly #made = new Map<string, Promise<Ensemble>>()
  readonly #users = new Map<string, number>()

  constructor(
    readonly inputs: readonly CompareInput[],
    readonly seed: number,
    jobs: readonly RunJob[],
  ) {
    for (const { dataset, repeat } of jobs) {
      const key = `${dataset} ${repeat}`
      this.#users.set(key, (this.#users.get(key) ?? 0) + 1)
    }
  }

  take(dataset: number, repeat: number, concurrency: number, signal: AbortSignal): Promise<Ensemble> {
    const key = `${dataset} ${repeat}`
    let ensemble = this.#made.get(key)
    if (ensemble === undefined) {
      ensemble = this.inputs[dataset].ensembleFor(repeatSeeds(this.seed, repeat).ensembleSeed, concurrency, signal)
      this.#made.set(key, ensemble)
    }
    return ensemble
  }

  release({ dataset, repeat }: RunJob): void {
    const key = `${dataset} ${repeat}`
    const users = this.#users.get(key)! - 1
    this.#users.set(key, users)
    if (users === 0) this.#made.delete(key)
  }
}

/** Collects the runs of a dataset. Labels are kept only until all methods of their repeat are done. */
class Collector {
  readonly #runs: ComparedRun[] = []
  readonly #agreements: Matrix[]
  readonly #open: Map<MethodName, () => RunReply>[]

  constructor(
    readonly methods: readonly MethodName[],
    repeats: number,
  ) {
    this.#agreements = new Array(repeats)
    this.#open = Array.from({ length: repeats }, () => new Map())
  }

  async add({ method, repeat }: RunJob, reply: () => RunReply, signal: AbortSignal): Promise<void> {
    const open = this.#open[repeat]
    open.set(method, reply)
    if (open.size < this.methods.length) return
    const replies = this.methods.map(name => open.get(name)!())
    open.clear()
    replies.forEach((found, at) => {
      this.#runs.push({ method: this.methods[at], repeat, outcome: withoutLabels(found) })
    })
    const steps = methodAgreement(replies.map(found => ('reason' in found ? null : found.labels)))
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      await nextTurn()
      signal.throwIfAborted()
    }
    this.#agreements[repeat] = step.value
  }

  summary(): DatasetComparison {
    return summarizeRuns(this.methods, this.#runs, this.#agreements)
  }
}

function withoutLabels(reply: RunReply): ComparedRun['outcome'] {
  if ('reason' in reply) return reply
  const { metrics, baseAgreement, seconds, peakMemoryMb, warnings } = reply
  return { metrics, baseAgreement, seconds, peakMemoryMb, warnings }
}

/** Rough seconds to start a process. */
const START_SECONDS = 0.15

function paceKey({ dataset, method }: RunJob): string {
  return `${dataset} ${method}`
}
