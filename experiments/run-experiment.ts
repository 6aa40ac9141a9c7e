import { execFileSync } from 'node:child_process'
import type { Engine } from '../node/engine/redis-engine.js'
import { Pace } from '../node/pace.js'
import { type Catalogue, type Experiment, named } from './catalogue.js'
import { runInChild } from './child.js'
import { type LoadedPools, loadPools, POOL_SEEDS, POOL_SIZE, readData } from './load-dataset.js'
import { isOwnPool, type PlannedRun, planRuns, wholeFile } from './plan.js'
import { recordLinks } from './record-links.js'
import { type RiskLine, recordRisk, riskSizes } from './record-risk.js'
import { type RunHeader, RunWriter, readRunFile } from './results.js'

export interface RunExperimentOptions {
  /** The version of the library. */
  readonly version: string
  /** The folder with the data. */
  readonly dataFolder: string
  /** The folder of the result files. */
  readonly resultsFolder: string
  /** Processes at a time. */
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Other machines, where they are to make the runs. */
  readonly engine?: Engine | null
  onProgress?(progress: ExperimentProgress): void
}

interface ExperimentProgress {
  /** Consensuses. */
  readonly done: number
  readonly total: number
  /** Those that were in the result files already. */
  readonly known: number
  readonly secondsLeft: number
  /** The run that was just at work. */
  readonly file: string | null
}

/** The seed of all experiments: repeats draw theirs from it. */
const SEED = 1

/** Result files that are given to other machines at a time. */
const MOST_AWAY = 64

interface MissingRun {
  readonly run: PlannedRun
  readonly jobs: readonly { repeat: number; alphas: (number | null)[] }[]
}

/** Makes the runs of an experiment that its result files do not have yet, each file in a process of its own. */
export async function runExperiment(
  catalogue: Catalogue,
  experiment: Experiment,
  options: RunExperimentOptions,
): Promise<void> {
  const { resultsFolder, concurrency, signal } = options
  if (experiment.kind === 'links' || experiment.kind === 'risk') return recordWhole(catalogue, experiment, options)
  const runs = planRuns(catalogue, experiment)
  const order = experiment.methods
  const missing = runs
    .map(run => ({ run, jobs: missingJobs(resultsFolder, run) }))
    .filter(({ jobs }) => jobs.length > 0)
    .sort((a, b) => order.indexOf(a.run.method.name) - order.indexOf(b.run.method.name))
  const total = sum(runs.map(({ repeats, alphas }) => repeats * alphas.length))
  const pace = new Pace(
    missing.flatMap(({ run, jobs }) => jobs.flatMap(({ alphas }) => alphas.map(() => run.file))),
    concurrency,
  )
  const known = total - pace.left
  const report = (file: string | null) =>
    options.onProgress?.({ done: total - pace.left, total, known, secondsLeft: pace.secondsLeft(), file })
  report(null)

  const pools = new SharedPools(options, Math.max(...runs.map(({ repeats }) => repeats)))
  const commit = commitOf()
  const waiting = [...missing]
  const stopAll = new AbortController()
  const either = AbortSignal.any([signal, stopAll.signal])
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { run } = next
      const loaded = await pools.take(run)
      const writer = new RunWriter(resultsFolder, run.file, headerOf(run, options.version, commit))
      const onLine = (line: object) => {
        writer.append(line)
        pace.finish(run.file, (line as { seconds?: number }).seconds ?? 0)
        report(run.file)
      }
      const request = requestOf(next, loaded, experiment)
      if (!options.engine) await runInChild(request, onLine, either)
      else for (const line of (await options.engine.runApart('paper', request)) as object[]) onLine(line)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.engine ? MOST_AWAY : concurrency }, work))
  } finally {
    stopAll.abort()
  }
}

/** Repeats and thresholds that a result file does not have. */
function missingJobs(folder: string, { file, repeats, alphas }: PlannedRun) {
  const lines = readRunFile(folder, file)?.lines ?? []
  const known = new Set(lines.map(({ repeat, alpha }) => `${repeat} ${alpha ?? null}`))
  return Array.from({ length: repeats }, (_, repeat) => ({
    repeat,
    alphas: alphas.filter(alpha => !known.has(`${repeat} ${alpha}`)),
  })).filter(job => job.alphas.length > 0)
}

