import { execFileSync } from 'node:child_process'
import type { Engine } from 'chorale-engine/internal'
import { Pace } from 'chorale-node/internal'
import { type Catalogue, type Experiment, named } from './catalogue.js'
import { type ChildRequest, runInChild } from './child.js'
import { type LoadedPools, loadPools, POOL_SEEDS, POOL_SIZE, readData } from './load-dataset.js'
import { isOwnPool, OWN_POOL, type PlannedRun, planRuns, wholeRun } from './plan.js'
import { recordLinks } from './record-links.js'
import { type RiskLine, recordRisk, riskSizes } from './record-risk.js'
import { ResultWriter } from './result-writer.js'
import { type Provenance, type Result, type Results, type RunLine, readResults } from './results.js'

export interface RunExperimentOptions {
  /** The version of the library. */
  readonly version: string
  /** The folder with the data. */
  readonly dataFolder: string
  /** The folder of the result files. */
  readonly resultsFolder: string
  /** The number of processes that run at a time. */
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Runs the work on other machines. */
  readonly engine?: Engine | null
  onProgress?(progress: ExperimentProgress): void
}

interface ExperimentProgress {
  /** Consensus runs. */
  readonly done: number
  readonly total: number
  /** How many were in the result files from the start. */
  readonly known: number
  readonly secondsLeft: number
  /** The run that made progress last. */
  readonly run: string | null
}

/** The seed of all experiments; every repeat draws its own seeds from it. */
const SEED = 1

/** How many runs are sent to other machines at a time. */
const MOST_AWAY = 64

interface MissingRun {
  readonly run: PlannedRun
  readonly jobs: readonly { repeat: number; alphas: (number | null)[] }[]
}

/** Makes the results of an experiment that its folder does not have yet, every run in a process of its own. */
export async function runExperiment(
  catalogue: Catalogue,
  experiment: Experiment,
  options: RunExperimentOptions,
): Promise<void> {
  const known = readResults(options.resultsFolder)
  const writer = new ResultWriter(options.resultsFolder)
  try {
    if (experiment.kind === 'links') await recordLinksRun(catalogue, experiment, known, writer, options)
    else if (experiment.kind === 'risk') await recordRiskRun(catalogue, experiment, known, writer, options)
    else await makeMissingRuns(catalogue, experiment, known, writer, options)
  } finally {
    await writer.close()
  }
}

async function makeMissingRuns(
  catalogue: Catalogue,
  experiment: Experiment,
  results: Results,
  writer: ResultWriter,
  options: RunExperimentOptions,
): Promise<void> {
  const { concurrency, signal, version } = options
  const runs = planRuns(catalogue, experiment)
  const order = experiment.methods
  const missing = runs
    .map(run => ({ run, jobs: missingJobs(results, run) }))
    .filter(({ jobs }) => jobs.length > 0)
    .sort((a, b) => order.indexOf(a.run.method.name) - order.indexOf(b.run.method.name))
  const total = sum(runs.map(({ repeats, alphas }) => repeats * alphas.length))
  const pace = new Pace(
    missing.flatMap(({ run, jobs }) => jobs.flatMap(({ alphas }) => alphas.map(() => placeOf(run)))),
    concurrency,
  )
  const known = total - pace.left
  const report = (run: string | null) =>
    options.onProgress?.({ done: total - pace.left, total, known, secondsLeft: pace.secondsLeft(), run })
  report(null)

  const pools = new SharedPools(options, Math.max(...runs.map(({ repeats }) => repeats)))
  const commit = currentCommit()
  const waiting = [...missing]
  const stopAll = new AbortController()
  const either = AbortSignal.any([signal, stopAll.signal])
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { run } = next
      const loaded = await pools.take(run)
      const provenance = provenanceOf(run, version, commit)
      const onLine = (line: object) => {
        writer.append(run.name, provenance, [line as Result])
        pace.finish(placeOf(run), (line as RunLine).seconds ?? 0)
        report(placeOf(run))
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

/** A run in words: its dataset and its name. */
function placeOf({ dataset, name }: PlannedRun): string {
  return `${dataset.name} ${name}`
}

/** Repeats and thresholds that have no results yet. */
function missingJobs(results: Results, run: PlannedRun) {
  const known = new Set(results.of(run).map(({ repeat, alpha }) => `${repeat} ${alpha ?? null}`))
  return Array.from({ length: run.repeats }, (_, repeat) => ({
    repeat,
    alphas: run.alphas.filter(alpha => !known.has(`${repeat} ${alpha}`)),
  })).filter(job => job.alphas.length > 0)
}

function requestOf({ run, jobs }: MissingRun, { pools, truth }: LoadedPools, { kind }: Experiment): ChildRequest {
  const { dataset, method, ensembleSize } = run
  return {
    kind: kind === 'weights' ? 'weights' : 'metrics',
    pools,
    truth,
    clusterCount: dataset.classCount,
    ensembleSize,
    seed: SEED,
    jobs,
    method: method.method,
    options: method.options ?? {},
  }
}

function provenanceOf(
  { dataset, method, pool, ensembleSize }: Pick<PlannedRun, 'dataset' | 'method' | 'pool' | 'ensembleSize'>,
  version: string,
  commit: string | null,
): Provenance {
  const own = { size: POOL_SIZE, seeds: POOL_SEEDS, scale: dataset.scale, start: 'plain' }
  const made = isOwnPool(dataset, pool) ? own : { ...own, ...pool }
  return {
    chorale: version,
    commit,
    node: process.version,
    dataset: dataset.name,
    sha256: dataset.sha256,
    method: method.method,
    options: method.options ?? {},
    ensembleSize,
    pool: dataset.kind === 'pool' ? { published: dataset.file } : made,
    clusterCount: dataset.classCount,
    seed: SEED,
  }
}

/** Builds the pools of every dataset once and keeps them: all of them together are small. */
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
      // One after the other, because each uses all threads.
      made = this.#last.then(() => loadPools(dataFolder, dataset, pool, this.repeats, { concurrency, signal }))
      this.#last = made.catch(() => {})
      this.#made.set(key, made)
    }
    return made
  }
}

