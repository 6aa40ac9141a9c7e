import { checkInteger, checkOptionNames, checkSeed, InputError } from '../check.js'
import { agreementWithLabelings } from '../consensus/choose-alpha.js'
import { type BuildEnsembleOptions, buildEnsemble } from '../ensemble/generate.js'
import { toSamples } from '../load/to-samples.js'
import type { Data } from '../load/to-table.js'
import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import { type Bound, generalizationBound } from '../theory/bounds.js'
import {
  type ConsistencyCheck,
  consistencyCheck,
  type EnsembleSizeAdvice,
  recommendEnsembleSize,
} from '../theory/ensemble-size.js'
import type { Ensemble, Labels, LongWork, Samples } from '../types.js'
import {
  type ClusterCountCriteria,
  type ClusterCountVerdict,
  chooseClusterCount,
  leastOverlap,
} from './choose-cluster-count.js'
import { consensusDistribution, consensusSupport, deltaAreas } from './consensus-distribution.js'
import { type Convergence, ensembleConvergence } from './convergence.js'
import { partitionsOf } from './partitions.js'
import { type Resample, resampleFeatures, resampleLabelings } from './resample.js'
import { meanSilhouette } from './silhouette.js'
import { type StructureTest, testFeatures, testLabelings } from './structure-test.js'

/** Options of {@link advise}. */
export interface AdviseOptions
  extends LongWork,
    Pick<BuildEnsembleOptions, 'executor' | 'ensembleSize' | 'generator' | 'maxClusterCount'> {
  /** The numbers of clusters to try; 2 to 10 by default. */
  clusterCounts?: readonly number[]
  /** Number of resamples of the data; 8 by default. */
  resamples?: number
  /** The same seed gives the same advice for any number of threads. */
  seed?: number
  /** For samples: existing base clusterings to use instead of new ones. */
  ensemble?: Ensemble
  /** Whether to check the size of the ensemble; true by default. */
  convergence?: boolean
}

