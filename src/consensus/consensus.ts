import { checkClusterCount, checkOptionNames } from '../check.js'
import { countText } from '../count-text.js'
import type { WeightStep } from '../embedding/weight-objective.js'
import { type Labeling, numberLabelings } from '../ensemble/adopt.js'
import type { EnsembleReport } from '../ensemble/describe.js'
import type { LabelTable } from '../ensemble/label-table.js'
import { type Executor, thisThread } from '../executor.js'
import { type LoopChoice, loadHotLoops } from '../hot-loops/hot-loops.js'
import { Pauser } from '../pause.js'
import { buildConsensusModel, type ConsensusModel, modelOf } from '../predict/consensus-model.js'
import type { Prediction } from '../predict/predict-labels.js'
import type { Ensemble, LongWork } from '../types.js'
import { sampleConfidence } from './confidence.js'
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
import { checkOption, type OptionRule, oneOf, POSITIVE, wholeNumber } from './option-rules.js'
import { type Preparation, preparationOf } from './prepare.js'

/** Options of {@link consensus}: what shapes the result, and what happens meanwhile. */
export interface ConsensusOptions<Name extends string = MethodName> extends MethodOptions, LongWork {
  method?: Name
  /** The same seed gives the same labels, everywhere. */
  seed?: number
  /** Which form of the hot loops to run; their results are equal. */
  loops?: LoopChoice
  /** Called for every step of the weight search, for those who draw it. */
  onStep?: (step: WeightStep) => void
  /** Where the long work of `gpec` and `balanced` runs: `thisThread` by default. The result is always the same. */
  executor?: Executor
}

const DEFAULTS = {
  seed: 1,
  loops: 'auto' as const,
  executor: thisThread,
}

/** The options that every method takes, with their rules; null where TypeScript alone checks. */
const COMMON_OPTIONS: Readonly<Record<Exclude<keyof ConsensusOptions, OptionName>, OptionRule | null>> = {
  // Both depend on what else is given: see `checkOptions`.
  clusterCount: null,
  method: null,
  memoryLimit: POSITIVE,
  seed: wholeNumber(0, 0xffffffff),
  loops: oneOf(['auto', 'simd', 'plain']),
  onStep: null,
  executor: null,
  signal: null,
  onProgress: null,
}

/** One clustering and everything that is known about it. */
export interface ConsensusResult<Name extends string = MethodName> extends MethodResult {
  readonly method: Name
  /** k as it was asked for. */
  readonly clusterCount: number
  /**
   * The clusters that `labels` uses: k, or fewer, and then `warnings` says so. With k above the number of distinct label
   * rows, every row is a cluster of its own.
   */
  readonly foundClusterCount: number
  /** Per sample, in [0, 1]: how much more the base clusterings put it with its own cluster than with the next best. */
  readonly confidence: Float64Array
  /** What the ensemble held. */
  readonly ensemble: EnsembleReport
  /** What is needed to give new samples their cluster; plain data. */
  readonly model: ConsensusModel
  /**
   * The clusters of new samples: one row per sample, with its label in every labeling of the consensus, in their order.
   * Not enumerable, so that a result can be sent to a worker; `predictLabels(result.model, labelings)` does the same.
   */
  predict(labelRows: readonly Labeling[], options?: LongWork): Promise<Prediction>
}

/**
 * One clustering from many.
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

/** The same with methods of one's own, the default first. */
export async function consensusAmong<Name extends string>(
  methods: readonly Method<Name>[],
  input: Ensemble | readonly Labeling[],
  options: ConsensusOptions<Name>,
): Promise<ConsensusResult<Name>> {
  checkNames(methods, options)
  const ensemble = 'labelings' in input ? input : numberLabelings('consensus', input)
  const given = definedOptions(options)
  checkOptions(methods, ensemble.sampleCount, given)
  return consensusOfPrepared(methods, preparationOf(ensemble), given, { withEmbedding: true })
}

/** The consensus of prepared labelings: the one way, however the labels came. The options are checked already. */
export async function consensusOfPrepared<Name extends string>(
  methods: readonly Method<Name>[],
  preparation: Preparation,
  given: ConsensusOptions<Name>,
  { withEmbedding }: { withEmbedding: boolean },
): Promise<ConsensusResult<Name>> {
  const method = methodNamed(given.method, methods)
  const { report, kept, names, clusterNames } = preparation
  const input: MethodInput = {
    preparation,
    withEmbedding,
    get table() {
      return preparation.table
    },
    get labelings() {
      return preparation.labelings
    },
  }
  const run = await method.run(input, given, await methodContext(method, given))
  const found = given.clusterCount > preparation.rowCount ? withRowsAsClusters(run, preparation.table) : run
  const { labels } = found
  const named = { names, clusterCounts: report.clusterCounts, clusterNames }
  const model = found.modelParts
    ? modelOf(named, found.modelParts)
    : buildConsensusModel(named, preparation.table, labels, found.prediction ?? null)
  const confidence = found.confidence ?? sampleConfidence(preparation.table, labels, model.counts)
  return wholeResult({ ...found, confidence }, method.name, given.clusterCount, { report, kept, model })
}

/**
 * With more clusters wanted than there are distinct label rows, nothing is left to decide: every row is a cluster. Methods
 * that see single samples would split samples that no labeling tells apart. Weights and embedding stay as they are.
 */
function withRowsAsClusters(found: MethodFindings, { rowOf }: LabelTable): MethodFindings {
  return { ...found, labels: rowOf.slice(), confidence: undefined, prediction: null, modelParts: undefined }
}

/** What every method gets beside its options. */
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

/** What a result says of the ensemble it came from. */
interface ResultOrigin {
  readonly report: EnsembleReport
  /** The labelings that the method was given, of all. */
  readonly kept: readonly number[]
  readonly model: ConsensusModel
}

/** What a method found, as the caller sees it: weights of all labelings, and warnings. */
function wholeResult<Name extends string>(
  found: MethodResult & { confidence: Float64Array },
  method: Name,
  clusterCount: number,
  { report, kept, model }: ResultOrigin,
): ConsensusResult<Name> {
  const { names } = model
  const weights = new Float64Array(names.length)
  kept.forEach((t, at) => {
    weights[t] = found.weights[at]
  })
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
    anchored: found.anchored ?? null,
    method,
    clusterCount,
    foundClusterCount,
    ensemble: report,
    warnings: [...warningsOf(names, report, found, { clusterCount, foundClusterCount }), ...found.warnings],
    model,
  }
  const predict: ConsensusResult['predict'] = async (labelRows, work) => {
    const { predictRows } = await import('../predict/predict-labels.js')
    return predictRows(model, labelRows, work)
  }
  return Object.defineProperty(result, 'predict', { value: predict }) as typeof result & { predict: typeof predict }
}

/** Refuses options that no method knows, and options that are none. */
export function checkNames(methods: readonly Method[], options: unknown): void {
  checkOptionNames('consensus', options, consensusOptionNames(methods), 'clusterCount')
}

/** The options of `consensus`: those of every method, and those that only some methods take. */
export function consensusOptionNames(methods: readonly Method[]): string[] {
  return [...Object.keys(COMMON_OPTIONS), ...methodOptionNames(methods)]
}

/** Refuses values that mean nothing. An option that the method does not take is held to the rule of one that does. */
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
    // What another method would accept is refused for the sake of this one.
    const where = rules.some(rule => rule.accepts(value)) ? ` for method ${method.name}` : ''
    checkOption(caller, name, value, rules[0], where)
  }
}

/** The options that were given; one left undefined means its default. */
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
