import {
  type Advice,
  type AllRows,
  advise,
  advisePlanned,
  type ClusterPlan,
  type ClusterVerdict,
  type ConsensusResult,
  consensus,
  type Dataset,
  type Ensemble,
  type Executor,
  type Explanation,
  type GeneratedEnsemble,
  judgeResult,
  judgeRun,
  type Labels,
  type Planned,
  plannedCluster,
  type Review,
  reviewResult,
  rowsInMemory,
  runPlanned,
  Stopwatch,
} from 'chorale/internal'
import { consensusOptions, planOptions, type RunSettings, type Settings } from '../settings.js'
import type { RunEvent } from './messages.js'

export { runHere } from './run-here.js'
export { isLargeWork, runInWorkers, WorkerMissing } from './run-in-workers.js'
export { rowsInMemory }

/** Clusters of the samples, before they get the numbers that the page shows. */
export interface Found {
  /** The cluster and the confidence of every sample. */
  readonly labels: Labels
  readonly confidence: Float64Array
  /** The rows that the clusters come from, among all samples; null if they are all samples. */
  readonly places: Int32Array | null
  /** The base clusterings and the consensus of these rows. */
  readonly ensemble: Ensemble
  readonly result: ConsensusResult
  readonly review: Review
  readonly verdict: ClusterVerdict
  readonly explanation: readonly Explanation[]
  /** Judges the clusters again, with other numbers or with advice on their number. Takes the labels of the fitted rows. */
  readonly judged: (labels: Labels, advice: Advice | null) => Promise<Judged>
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  /** Everything that was decided for the run; null for given labelings. */
  readonly plan: ClusterPlan | null
  readonly timings: Readonly<Record<string, number>>
  /** Whether the base clusterings were reused. */
  readonly isReused: boolean
}

type Judged = { readonly verdict: ClusterVerdict; readonly explanation: readonly Explanation[] }

/** How a run is done. */
export interface RunWork {
  readonly signal: AbortSignal
  readonly executor: Executor
  readonly onEvent: (event: RunEvent) => void
  /** The advice on these data, if it is known. */
  readonly advice: Advice | null
}

/** Base clusterings of an earlier run, for runs that decide the same. */
export type KnownBase = NonNullable<NonNullable<Planned['known']>['base']>

/** Clusters the rows of a table: what the command `chorale cluster` does with these settings. */
export async function clusterTable(
  dataset: Dataset,
  rows: AllRows,
  settings: RunSettings,
  { signal, executor, onEvent, advice }: RunWork,
  known: KnownBase | null,
): Promise<Found & { readonly base: KnownBase | null }> {
  const watch = new Stopwatch()
  watch.enter('starting')
  const planned = await plannedCluster('cluster', rows, {
    ...planOptions(settings),
    clusterCount: settings.clusterCount,
    reading: {},
    signal,
  })
  const decision = planned.plan.runs[0].base
  const isReused = known !== null && JSON.stringify(known.decision) === JSON.stringify(decision)
  const found = await runPlanned(
    'cluster',
    dataset,
    { ...planned, known: { ...(isReused ? { base: known } : {}), ...(advice === null ? {} : { advice }) } },
    watch,
    { signal, executor, onProgress: progress => onEvent({ kind: 'progress', ...progress }) },
  )
  const [run] = found.byClusterCount
  const { total: _, ...timings } = found.timings
  return {
    labels: found.labels,
    confidence: found.confidence,
    places: found.fit.places,
    ensemble: found.ensemble,
    result: found.consensus,
    review: found.review!,
    verdict: found.verdict,
    explanation: found.explanation,
    judged: (labels, more) =>
      judgeRun({ ...run, consensus: { ...run.consensus, labels } }, planned, adviceFor(more, settings.clusterCount)),
    warnings: run.warnings,
    notes: found.notes,
    plan: found.plan,
    timings,
    isReused,
    base: isOwn(found.ensemble, decision) ? { decision, ensemble: found.ensemble } : null,
  }
}

/** Whether base clusterings come from a decision: a run may prefer others to those that were decided. */
function isOwn({ bases }: GeneratedEnsemble, { clusterers }: { readonly clusterers: readonly string[] }): boolean {
  return bases.every(base => clusterers.includes(base))
}

/** The advice, if it covers k, and the numbers of clusters that k was chosen from. */
function adviceFor(advice: Advice | null, clusterCount: number): { advice: Advice | null; tried: readonly number[] } {
  const counts = advice?.criteria.map(each => each.clusterCount) ?? []
  if (advice === null || !counts.includes(clusterCount)) return { advice: null, tried: [clusterCount] }
  return { advice, tried: advice.leading === clusterCount ? counts : [clusterCount] }
}

/** Finds the consensus of given labelings: what the command `chorale consensus` does with these settings. */
export async function combineLabelings(
  ensemble: Ensemble,
  settings: RunSettings,
  { signal, onEvent, advice }: RunWork,
): Promise<Found> {
  const watch = new Stopwatch()
  watch.enter('similarity')
  const onProgress = (progress: { phase: string; done: number; total: number }) => {
    watch.enter(progress.phase)
    onEvent({ kind: 'progress', ...progress })
  }
  const result = await consensus(ensemble, {
    ...consensusOptions(settings, 'labelings'),
    clusterCount: settings.clusterCount,
    signal,
    onProgress,
  })
  watch.enter('review')
  const review = await reviewResult(ensemble, result, { samples: null, seed: settings.seed, signal, onProgress })
  const judged = (labels: Labels, more: Advice | null) =>
    judgeResult({
      labels,
      foundClusterCount: result.foundClusterCount,
      dataset: null,
      places: null,
      samples: null,
      review,
      ...adviceFor(more, result.clusterCount),
      fitAgreement: null,
    })
  const { verdict, explanation } = await judged(result.labels, advice)
  const { total: _, ...timings } = watch.timings()
  return {
    labels: result.labels,
    confidence: result.confidence,
    places: null,
    ensemble,
    result,
    review,
    verdict,
    explanation,
    judged,
    warnings: [...result.warnings, ...review.warnings],
    notes: [],
    plan: null,
    timings,
    isReused: false,
  }
}

/** The advice on the number of clusters of given labelings. */
export function adviseLabelings(
  ensemble: Ensemble,
  { seed }: Settings,
  work: Omit<RunWork, 'advice'>,
): Promise<Advice> {
  const { signal, onEvent } = work
  return advise(ensemble, {
    seed,
    convergence: false,
    signal,
    onProgress: progress => onEvent({ kind: 'progress', ...progress }),
  })
}

/** The advice that `chorale cluster -k auto` follows with these settings. */
export async function adviseTable(rows: AllRows, settings: Settings, work: Omit<RunWork, 'advice'>): Promise<Advice> {
  const { signal, executor, onEvent } = work
  const planned = await plannedCluster('cluster', rows, {
    ...planOptions(settings),
    clusterCount: 'auto',
    reading: {},
    signal,
  })
  return advisePlanned(planned, {
    signal,
    executor,
    onProgress: progress => onEvent({ kind: 'progress', ...progress }),
  })
}
