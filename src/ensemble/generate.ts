import { checkInteger, checkOneOf, checkOptionNames, checkSeed, InputError } from '../check.js'
import type { LoopChoice } from '../hot-loops/hot-loops.js'
import { toSamples } from '../load/to-samples.js'
import type { Data } from '../load/to-table.js'
import { checkPoints } from '../numeric/k-means.js'
import { SEEDINGS, type Seeding } from '../numeric/seeding.js'
import type { Ensemble, LongWork, Samples } from '../types.js'
import type { BaseClustering, BaseModel } from './base-clustering.js'
import { standardEnsembleSize } from './ensemble-size.js'
import { type EnsemblePlan, GENERATOR_KINDS, type GeneratorKind, kindsOf } from './plan.js'
import { largestClusterCount } from './random-k.js'
import { runInThisThread, type TaskExecutor } from './runner.js'
import { varyingFeatures } from './subspace.js'

/**
 * The ways in which base clusterings differ, the default first.
 *
 * @example
 * ```ts
 * import { GENERATORS } from 'chorale'
 *
 * console.log(GENERATORS[0], GENERATORS.length) // random-k 6
 * ```
 *
 * @group Cluster
 */
export const GENERATORS = [...GENERATOR_KINDS, 'mixed'] as const
/** A generator by its name. */
export type GeneratorName = (typeof GENERATORS)[number]

/** Options of {@link buildEnsemble}. */
export interface BuildEnsembleOptions extends LongWork {
  /** m; √n, but from 20 to 100, when absent. */
  ensembleSize?: number
  /**
   * - `random-k`: every base clustering has its own number of clusters, uniform on [2, maxClusterCount] (the paper's).
   * - `fixed-k`: all have `clusterCount` clusters and differ by their starts.
   * - `subsample`: random k, on `sampleShare` of the samples; the others have no label there.
   * - `subspace`: random k, on `featureShare` of the features.
   * - `projection`: random k, on a Gaussian random projection of the features.
   * - `mixed`: random-k, subsample, subspace and projection in turn.
   */
  generator?: GeneratorName
  /** The same seed gives the same labels, everywhere and for any number of threads. */
  seed?: number
  /** The most clusters of a base clustering; ⌊√n⌋, but from 2 to 100, when absent. */
  maxClusterCount?: number
  /** k of `fixed-k`. */
  clusterCount?: number
  /** Of `subsample` and `mixed`: 0.8 when absent. */
  sampleShare?: number
  /** Of `subspace` and `mixed`: 0.5 when absent. Of `projection`: dimensions as a share of the features, √d when absent. */
  featureShare?: number
  /**
   * How k-means++ draws its starting centres: `greedy`, the default, keeps the best of 2 + ⌊ln k⌋ candidates for each, as
   * scikit-learn does; `plain` draws one, as MATLAB's kmeans does. Plain starts give base clusterings that differ more.
   */
  seeding?: Seeding
  /** Where the base clusterings are computed: `thisThread` by default. The result is always the same. */
  executor?: TaskExecutor
  /** Which form of the hot loops to run; their results are equal. */
  loops?: LoopChoice
}