/** Figure 1: everything about one ensemble, in this process. */
async function recordLinksRun(
  { datasets }: Catalogue,
  experiment: Experiment,
  results: Results,
  writer: ResultWriter,
  { dataFolder, concurrency, signal, version }: RunExperimentOptions,
): Promise<void> {
  const run = wholeRun(experiment)
  if (results.of<Result>(run).length > 0) return
  const dataset = named(datasets, run.dataset.name, 'dataset')
  const [ensembleSize] = experiment.ensembleSizes
  const pools = await loadPools(dataFolder, dataset, OWN_POOL, experiment.repeats, { concurrency, signal })
  const provenance = provenanceOf({ dataset, method: GPEC, pool: OWN_POOL, ensembleSize }, version, currentCommit())
  writer.append(run.name, provenance, recordLinks(pools, ensembleSize, SEED))
}

/** Figure 3: losses of subsamples, in this process. */
async function recordRiskRun(
  { datasets }: Catalogue,
  experiment: Experiment,
  results: Results,
  writer: ResultWriter,
  { dataFolder, concurrency, signal, version, onProgress }: RunExperimentOptions,
): Promise<void> {
  const run = wholeRun(experiment)
  const { repeats } = experiment
  const dataset = named(datasets, run.dataset.name, 'dataset')
  const known = new Set(results.of<RiskLine>(run).map(({ repeat, n }) => `${repeat} ${n}`))
  const { samples, truth } = await readData(dataFolder, dataset)
  // The ensemble size follows from the size of every subsample.
  const provenance = provenanceOf({ dataset, method: GPEC, pool: OWN_POOL, ensembleSize: 0 }, version, currentCommit())
  const total = repeats * riskSizes(dataset.sampleCount).length
  let done = known.size
  const isKnown = (repeat: number, n: number) => known.has(`${repeat} ${n}`)
  for await (const lines of recordRisk(samples!, truth, { seed: SEED, repeats, concurrency, signal, isKnown })) {
    // All rules of one subsample together: an interruption leaves no subsample half done.
    writer.append(run.name, provenance, lines)
    done++
    onProgress?.({ done, total, known: known.size, secondsLeft: Number.NaN, run: `${dataset.name} ${run.name}` })
  }
}

/** The method named in the provenance of Figures 1 and 3. */
const GPEC = { name: 'gpec', title: 'GPEC', method: 'gpec' } as const

/** The commit of the sources; null outside a checkout. */
function currentCommit(): string | null {
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
