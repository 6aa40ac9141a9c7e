import { deltaAreas, pairDistribution } from '../advise/consensus-distribution.js'
import { isDataset, readData } from '../cluster/plan.js'
import { checkInteger, checkOneOf, checkOptionNames, checkSeed, InputError, invalid } from '../errors.js'
import { cutTree, leafOrder, linkage, type MergeTree } from '../numeric/linkage.js'
import { Pauser } from '../pause.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import type { Data } from '../tables/to-table.js'
import type { Labels, LongWork } from '../types.js'
import { STUDY_DISTANCES, type StudyDistance } from './profile-distance.js'
import {
  countPairs,
  drawExtents,
  pairRow,
  partOf,
  STUDY_ALGORITHMS,
  type StudyAlgorithm,
} from './resampled-consensus.js'

/** Options of {@link consensusStudy}. */
export interface StudyOptions extends LongWork {
  /** Numbers of clusters; 2 to 10 by default. */
  clusterCounts?: readonly number[]
  /** Base clusterer: `hc` (average linkage, the default), `km` (k-means) or `pam` (partitioning around medoids). */
  algorithm?: StudyAlgorithm
  /** Distance between samples: `pearson` (1 - correlation, the default), `spearman` or `euclidean`. */
  distance?: StudyDistance
  /** Number of resamples; 1000 by default. */
  resamples?: number
  /** Share of the samples in a resample; 0.8 by default. */
  sampleShare?: number
  /** Share of the features in a resample; 1 by default. Less makes every resample compute distances of its own. */
  featureShare?: number
  seed?: number
}