function requestOf({ run, jobs }: MissingRun, { pools, truth }: LoadedPools, { kind }: Experiment) {
  const { dataset, method, ensembleSize } = run
  return {
    kind: kind === 'weights' ? ('weights' as const) : ('metrics' as const),
    ...{ pools, truth, clusterCount: dataset.classCount, ensembleSize, seed: SEED, jobs },
    ...{ method: method.method, options: method.options ?? {} },
  }
}

function headerOf(
  { dataset, method, pool, ensembleSize }: PlannedRun,
  version: string,
  commit: string | null,
): RunHeader {
  const own = { size: POOL_SIZE, seeds: POOL_SEEDS, scale: dataset.scale, start: 'plain' }
  const made = { ...own, ...(isOwnPool(dataset, pool) ? {} : pool) }
  return {
    ...{ chorale: version, commit, node: process.version },
    ...{ dataset: dataset.name, sha256: dataset.sha256, method: method.method, options: method.options ?? {} },
    ensembleSize,
    pool: dataset.kind === 'pool' ? { published: dataset.file } : made,
    ...{ clusterCount: dataset.classCount, seed: SEED },
  }
}

/** The pools of a dataset are made once; all of them together are small. */
class SharedPools {
  readonly #made = new Map<string, Promise<LoadedPools>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    readonly options: RunExperimentOptions,
    readonly repeats: number,
  ) {}

  take({ dataset, pool }: PlannedRun): Promise<LoadedPools> {
    const key = `${dataset.name} ${isOwnPool(dataset, pool) ? '' : pool.name}`
    let made = this.#made.get(key)
    if (made === undefined) {
      const { dataFolder, concurrency, signal } = this.options
      // One after the other: each uses all threads.
      made = this.#last.then(() => loadPools(dataFolder, dataset, pool, this.repeats, { concurrency, signal }))
      this.#last = made.catch(() => {})
      this.#made.set(key, made)
    }
    return made
  }
}

/** Experiments that are one file, in this process. */
async function recordWhole(
  { datasets }: Catalogue,
  experiment: Experiment,
  options: RunExperimentOptions,
): Promise<void> {
  const { dataFolder, resultsFolder, concurrency, signal, version, onProgress } = options
  const dataset = named(datasets, experiment.datasets[0], 'dataset')
  const { repeats, ensembleSizes } = experiment
  const file = wholeFile(experiment)
  const method = { name: experiment.name, title: experiment.title, method: 'gpec' as const }
  const run = { dataset, method, pool: { name: 'own' }, ensembleSize: ensembleSizes[0] ?? 0, repeats, alphas: [], file }
  const writer = new RunWriter(resultsFolder, file, headerOf(run, version, commitOf()))
  if (experiment.kind === 'links') {
    if (readRunFile(resultsFolder, file) !== null) return
    const pools = await loadPools(dataFolder, dataset, run.pool, repeats, { concurrency, signal })
    for (const line of recordLinks(pools, run.ensembleSize, SEED)) writer.append(line)
    return
  }
  const known = new Set(readRunFile<RiskLine>(resultsFolder, file)?.lines.map(({ repeat, n }) => `${repeat} ${n}`))
  const { samples, truth } = await readData(dataFolder, dataset)
  const total = repeats * riskSizes(dataset.sampleCount).length
  let done = known.size
  const isKnown = (repeat: number, n: number) => known.has(`${repeat} ${n}`)
  for await (const lines of recordRisk(samples!, truth, { seed: SEED, repeats, concurrency, signal, isKnown })) {
    // All rules of one step together: an interruption leaves no step half done.
    writer.append(...lines)
    onProgress?.({ done: ++done, total, known: known.size, secondsLeft: Number.NaN, file })
  }
}

/** The commit of the sources, where they are a checkout. */
function commitOf(): string | null {
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
    const cwd = new URL('..', import.meta.url)
    return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
