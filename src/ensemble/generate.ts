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
 * The generators of base clusterings, which differ in how they vary k-means; the first is the default.
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
/** The name of a generator. */
export type GeneratorName = (typeof GENERATORS)[number]

/** Options of {@link buildEnsemble}. */
export interface BuildEnsembleOptions extends LongWork {
  /** m, the number of base clusterings. Default: √n, but at least 20 and at most 100. */
  ensembleSize?: number
  /**
   * How base clusterings differ:
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
  /** The largest number of clusters of a base clustering. Default: ⌊√n⌋, but at least 2 and at most 100. */
  maxClusterCount?: number
  /** `fixed-k` only: the number of clusters of every base clustering. */
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

/** An ensemble built from samples, with the models that label new samples. */
export interface GeneratedEnsemble extends Ensemble {
  /** One model per labeling, which labels new samples. */
  readonly models: readonly BaseModel[]
  readonly generator: GeneratorName
  readonly seed: number
  /** Assumptions and remarks, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * Builds base clusterings of samples by k-means, with one k-means++ start each.
 *
 * Above 200,000 samples or 100 million values, the centres of each base clustering are computed from a subset of 50,000
 * samples (fewer if these have more than 100 million values). Then every sample is assigned to its nearest centre.
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

/** Checks the options and fills in the defaults. */
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

/** Throws an InputError for an option that the generator does not use. */
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

/** Every sample must be in at least one base clustering, and every base clustering must have two samples. */
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
