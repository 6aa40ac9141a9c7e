import type { ConsensusResult } from '../../consensus/consensus.js'
import type { PackedLabelings } from '../../consensus/consensus-of-blocks.js'
import { unitRows } from '../../consensus/labels-from-embedding.js'
import { checkOptionNames, checkSeed } from '../../errors.js'
import { adjustedRandIndex } from '../../metrics/adjusted-rand-index.js'
import { hash32, randomFor } from '../../numeric/random.js'
import { drawSubset } from '../../numeric/subset.js'
import type { Ensemble, Labels, LongWork, Samples } from '../../types.js'
import { clusterOverlap } from '../overlap.js'
import { halfAgreement } from './half-agreement.js'
import { kMeansBaseline } from './k-means-baseline.js'
import { tinyClusters, tinyWarnings } from './warnings.js'

/** Options of {@link reviewResult}. */
export interface ReviewOptions extends LongWork {
  /** The samples that were clustered, for the comparison with plain k-means. */
  samples?: Samples | null
  seed?: number
}

const OPTIONS = { samples: true, seed: true, signal: true, onProgress: true } satisfies Record<
  keyof ReviewOptions,
  true
>

/** How far a result can be trusted. */
export interface Review {
  /**
   * ARI of the consensus clusterings of two halves of the base clusterings: 1 if both halves lead to the same clusters.
   * With more than 1000 samples, it is computed on 1000 of them. Null with one cluster or fewer than eight labelings.
   */
  readonly halfAgreement: number | null
  /**
   * The share of samples between the two closest clusters in the embedding: near 0 if the clusters are separated, often 0.1 to
   * 0.3 in random data. Null with one cluster or without an embedding.
   */
  readonly overlap: number | null
  /** Clusters with fewer than 5 samples or 1 % of all samples, unless all clusters are that small. */
  readonly tinyClusters: readonly { readonly cluster: number; readonly size: number }[]
  /** The number of labelings with missing labels, such as DBSCAN's -1. */
  readonly partialLabelings: number
  /** Plain k-means on the same samples; null without samples. */
  readonly baseline: Baseline | null
  /** Warnings about tiny clusters. Only the verdict judges the other values. */
  readonly warnings: readonly string[]
}

/** Plain k-means with 10 starts, as a baseline. */
interface Baseline {
  readonly labels: Labels
  /** ARI of its clusters and those of the result. */
  readonly agreement: number
}

/** Operations for the overlap, of which there are k³ per sample. */
const OVERLAP_WORK = 2e8
const LEAST_OVERLAP_SAMPLES = 500

/**
 * Checks how far a result can be trusted: whether two halves of the base clusterings lead to the same clusters, whether the
 * clusters are separated, whether some are tiny, and whether plain k-means finds the same. The cost is bounded for any
 * number of samples. {@link cluster} calls this function; its result has a `review`.
 *
 * @example
 * ```ts
 * import { adoptLabelings, consensus, reviewResult } from 'chorale'
 *
 * const same = [0, 0, 0, 1, 1, 1]
 * const other = [0, 0, 0, 1, 1, 2]
 * const ensemble = adoptLabelings([same, same, other, other, same, same, same, same])
 * const result = await consensus(ensemble, { clusterCount: 2 })
 * const { halfAgreement, warnings } = await reviewResult(ensemble, result)
 * console.log(halfAgreement, warnings.length) // 1 0
 * ```
 *
 * @group Consensus
 */
export async function reviewResult(
  ensemble: Ensemble | PackedLabelings,
  result: ConsensusResult,
  options: ReviewOptions = {},
): Promise<Review> {
  checkOptionNames('reviewResult', options, Object.keys(OPTIONS))
  const { samples = null, seed = 1, signal, onProgress } = options
  checkSeed('reviewResult', seed)
  const { labels } = result
  onProgress?.({ phase: 'review', done: 0, total: 2 })
  const agreement = await halfAgreement(ensemble, result, { seed, signal })
  onProgress?.({ phase: 'review', done: 1, total: 2 })
  const baseline = samples === null ? null : await baselineOf(samples, result, { seed, signal })
  const overlap = overlapOf(result, seed)
  onProgress?.({ phase: 'review', done: 2, total: 2 })
  return {
    halfAgreement: agreement,
    overlap,
    tinyClusters: tinyClusters(labels),
    partialLabelings: result.ensemble.coverage.filter(share => share < 1).length,
    baseline,
    warnings: tinyWarnings(labels),
  }
}

async function baselineOf(
  samples: Samples,
  { labels, clusterCount }: ConsensusResult,
  options: { seed: number; signal?: AbortSignal },
): Promise<Baseline> {
  const baseline = await kMeansBaseline(samples, clusterCount, options)
  return { labels: baseline, agreement: adjustedRandIndex(labels, baseline) }
}

/** The overlap of the two closest clusters, on some of the samples if there are many. */
function overlapOf({ embedding, labels, foundClusterCount: k }: ConsensusResult, seed: number): number | null {
  if (embedding === null || k < 2) return null
  const { rowCount: n, columnCount, values } = embedding
  const size = Math.min(n, Math.max(LEAST_OVERLAP_SAMPLES, Math.floor(OVERLAP_WORK / k / k / columnCount)))
  const rows = drawSubset(n, size, randomFor(hash32(seed, 1), 0))
  const some = new Float64Array(size * columnCount)
  rows.forEach((row, at) => {
    some.set(values.subarray(row * columnCount, (row + 1) * columnCount), at * columnCount)
  })
  const points = unitRows({ rowCount: size, columnCount, values: some })
  return clusterOverlap(
    points,
    Int32Array.from(rows, row => labels[row]),
  ).worst
}
