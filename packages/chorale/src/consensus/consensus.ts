import { countText } from '../count-text.js'
import { checkClusterCount, checkOptionNames, InputError, invalid } from '../errors.js'
import { type Executor, thisThread } from '../executor.js'
import { type Labeling, numberLabelings } from '../labelings/adopt.js'
import type { EnsembleReport } from '../labelings/describe.js'
import type { LabelTable } from '../labelings/label-table.js'
import { type LoopChoice, loadHotLoops } from '../numeric/loops/hot-loops.js'
import { Pauser } from '../pause.js'
import type { Ensemble, Labels, LongWork } from '../types.js'
import { type FitRows, fitOf } from './choose-fit.js'
import { sampleConfidence } from './confidence.js'
import type { WeightStep } from './embedding/weight-objective.js'
import { type Fitted, weightsOfAll } from './fitted.js'
import { checkMemory } from './memory-limit.js'
import type {
  Method,
  MethodContext,
  MethodFindings,
  MethodInput,
  MethodOptions,
  MethodResult,
  OptionName,
} from './method.js'
import { methodNamed, methodOptionNames } from './method-facts.js'
import { METHODS, type MethodName } from './methods/index.js'
import { checkOption, type OptionRule, oneOf, POSITIVE, TRUE_OR_FALSE, wholeNumber } from './option-rules.js'
import { type Preparation, preparationOf } from './prepare.js'
import { buildConsensusModel, type ConsensusModel } from './rules/consensus-model.js'
import type { Prediction } from './rules/predict-labels.js'

/** Options of {@link consensus}: options that affect the result, and options for progress and execution. */
export interface ConsensusOptions<Name extends string = MethodName> extends MethodOptions, LongWork {
  method?: Name
  /** The same seed gives the same labels on every machine. */
  seed?: number
  /** Which implementation of the hot loops to run; all give the same results. */
  loops?: LoopChoice
  /** Called for every step of the weight search, for example to plot it. */
  onStep?: (step: WeightStep) => void
  /**
   * Where the long computations run: `thisThread` by default. The result is always the same.
   */
  executor?: Executor
  /**
   * The number of rows to fit on, drawn at random, or 'all'. The others get their labels from the model, as `predict` gives
   * them. By default all rows; for `gpec` and `balanced` 10,000 to 16,000 of them if all would take too long or too much memory.
   */
  fitRows?: number | 'all'
  /** True to fit on all rows, however long it takes: the same as `fitRows: 'all'`. */
  exact?: boolean
}

const DEFAULTS = {
  seed: 1,
  loops: 'auto' as const,
  executor: thisThread,
}

const ROWS_OR_ALL: OptionRule<number | 'all'> = {
  rule: "an integer from 2 to 1000000000, or 'all'",
  words: ['all'],
  accepts: value => value === 'all' || wholeNumber(2, 1e9).accepts(value),
}

/** The options that every method accepts, with their rules; null if only TypeScript checks the option. */
const COMMON_OPTIONS: Readonly<Record<Exclude<keyof ConsensusOptions, OptionName>, OptionRule | null>> = {
  // Both depend on other input: see `checkOptions`.
  clusterCount: null,
  method: null,
  memoryLimit: POSITIVE,
  seed: wholeNumber(0, 0xffffffff),
  loops: oneOf(['auto', 'simd', 'plain']),
  onStep: null,
  executor: null,
  fitRows: ROWS_OR_ALL,
  exact: TRUE_OR_FALSE,
  signal: null,
  onProgress: null,
}

/** The consensus clustering, with weights, confidence and diagnostics. */
export interface ConsensusResult<Name extends string = MethodName> extends MethodResult {
  readonly method: Name
  /** The requested number of clusters, k. */
  readonly clusterCount: number
  /**
   * The number of clusters in `labels`: k, or fewer. `warnings` tells you if there are fewer. If k is larger than the
   * number of distinct label rows, every distinct row is one cluster.
   */
  readonly foundClusterCount: number
  /**
   * One value per sample in [0, 1]: how clearly the base clusterings put the sample with its own cluster instead of the
   * next best one. 1: never with another cluster; 0: as often with another cluster.
   */
  readonly confidence: Float64Array
  /** A summary of the ensemble. */
  readonly ensemble: EnsembleReport
  /**
   * How many rows the consensus was fitted on, of how many, and why. If not all: the others were labeled by the model, and
   * `embedding` is null.
   */
  readonly fit: FitRows
  /** The model that assigns new samples to clusters, as plain data. */
  readonly model: ConsensusModel
  /**
   * Assigns new samples to clusters. Each row has one sample's label in every labeling of the consensus, in the same
   * order. Not enumerable, so that you can send a result to a worker; `predictLabels(result.model, labelings)` does the
   * same.
   */
  predict(labelRows: readonly Labeling[], options?: LongWork): Promise<Prediction>
}

