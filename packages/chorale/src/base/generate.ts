import { countText, wholeText } from '../count-text.js'
import { checkOneOf, checkOptionNames, checkSeed, InputError, invalid } from '../errors.js'
import { checkPoints } from '../numeric/k-means.js'
import { type LoopChoice, loadHotLoops } from '../numeric/loops/hot-loops.js'
import type { Seeding } from '../numeric/seeding.js'
import { Pauser } from '../pause.js'
import { toSamples } from '../tables/to-samples.js'
import type { Data } from '../tables/to-table.js'
import type { Ensemble, LongWork, Samples } from '../types.js'
import { type BaseClustering, type BaseModel, clusterCountOf } from './base-clustering.js'
import { CALLER } from './base-sizes.js'
import { countDirectionless, DISTANCES, type Distance, samplesForDistance, writeSample } from './distance.js'
import type { GraphsPlan } from './graphs-plan.js'
import { coveredBy, type GeneratorName, type KMeansVariation } from './k-means-options.js'
import type { KMeansPlan } from './k-means-plan.js'
import { ownLabeling } from './own-clusterer.js'
import type { EnsemblePlan, PartPlan } from './plan.js'
import { type BaseChoice, type DecidedBase, decideBase, ensembleOf } from './plan-ensemble.js'
import { runInThisThread, type TaskExecutor } from './runner.js'
import { furtherPlan, furtherTaskCount, gathered, keptOf, taskCountOf } from './tasks.js'

/** Options of {@link buildEnsemble}. */
export interface BuildEnsembleOptions extends LongWork, KMeansVariation {
  /**
   * The base clusterers: a name, or several that take turns, or your own. 'auto' studies the samples first and chooses;
   * it needs `clusterCount`. Default: 'k-means'.
   *
   * - `k-means`: one start of k-means; `generator` says how runs differ.
   * - `spectral-cells`, `genie-cells`, `linkage`: spectral clustering, Genie, and agglomerative clustering (Ward's rule
   *   and average linkage in turn) of small cells of samples.
   * - `gaussian-mixture`: mixtures of normal distributions.
   */
  base?: BaseChoice
  /**
   * The distance between samples: 'euclidean', the default, 'cosine' or 'correlation'. The last two compare directions:
   * every sample is scaled to length 1, for 'correlation' after subtracting its mean.
   */
  distance?: Distance
  /**
   * m, the number of base clusterings. Default for k-means: √n, but at least 20 and at most 100. Otherwise 40 to 128,
   * fewer for more samples.
   */
  ensembleSize?: number
  /**
   * How base clusterings by k-means differ:
   *
   * - `random-k`: every base clustering has its own number of clusters, uniform on [2, maxClusterCount], as in the paper.
   * - `fixed-k`: all have `clusterCount` clusters and differ by their starting centres.
   * - `subsample`: random k on a share `sampleShare` of the samples; the other samples have no label.
   * - `subspace`: random k on a share `featureShare` of the features.
   * - `projection`: random k on a Gaussian random projection of the features.
   * - `mixed`: random-k, subsample, subspace and projection in turn.
   */
  generator?: GeneratorName
  /** The same seed gives the same labels on every machine, with any number of threads. */
  seed?: number
  /**
   * The largest number of clusters of a base clustering. Default for k-means: ⌊√n⌋, but at least 2 and at most 100.
   * For cells: ⌊√n⌋, but at most 50 or 2 `clusterCount`.
   */
  maxClusterCount?: number
  /**
   * `fixed-k`: the number of clusters of every base clustering. Base 'auto' and mixtures: the number of clusters that
   * you look for.
   */
  clusterCount?: number
  /** `subsample` and `mixed`: the share of samples. Default: 0.8. */
  sampleShare?: number
  /**
   * `subspace` and `mixed`: the share of features. Default: 0.5. `projection`: the number of dimensions as a share of the
   * features. Default: √d dimensions.
   */
  featureShare?: number
  /**
   * How k-means++ draws its starting centres. `greedy`, the default, keeps the best of 2 + ⌊ln k⌋ candidates for each
   * centre, like scikit-learn. `plain` draws one candidate, like MATLAB's kmeans; base clusterings then differ more.
   */
  seeding?: Seeding
  /** Where the base clusterings are computed: `thisThread` by default. The result is always the same. */
  executor?: TaskExecutor
  /** Which implementation of the hot loops to run; all give the same results. */
  loops?: LoopChoice
}

