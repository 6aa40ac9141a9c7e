import { adviceAmong, adviceOnSeveral } from '../advise/advice-among.js'
import { type Advice, advise } from '../advise/advise.js'
import { clearestOf } from '../advise/clearest.js'
import type { Explanation } from '../advise/explain/explain.js'
import { type Review, reviewResult } from '../advise/review/review-result.js'
import { type ClusterVerdict, verdictWarnings } from '../advise/verdict/judge-clusters.js'
import { judgeResult } from '../advise/verdict/judge-result.js'
import { samplesForDistance } from '../base/distance.js'
import { buildDecided, checkedSamples, type GeneratedEnsemble } from '../base/generate.js'
import type { OwnClusterer } from '../base/own-clusterer.js'
import type { Study } from '../base/study.js'
import { type ConsensusResult, consensus } from '../consensus/consensus.js'
import { type ClusterTree, clusterTree } from '../describe/cluster-tree.js'
import { type ClusterDescription, describeClusters } from '../describe/describe-clusters.js'
import { type Memberships, memberships } from '../describe/memberships.js'
import { checkOptionNames, invalid } from '../errors.js'
import { type Executor, thisThread } from '../executor.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { type LoopChoice, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { knownRows } from '../predict/known-rows.js'
import { createModel, type Model } from '../predict/model.js'
import { markNoise, noiseModel } from '../predict/noise.js'
import { type DataPrediction, type PredictOptions, predict, predictSamples } from '../predict/predict.js'
import { Stopwatch } from '../stopwatch.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import type { Data } from '../tables/to-table.js'
import type { Labels, LongWork } from '../types.js'
import { type AllRows, rowsInMemory, type SomeRows } from './all-rows.js'
import { nearestFillNote } from './compare-fillings.js'
import { expectedCost } from './cost.js'
import type { FitSize } from './fit-rows.js'
import type { ClusterOptions } from './options.js'
import {
  type ClusterPlan,
  checkClusterOptions,
  checkPlan,
  isDataset,
  type Planned,
  plannedCluster,
  plannedRun,
  type RunPlan,
  readData,
} from './plan.js'
import { contestOf, outcomeOf } from './rival.js'

/** Options of {@link runCluster}. */
export interface RunClusterOptions extends LongWork {
  /** Where the long computations run: `thisThread` by default. The result is always the same. */
  executor?: Executor
  /** The base clusterers of your own that the plan names. */
  ownClusterers?: readonly OwnClusterer[]
  /** Which implementation of the hot loops to run; all give the same results. */
  loops?: LoopChoice
}

/** What the labels come from. */
export interface ClusterFit extends FitSize {
  /** The rows of the fit among all rows, ascending; null if the fit has all of them. */
  readonly places: Int32Array | null
  /**
   * How well the labels hold: the ARI of this fit and a smaller one to other rows, on rows of neither. Null if the fit has
   * all rows.
   */
  readonly agreement: number | null
}

/** The clustering for one number of clusters. */
export interface ClusterRun {
  readonly clusterCount: number
  /** The cluster and the confidence of every row. */
  readonly labels: Labels
  readonly confidence: Float64Array
  readonly outlier: Float64Array | null
  /** The base clusterings of the rows of the fit. */
  readonly ensemble: GeneratedEnsemble
  /** The consensus of the rows of the fit. */
  readonly consensus: ConsensusResult
  readonly review: Review | null
  readonly fit: ClusterFit
  readonly warnings: readonly string[]
  readonly model: Model
}