/**
 * Combines several labelings of the same samples into one clustering.
 *
 * @example
 * ```ts
 * import { consensus } from 'chorale'
 *
 * const labelings = [
 *   [0, 0, 0, 1, 1, 1],
 *   [0, 0, 1, 1, 1, 1],
 *   ['a', 'a', 'a', 'b', 'b', null], // names or numbers; null, NaN, '' and -1 mean: no label
 * ]
 * const { labels, confidence } = await consensus(labelings, { clusterCount: 2 })
 * console.log(labels.join()) // 0,0,0,1,1,1
 * ```
 *
 * @group Consensus
 */
export function consensus(input: Ensemble | readonly Labeling[], options: ConsensusOptions): Promise<ConsensusResult> {
  return consensusAmong(METHODS, input, options)
}

/** Like {@link consensus}, with the given methods; the first is the default. */
export async function consensusAmong<Name extends string>(
  methods: readonly Method<Name>[],
  input: Ensemble | readonly Labeling[],
  options: ConsensusOptions<Name>,
): Promise<ConsensusResult<Name>> {
  checkNames(methods, options)
  const ensemble = 'labelings' in input ? input : numberLabelings('consensus', input)
  const given = definedOptions(options)
  checkOptions(methods, ensemble.sampleCount, given)
  return consensusOfPrepared(methods, preparationOf(ensemble), given)
}

/** The consensus of prepared labelings. Every entry calls this function, with options that are already checked. */
export async function consensusOfPrepared<Name extends string>(
  methods: readonly Method<Name>[],
  preparation: Preparation,
  given: ConsensusOptions<Name>,
): Promise<ConsensusResult<Name>> {
  const method = methodNamed(given.method, methods)
  const context = await methodContext(method, given)
  const fit = await fitOf(preparation, method, given, context.pauser)
  checkFitRows(fit, given.clusterCount)
  const fitted =
    fit.rows === fit.of
      ? await fitAll(method, preparation, given, context)
      : await fitSome(method, preparation, fit.rows, given, context)
  return wholeResult(fitted, method.name, given.clusterCount, preparation.report, fit)
}

function checkFitRows({ rows, of }: FitRows, clusterCount: number): void {
  if (rows === of || rows >= clusterCount) return
  throw new InputError(`consensus: fitRows must be at least the number of clusters (${clusterCount}); got ${rows}`)
}

/** Fits on a sample of the rows. */
async function fitSome(
  method: Method,
  preparation: Preparation,
  rowCount: number,
  given: MethodOptions,
  context: MethodContext,
): Promise<Fitted> {
  const { fitSample } = await import('./fit-sample.js')
  return fitSample(preparation, rowCount, sample => findingsOf(method, sample, given, context), context)
}

/** Fits on all rows. */
async function fitAll(
  method: Method,
  preparation: Preparation,
  given: MethodOptions,
  context: MethodContext,
): Promise<Fitted> {
  const { report, kept, names, clusterNames, table } = preparation
  const found = await findingsOf(method, preparation, given, context)
  const { labels, prediction = null } = found
  const { clusterCounts } = report
  const model = buildConsensusModel({ names, clusterCounts, clusterNames }, table, labels, prediction)
  const confidence = sampleConfidence(table, labels, model.counts)
  return { ...found, weights: weightsOfAll(found.weights, kept, names.length), confidence, model }
}

/** Allowed error of the space of an embedding whose clusters are only compared with others. */
const ROUGH = 1e-6

/**
 * Only the labels of {@link consensus} on all rows, with options that are already checked. The eigenvectors are less
 * accurate, which is enough to compare ensembles and takes about half the time.
 */
export async function roughLabels(ensemble: Ensemble, options: ConsensusOptions): Promise<Labels> {
  const given = definedOptions(options)
  const method = methodNamed(given.method, METHODS)
  const context = { ...(await methodContext(method, given)), tolerance: ROUGH }
  return (await findingsOf(method, preparationOf(ensemble), given, context)).labels
}

async function findingsOf(
  method: Method,
  preparation: Preparation,
  given: MethodOptions,
  context: MethodContext,
): Promise<MethodFindings> {
  const found = await method.run(inputOf(preparation), given, context)
  return given.clusterCount > preparation.rowCount ? withRowsAsClusters(found, preparation.table) : found
}

function inputOf(preparation: Preparation): MethodInput {
  return {
    preparation,
    get table() {
      return preparation.table
    },
    get labelings() {
      return preparation.labelings
    },
  }
}

/**
 * If k is larger than the number of distinct label rows, every distinct row is one cluster. Methods that work on single
 * samples would otherwise split samples that no labeling distinguishes. Weights and embedding are unchanged.
 */
function withRowsAsClusters(found: MethodFindings, { rowOf }: LabelTable): MethodFindings {
  return { ...found, labels: rowOf.slice(), prediction: null }
}

