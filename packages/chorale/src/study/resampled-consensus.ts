import { cutTree, linkage } from '../numeric/linkage.js'
import { type Random, randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Pauser } from '../pause.js'
import type { Samples } from '../types.js'
import { medoidLabels } from './medoids.js'
import { productKMeans } from './product-k-means.js'
import {
  type Extent,
  type ProfileProducts,
  profileDistance,
  profileProducts,
  type StudyDistance,
} from './profile-distance.js'

/** The base clusterers of a study, the default first: average linkage, k-means, partitioning around medoids. */
export const STUDY_ALGORITHMS = ['hc', 'km', 'pam'] as const
/** The name of a base clusterer of a study. */
export type StudyAlgorithm = (typeof STUDY_ALGORITHMS)[number]

export interface ResampledOptions {
  readonly clusterCounts: readonly number[]
  readonly algorithm: StudyAlgorithm
  readonly distance: StudyDistance
  readonly seed: number
  readonly pauser: Pauser
  readonly onDone: (done: number) => void
}

/** How often pairs i < j came together, row after row: (0,1), (0,2), .., (1,2), .. */
export interface PairCounts {
  /** Resamples with both samples. */
  readonly drawn: Uint16Array
  /** Of these, the ones in which they shared a cluster, for each number of clusters. */
  readonly together: readonly Uint16Array[]
}

/** Shares of the samples and the features, rounded down as ConsensusClusterPlus does. */
export function drawExtents(
  { sampleCount, featureCount }: Samples,
  shares: {
    readonly resamples: number
    readonly sampleShare: number
    readonly featureShare: number
    readonly seed: number
  },
): Extent[] {
  const { resamples, sampleShare, featureShare, seed } = shares
  return Array.from({ length: resamples }, (_, at) => {
    const random = randomFor(seed, at)
    const rows = drawSubset(sampleCount, partOf(sampleCount, sampleShare), random)
    const columns = featureShare === 1 ? null : drawSubset(featureCount, partOf(featureCount, featureShare), random)
    return { rows, columns }
  })
}

/** The number of samples or features in a resample: 0.3 of 10 is 3, whatever rounding makes of the product. */
export function partOf(count: number, share: number): number {
  return Math.floor(count * share + 1e-9)
}

/** Clusters every resample for every number of clusters, and counts the pairs. */
export async function countPairs(
  samples: Samples,
  extents: readonly Extent[],
  { clusterCounts, algorithm, distance, seed, pauser, onDone }: ResampledOptions,
): Promise<PairCounts> {
  const { sampleCount: n } = samples
  const pairCount = (n * (n - 1)) / 2
  const drawn = new Uint16Array(pairCount)
  const together = clusterCounts.map(() => new Uint16Array(pairCount))
  const all = extents.some(({ columns }) => columns === null)
    ? profileProducts(samples, distance, { rows: null, columns: null })
    : null
  await pauser.pause()
  for (let at = 0; at < extents.length; at++) {
    const { columns } = extents[at]
    const rows = extents[at].rows ?? Int32Array.from({ length: n }, (_, i) => i)
    const products = columns === null ? selected(all!, rows) : profileProducts(samples, distance, { rows, columns })
    const clusterings = await baseClusterings(
      products,
      clusterCounts,
      algorithm,
      randomFor(seed, extents.length + at),
      pauser,
    )
    addPairs(drawn, new Int32Array(rows.length), 1, rows, n)
    clusterings.forEach((labels, k) => {
      addPairs(together[k], labels, clusterCounts[k], rows, n)
    })
    onDone(at + 1)
    await pauser.pause()
  }
  return { drawn, together }
}

function selected({ size, values, distance }: ProfileProducts, rows: Int32Array): ProfileProducts {
  const part = new Float64Array(rows.length * rows.length)
  let at = 0
  for (const i of rows) for (const j of rows) part[at++] = values[i * size + j]
  return { size: rows.length, values: part, distance }
}

/** The labels for each number of clusters. */
async function baseClusterings(
  products: ProfileProducts,
  clusterCounts: readonly number[],
  algorithm: StudyAlgorithm,
  random: Random,
  pauser: Pauser,
): Promise<Int32Array[]> {
  const { size, values } = products
  if (algorithm === 'hc') {
    const triangle = new Float64Array((size * (size - 1)) / 2)
    let at = 0
    for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) triangle[at++] = profileDistance(products, i, j)
    const tree = await linkage({ size, values: triangle }, { rule: 'average', pauser })
    return clusterCounts.map(k => cutTree(tree, k))
  }
  const found: Int32Array[] = []
  const distances = algorithm === 'pam' ? squareDistances(products) : null
  for (const k of clusterCounts) {
    found.push(distances === null ? productKMeans(values, size, k, random) : medoidLabels(distances, size, k))
    await pauser.pause()
  }
  return found
}

function squareDistances(products: ProfileProducts): Float64Array {
  const { size } = products
  const distances = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const d = profileDistance(products, i, j)
      distances[i * size + j] = d
      distances[j * size + i] = d
    }
  }
  return distances
}

/** Counts the pairs of each cluster; `rows` ascend. */
function addPairs(counts: Uint16Array, labels: Int32Array, clusterCount: number, rows: Int32Array, n: number): void {
  const members = Array.from({ length: clusterCount }, (): number[] => [])
  for (let i = 0; i < rows.length; i++) members[labels[i]].push(rows[i])
  for (const cluster of members) {
    for (let a = 0; a < cluster.length; a++) {
      const start = pairRow(cluster[a], n)
      for (let b = a + 1; b < cluster.length; b++) counts[start + cluster[b]]++
    }
  }
}

/** The pair i < j is at pairRow(i, n) + j. */
export function pairRow(i: number, n: number): number {
  return (i * (2 * n - i - 1)) / 2 - i - 1
}