/** The clusters of the samples, with confidence, model and diagnostics. */
export interface ClusterResult {
  /**
   * One cluster per sample, numbered from 0 by first appearance among the rows of the fit. Rows that
   * `impute: 'drop-rows'` removed have none. With `noise: true`, rows that belong to no cluster have -1.
   */
  readonly labels: Labels
  /**
   * One value per sample from 0 to 1: how clearly the base clusterings put the sample with its own cluster instead of
   * the next best one. 1: never with another cluster; 0: as often with another cluster.
   */
  readonly confidence: Float64Array
  /**
   * With `noise: true`, how far every sample is from its cluster, from 0, in the middle of it, to 1; those above 0.5 have
   * the label -1. Otherwise null.
   */
  readonly outlier: Float64Array | null
  /** The requested or chosen number of clusters, k. If `labels` has fewer clusters, `warnings` tells you. */
  readonly clusterCount: number
  /** The rows that the clusters come from. */
  readonly fit: ClusterFit
  /** What was decided before the run, with reasons. Its only run is the one of this result. */
  readonly plan: ClusterPlan
  /** The results for all numbers of clusters that were asked for, this one included. */
  readonly byClusterCount: readonly ClusterRun[]
  /** How far the result can be trusted: agreement of two halves of the ensemble, and with plain k-means. */
  readonly review: Review | null
  /** Whether the clusters are groups, and why: the one verdict that every output draws from. */
  readonly verdict: ClusterVerdict
  /** What explains the clusters other than groups of similar samples, strongest first; empty if nothing does. */
  readonly explanation: readonly Explanation[]
  /** Warnings about the result, with what to try. Those of the review are included. */
  readonly warnings: readonly string[]
  /** Assumptions about the data, one sentence each. */
  readonly notes: readonly string[]
  /** Milliseconds by phase; `total` is the sum. */
  readonly timings: Readonly<Record<string, number>>
  /** The scaled samples that were clustered, with the names of the features. */
  readonly dataset: Dataset
  /** The base clusterings of the rows of the fit. */
  readonly ensemble: GeneratedEnsemble
  /** The consensus of the rows of the fit: weights, embedding, eigenvalues, objective and more. */
  readonly consensus: ConsensusResult
  /** The evidence for k; null if you set one number. */
  readonly advice: Advice | null
  /** The model for {@link predict} and {@link saveModel}. */
  readonly model: Model
  /**
   * Assigns new samples to clusters: `predict(result.model, data)`. Accepts every form of data that {@link cluster}
   * accepts. Not enumerable, so that you can send a result to a worker.
   */
  predict(data: Data, options?: PredictOptions): Promise<DataPrediction>
  /** The medoid, the most central rows and the keywords of every cluster. Computed when first read; not enumerable. */
  readonly clusters: readonly ClusterDescription[]
  /** How the clusters merge into fewer; see {@link cutClusterTree}. Computed when first read; not enumerable. */
  readonly tree: ClusterTree
  /** How much every row belongs to every cluster. Not enumerable. */
  memberships(): Promise<Memberships>
}

/**
 * Clusters data in one call: plans the clustering, see {@link planCluster}, and runs the plan, see {@link runCluster}.
 * The defaults are those of the command `chorale cluster`; the same seed gives the same labels as the command.
 *
 * @example
 * ```ts
 * import { cluster, sampleShape } from 'chorale'
 *
 * const rings = sampleShape('rings', { sampleCount: 400, clusterCount: 2 }) // k-means alone cannot find them
 * const { labels, confidence, predict } = await cluster(rings, { clusterCount: 2 })
 * console.log(labels.length, confidence.length) // 400 400
 * const { labels: others } = await predict([[0, 1], [2, 0]]) // new samples: one on each ring
 * console.log(others[0] === others[1]) // false
 * ```
 *
 * @group Cluster
 */
export async function cluster(data: Data | Dataset, options: ClusterOptions = {}): Promise<ClusterResult> {
  checkClusterOptions('cluster', options)
  const watch = new Stopwatch()
  watch.enter('load')
  const { dataset, reading } = readData('cluster', data, options)
  const planned = await plannedCluster('cluster', rowsInMemory(dataset), { ...options, reading })
  const { signal, onProgress, executor, loops, base } = options
  const own = typeof base === 'object' ? base.filter(item => typeof item !== 'string') : []
  return runPlanned('cluster', dataset, planned, watch, { signal, onProgress, executor, loops, ownClusterers: own })
}