const OPTIONS = {
  clusterCounts: true,
  resamples: true,
  seed: true,
  ensemble: true,
  convergence: true,
  ensembleSize: true,
  generator: true,
  maxClusterCount: true,
  executor: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof AdviseOptions, true>

const DEFAULTS = { resamples: 8, seed: 1, mostClusters: 10 }
/** With fewer samples, clusters cannot be distinguished from chance. */
const LEAST_SAMPLES = 20

/** Advice on the number of clusters and the number of base clusterings, with the evidence. */
export interface Advice extends ClusterCountVerdict {
  readonly sampleCount: number
  /** Number of base clusterings. */
  readonly ensembleSize: number
  /** One entry per k, ascending. */
  readonly criteria: readonly ClusterCountCriteria[]
  readonly structure: StructureTest
  /** Null if it was not requested, or if there are fewer than 6 base clusterings. */
  readonly convergence: Convergence | null
  /** Stability of clusters and samples under resampling, at the recommended k, or at the best k above 1 if no clusters are found. */
  readonly stability: StabilityReport
  readonly theory: { readonly size: EnsembleSizeAdvice; readonly consistency: ConsistencyCheck; readonly bound: Bound }
  readonly resamples: number
  readonly seed: number
}

/** Stability by cluster and by sample. */
export interface StabilityReport {
  readonly clusterCount: number
  readonly labels: Labels
  /** Cluster consensus over the resamples, in [0, 1]. */
  readonly clusters: Float64Array
  /** Mean consensus of every sample with its own cluster, in [0, 1]. */
  readonly samples: Float64Array
}

/**
 * Recommends a number of clusters, tests whether there are clusters at all, and checks the size of the ensemble and the
 * stability of the result.
 *
 * Takes samples in any form that {@link cluster} takes, or an ensemble of given clusterings ({@link adoptLabelings}).
 * Values are used as they are: pass `toDataset(data)` to scale them first.
 *
 * @example
 * ```ts
 * import { advise, sampleShape } from 'chorale'
 *
 * const advice = await advise(sampleShape('blobs', { sampleCount: 200, clusterCount: 3 }))
 * console.log(advice.clusterCount) // 3
 * ```
 *
 * @group Advise
 */
export async function advise(input: Data | Ensemble, options: AdviseOptions = {}): Promise<Advice> {
  checkOptionNames('advise', options, Object.keys(OPTIONS))
  const given = isEnsemble(input) ? input : null
  const samples = isEnsemble(input) ? null : toSamples('advise', input).samples
  const sampleCount = samples?.sampleCount ?? given?.sampleCount ?? 0
  const { seed = DEFAULTS.seed, resamples = DEFAULTS.resamples, signal, onProgress } = options
  const clusterCounts = checkedCounts(options, sampleCount)
  signal?.throwIfAborted()

  const ensemble = given ?? options.ensemble ?? (await ensembleOf(samples as Samples, options))
  const structure =
    samples !== null
      ? await testFeatures(samples, { seed, signal, onProgress })
      : await testLabelings(ensemble, { seed, signal, onProgress })
  const drawn: Resample[] = []
  for (let at = 0; at < resamples; at++) {
    onProgress?.({ phase: 'resamples', done: at, total: resamples })
    const how = { clusterCounts, resamples, seed, executor: options.executor, signal }
    drawn.push(samples !== null ? await resampleFeatures(samples, at, how) : await resampleLabelings(ensemble, at, how))
  }
  onProgress?.({ phase: 'resamples', done: resamples, total: resamples })

  const whole = await partitionsOf(ensemble, clusterCounts, { seed, signal })
  const labelsOf = new Map(whole.map(({ clusterCount, labels }) => [clusterCount, labels]))
  const criteria = criteriaOf(clusterCounts, drawn, ensemble, labelsOf, samples, seed)
  const verdict = chooseClusterCount(criteria, structure)
  const looked = verdict.clusterCount > 1 ? verdict.clusterCount : leastOverlap(criteria).clusterCount
  const m = ensemble.labelings.length
  const wanted = (options.convergence ?? true) && m >= 6
  return {
    ...verdict,
    sampleCount,
    ensembleSize: m,
    criteria,
    structure,
    convergence: wanted
      ? await ensembleConvergence(ensemble, { clusterCount: looked, seed, signal, onProgress })
      : null,
    stability: stabilityOf(looked, labelsOf.get(looked) as Labels, resampledLabelings(drawn, looked, sampleCount)),
    theory: {
      size: recommendEnsembleSize(sampleCount),
      consistency: consistencyCheck(sampleCount, m),
      bound: generalizationBound({ sampleCount, ensembleSize: m, clusterCount: looked }),
    },
    resamples,
    seed,
  }
}

function isEnsemble(input: Data | Ensemble): input is Ensemble {
  return typeof input === 'object' && input !== null && 'labelings' in input
}

function checkedCounts(options: AdviseOptions, sampleCount: number): number[] {
  const caller = 'advise'
  if (sampleCount < LEAST_SAMPLES) {
    throw new InputError(`${caller}: the number of samples must be at least ${LEAST_SAMPLES}; got ${sampleCount}`)
  }
  checkSeed(caller, options.seed ?? DEFAULTS.seed)
  checkInteger(caller, 'resamples', options.resamples ?? DEFAULTS.resamples, 2, 1000)
  const most = Math.floor(sampleCount / 2)
  const all = Array.from({ length: Math.min(DEFAULTS.mostClusters, most) - 1 }, (_, at) => at + 2)
  const counts = [...new Set(options.clusterCounts ?? all)].sort((a, b) => a - b)
  if (counts.length === 0) throw new InputError(`${caller}: clusterCounts must contain at least one number; got none`)
  for (const count of counts) checkInteger(caller, 'clusterCounts', count, 2, most)
  return counts
}

function ensembleOf(samples: Samples, options: AdviseOptions): Promise<Ensemble> {
  const { ensembleSize, generator, maxClusterCount, seed, executor, signal, onProgress } = options
  return buildEnsemble(samples, {
    ensembleSize,
    generator,
    maxClusterCount,
    seed,
    executor,
    signal,
    onProgress,
  })
}

function criteriaOf(
  clusterCounts: readonly number[],
  drawn: readonly Resample[],
  ensemble: Ensemble,
  labelsOf: ReadonlyMap<number, Labels>,
  samples: Samples | null,
  seed: number,
): ClusterCountCriteria[] {
  const resampled = clusterCounts.map(k => resampledLabelings(drawn, k, ensemble.sampleCount))
  const distributions = resampled.map(each => consensusDistribution(each, { seed }))
  const deltas = deltaAreas(distributions.map(({ area }) => area))
  return clusterCounts.map((clusterCount, at) => {
    const labels = labelsOf.get(clusterCount) as Labels
    const { cdf, area, pac } = distributions[at]
    return {
      clusterCount,
      overlap: mean(drawn.map(({ partitions }) => partitions[at].overlap.worst)),
      stability: meanAgreement(resampled[at].labelings),
      eigengap: mean(drawn.map(({ partitions }) => partitions[at].eigengap)),
      agreement: agreementWithLabelings(labels, ensemble.labelings),
      cdf,
      area,
      deltaArea: deltas[at],
      pac,
      silhouette: samples === null ? null : meanSilhouette(samples, labels, seed),
    }
  })
}

/** The clusterings of all resamples for one k, as labelings of all samples (-1 for samples not drawn). */
function resampledLabelings(drawn: readonly Resample[], clusterCount: number, sampleCount: number): Ensemble {
  const labelings = drawn.map(({ samples, partitions }) => {
    const own = partitions.find(partition => partition.clusterCount === clusterCount)
    const labels = new Int32Array(sampleCount).fill(-1)
    samples.forEach((sample, at) => {
      labels[sample] = own?.labels[at] ?? -1
    })
    return labels
  })
  return {
    sampleCount,
    labelings,
    clusterCounts: labelings.map(labels => labels.reduce((most, label) => Math.max(most, label), 0) + 1),
    names: labelings.map((_, at) => `resample ${at + 1}`),
  }
}

/** Mean ARI of all pairs of labelings, over the samples that both cover. */
function meanAgreement(labelings: readonly Labels[]): number {
  const scores: number[] = []
  for (let a = 1; a < labelings.length; a++) {
    for (let b = 0; b < a; b++) {
      const both = (_: number, i: number) => labelings[a][i] >= 0 && labelings[b][i] >= 0
      scores.push(adjustedRandIndex(labelings[a].filter(both), labelings[b].filter(both)))
    }
  }
  return mean(scores)
}

function stabilityOf(clusterCount: number, labels: Labels, resampled: Ensemble): StabilityReport {
  const { clusters, items } = consensusSupport(resampled, labels)
  const k = clusters.length
  return { clusterCount, labels, clusters, samples: Float64Array.from(labels, (label, i) => items[i * k + label]) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
