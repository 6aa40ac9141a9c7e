import { type Advice, advise } from './advise/advise.js'
import { type Review, reviewResult } from './advise/review/review-result.js'
import { samplesForDistance, standardScale } from './base/distance.js'
import { type BuildEnsembleOptions, buildEnsemble, ENSEMBLE_OPTIONS, type GeneratedEnsemble } from './base/generate.js'
import type { BaseChoice } from './base/plan-ensemble.js'
import { STANDARD_CONSENSUS } from './base/standard-consensus.js'
import { type ConsensusOptions, type ConsensusResult, consensus, consensusOptionNames } from './consensus/consensus.js'
import type { OptionName } from './consensus/method.js'
import { methodNamed, methodOptionNames } from './consensus/method-facts.js'
import { METHODS, type MethodName } from './consensus/methods/index.js'
import { checkClusterCount, checkOptionNames, InputError } from './errors.js'
import { createModel, type Model } from './predict/model.js'
import { type DataPrediction, type PredictOptions, predict } from './predict/predict.js'
import { Stopwatch } from './stopwatch.js'
import { DATASET_OPTIONS, type Dataset, datasetOf, type ToDatasetOptions } from './tables/features/to-dataset.js'
import type { Data } from './tables/to-table.js'
import type { Labels } from './types.js'

/**
 * Options of {@link cluster}. It accepts the options of {@link toDataset} (how to read the data), {@link buildEnsemble}
 * (how to build base clusterings) and {@link consensus} (how to combine them), with the same defaults.
 */
export interface ClusterOptions
  extends ToDatasetOptions,
    Omit<BuildEnsembleOptions, 'clusterCount' | 'executor'>,
    Omit<ConsensusOptions, 'clusterCount'> {
  /**
   * The number of clusters, k, or 'auto' for the number that {@link advise} finds. Default: the number of classes, if a
   * column has the truth.
   */
  clusterCount?: number | 'auto'
  /** With clusterCount 'auto': cluster into the best candidate even if there is no evidence of clusters. Default: false. */
  force?: boolean
  /** Whether to check how far the result can be trusted (see {@link reviewResult}). Default: true. */
  review?: boolean
}

/** The clusters of the samples, with confidence, model and diagnostics. */
export interface ClusterResult {
  /** One cluster per sample, numbered from 0 by first appearance. Rows that `impute: 'drop-rows'` removed have none. */
  readonly labels: Labels
  /**
   * One value per sample from 0 to 1: how clearly the base clusterings put the sample with its own cluster instead of
   * the next best one. 1: never with another cluster; 0: as often with another cluster.
   */
  readonly confidence: Float64Array
  /** The requested or advised number of clusters, k. If `labels` has fewer clusters, `warnings` tells you. */
  readonly clusterCount: number
  /** How far the result can be trusted: agreement of two halves of the ensemble, and with plain k-means. */
  readonly review: Review | null
  /** Warnings about the result, with what to try. Those of the review are included. */
  readonly warnings: readonly string[]
  /** Assumptions about the data, one sentence each. */
  readonly notes: readonly string[]
  /** Milliseconds by phase; `total` is the sum. */
  readonly timings: Readonly<Record<string, number>>
  /** The scaled samples that were clustered, with the names of the features. */
  readonly dataset: Dataset
  /** The base clusterings. */
  readonly ensemble: GeneratedEnsemble
  /** The result of the consensus: weights, embedding, eigenvalues, objective and more. */
  readonly consensus: ConsensusResult
  /** How k was chosen; null if you set it. */
  readonly advice: Advice | null
  /** The model for {@link predict} and {@link saveModel}. */
  readonly model: Model
  /**
   * Assigns new samples to clusters: `predict(result.model, data)`. Accepts every form of data that {@link cluster}
   * accepts. Not enumerable, so that you can send a result to a worker.
   */
  predict(data: Data, options?: PredictOptions): Promise<DataPrediction>
}