const RUN_OPTIONS = {
  executor: true,
  ownClusterers: true,
  loops: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof RunClusterOptions, true>

/**
 * Clusters data as planned by {@link planCluster}. The plan and the data determine every label, on every machine and for
 * every executor.
 *
 * @example
 * ```ts
 * import { planCluster, runCluster, sampleShape } from 'chorale'
 *
 * const blobs = sampleShape('blobs', { sampleCount: 300, clusterCount: 3 })
 * const plan = await planCluster(blobs, { clusterCount: 3, seed: 7 })
 * const { labels, plan: same } = await runCluster(blobs, plan)
 * console.log(labels.length, same.seed) // 300 7
 * ```
 *
 * @group Cluster
 */
export async function runCluster(
  data: Data | Dataset,
  plan: ClusterPlan,
  options: RunClusterOptions = {},
): Promise<ClusterResult> {
  checkOptionNames('runCluster', options, Object.keys(RUN_OPTIONS))
  const watch = new Stopwatch()
  watch.enter('load')
  const { dataset } = readData('runCluster', data, isDataset(data) ? {} : { ...plan?.reading })
  checkPlan('runCluster', plan, dataset)
  const rows = rowsInMemory(dataset)
  const planned = { plan, rows, fitted: await rows.fitted(plan.fit.rows), studies: plan.runs.map(() => null) }
  return runPlanned('runCluster', dataset, planned, watch, options)
}

/** The clusters of the rows of a fit, for one number of clusters: what labels all rows. */
export interface FittedRun {
  readonly clusterCount: number
  readonly ensemble: GeneratedEnsemble
  readonly consensus: ConsensusResult
  readonly review: Review | null
  readonly fit: ClusterFit
  readonly warnings: readonly string[]
  readonly model: Model
}

/** What labels all rows, before it is checked how far it can be trusted. */
export interface UncheckedRun extends Pick<FittedRun, 'clusterCount' | 'ensemble' | 'consensus' | 'model'> {
  /** What was run. */
  readonly planned: RunPlan
}

/** The fits of a plan. */
export interface FittedPlan {
  /** The plan with the runs that an automatic number of clusters led to. */
  readonly plan: ClusterPlan
  readonly advice: Advice | null
  readonly runs: readonly FittedRun[]
  /** The number of clusters of the best run. */
  readonly clusterCount: number
  /** About the best run. */
  readonly verdict: ClusterVerdict
  readonly explanation: readonly Explanation[]
}

/** A plan, and how it is run. */
interface Work extends RunClusterOptions {
  readonly plan: ClusterPlan
  readonly rows: AllRows
  readonly fitted: SomeRows
  readonly watch: Stopwatch
}

/**
 * Fits the runs of a plan to a sample of the rows, then checks the fits. `onFitted` receives the fits before: labels do not
 * depend on the checks, so rows can be labeled meanwhile.
 */
export async function fitPlanned(
  caller: string,
  { plan: given, rows, fitted, studies, known = {} }: Planned,
  watch: Stopwatch,
  options: RunClusterOptions,
  onFitted?: (runs: readonly UncheckedRun[]) => void,
): Promise<FittedPlan> {
  const work: Work = { ...options, plan: given, rows, fitted, watch }
  let advice: Advice | null = null
  let plan = given
  let runStudies = studies
  if (given.clusterCount === 'auto' && given.runs.length === 0) {
    watch.enter('advice')
    advice = known.advice ?? (await advised(work))
    const clusterCount = advisedClusterCount(caller, advice, given.force)
    const asked = { ...(given.asked as ClusterOptions), distance: given.distance, ...ownBase(given, options) }
    const { run: only, study } = await plannedRun(caller, fitted.dataset, clusterCount, {
      ...asked,
      loops: options.loops,
    })
    plan = { ...given, runs: [only], cost: expectedCost(given.fit, given.featureCount, [only]) }
    runStudies = [study]
  }

  const unchecked: UncheckedRun[] = []
  let last = known.base === undefined ? null : { ...known.base, base: JSON.stringify(known.base.decision) }
  for (const [at, each] of plan.runs.entries()) {
    watch.enter('ensemble')
    const base = JSON.stringify(each.base)
    const ensemble: GeneratedEnsemble = last?.base === base ? last.ensemble : await baseOf(each, runStudies[at], work)
    last = { base, decision: each.base, ensemble }
    unchecked.push(await bestRun(each, ensemble, work))
  }
  onFitted?.(unchecked)
  const runs: FittedRun[] = []
  for (const run of unchecked) runs.push(await checkedRun(run, work))
  if (runs.length > 1) {
    watch.enter('advice')
    advice = await adviceOnSeveral(work.fitted.dataset, countsOf(runs), adviceOptions(work))
  }
  watch.enter('review')
  const chosen = chosenRun(runs, advice)
  const { clusterCount } = chosen
  if (runs.length === 1) advice ??= adviceOn(clusterCount, known.advice)
  const isAdvised =
    given.clusterCount === 'auto' || (known.advice !== undefined && clusterCount === known.advice.leading)
  const tried = (isAdvised ? advice?.criteria.map(each => each.clusterCount) : undefined) ?? countsOf(runs)
  const { verdict, explanation } = await judgeRun(chosen, work, { advice, tried })
  watch.enter(null)
  return { plan, advice, runs, clusterCount, verdict, explanation }
}

/** An advice, if it covers a number of clusters. */
function adviceOn(clusterCount: number, advice: Advice | undefined): Advice | null {
  return advice?.criteria.some(each => each.clusterCount === clusterCount) ? advice : null
}

/** The verdict about a run, and what explains its clusters. */
export function judgeRun(
  { consensus, ensemble, review, fit }: Pick<FittedRun, 'consensus' | 'ensemble' | 'review' | 'fit'>,
  { plan, fitted, signal }: Pick<Work, 'plan' | 'fitted' | 'signal'>,
  { advice, tried }: { readonly advice: Advice | null; readonly tried: readonly number[] },
) {
  return judgeResult({
    labels: consensus.labels,
    foundClusterCount: consensus.foundClusterCount,
    dataset: fitted.dataset,
    places: fitted.rows,
    samples: ensemble.components ?? adviceSamples({ plan, fitted }),
    review,
    advice,
    tried,
    fitAgreement: fit.agreement,
    signal,
  })
}

/** The advice that a plan with clusterCount 'auto' follows. */
export function advisePlanned({ plan, rows, fitted }: Planned, options: RunClusterOptions): Promise<Advice> {
  return advised({ ...options, plan, rows, fitted, watch: new Stopwatch() })
}

/** Runs a plan of a dataset that is read. */
export async function runPlanned(
  caller: string,
  dataset: Dataset,
  planned: Planned,
  watch: Stopwatch,
  options: RunClusterOptions,
): Promise<ClusterResult> {
  const fitted = await fitPlanned(caller, planned, watch, options)
  const { plan, advice, verdict, explanation } = fitted
  const runs: ClusterRun[] = []
  for (const fit of fitted.runs) runs.push({ ...fit, ...(await labelsOf(fit, dataset, watch, options)) })
  const chosen = runs.find(({ clusterCount }) => clusterCount === fitted.clusterCount)!
  watch.enter('review')
  const filling = plan.review ? await nearestFillNote(dataset, chosen.model, options) : null
  watch.enter(null)
  const result = {
    ...chosen,
    plan: { ...plan, runs: plan.runs.filter(({ clusterCount }) => clusterCount === chosen.clusterCount) },
    byClusterCount: runs,
    verdict,
    explanation,
    warnings: [...dataset.warnings, ...verdictWarnings(verdict), ...chosen.warnings],
    notes: [...dataset.notes, ...planNotes(plan), ...chosen.ensemble.notes, ...(filling === null ? [] : [filling])],
    timings: watch.timings(),
    dataset,
    advice,
  }
  return withParts(result, options)
}

/** The result with what is computed on demand. */
function withParts(
  result: Omit<ClusterResult, 'predict' | 'clusters' | 'tree' | 'memberships'>,
  { loops, signal }: RunClusterOptions,
): ClusterResult {
  const { dataset, labels, model, plan } = result
  const predictNew: ClusterResult['predict'] = (rows, more) => predict(model, rows, more)
  let clusters: readonly ClusterDescription[] | undefined
  let tree: ClusterTree | undefined
  return Object.defineProperties(result, {
    predict: { value: predictNew },
    clusters: {
      get() {
        clusters ??= describeClusters(dataset, labels, plan.distance)
        return clusters
      },
    },
    tree: {
      get() {
        tree ??= clusterTree(samplesForDistance(dataset, plan.distance), labels)
        return tree
      },
    },
    memberships: { value: () => memberships(result, { loops, signal }) },
  }) as ClusterResult
}

/** What was chosen for the user, as sentences. */
export function planNotes({ choices }: ClusterPlan): string[] {
  return choices.filter(({ option }) => option === 'clusterCount' || option === 'fitRows').map(({ reason }) => reason)
}

/** The labels of all rows. */
async function labelsOf(
  { fit, consensus: { labels, confidence }, model }: FittedRun,
  dataset: Dataset,
  watch: Stopwatch,
  { signal, executor, loops, onProgress }: RunClusterOptions,
) {
  if (fit.places === null) return labelsOfFit(model, dataset, { labels, confidence }, loops)
  watch.enter('label')
  const found = await predictSamples(model, dataset, {
    signal,
    executor,
    loops,
    onProgress: ({ done, total }) => onProgress?.({ phase: 'label', done, total }),
  })
  return { labels: found.labels, confidence: found.confidence, outlier: found.outlier ?? null }
}

/** The labels of a fit to all rows, without those of rows that belong to no cluster. */
async function labelsOfFit(
  { base }: Model,
  dataset: Dataset,
  fitted: Pick<ConsensusResult, 'labels' | 'confidence'>,
  loops: LoopChoice = 'auto',
) {
  if (!base?.noise) return { ...fitted, outlier: null }
  const found = { labels: fitted.labels.slice(), confidence: fitted.confidence.slice() }
  const { values } = samplesForDistance(dataset, base.distance)
  return { ...found, outlier: markNoise(base.noise, values, found, await loadHotLoops(loops)) }
}

/** The advice on the number of clusters. */
function advised(work: Work): Promise<Advice> {
  return advise(work.fitted.dataset, adviceOptions(work))
}

/** The samples of the fit with the distance of the plan. */
function adviceSamples({ plan, fitted }: Pick<Work, 'plan' | 'fitted'>) {
  const { values } = samplesForDistance(fitted.dataset, plan.distance)
  return { ...fitted.dataset, values }
}

function adviceOptions({ plan, signal, onProgress, executor }: Work) {
  return { seed: plan.seed, distance: plan.distance, convergence: false, signal, onProgress, executor }
}

function countsOf(runs: readonly FittedRun[]): number[] {
  return runs.map(({ clusterCount }) => clusterCount)
}

/** The run with the best number of clusters: by the advice, or without it by the reviews. */
function chosenRun(runs: readonly FittedRun[], advice: Advice | null): FittedRun {
  if (advice === null || runs.length === 1) return clearestOf(runs)
  const { leading } = adviceAmong(advice, countsOf(runs))
  return runs.find(({ clusterCount }) => clusterCount === leading) ?? clearestOf(runs)
}

/** The list of base clusterers with the caller's own in place of their names. */
function ownBase({ asked }: ClusterPlan, { ownClusterers = [] }: RunClusterOptions): Partial<ClusterOptions> {
  const { base } = asked as { base?: readonly string[] }
  if (!Array.isArray(base)) return {}
  const named = base.map(name => ownClusterers.find(own => own.name === name) ?? name)
  return { base: named as ClusterOptions['base'] }
}

/** What base clusterings are built from, and how. */
type BaseWork = Pick<Work, 'plan' | 'fitted'> & RunClusterOptions

/** Builds the base clusterings of a run. */
export function baseOf({ base }: RunPlan, study: Study | null, work: BaseWork): Promise<GeneratedEnsemble> {
  const { plan, fitted, ownClusterers = [], signal, onProgress, executor, loops } = work
  const own = base.clusterers.flatMap(name => ownClusterers.filter(each => each.name === name))
  return buildDecided(
    checkedSamples(fitted.dataset, plan.distance),
    { decision: base, study, own },
    { distance: plan.distance, seed: plan.seed, signal, onProgress, executor, loops },
  )
}

/** The run as planned, or that of a rival whose clusters describe the samples clearly better. */
async function bestRun(planned: RunPlan, ensemble: GeneratedEnsemble, work: Work): Promise<UncheckedRun> {
  const { plan, fitted, watch } = work
  const found = await consensusOf(planned, ensemble, work)
  const samples = samplesForDistance(fitted.dataset, plan.distance)
  const contest = contestOf(planned, samples, found.labels, plan.asked)
  if (contest !== null) {
    watch.enter('ensemble')
    const others = await baseOf(contest.rival, null, work)
    const other = await consensusOf(contest.rival, others, work)
    const { isBetter, closeAgreement } = outcomeOf(contest, samples, found.labels, other.labels)
    const warnings = closeWarnings(closeAgreement)
    if (!isBetter) return runOf(planned, ensemble, withWarnings(found, warnings), work)
    const notes = [...others.notes, contest.rival.base.reason]
    return runOf(contest.rival, { ...others, notes }, withWarnings(other, warnings), work)
  }
  return runOf(planned, ensemble, found, work)
}

/**
 * Below this agreement, it matters which of two ways to cluster is chosen. On nine draws, two seeds agreed with
 * ARI .93, .86 and .81 on the three below it, and with .85 and .93 to .98 on the others.
 */
const CLOSE_AGREEMENT = 0.87

function closeWarnings(agreement: number | null): string[] {
  if (agreement === null || agreement >= CLOSE_AGREEMENT) return []
  const ari = agreement.toFixed(2)
  return [
    `Unsure: two ways to cluster describe the samples about equally well, and agree with ARI ${ari} only. Another seed, or a few samples more, can give the other clusters.`,
  ]
}

function withWarnings(result: ConsensusResult, warnings: readonly string[]): ConsensusResult {
  return warnings.length === 0 ? result : { ...result, warnings: [...result.warnings, ...warnings] }
}

/** The consensus of base clusterings. */
function consensusOf(
  { clusterCount, consensus: options }: RunPlan,
  ensemble: GeneratedEnsemble,
  { plan, watch, signal, onProgress, executor = thisThread, loops }: Work,
): Promise<ConsensusResult> {
  return consensus(ensemble, {
    ...options,
    clusterCount,
    seed: plan.seed,
    signal,
    executor,
    loops,
    onProgress(progress) {
      watch.enter(progress.phase)
      onProgress?.(progress)
    },
  })
}

/** A consensus with its model. */
async function runOf(
  planned: RunPlan,
  ensemble: GeneratedEnsemble,
  result: ConsensusResult,
  { plan, fitted: { dataset }, loops }: Work,
): Promise<UncheckedRun> {
  // The labels of graphs depend on the neighbours of a row, which its model does not see.
  const known = planned.base.family === 'graphs' ? knownRows(dataset, result) : null
  const noise = plan.noise ? noiseModel(dataset, result.labels, ensemble, await loadHotLoops(loops)) : null
  const options = recordOf(planned, plan, dataset, ensemble)
  const model = createModel(result, { ensemble, dataset, known, noise, options })
  return { planned, clusterCount: planned.clusterCount, ensemble, consensus: result, model }
}

/** A fit with its review, and how well a fit to other rows agrees. */
async function checkedRun({ planned, ...run }: UncheckedRun, work: Work): Promise<FittedRun> {
  const { plan, fitted, watch, signal, onProgress } = work
  const { ensemble, consensus: result, model, clusterCount } = run
  watch.enter('review')
  const { dataset, rows: places } = fitted
  const { seed } = plan
  const samples = ensemble.components ?? samplesForDistance(dataset, plan.distance)
  const review = plan.review ? await reviewResult(ensemble, result, { samples, seed, signal, onProgress }) : null
  const isPart = places !== null && plan.review && clusterCount > 1
  const agreement = isPart ? await agreementOfFits(planned, model, work) : null
  const fit = { ...plan.fit, places, agreement }
  const warnings = [...result.warnings, ...(review?.warnings ?? []), ...fitWarnings(fit)]
  return { clusterCount, ensemble, consensus: result, review, fit, warnings, model }
}

/** Rows of the fit that the first one is compared with, and rows on which both are compared. */
const OTHER_FIT = { fit: 5000, check: 2000 }
/** With more clusters than the first number, the smaller fit has so many base clusterings at most, which take most of the time. */
const OTHER_ENSEMBLE = { manyClusters: 50, most: 16 }

/** The ARI of the labels of a model and those of a smaller fit to other rows, on rows that neither fit has. */
async function agreementOfFits(planned: RunPlan, model: Model, work: Work): Promise<number | null> {
  const { rows, fitted, signal, loops } = work
  const { fit, check } = await rows.others(fitted.rows!, OTHER_FIT)
  if (check.sampleCount < 2 || fit.sampleCount < 2 * planned.clusterCount) return null
  const other = { ...work, fitted: { rows: null, dataset: fit }, onProgress: undefined }
  const { clusterCount, consensus: options } = planned
  const isCheaper = clusterCount > OTHER_ENSEMBLE.manyClusters
  const ensembleSize = Math.min(planned.base.ensembleSize, isCheaper ? OTHER_ENSEMBLE.most : Infinity)
  const ensemble = await baseOf({ ...planned, base: { ...planned.base, ensembleSize } }, null, other)
  const result = await consensus(ensemble, { ...options, clusterCount, seed: work.plan.seed, signal, loops })
  // Of every row, its cluster: whether it belongs to one is another question.
  const first = { ...model, base: model.base && { ...model.base, noise: null } }
  const second = createModel(result, { ensemble, dataset: fit })
  const ours = await predictSamples(first, check, { signal, loops })
  const theirs = await predictSamples(second, check, { signal, loops })
  return adjustedRandIndex(theirs.labels, ours.labels)
}

/** Below this agreement, another sample gives clearly other clusters. */
const LEAST_AGREEMENT = 0.7

function fitWarnings({ agreement, rows }: ClusterFit): string[] {
  if (agreement === null || agreement >= LEAST_AGREEMENT) return []
  return [
    `A fit to other rows gives other clusters (ARI ${agreement.toFixed(2)}). Increase fitRows above ${rows}, or try another number of clusters.`,
  ]
}

/** The best candidate. Without evidence of clusters, it is used only if that is forced. */
export function advisedClusterCount(caller: string, advice: Advice, force = false): number {
  if (advice.clusterCount !== null) return advice.clusterCount
  if (force) return advice.leading
  const rule = 'be a number if there is no evidence of clusters'
  const way = `To cluster into k = ${advice.leading} anyway, use \`force: true\`.`
  throw invalid(caller, 'clusterCount', rule, `'auto'. ${advice.reason} ${way}`, {
    code: 'no-clusters',
    got: 'auto',
    suggestion: { option: 'force', value: true },
  })
}

/** The options that affect the result, recorded in the model. */
function recordOf(
  { consensus: { method: _, ...options }, base }: RunPlan,
  plan: ClusterPlan,
  dataset: Dataset,
  ensemble: GeneratedEnsemble,
): Record<string, unknown> {
  return {
    ensembleSize: ensemble.labelings.length,
    base: ensemble.bases.join(', '),
    generator: ensemble.generator,
    maxClusterCount: base.clusterCounts.to,
    scale: dataset.scaling.scale,
    distance: ensemble.distance,
    impute: dataset.reading.impute,
    ...options,
    fitRows: plan.fit.rows,
    seed: ensemble.seed,
  }
}