export const ENSEMBLE_OPTIONS = {
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

const DEFAULTS = {
  generator: 'random-k',
  seed: 1,
  seeding: 'greedy',
  sampleShare: 0.8,
  featureShare: 0.5,
  loops: 'auto',
  executor: { runTasks: runInThisThread },
} as const

/** An ensemble that was built from samples, with what is needed to label new ones. */
export interface GeneratedEnsemble extends Ensemble {
  /** One per labeling: how to label new samples. */
  readonly models: readonly BaseModel[]
  readonly generator: GeneratorName
  readonly seed: number
  /** What was assumed and what is worth knowing, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * Base clusterings of samples, by k-means with one k-means++ start each.
 *
 * Above 200,000 samples (or 100 million values) the centres of each base clustering are computed from 50,000 of them
 * (or as many as hold 100 million values), and then every sample is given to its nearest centre.
 *
 * Values are taken as they are: pass `toDataset(data)` to scale them first, as {@link cluster} does.
 *
 * @example
 * ```ts
 * import { buildEnsemble } from 'chorale'
 *
 * const ensemble = await buildEnsemble([[1], [1.1], [1.2], [8], [8.1], [8.3]], { ensembleSize: 20, seed: 1 })
 * console.log(ensemble.labelings.length, ensemble.labelings[0].length) // 20 6
 * ```
 *
 * @group Cluster
 */
export async function buildEnsemble(data: Data, options: BuildEnsembleOptions = {}): Promise<GeneratedEnsemble> {
  checkOptionNames('buildEnsemble', options, Object.keys(ENSEMBLE_OPTIONS))
  const { samples, notes } = toSamples('buildEnsemble', data)
  const { signal, onProgress, executor = DEFAULTS.executor, loops = DEFAULTS.loops } = options
  const plan = planEnsemble(samples, options)
  signal?.throwIfAborted()

  const { sampleCount } = samples
  const total = plan.ensembleSize
  let done = 0
  onProgress?.({ phase: 'ensemble', done, total })
  const job = { samples, plan, loops }
  const onDone = () => onProgress?.({ phase: 'ensemble', done: ++done, total })
  const results = await executor.runTasks(job, { signal, onDone })
  return {
    sampleCount,
    labelings: results.map(({ labels }) => labels),
    clusterCounts: results.map(({ model }) => model.centres.rowCount),
    names: results.map(({ model }, t) => `${model.kind} ${t + 1}`),
    models: results.map(({ model }) => model),
    generator: plan.generator,
    seed: plan.seed,
    notes: [...notes, ...notesOn(plan, results)],
  }
}

/** Checks the options and settles what they leave open. */
function planEnsemble(samples: Samples, options: BuildEnsembleOptions): EnsemblePlan {
  const caller = 'buildEnsemble'
  const { sampleCount: n, featureCount: d, values } = samples
  const { generator = DEFAULTS.generator, seed = DEFAULTS.seed, seeding = DEFAULTS.seeding } = options
  checkOneOf(caller, 'generator', generator, GENERATORS)
  checkOneOf(caller, 'seeding', seeding, SEEDINGS)
  checkSeed(caller, seed)
  checkPoints(caller, { rowCount: n, columnCount: d, values })
  if (n < 2) throw new InputError(`${caller}: samples must be at least 2; got ${n}`)
  const varying = varyingFeatures(samples)
  if (varying.length === 0) {
    throw new InputError(`${caller}: samples must differ in at least one feature; all ${n} samples are equal`)
  }

  const kinds = kindsOf(generator)
  checkOnlyFor(options, 'clusterCount', generator, kinds, ['fixed-k'])
  checkOnlyFor(options, 'sampleShare', generator, kinds, ['subsample'])
  checkOnlyFor(options, 'featureShare', generator, kinds, ['subspace', 'projection'])
  checkOnlyFor(options, 'maxClusterCount', generator, kinds, ['random-k', 'subsample', 'subspace', 'projection'])

  const { ensembleSize = standardEnsembleSize(n) } = options
  checkInteger(caller, 'ensembleSize', ensembleSize, 2, 10_000)
  const { sampleShare = DEFAULTS.sampleShare, featureShare } = options
  checkShare(caller, 'sampleShare', sampleShare)
  if (featureShare !== undefined) checkShare(caller, 'featureShare', featureShare)
  const subsampleSize = Math.round(sampleShare * n)
  if (generator === 'subsample') checkCoverage(caller, sampleShare, n, ensembleSize)

  const covered = Math.min(...kinds.map(kind => coveredBy({ sampleCount: n, subsampleSize }, kind)))
  const { maxClusterCount = largestClusterCount(covered), clusterCount = 0 } = options
  checkInteger(caller, 'maxClusterCount', maxClusterCount, 2, covered)
  if (generator === 'fixed-k') {
    if (options.clusterCount === undefined) {
      throw new InputError(`${caller}: clusterCount must be an integer for generator fixed-k; got undefined`)
    }
    checkInteger(caller, 'clusterCount', clusterCount, 2, n)
  }
  const least = Math.min(2, varying.length)
  return {
    generator,
    seed,
    seeding,
    sampleCount: n,
    ensembleSize,
    clusterCount,
    maxClusterCount,
    subsampleSize,
    varying,
    subspaceSize: Math.max(least, Math.round((featureShare ?? DEFAULTS.featureShare) * varying.length)),
    projectionSize: Math.max(
      Math.min(2, d),
      featureShare === undefined ? Math.ceil(Math.sqrt(d)) : Math.round(featureShare * d),
    ),
  }
}

/** An option that would have no effect is a mistake, and is said to be one. */
function checkOnlyFor(
  options: BuildEnsembleOptions,
  name: 'clusterCount' | 'sampleShare' | 'featureShare' | 'maxClusterCount',
  generator: GeneratorName,
  kinds: readonly GeneratorKind[],
  users: readonly GeneratorKind[],
): void {
  if (options[name] === undefined || users.some(user => kinds.includes(user))) return
  throw new InputError(
    `buildEnsemble: ${name} must be left out for generator ${generator}, which does not use it; got ${options[name]}`,
  )
}

function checkShare(caller: string, name: string, share: number): void {
  if (share > 0 && share <= 1) return
  throw new InputError(`${caller}: ${name} must be a number above 0 and at most 1; got ${share}`)
}

/** Every sample needs a place in at least one base clustering, and every base clustering two samples. */
function checkCoverage(caller: string, sampleShare: number, n: number, ensembleSize: number): void {
  const size = Math.round(sampleShare * n)
  if (size >= Math.ceil(n / ensembleSize) && size >= 2) return
  throw new InputError(
    `${caller}: sampleShare must be large enough for ${ensembleSize} base clusterings to cover all ${n} samples, ` +
      `each with at least 2; got ${sampleShare}`,
  )
}

function notesOn(plan: EnsemblePlan, results: readonly BaseClustering[]): string[] {
  const notes: string[] = []
  const m = results.length
  const { generator, clusterCount, maxClusterCount, sampleCount: n } = plan
  if (generator === 'fixed-k') notes.push(`Built ${m} base clusterings by k-means with ${clusterCount} clusters each.`)
  else notes.push(`Built ${m} base clusterings by k-means with 2 to ${maxClusterCount} clusters each (${generator}).`)

  const partial = results.find(({ model: { kind, fittedCount } }) => fittedCount < coveredBy(plan, kind))
  if (partial !== undefined) {
    const { fittedCount } = partial.model
    notes.push(
      `Computed the centres from ${fittedCount} of the ${n} samples, then assigned every sample to its nearest centre.`,
    )
  }
  const unfinished = results.filter(({ model }) => !model.converged).length
  if (unfinished > 0) notes.push(`${unfinished} of ${m} base clusterings did not converge.`)
  const flat = results.filter(({ model }) => model.centres.rowCount === 1).length
  if (flat > 0)
    notes.push(`${flat} of ${m} base clusterings found only one cluster, because the values they used are all equal.`)
  return notes
}

/** The samples that a base clustering of a kind covers. */
function coveredBy(plan: Pick<EnsemblePlan, 'sampleCount' | 'subsampleSize'>, kind: GeneratorKind): number {
  return kind === 'subsample' ? plan.subsampleSize : plan.sampleCount
}