/** What every method receives in addition to its options. */
async function methodContext(method: Method, given: ConsensusOptions<string>): Promise<MethodContext> {
  const { seed, loops: choice, signal, onProgress, onStep, executor } = { ...DEFAULTS, ...given }
  const pauser = new Pauser(signal)
  const loops = await loadHotLoops(choice)
  return {
    loops,
    seed,
    pauser,
    onStep,
    executor,
    report: (phase, done, total) => onProgress?.({ phase, done, total }),
    checkMemory: (byteCount, reason) => checkMemory(method, byteCount, reason, given.memoryLimit),
  }
}

/** Turns a fit into the result for the caller, with warnings. */
function wholeResult<Name extends string>(
  found: Fitted,
  method: Name,
  clusterCount: number,
  report: EnsembleReport,
  fit: FitRows,
): ConsensusResult<Name> {
  const { model, weights } = found
  const { names } = model
  const foundClusterCount = new Set(found.labels).size
  const result = {
    labels: found.labels,
    weights,
    confidence: found.confidence,
    embedding: found.embedding,
    eigenvalues: found.eigenvalues,
    eigengap: found.eigengap,
    objective: found.objective,
    objectiveTrace: found.objectiveTrace,
    iterations: found.iterations,
    converged: found.converged,
    alpha: found.alpha,
    alphaSearch: found.alphaSearch,
    method,
    clusterCount,
    foundClusterCount,
    ensemble: report,
    fit,
    warnings: [...warningsOf(names, report, found, { clusterCount, foundClusterCount }), ...found.warnings],
    model,
  }
  const predict: ConsensusResult['predict'] = async (labelRows, work) => {
    const { predictRows } = await import('./rules/predict-labels.js')
    return predictRows(model, labelRows, work)
  }
  return Object.defineProperty(result, 'predict', { value: predict }) as typeof result & { predict: typeof predict }
}

/** Throws an InputError if the options are not an object or if no method has an option of that name. */
export function checkNames(methods: readonly Method[], options: unknown): void {
  checkOptionNames('consensus', options, consensusOptionNames(methods), 'clusterCount')
}

/** The names of all options of `consensus`: the common ones and those of single methods. */
export function consensusOptionNames(methods: readonly Method[]): string[] {
  return [...Object.keys(COMMON_OPTIONS), ...methodOptionNames(methods)]
}

/**
 * Throws an InputError for invalid values. If the method does not take an option, the rule of another method applies.
 */
export function checkOptions<Name extends string>(
  methods: readonly Method<Name>[],
  sampleCount: number,
  options: ConsensusOptions<Name>,
): void {
  const caller = 'consensus'
  checkClusterCount(caller, options.clusterCount, sampleCount)
  const names = methods.map(({ name }) => name)
  if (options.method !== undefined) checkOption(caller, 'method', options.method, oneOf(names))
  const method = methodNamed(options.method, methods)
  const common: Readonly<Record<string, OptionRule | null>> = COMMON_OPTIONS
  for (const [name, value] of Object.entries(options)) {
    const rule = common[name]
    if (rule) checkOption(caller, name, value, rule)
  }
  for (const name of methodOptionNames(methods)) {
    const value = options[name]
    if (value === undefined) continue
    const rules = [method, ...methods].flatMap(({ options }) => options[name] ?? [])
    // If another method accepts the value, the message names the method that does not.
    const where = rules.some(rule => rule.accepts(value)) ? ` for method ${method.name}` : ''
    checkOption(caller, name, value, rules[0], where)
  }
  if (options.exact === true && typeof options.fitRows === 'number') {
    throw invalid('consensus', 'exact', 'be false if fitRows is a number', `true with ${options.fitRows} rows`)
  }
}

/** The options without undefined values; an undefined option means its default. */
export function definedOptions<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
}

function warningsOf(
  names: readonly string[],
  { oneClusterLabelings, distinctRows }: EnsembleReport,
  { eigengap, eigenvalues, converged }: MethodResult,
  { clusterCount, foundClusterCount }: Pick<ConsensusResult, 'clusterCount' | 'foundClusterCount'>,
): string[] {
  const warnings: string[] = []
  if (oneClusterLabelings.length > 0) {
    const skipped = oneClusterLabelings.map(t => `'${names[t]}'`).join(', ')
    const reason = oneClusterLabelings.length === 1 ? 'it puts' : 'they put'
    warnings.push(`Skipped ${skipped} (weight 0): ${reason} all samples into one cluster.`)
  }
  if (distinctRows < clusterCount) {
    const groups = countText(distinctRows, 'group')
    warnings.push(
      `The base clusterings distinguish only ${groups} of samples, fewer than the ${clusterCount} requested clusters.`,
    )
  }
  if (foundClusterCount < clusterCount) {
    warnings.push(`Found ${countText(foundClusterCount, 'cluster')} instead of the ${clusterCount} requested.`)
  }
  if (eigengap !== null && eigenvalues !== null && eigengap <= 1e-9 * eigenvalues[0]) {
    warnings.push(
      `Eigenvalues ${clusterCount} and ${clusterCount + 1} are equal, so the embedding is not unique. Try another number of clusters.`,
    )
  }
  if (!converged) warnings.push('The search stopped before it converged. The result is approximate.')
  return warnings
}