const OPTIONS = {
  clusterCounts: true,
  algorithm: true,
  distance: true,
  resamples: true,
  sampleShare: true,
  featureShare: true,
  seed: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof StudyOptions, true>

/** The defaults of a study: those of ConsensusClusterPlus, with the number of resamples that its authors recommend. */
export const STUDY_DEFAULTS = {
  clusterCounts: [2, 3, 4, 5, 6, 7, 8, 9, 10] as readonly number[],
  algorithm: STUDY_ALGORITHMS[0],
  distance: STUDY_DISTANCES[0],
  resamples: 1000,
  sampleShare: 0.8,
  featureShare: 1,
  seed: 1,
} as const

/** More could not be counted in 16 bits. */
const MOST_RESAMPLES = 65_535

/** The consensus for one number of clusters. */
export interface StudyRun {
  readonly clusterCount: number
  /** The cluster of each sample, from 0, numbered by first appearance. */
  readonly labels: Labels
  /** The samples in the order of the tree of the consensus matrix. */
  readonly order: Int32Array
  /** The tree: at each step the clusters of two samples join, at a height from 0 (always together) to 1 (never). */
  readonly tree: MergeTree
  /**
   * The consensus matrix: for the pairs i < j, row after row, the share of the resamples with both in which they were in
   * the same cluster; 0 where no resample had both.
   */
  readonly consensus: Float64Array
  /** Share of the pairs with a consensus of at most 0.01, 0.02, ..., 1. */
  readonly cdf: Float64Array
  /** The area under the CDF. */
  readonly area: number
  /** Its relative change from the number of clusters before; the area itself for the first. */
  readonly deltaArea: number
  /** Proportion of ambiguous clustering: pairs with a consensus above 0.1 and at most 0.9. */
  readonly pac: number
  /** Mean consensus of the pairs within each cluster; NaN for a cluster of one sample. */
  readonly clusterConsensus: Float64Array
  /** Mean consensus of sample i with the members of cluster c, at [i clusterCount + c]; NaN without other members. */
  readonly itemConsensus: Float64Array
}

/** A consensus clustering study: the consensus of resamples for several numbers of clusters. */
export interface ConsensusStudy {
  readonly sampleCount: number
  readonly featureCount: number
  readonly ids: readonly string[] | null
  readonly algorithm: StudyAlgorithm
  readonly distance: StudyDistance
  readonly resamples: number
  /** Samples and features in each resample. */
  readonly drawnSamples: number
  readonly drawnFeatures: number
  readonly seed: number
  /** One for each number of clusters, ascending. */
  readonly runs: readonly StudyRun[]
}

/**
 * A consensus clustering study as in ConsensusClusterPlus (Monti et al. 2003): for each number of clusters k, k clusters are
 * sought in many resamples of the samples, and the clusters are those of average linkage on the share of the resamples
 * that put two samples together. The numbers that describe such a study are computed by the same formulas.
 *
 * The same seed gives the same study.
 *
 * @example
 * ```ts
 * import { consensusStudy, sampleShape } from 'chorale'
 *
 * const { sampleCount, featureCount, values } = sampleShape('blobs', { sampleCount: 60, clusterCount: 3, featureCount: 20 })
 * const rows = Array.from({ length: sampleCount }, (_, i) => values.slice(i * featureCount, (i + 1) * featureCount))
 * const study = await consensusStudy(rows, { clusterCounts: [2, 3, 4], distance: 'euclidean', resamples: 50 })
 * console.log(study.runs.map(run => run.pac.toFixed(2))) // [ '0.00', '0.00', '0.01' ]
 * ```
 *
 * @group Cluster
 */
export async function consensusStudy(data: Data | Dataset, options: StudyOptions = {}): Promise<ConsensusStudy> {
  const caller = 'consensusStudy'
  checkOptionNames(caller, options, Object.keys(OPTIONS))
  const { signal, onProgress, ...asked } = options
  const { algorithm, distance, resamples, sampleShare, featureShare, seed, ...defaults } = {
    ...STUDY_DEFAULTS,
    ...given(asked),
  }
  checkOneOf(caller, 'algorithm', algorithm, STUDY_ALGORITHMS)
  checkOneOf(caller, 'distance', distance, STUDY_DISTANCES)
  checkInteger(caller, 'resamples', resamples, 1, MOST_RESAMPLES)
  checkShare(caller, 'sampleShare', sampleShare)
  checkShare(caller, 'featureShare', featureShare)
  checkSeed(caller, seed)
  const { dataset } = readData(caller, data, isDataset(data) ? {} : { scale: 'none' })
  const { sampleCount: n, featureCount, ids } = dataset
  const drawnSamples = partOf(n, sampleShare)
  const drawnFeatures = partOf(featureCount, featureShare)
  const clusterCounts = checkedCounts(caller, defaults.clusterCounts, drawnSamples, options.clusterCounts === undefined)
  if (drawnFeatures < 1) throw invalid(caller, 'featureShare', 'leave at least one feature', featureShare)
  checkRoom(n, clusterCounts.length)

  const pauser = new Pauser(signal)
  const total = resamples + clusterCounts.length
  const pairs = await countPairs(dataset, drawExtents(dataset, { resamples, sampleShare, featureShare, seed }), {
    clusterCounts,
    algorithm,
    distance,
    seed,
    pauser,
    onDone: done => onProgress?.({ phase: 'resamples', done, total }),
  })
  const runs: Omit<StudyRun, 'deltaArea'>[] = []
  for (const [at, clusterCount] of clusterCounts.entries()) {
    const consensus = Float64Array.from(pairs.together[at], (count, pair) => count / Math.max(1, pairs.drawn[pair]))
    runs.push(await studyRun(consensus, n, clusterCount, pauser))
    onProgress?.({ phase: 'resamples', done: resamples + at + 1, total })
  }
  const deltas = deltaAreas(runs.map(({ area }) => area))
  return {
    sampleCount: n,
    featureCount,
    ids,
    algorithm,
    distance,
    resamples,
    drawnSamples,
    drawnFeatures,
    seed,
    runs: runs.map((run, at) => ({ ...run, deltaArea: deltas[at] })),
  }
}

/** The clusters of a consensus matrix, and the numbers that describe it. */
export async function studyRun(
  consensus: Float64Array,
  n: number,
  clusterCount: number,
  pauser?: Pauser,
): Promise<Omit<StudyRun, 'deltaArea'>> {
  const tree = await linkage({ size: n, values: consensus.map(share => 1 - share) }, { rule: 'average', pauser })
  const labels = cutTree(tree, clusterCount)
  const { cdf, area, pac } = pairDistribution(consensus)
  return {
    clusterCount,
    labels,
    order: leafOrder(tree),
    tree,
    consensus,
    cdf,
    area,
    pac,
    ...support(consensus, n, labels, clusterCount),
  }
}

/** Item consensus and cluster consensus. */
function support(consensus: Float64Array, n: number, labels: Labels, k: number) {
  const sizes = new Float64Array(k)
  for (const label of labels) sizes[label]++
  const sums = new Float64Array(n * k)
  for (let i = 0; i < n; i++) {
    const start = pairRow(i, n)
    for (let j = i + 1; j < n; j++) {
      const share = consensus[start + j]
      sums[i * k + labels[j]] += share
      sums[j * k + labels[i]] += share
    }
  }
  const within = new Float64Array(k)
  for (let i = 0; i < n; i++) within[labels[i]] += sums[i * k + labels[i]]
  return {
    clusterConsensus: within.map((sum, c) => sum / (sizes[c] * (sizes[c] - 1))),
    itemConsensus: sums.map((sum, at) => sum / (sizes[at % k] - (labels[Math.floor(at / k)] === at % k ? 1 : 0))),
  }
}

/** The options that were given. */
function given<Options extends object>(
  options: Options,
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
}

function checkShare(caller: string, name: string, share: number): void {
  if (share > 0 && share <= 1) return
  throw invalid(caller, name, 'be a number above 0 and at most 1', share)
}

/** The numbers of clusters, ascending. Those of the default that a resample cannot have are left out. */
function checkedCounts(caller: string, counts: readonly number[], most: number, isDefault: boolean): number[] {
  if (!Array.isArray(counts) || counts.length === 0) {
    throw invalid(caller, 'clusterCounts', 'be a list of at least one number', String(counts))
  }
  const sorted = [...new Set(counts)].sort((a, b) => a - b)
  const usable = isDefault ? sorted.filter(count => count < most) : sorted
  if (usable.length === 0) throw new InputError(`${caller}: the data must have more samples; a resample has ${most}`)
  for (const count of usable) {
    if (Number.isInteger(count) && count >= 2 && count < most) continue
    const rule = `be integers from 2 to ${most - 1}, less than the ${most} samples of a resample`
    throw invalid(caller, 'clusterCounts', rule, count)
  }
  return usable
}

/** Bytes of counts and consensus matrices that a study may hold. */
const MOST_BYTES = 4 * 2 ** 30

function checkRoom(n: number, countOfCounts: number): void {
  const bytes = ((n * (n - 1)) / 2) * (2 + 10 * countOfCounts) + 2 * 8 * n * n
  if (bytes <= MOST_BYTES) return
  const gib = (count: number) => `${(count / 2 ** 30).toFixed(1)} GiB`
  throw new InputError(
    `a study of ${n} samples needs matrices of ${gib(bytes)}, more than ${gib(MOST_BYTES)}; try fewer numbers of clusters, or \`cluster\`, which needs no such matrices`,
  )
}