/**
 * Clusters data in one call: scales the features, builds base clusterings, and combines them into a
 * consensus. The defaults are those of the command `chorale cluster`; the same seed gives the same labels as the
 * command.
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
  const datasetNames = Object.keys(DATASET_OPTIONS)
  const ensembleNames = Object.keys(ENSEMBLE_OPTIONS)
  const consensusNames = consensusOptionNames(METHODS)
  checkOptionNames('cluster', options, [...consensusNames, ...ensembleNames, ...datasetNames, 'review', 'force'])
  const watch = new Stopwatch()
  watch.enter('load')
  const scale = options.scale ?? (isDataset(data) ? undefined : standardScale(options.distance))
  const dataset = datasetFrom(data, { ...pick(options, datasetNames), scale })
  const notes = [...dataset.notes]
  const wanted = wantedClusters(dataset, options.clusterCount, notes)

  const { seed, signal, onProgress, executor } = options
  const base = standardBase(options)
  const method = standardMethod(options)
  let advice: Advice | null = null
  const seen = { ...dataset, ...samplesForDistance(dataset, options.distance ?? 'euclidean') }
  if (wanted === 'auto') {
    if (options.generator === 'fixed-k') {
      throw new InputError(`cluster: clusterCount must be a number for generator fixed-k; got 'auto'`)
    }
    watch.enter('advice')
    advice = await advise(seen, { seed, convergence: false, signal, onProgress, executor })
    notes.push(advice.reason)
  }
  const clusterCount = advice === null ? (wanted as number) : advisedClusterCount('cluster', advice, options.force)

  watch.enter('ensemble')
  const isKMeans = base === 'k-means'
  const ensemble = await buildEnsemble(dataset, {
    ...pick(options, ensembleNames),
    base,
    clusterCount: isKMeans && options.generator !== 'fixed-k' ? undefined : clusterCount,
  })
  notes.push(...ensemble.notes)

  const result = await consensus(ensemble, {
    ...pick(options, consensusNames),
    method,
    restarts:
      options.restarts ?? (method === STANDARD_CONSENSUS.method && !isKMeans ? STANDARD_CONSENSUS.restarts : undefined),
    clusterCount,
    onProgress(progress) {
      watch.enter(progress.phase)
      onProgress?.(progress)
    },
  })
  watch.enter('review')
  const review =
    options.review === false ? null : await reviewResult(ensemble, result, { samples: seen, seed, signal, onProgress })
  watch.enter(null)
  const model = createModel(result, { ensemble, dataset, options: recordOf(options, dataset, ensemble) })
  const found = {
    labels: result.labels,
    confidence: result.confidence,
    clusterCount,
    review,
    warnings: [
      ...dataset.warnings,
      ...(advice === null ? [] : adviceWarnings(advice)),
      ...result.warnings,
      ...(review?.warnings ?? []),
    ],
    notes,
    timings: watch.timings(),
    dataset,
    ensemble,
    consensus: result,
    advice,
    model,
  }
  const predictNew: ClusterResult['predict'] = (rows, work) => predict(model, rows, work)
  return Object.defineProperty(found, 'predict', { value: predictNew }) as typeof found & Pick<ClusterResult, 'predict'>
}

/** The options with the given names, without clusterCount, which is set separately. */
function pick(options: ClusterOptions, names: readonly string[]): Omit<ClusterOptions, 'clusterCount'> {
  const own = Object.entries(options).filter(([name]) => names.includes(name) && name !== 'clusterCount')
  return Object.fromEntries(own)
}

function isDataset(data: Data | Dataset): data is Dataset {
  return typeof data === 'object' && data !== null && 'reading' in data && 'scaling' in data
}

/** Returns a dataset unchanged; reads and scales other data. */
function datasetFrom(data: Data | Dataset, options: ToDatasetOptions): Dataset {
  if (!isDataset(data)) return datasetOf('cluster', data, options)
  const [given] = Object.entries(options).filter(([, value]) => value !== undefined)
  if (given === undefined) return data
  throw new InputError(
    `cluster: ${given[0]} must be left out for a dataset, which is already read and scaled; got ${given[1]}`,
  )
}

/** The given k, or the number of classes in the truth. */
function wantedClusters(
  { sampleCount, truth, truthName }: Dataset,
  clusterCount: number | 'auto' | undefined,
  notes: string[],
): number | 'auto' {
  if (clusterCount === 'auto') return 'auto'
  if (clusterCount === undefined && truth !== null) {
    const classes = new Set(truth).size
    notes.push(`Using clusterCount ${classes}, the number of classes in "${truthName}".`)
    return classes
  }
  if (clusterCount === undefined) {
    throw new InputError("cluster: clusterCount must be the number of clusters, or 'auto'; got undefined")
  }
  checkClusterCount('cluster', clusterCount, sampleCount)
  return clusterCount
}

/** The base clusterers: those asked for, k-means where it is varied, else the default. */
function standardBase({ base, generator, sampleShare, featureShare, seeding }: ClusterOptions): BaseChoice {
  if (base !== undefined) return base
  const isVaried = [generator, sampleShare, featureShare, seeding].some(option => option !== undefined)
  return isVaried ? 'k-means' : 'auto'
}

/**
 * The method: the one asked for, or `lwgp` for base clusterings other than k-means, unless an option is set that only
 * other methods take. Undefined is the default of `consensus`.
 */
export function standardMethod(options: ClusterOptions): MethodName | undefined {
  if (options.method !== undefined || standardBase(options) === 'k-means') return options.method
  const standard = methodNamed(STANDARD_CONSENSUS.method, METHODS)
  const isForOthers = (name: OptionName) => options[name] !== undefined && standard.options[name] === undefined
  return methodOptionNames(METHODS).some(isForOthers) ? undefined : standard.name
}

/** The best candidate. Without evidence of clusters, it is used only if that is forced. */
export function advisedClusterCount(caller: string, advice: Advice, force = false): number {
  if (advice.clusterCount !== null) return advice.clusterCount
  if (force) return advice.leading
  const way = `To cluster into k = ${advice.leading} anyway, use \`force: true\`.`
  throw new InputError(
    `${caller}: clusterCount must be a number if there is no evidence of clusters; got 'auto'. ${advice.reason} ${way}`,
  )
}

/** Warns if the number of clusters has little evidence. */
export function adviceWarnings({ verdict, leading, runnerUp }: Advice): string[] {
  if (verdict === 'strong') return []
  if (verdict === 'none') return [`There is no evidence of clusters. k = ${leading} is only the best candidate.`]
  const other = runnerUp === null ? '' : ` Compare it with the runner-up, k = ${runnerUp}.`
  return [`The evidence for k = ${leading} is weak.${other}`]
}

/** The options that affect the result, recorded in the model. */
function recordOf(options: ClusterOptions, dataset: Dataset, ensemble: GeneratedEnsemble): Record<string, unknown> {
  const { maxClusterCount, impute, alpha, lambda, weights, solver, restarts, anchors } = options
  return {
    ensembleSize: ensemble.labelings.length,
    base: ensemble.bases.join(', '),
    generator: ensemble.generator,
    maxClusterCount,
    scale: dataset.scaling.scale,
    distance: ensemble.distance,
    impute,
    alpha,
    lambda,
    weights,
    solver,
    restarts,
    anchors,
    seed: ensemble.seed,
  }
}
