import type { Advice } from '../advise/advise.js'
import type { BaseDecision } from '../base/base-decision.js'
import { type Distance, standardScale } from '../base/distance.js'
import { familyNamed } from '../base/families.js'
import { checkedSamples, ENSEMBLE_OPTIONS, type GeneratedEnsemble } from '../base/generate.js'
import { chooseDistance, comparedRows } from '../base/graphs/choose-distance.js'
import { type BaseChoice, decideBase } from '../base/plan-ensemble.js'
import { STANDARD_CONSENSUS, type StandardConsensus } from '../base/standard-consensus.js'
import type { Study } from '../base/study.js'
import { type ConsensusOptions, consensusOptionNames } from '../consensus/consensus.js'
import type { OptionName } from '../consensus/method.js'
import { methodNamed, methodOptionNames } from '../consensus/method-facts.js'
import { METHODS, type MethodName } from '../consensus/methods/index.js'
import { checkClusterCount, checkOptionNames, checkSeed, InputError, invalid } from '../errors.js'
import { loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { ReadingChoice } from '../tables/features/prepare-features.js'
import { DATASET_OPTIONS, type Dataset, datasetOf, type ToDatasetOptions } from '../tables/features/to-dataset.js'
import { isWide } from '../tables/features/wide.js'
import { orientTable } from '../tables/orientation/orient-table.js'
import { type Data, isPlainNumbers, tableOf } from '../tables/to-table.js'
import type { LongWork } from '../types.js'
import { type AllRows, rowsInMemory, type SomeRows } from './all-rows.js'
import { type ExpectedCost, expectedCost } from './cost.js'
import { type FitSize, fitSize } from './fit-rows.js'
import type { ClusterOptions } from './options.js'

/** How base clusterings are combined: a method and its options. */
type ConsensusPlan = { readonly method: MethodName } & Omit<
  ConsensusOptions,
  'method' | 'clusterCount' | 'fitRows' | 'seed' | 'executor' | 'onStep' | 'loops' | keyof LongWork
>

/** The run for one number of clusters. */
export interface RunPlan {
  /** k */
  readonly clusterCount: number
  /** The base clusterings. */
  readonly base: BaseDecision
  readonly consensus: ConsensusPlan
}

/** A choice that was made for the user. */
export type Choice = ReadingChoice

/**
 * Everything that {@link cluster} decides before it runs. Plain data that survives `JSON.stringify`; with the data, it
 * determines every label.
 */
export interface ClusterPlan {
  /** How the table is read. */
  readonly reading: ToDatasetOptions
  readonly sampleCount: number
  readonly featureCount: number
  readonly distance: Distance
  /** The rows that are clustered; the result labels the others. */
  readonly fit: FitSize
  /** The numbers of clusters that were asked for. */
  readonly clusterCount: number | 'auto' | readonly number[]
  /** One run for each number of clusters. None for 'auto': the plan of the result has the run that was chosen. */
  readonly runs: readonly RunPlan[]
  readonly seed: number
  readonly review: boolean
  /** Whether rows that belong to no cluster get the label -1. */
  readonly noise: boolean
  /** Whether 'auto' takes the best number of clusters even without evidence. */
  readonly force: boolean
  /** What the caller set about base clusterings and consensus. The runs follow from it. */
  readonly asked: AskedOptions
  /** The expected time and memory. */
  readonly cost: ExpectedCost
  /** The choices that were made for the user, each with its reason. */
  readonly choices: readonly Choice[]
}

/** The options about base clusterings and consensus, as plain data. Own clusterers are given by name. */
export type AskedOptions = Readonly<Record<string, unknown>>

/** The plan, and what was computed on the way to it. */
export interface Planned {
  readonly plan: ClusterPlan
  readonly rows: AllRows
  /** The rows of the fit. */
  readonly fitted: SomeRows
  /** The study of the rows of each run, if its base clusterings were chosen by it. */
  readonly studies: readonly (Study | null)[]
  /** What was computed before, if anything: it is not computed again. */
  readonly known?: KnownBefore
}

/** What may be known of the same rows before a plan is run. */
interface KnownBefore {
  /** The advice on the number of clusters. */
  readonly advice?: Advice
  /** Base clusterings, and the decision that they come from. A run with the same decision takes them. */
  readonly base?: { readonly decision: BaseDecision; readonly ensemble: GeneratedEnsemble }
}

/**
 * Decides how {@link cluster} would cluster data with the same options, without clustering: what the base clusterings
 * are, how they are combined, how many rows take part, what it costs, and why.
 *
 * @example
 * ```ts
 * import { planCluster, runCluster, sampleShape } from 'chorale'
 *
 * const rings = sampleShape('rings', { sampleCount: 400, clusterCount: 2 })
 * const plan = await planCluster(rings, { clusterCount: 2 })
 * console.log(plan.runs[0].base.family, plan.fit.rows) // cells 400
 * const { labels } = await runCluster(rings, JSON.parse(JSON.stringify(plan)))
 * console.log(labels.length) // 400
 * ```
 *
 * @group Cluster
 */
export async function planCluster(data: Data | Dataset, options: ClusterOptions = {}): Promise<ClusterPlan> {
  checkClusterOptions('planCluster', options)
  const { dataset, reading } = readData('planCluster', data, options)
  return (await plannedCluster('planCluster', rowsInMemory(dataset), { ...options, reading })).plan
}

const OWN_OPTIONS = ['review', 'force', 'fitRows', 'noise']

export function checkClusterOptions(caller: string, options: ClusterOptions): void {
  const names = [...consensusOptionNames(METHODS), ...Object.keys(ENSEMBLE_OPTIONS), ...Object.keys(DATASET_OPTIONS)]
  checkOptionNames(caller, options, [...names, ...OWN_OPTIONS])
}

/**
 * Reads and scales data, with the options that do the same again, and the table with samples in rows; a dataset stays as
 * it is, and so do numbers without names.
 */
export function readData(caller: string, data: Data | Dataset, options: ClusterOptions) {
  const given = pick(options, Object.keys(DATASET_OPTIONS)) as ToDatasetOptions
  if (!isDataset(data)) {
    const table = isPlainNumbers(data) && options.genesIn === undefined ? null : orientedTable(caller, data, options)
    const genesIn = table?.orientation === 'transposed' ? { genesIn: 'rows' as const } : {}
    const reading: ToDatasetOptions = { ...given, ...genesIn, scale: options.scale ?? standardScale(options.distance) }
    return { dataset: datasetOf(caller, table ?? data, reading), reading, table }
  }
  const [wrong] = Object.entries(given)
  if (wrong === undefined) return { dataset: data, reading: {}, table: null }
  throw new InputError(
    `${caller}: ${wrong[0]} must be left out for a dataset, which is already read and scaled; got ${wrong[1]}`,
  )
}

function orientedTable(caller: string, data: Data, options: ClusterOptions) {
  const table = tableOf(caller, data)
  return orientTable(table.name ?? caller, table, options)
}

export function isDataset(data: Data | Dataset): data is Dataset {
  return typeof data === 'object' && data !== null && 'reading' in data && 'scaling' in data
}

/** Checks that something is a plan of a dataset. */
export function checkPlan(caller: string, plan: unknown, { sampleCount: n, featureCount: d }: Dataset): void {
  const { runs, fit, sampleCount, featureCount } = (plan ?? {}) as Partial<ClusterPlan>
  if (!Array.isArray(runs) || typeof fit !== 'object') {
    throw new InputError(`${caller}: plan must be a plan of planCluster`)
  }
  if (n === sampleCount && d === featureCount) return
  throw invalid(
    caller,
    'plan',
    `be a plan of these data: it has ${sampleCount} samples with ${featureCount} features`,
    `${n} with ${d}`,
  )
}

/** The plan of data that are read. */
export async function plannedCluster(
  caller: string,
  rows: AllRows,
  options: ClusterOptions & { reading: ToDatasetOptions },
): Promise<Planned> {
  const { seed = 1, force = false, review = true, noise = false, reading } = options
  checkSeed(caller, seed)
  if (typeof noise !== 'boolean') throw invalid(caller, 'noise', 'be true or false', noise)
  const choices: Choice[] = []
  if (reading.genesIn === 'rows' && options.genesIn === undefined) {
    choices.push({ option: 'genesIn', value: 'rows', reason: 'The names of the rows are those of genes.' })
  }
  const clusterCount = wantedClusters(caller, rows, options.clusterCount, choices)
  const counts = clusterCount === 'auto' ? [] : [clusterCount].flat()
  if (clusterCount === 'auto' && options.generator === 'fixed-k') {
    throw invalid(caller, 'clusterCount', 'be a number for generator fixed-k', `'auto'`)
  }
  const asked = options.exact ? 'all' : options.fitRows
  const fit = fitSize(caller, rows.sampleCount, asked, Math.max(1, ...counts))
  if (asked === undefined && fit.rows < fit.of) {
    choices.push({ option: 'fitRows', value: fit.rows, reason: fit.reason })
  }
  const fitted = await rows.fitted(fit.rows)
  choices.push(...fitted.dataset.choices)
  const distance = await plannedDistance(fitted.dataset, counts[0], options, choices)
  const runs: RunPlan[] = []
  const studies: (Study | null)[] = []
  for (const count of counts) {
    const { run, study } = await plannedRun(caller, fitted.dataset, count, { ...options, distance })
    runs.push(run)
    studies.push(study)
  }
  if (runs.length > 0) choices.push(...runChoices(runs[0], options))
  const { sampleCount, featureCount } = rows
  const plan = {
    reading,
    sampleCount,
    featureCount,
    distance,
    fit,
    clusterCount,
    runs,
    seed,
    review,
    noise,
    force,
    asked: askedOf(options),
    cost: expectedCost(fit, featureCount, runs),
    choices,
  }
  return { plan, rows, fitted, studies }
}

/** Without another wish, the clusters of an advice have about this number where the distance is chosen before. */
const USUAL_CLUSTERS = 10

/** The distance that was asked for; for rows with many features in one unit, the better one. */
async function plannedDistance(
  dataset: Dataset,
  clusterCount: number | undefined,
  options: ClusterOptions,
  choices: Choice[],
): Promise<Distance> {
  const isOpen = options.distance === undefined && standardBase(options) === 'auto'
  if (!isOpen || dataset.scaling.scale !== 'none' || !isWide(dataset)) return options.distance ?? 'euclidean'
  const { dataset: some } = await rowsInMemory(dataset).fitted(comparedRows(dataset))
  const loops = await loadHotLoops(options.loops)
  const clusters = Math.min(clusterCount ?? USUAL_CLUSTERS, some.sampleCount - 1)
  const { distance, reason } = await new Pauser(options.signal).run(chooseDistance(some, clusters, loops))
  choices.push({ option: 'distance', value: distance, reason })
  return distance
}

/** Decides the run for one number of clusters. */
export async function plannedRun(
  caller: string,
  dataset: Dataset,
  clusterCount: number,
  options: ClusterOptions,
): Promise<{ run: RunPlan; study: Study | null }> {
  checkClusterCount(caller, clusterCount, dataset.sampleCount)
  const { distance = 'euclidean', signal, loops = 'auto' } = options
  const base = standardBase(options)
  const isKMeans = base === 'k-means'
  const wanted = {
    ...pick(options, Object.keys(ENSEMBLE_OPTIONS)),
    base,
    clusterCount: isKMeans && options.generator !== 'fixed-k' ? undefined : clusterCount,
  }
  const samples = checkedSamples(dataset, distance)
  const { decision, study } = await new Pauser(signal).run(decideBase(samples, wanted, await loadHotLoops(loops)))
  const standard = decision.family === 'listed' ? standardOfList(base) : familyNamed(decision.family).consensus
  return { run: { clusterCount, base: decision, consensus: consensusPlan(options, standard) }, study }
}

/** The base clusterers: those asked for, k-means where it is varied, else the default. */
function standardBase({ base, generator, sampleShare, featureShare, seeding }: ClusterOptions): BaseChoice {
  if (base !== undefined) return base
  const isVaried = [generator, sampleShare, featureShare, seeding].some(option => option !== undefined)
  return isVaried ? 'k-means' : 'auto'
}

/** Runs of k-means are combined by the default of `consensus`. */
function standardOfList(base: BaseChoice): StandardConsensus {
  return base === 'k-means' ? { method: methodNamed(undefined, METHODS).name } : STANDARD_CONSENSUS
}

/**
 * The method and its options: the one asked for, or the standard of the base clusterings, unless an option is set that
 * only other methods take.
 */
function consensusPlan(options: ClusterOptions, standard: StandardConsensus): ConsensusPlan {
  const given = pick(options, plannedConsensus())
  const known = methodNamed(standard.method as MethodName, METHODS)
  const isForOthers = (name: OptionName) => options[name] !== undefined && known.options[name] === undefined
  const method =
    options.method ?? (methodOptionNames(METHODS).some(isForOthers) ? methodNamed(undefined, METHODS).name : known.name)
  const restarts = options.restarts ?? (method === standard.method ? standard.restarts : undefined)
  return { ...given, ...(restarts === undefined ? {} : { restarts }), method }
}

/** The method of a run whose base clusterings are not decided yet. */
export function standardMethod(options: ClusterOptions): MethodName {
  return consensusPlan(options, standardOfList(standardBase(options))).method
}

/** Parts of the plan of their own, and options that do not change the result. */
const NOT_PLANNED = ['clusterCount', 'fitRows', 'seed', 'executor', 'onStep', 'loops', 'signal', 'onProgress']

/** Options of the consensus that are part of the plan. A function, so that bundlers can leave out what is not used. */
function plannedConsensus(): string[] {
  return consensusOptionNames(METHODS).filter(name => ![...NOT_PLANNED, 'method'].includes(name))
}

/** Options of the base clusterings that are part of the plan. */
function plannedEnsemble(): string[] {
  return Object.keys(ENSEMBLE_OPTIONS).filter(name => !NOT_PLANNED.includes(name))
}

function runChoices({ base, consensus }: RunPlan, options: ClusterOptions): Choice[] {
  const choices: Choice[] = []
  if (base.family !== 'listed') choices.push({ option: 'base', value: base.family, reason: base.reason })
  if (options.ensembleSize === undefined) {
    choices.push({
      option: 'ensembleSize',
      value: base.ensembleSize,
      reason: 'The number that was enough for so many rows in measurements.',
    })
  }
  if (options.method === undefined) {
    choices.push({
      option: 'method',
      value: consensus.method,
      reason: 'The best method for these base clusterings in measurements.',
    })
  }
  return choices
}

/** The given k, or the number of classes in the truth. */
function wantedClusters(
  caller: string,
  { sampleCount, truth, truthName }: AllRows,
  clusterCount: ClusterOptions['clusterCount'],
  choices: Choice[],
): number | 'auto' | readonly number[] {
  if (clusterCount === 'auto') return 'auto'
  if (clusterCount === undefined && truth !== null) {
    const classes = new Set(truth).size
    const reason = `Using clusterCount ${classes}, the number of classes in "${truthName}".`
    choices.push({ option: 'clusterCount', value: classes, reason })
    return classes
  }
  if (clusterCount === undefined) {
    throw invalid(caller, 'clusterCount', `be the number of clusters, or 'auto'`, undefined)
  }
  if (Array.isArray(clusterCount) && clusterCount.length === 0) {
    throw invalid(caller, 'clusterCount', 'have at least one number', 'an empty list')
  }
  for (const count of [clusterCount].flat()) checkClusterCount(caller, count, sampleCount)
  return clusterCount
}

/** What the caller set about base clusterings and consensus, as plain data. */
function askedOf(options: ClusterOptions): AskedOptions {
  const { base, ...others } = pick(options, [...plannedEnsemble(), ...plannedConsensus(), 'method']) as ClusterOptions
  const names = typeof base === 'object' ? base.map(item => (typeof item === 'string' ? item : item.name)) : base
  return base === undefined ? { ...others } : { ...others, base: names }
}

/** The options with the given names that are set. */
function pick(options: ClusterOptions, names: readonly string[]): Partial<ClusterOptions> {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}
