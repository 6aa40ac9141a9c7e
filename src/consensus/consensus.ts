import { type OpenPasses, passesInThisThread } from '../anchors/pass-runner.js'
import { checkClusterCount, checkInteger, checkOneOf, checkPositive, checkSeed, InputError } from '../check.js'
import type { WeightStep } from '../embedding/weight-objective.js'
import { adoptLabelings, type Labeling } from '../ensemble/adopt.js'
import type { EnsembleReport } from '../ensemble/describe.js'
import { type LoopChoice, loadHotLoops } from '../hot-loops/hot-loops.js'
import { Pauser } from '../pause.js'
import { buildConsensusModel, type ConsensusModel, modelOf } from '../predict/consensus-model.js'
import { type Prediction, predictRows } from '../predict/predict-labels.js'
import { linksInThisThread, type OpenLinks } from '../similarity/link-holder.js'
import type { Ensemble, LongWork } from '../types.js'
import { sampleConfidence } from './confidence.js'
import {
  COLLAPSES,
  EMPTY_CENTRES,
  type Method,
  type MethodContext,
  type MethodOptions,
  type MethodResult,
  SOLVERS,
} from './method.js'
import { balanced } from './methods/balanced.js'
import { ceam } from './methods/ceam.js'
import { ces2l, ces2q } from './methods/ces2.js'
import { eac } from './methods/eac.js'
import { eccms } from './methods/eccms.js'
import { gpec } from './methods/gpec.js'
import { lwea } from './methods/lwea.js'
import { lwgp } from './methods/lwgp.js'
import { mkkc } from './methods/mkkc.js'
import { mkkm } from './methods/mkkm.js'
import { nwca } from './methods/nwca.js'
import { sec } from './methods/sec.js'
import { smkkm } from './methods/smkkm.js'
import { preparationOf } from './prepare.js'

const METHODS = {
  balanced,
  gpec,
  eac,
  lwea,
  lwgp,
  nwca,
  eccms,
  mkkm,
  mkkc,
  smkkm,
  sec,
  ces2l,
  ces2q,
  ceam,
} satisfies Record<string, Method>

/**
 * The consensus methods by name, the default first.
 *
 * @example
 * ```ts
 * import { METHOD_NAMES } from 'chorale'
 *
 * console.log(METHOD_NAMES[0], METHOD_NAMES.includes('gpec')) // balanced true
 * ```
 *
 * @group Consensus
 */
export const METHOD_NAMES = Object.keys(METHODS) as MethodName[]
/** A consensus method by its name; `balanced` is the default. */
export type MethodName = keyof typeof METHODS

/** Options of {@link consensus}: what shapes the result, and what happens meanwhile. */
export interface ConsensusOptions extends MethodOptions, LongWork {
  method?: MethodName
  /** The same seed gives the same labels, everywhere. */
  seed?: number
  /** Which form of the hot loops to run; their results are equal. */
  loops?: LoopChoice
  /** Called for every step of the weight search, for those who draw it. */
  onStep?: (step: WeightStep) => void
  /** Where the passes of an anchored run are computed: in this thread, or in several. The result is the same. */
  openPasses?: OpenPasses
  /** Where the links of an exact run of `gpec` or `balanced` are found and held. The result is the same. */
  openLinks?: OpenLinks
}

const DEFAULTS = {
  method: 'balanced' as const,
  seed: 1,
  loops: 'auto' as const,
  openPasses: passesInThisThread,
  openLinks: linksInThisThread,
}