export const ENSEMBLE_OPTIONS = {
  base: true,
  distance: true,
  ensembleSize: true,
  generator: true,
  seed: true,
  maxClusterCount: true,
  clusterCount: true,
  sampleShare: true,
  featureShare: true,
  seeding: true,
  executor: true,
  loops: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof BuildEnsembleOptions, true>

const DEFAULTS = { seed: 1, distance: 'euclidean', loops: 'auto', executor: { runTasks: runInThisThread } } as const

/** An ensemble built from samples, with the models that label new samples. */
export interface GeneratedEnsemble extends Ensemble {
  /** One model per labeling, which labels new samples. */
  readonly models: readonly BaseModel[]
  /** The distance between samples. */
  readonly distance: Distance
  /** The base clusterers that were used. */
  readonly bases: readonly string[]
  /** How base clusterings by k-means differ; null if there are none. */
  readonly generator: GeneratorName | null
  readonly seed: number
  /**
   * The rows in principal components, where these take the place of many features: for maps, and to compare with other
   * methods; otherwise null.
   */
  readonly components: Samples | null
  /** Assumptions and remarks, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * Builds base clusterings of samples: by k-means with one k-means++ start each, or by other base clusterers.
 *
 * Large tables: above 200,000 samples or 100 million values, the centres of k-means are computed from a subset of 50,000
 * samples (fewer if these have more than 100 million values). Cells and mixtures come from at most 30,000 samples. Then
 * every sample gets its label.
 *
 * Features are not scaled. To scale them first, as {@link cluster} does, pass `toDataset(data)`.
 *
 * @example
 * ```ts
 * import { buildEnsemble } from 'chorale'
 *
 * const ensemble = await buildEnsemble([[1], [1.1], [1.2], [8], [8.1], [8.3]], { ensembleSize: 20, seed: 1 })
 * console.log(ensemble.labelings.length, ensemble.labelings[0].length) // 20 6
 * ```
 *
 * Your own base clusterer, together with others:
 *
 * ```ts
 * import { buildEnsemble, consensus, type OwnClusterer } from 'chorale'
 *
 * const halves: OwnClusterer = {
 *   name: 'halves',
 *   cluster: ({ sampleCount, featureCount, values }) =>
 *     Array.from({ length: sampleCount }, (_, i) => (values[i * featureCount] > 5 ? 1 : 0)),
 * }
 * const ensemble = await buildEnsemble([[1], [1.1], [1.2], [8], [8.1], [8.3]], { base: ['k-means', halves], ensembleSize: 4 })
 * const { labels } = await consensus(ensemble, { clusterCount: 2 })
 * console.log(ensemble.names.join(), labels.join()) // random-k 1,random-k 2,halves 3,halves 4 0,0,0,1,1,1
 * ```
 *
 * @group Cluster
 */
export async function buildEnsemble(data: Data, options: BuildEnsembleOptions = {}): Promise<GeneratedEnsemble> {
  checkOptionNames('buildEnsemble', options, Object.keys(ENSEMBLE_OPTIONS))
  const { samples: given, notes } = toSamples('buildEnsemble', data)
  const { signal, onProgress, seed = DEFAULTS.seed, distance = DEFAULTS.distance } = options
  const { executor = DEFAULTS.executor, loops = DEFAULTS.loops } = options
  checkSeed('buildEnsemble', seed)
  const samples = checkedSamples(given, distance)
  const pauser = new Pauser(signal)
  const loadedLoops = await loadHotLoops(loops)
  const decided = await pauser.run(decideBase(samples, options, loadedLoops))
  const built = await buildDecided(samples, decided, { distance, seed, signal, onProgress, executor, loops })
  return { ...built, notes: [...notes, ...built.notes] }
}

/** The samples as the base clusterings see them, whose Euclidean distances are the wanted ones. */
export function checkedSamples(given: Samples, distance: Distance): Samples {
  checkOneOf('buildEnsemble', 'distance', distance, DISTANCES)
  checkSamples(given)
  const samples = samplesForDistance(given, distance)
  if (samples !== given) checkDifferent(samples)
  return samples
}

/** Builds the base clusterings that were decided. The samples are those of {@link checkedSamples}. */
export async function buildDecided(
  samples: Samples,
  decided: DecidedBase,
  options: LongWork & { distance: Distance; seed: number; executor?: TaskExecutor; loops?: LoopChoice },
): Promise<GeneratedEnsemble> {
  const { distance, seed, signal, onProgress, executor = DEFAULTS.executor, loops = DEFAULTS.loops } = options
  const pauser = new Pauser(signal)
  const loadedLoops = await loadHotLoops(loops)
  const planned = await pauser.run(ensembleOf(samples, decided, seed, loadedLoops))
  signal?.throwIfAborted()

  const { plan, own } = planned
  const total = taskCountOf(plan) + furtherTaskCount(plan) + own.length
  let done = 0
  const onDone = () => onProgress?.({ phase: 'ensemble', done: ++done, total })
  onProgress?.({ phase: 'ensemble', done, total })
  const job = { samples: neededSamples(samples, plan), plan, loops }
  const found = plan.parts.length === 0 ? [] : gathered(plan, await executor.runTasks(job, { signal, onDone }))
  const further = furtherPlan(plan, found)
  if (further !== null) {
    found.push(...gathered(further, await executor.runTasks({ ...job, plan: further }, { signal, onDone })))
  }
  const results = [...keptOf(plan, found)]
  for (const { clusterer, options: given } of own) {
    results.push(await ownLabeling(clusterer, samples, given, loadedLoops))
    onDone()
    await pauser.pause()
  }
  return {
    sampleCount: samples.sampleCount,
    labelings: results.map(({ labels }) => labels),
    clusterCounts: results.map(({ model }) => clusterCountOf(model)),
    names: results.map(({ model }, t) => `${variationOf(model)} ${t + 1}`),
    models: results.map(({ model }) => model),
    distance,
    bases: [...new Set(results.map(({ model }) => baseOf(model)))],
    generator: plan.parts.find(part => part.part === 'k-means')?.generator ?? null,
    seed,
    components: componentsOf(plan),
    notes: [...directionNotes(samples, distance), ...planned.notes, ...notesOn(plan, results)],
  }
}

/** The samples that the tasks read: graphs of all of them need no more than their components. */
function neededSamples(samples: Samples, { parts }: EnsemblePlan): Samples {
  const isEnough = parts.every(part => part.part === 'graphs' && part.fitRows.length === samples.sampleCount)
  return isEnough && parts.length > 0 ? { ...sizeOf(samples), values: new Float64Array(0) } : samples
}

function sizeOf({ sampleCount, featureCount }: Samples) {
  return { sampleCount, featureCount }
}

/** The principal components in the order of the samples, if there are those of all samples. */
function componentsOf({ parts }: EnsemblePlan): Samples | null {
  const part = parts.find(each => each.part === 'graphs')
  if (part === undefined || part.fitRows.length < part.sampleCount) return null
  const { sampleCount, fitRows, components, width, map } = part
  const featureCount = map.outputCount
  const values = new Float64Array(sampleCount * featureCount)
  fitRows.forEach((row, r) => {
    values.set(components.subarray(r * width, r * width + featureCount), row * featureCount)
  })
  return { sampleCount, featureCount, values }
}

function directionNotes(samples: Samples, distance: Distance): string[] {
  const count = distance === 'euclidean' ? 0 : countDirectionless(samples)
  const rows = distance === 'cosine' ? 'all values are 0' : 'all values are equal'
  return count === 0
    ? []
    : [`The ${distance} distance cannot tell ${countText(count, 'sample')} apart, in which ${rows}.`]
}

function checkSamples({ sampleCount: n, featureCount: d, values }: Samples): void {
  const caller = 'buildEnsemble'
  checkPoints(caller, { rowCount: n, columnCount: d, values })
  if (n < 2) throw invalid(caller, 'samples', 'be at least 2', n)
  checkDifferent({ sampleCount: n, featureCount: d, values })
}

function checkDifferent(samples: Samples): void {
  const { sampleCount: n, featureCount: d } = samples
  const first = new Float64Array(d)
  const row = new Float64Array(d)
  writeSample(first, samples, 0)
  for (let i = 1; i < n; i++) {
    writeSample(row, samples, i)
    for (let f = 0; f < d; f++) if (row[f] !== first[f]) return
  }
  throw new InputError(`${CALLER}: samples must differ in at least one feature; all ${n} samples are equal`)
}

/** The base clusterer of a model. */
function baseOf(model: BaseModel): string {
  return 'base' in model ? model.base : 'k-means'
}

/** What the name of a labeling begins with. */
function variationOf(model: BaseModel): string {
  return 'base' in model ? model.base : model.kind
}

function notesOn({ parts }: EnsemblePlan, results: readonly BaseClustering[]): string[] {
  const notes = parts.flatMap(part => partNotes(part, results))
  const flat = results.filter(({ model }) => clusterCountOf(model) === 1).length
  if (flat > 0) {
    const what = `${flat} of ${results.length} base clusterings found only one cluster`
    notes.push(`${what}, because the values they used are all equal.`)
  }
  return notes
}

function partNotes(part: PartPlan, results: readonly BaseClustering[]): string[] {
  if (part.part === 'k-means') return kMeansNotes(part, results)
  const { sampleCount: n, fitRows, labelingCount } = part
  if (part.part === 'graphs') return graphNotes(part)
  const built =
    part.part === 'mixtures'
      ? `Built ${countText(labelingCount, 'base clustering')} by mixtures of ${part.clusterCounts.from} to ${part.clusterCounts.to} normal distributions.`
      : `Built ${countText(labelingCount, 'base clustering')} of small cells of samples with ${part.minClusterCount} to ${part.maxClusterCount} clusters each (${part.clusterers.join(', ')}).`
  const sketch = `They come from ${wholeText(fitRows.length)} of the ${countText(n, 'sample')}; the other samples follow.`
  return fitRows.length < n ? [built, sketch] : [built]
}

function graphNotes({ sampleCount: n, fitRows, labelingCount, clusterCount, views }: GraphsPlan): string[] {
  const notes = [
    `Built base clusterings with ${countText(clusterCount, 'cluster')} each from ${countText(views.length, 'graph')} of nearest rows, and kept the ${labelingCount} with the best score.`,
  ]
  if (fitRows.length < n) {
    notes.push(
      `They come from ${wholeText(fitRows.length)} of the ${countText(n, 'sample')}; the other samples follow.`,
    )
  }
  return notes
}

function kMeansNotes(part: KMeansPlan, results: readonly BaseClustering[]): string[] {
  const notes: string[] = []
  const { generator, clusterCount, maxClusterCount, sampleCount: n, ensembleSize: m } = part
  if (generator === 'fixed-k') notes.push(`Built ${m} base clusterings by k-means with ${clusterCount} clusters each.`)
  else notes.push(`Built ${m} base clusterings by k-means with 2 to ${maxClusterCount} clusters each (${generator}).`)

  const models = results.flatMap(({ model }) => ('base' in model ? [] : [model]))
  const partial = models.find(({ kind, fittedCount }) => fittedCount < coveredBy(part, kind))
  if (partial !== undefined) {
    notes.push(
      `Computed the centres from ${partial.fittedCount} of the ${n} samples, then assigned every sample to its nearest centre.`,
    )
  }
  const unfinished = models.filter(model => !model.converged).length
  if (unfinished > 0) notes.push(`${unfinished} of ${m} base clusterings did not converge.`)
  return notes
}