/** One clustering and everything that is known about it. */
export interface ConsensusResult extends MethodResult {
  readonly method: MethodName
  /** k as it was asked for; `labels` may use fewer, and `warnings` says so. */
  readonly clusterCount: number
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
export async function consensus(
  input: Ensemble | readonly Labeling[],
  options: ConsensusOptions,
): Promise<ConsensusResult> {
  const ensemble = 'labelings' in input ? input : adoptLabelings(input)
  const given = definedOptions(options)
  const { method } = { ...DEFAULTS, ...given }
  checkOptions(ensemble.sampleCount, given)

  const context = await methodContext(given)
  const preparation = preparationOf(ensemble)
  const { report, kept, informative, table } = preparation
  const found = await METHODS[method]({ table, labelings: informative.labelings, preparation }, given, context)
  const { labels } = found
  const model = found.modelParts
    ? modelOf(ensemble, found.modelParts)
    : buildConsensusModel(ensemble, table, labels, found.prediction ?? null)
  const confidence = found.confidence ?? sampleConfidence(table, labels, model.counts)
  return wholeResult({ ...found, confidence }, method, given.clusterCount, { report, kept, model })
}

/** What every method gets beside its options. */
export async function methodContext(given: ConsensusOptions): Promise<MethodContext> {
  const { seed, loops: choice, signal, onProgress, onStep, openPasses, openLinks } = { ...DEFAULTS, ...given }
  const pauser = new Pauser(signal)
  const loops = await loadHotLoops(choice)
  return {
    loops,
    seed,
    pauser,
    onStep,
    openPasses,
    openLinks,
    report: (phase, done, total) => onProgress?.({ phase, done, total }),
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
export function wholeResult(
  found: MethodResult & { confidence: Float64Array },
  method: MethodName,
  clusterCount: number,
  { report, kept, model }: ResultOrigin,
): ConsensusResult {
  const { names } = model
  const weights = new Float64Array(names.length)
  kept.forEach((t, at) => {
    weights[t] = found.weights[at]
  })
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
    ensemble: report,
    warnings: [...warningsOf(names, report, found, clusterCount), ...found.warnings],
    model,
  }
  const predict: ConsensusResult['predict'] = (labelRows, work) => predictRows(model, labelRows, work)
  return Object.defineProperty(result, 'predict', { value: predict }) as typeof result & { predict: typeof predict }
}

/** Refuses options that mean nothing. */
export function checkOptions(sampleCount: number, options: ConsensusOptions): void {
  const caller = 'consensus'
  checkClusterCount(caller, options.clusterCount, sampleCount)
  const { method, alpha, lambda, theta, solver, weights, restarts, seed } = options
  const { collapse, emptyCentres, epochs, neighbours, anchors, memoryLimit, loops } = options
  if (method !== undefined) checkOneOf(caller, 'method', method, METHOD_NAMES)
  if (alpha !== undefined && alpha !== 'auto' && !(typeof alpha === 'number' && alpha > 0 && alpha <= 1)) {
    throw new InputError(`${caller}: alpha must be a number above 0 and at most 1, or 'auto'; got ${alpha}`)
  }
  if (lambda !== undefined) checkPositive(caller, 'lambda', lambda)
  if (theta !== undefined) checkPositive(caller, 'theta', theta)
  if (solver !== undefined) checkOneOf(caller, 'solver', solver, SOLVERS)
  if (weights !== undefined) checkOneOf(caller, 'weights', weights, ['uniform', 'learned'])
  if (anchors !== undefined) checkInteger(caller, 'anchors', anchors, 2, 1e9)
  if (restarts !== undefined) checkInteger(caller, 'restarts', restarts, 1, 10_000)
  for (const name of ['unitRows', 'centred', 'unitDiagonal', 'diversity'] as const) {
    const value = options[name]
    if (value !== undefined && typeof value !== 'boolean') {
      throw new InputError(`${caller}: ${name} must be true or false; got ${value}`)
    }
  }
  if (collapse !== undefined) checkOneOf(caller, 'collapse', collapse, COLLAPSES)
  if (emptyCentres !== undefined) checkOneOf(caller, 'emptyCentres', emptyCentres, EMPTY_CENTRES)
  if (epochs !== undefined) checkInteger(caller, 'epochs', epochs, 1, 1000)
  if (neighbours !== undefined) checkInteger(caller, 'neighbours', neighbours, 1, 10_000)
  if (memoryLimit !== undefined) checkPositive(caller, 'memoryLimit', memoryLimit)
  if (seed !== undefined) checkSeed(caller, seed)
  if (loops !== undefined) checkOneOf(caller, 'loops', loops, ['auto', 'simd', 'plain'])
}

/** The options that were given; one left undefined means its default. */
export function definedOptions(options: ConsensusOptions): ConsensusOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
}

function warningsOf(
  names: readonly string[],
  { oneClusterLabelings, distinctRows }: EnsembleReport,
  { labels, eigengap, eigenvalues, converged }: MethodResult,
  clusterCount: number,
): string[] {
  const warnings: string[] = []
  if (oneClusterLabelings.length > 0) {
    const left = oneClusterLabelings.map(t => `'${names[t]}'`)
    warnings.push(`left out, with weight 0, because all samples are in one cluster: ${left.join(', ')}`)
  }
  if (distinctRows < clusterCount) {
    warnings.push(`only ${distinctRows} samples differ in any label, fewer than the ${clusterCount} clusters wanted`)
  }
  const used = new Set(labels).size
  if (used < clusterCount) warnings.push(`${used} clusters were found, fewer than the ${clusterCount} wanted`)
  if (eigengap !== null && eigenvalues !== null && eigengap <= 1e-9 * eigenvalues[0]) {
    warnings.push(
      `eigenvalues ${clusterCount} and ${clusterCount + 1} are equal: the embedding is one of many, try another number of clusters`,
    )
  }
  if (!converged) warnings.push('the search stopped before it converged: the result is approximate')
  return warnings
}
