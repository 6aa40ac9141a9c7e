import { type CoAssociation, coAssociation } from '../consensus/similarity/co-association.js'
import { checkInteger, checkOptionNames, checkSeed, invalid } from '../errors.js'
import { adoptLabelings, type Labeling } from '../labelings/adopt.js'
import { collapseRows, type LabelTable } from '../labelings/label-table.js'
import { randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Ensemble, Labels } from '../types.js'

/** The distribution of the entries of the consensus matrix: near 0 and 1 if the labelings agree. */
export interface ConsensusDistribution {
  /** Share of the pairs of samples with a consensus of at most 0.01, 0.02, ..., 1. */
  readonly cdf: Float64Array
  /** The area under the CDF, as ConsensusClusterPlus computes it. */
  readonly area: number
  /** PAC, the proportion of ambiguous clustering: pairs with a consensus above 0.1 and at most 0.9. */
  readonly pac: number
  /** Whether all pairs were counted, or only the pairs of some samples with all others. */
  readonly exact: boolean
  /** Largest standard error of a value of `cdf`; 0 if exact. */
  readonly standardError: number
}

/** Options of {@link consensusDistribution}. */
export interface ConsensusDistributionOptions {
  /** Limit for counting all pairs: pairs of distinct label rows times labelings. 2e9 by default, which takes a few seconds. */
  exactLimit?: number
  /** Number of samples whose pairs are counted above the limit; 1000 by default. */
  sampledRows?: number
  seed?: number
}

const OPTIONS = {
  exactLimit: true,
  sampledRows: true,
  seed: true,
} satisfies Record<keyof ConsensusDistributionOptions, true>

const DEFAULTS = { exactLimit: 2e9, sampledRows: 1000, seed: 1 }
const BINS = 100

/**
 * The distribution of the consensus matrix: CDF, area and PAC, equal to those of ConsensusClusterPlus for the same
 * labelings, without an n x n matrix. Samples with equal labels are counted together, so labelings that agree are fast.
 *
 *   M_ij = labelings that put i and j together / labelings that cover both      CDF(c) = share of pairs i < j with M_ij ≤ c
 *
 * @example
 * ```ts
 * import { consensusDistribution } from 'chorale'
 *
 * const { pac, exact } = consensusDistribution([[0, 0, 1, 1], [0, 0, 1, 1], [0, 1, 1, 1]])
 * console.log(pac, exact) // 0.5 true
 * ```
 *
 * @group Advise
 */
export function consensusDistribution(
  input: Ensemble | readonly Labeling[],
  options: ConsensusDistributionOptions = {},
): ConsensusDistribution {
  const caller = 'consensusDistribution'
  checkOptionNames(caller, options, Object.keys(OPTIONS))
  const table = collapseRows('labelings' in input ? input : adoptLabelings(input))
  const { exactLimit = DEFAULTS.exactLimit, sampledRows = DEFAULTS.sampledRows, seed = DEFAULTS.seed } = options
  checkInteger(caller, 'sampledRows', sampledRows, 2, 1e9)
  checkSeed(caller, seed)
  const { sampleCount: n, rowCount, ensembleSize: m } = table
  if (n < 2) throw invalid(caller, 'labelings', 'have at least two samples', n)
  const similarity = coAssociation(table, { kind: 'ca' })
  if (rowCount * rowCount * m <= exactLimit || sampledRows >= n) {
    const counts = new Float64Array(BINS)
    const row = new Float64Array(rowCount)
    for (let r = 0; r < rowCount; r++) countRow(counts, row, similarity, r, table.multiplicity[r])
    return distributionOf(counts, 0, true)
  }

  const samples = drawSubset(n, sampledRows, randomFor(seed, 0))
  const { counts, standardError } = sampledCounts(table, similarity, samples)
  return distributionOf(counts, standardError, false)
}

/** Adds all pairs of the samples of row r with other samples. */
function countRow(counts: Float64Array, row: Float64Array, similarity: CoAssociation, r: number, weight: number): void {
  const { multiplicity } = similarity.table
  similarity.rowInto(row, r)
  for (let q = 0; q < row.length; q++) counts[binOf(row[q])] += weight * multiplicity[q]
  // A sample is not paired with itself.
  counts[binOf(similarity.within[r])] -= weight
}

/** Bins (0, 0.01], (0.01, 0.02], ...; 0 is in the first one. Values within rounding above a border count as on it, as in R. */
function binOf(value: number): number {
  return Math.max(0, Math.ceil(value * BINS - 1e-7) - 1)
}

/** Counts the pairs of some samples with all others; the error is estimated from the variation between these samples. */
function sampledCounts(table: LabelTable, similarity: CoAssociation, samples: Int32Array) {
  const counts = new Float64Array(BINS)
  const squares = new Float64Array(BINS)
  const own = new Float64Array(BINS)
  const row = new Float64Array(table.rowCount)
  for (const sample of samples) {
    own.fill(0)
    countRow(own, row, similarity, table.rowOf[sample], 1)
    let below = 0
    for (let bin = 0; bin < BINS; bin++) {
      counts[bin] += own[bin]
      below += own[bin] / (table.sampleCount - 1)
      squares[bin] += below * below
    }
  }
  let largest = 0
  let below = 0
  const size = samples.length
  for (let bin = 0; bin < BINS; bin++) {
    below += counts[bin] / (size * (table.sampleCount - 1))
    const variance = Math.max(0, squares[bin] / size - below * below) / (size - 1)
    largest = Math.max(largest, Math.sqrt(variance * (1 - size / table.sampleCount)))
  }
  return { counts, standardError: largest }
}

/** The distribution of the pairs of a consensus matrix that is at hand. */
export function pairDistribution(consensus: Float64Array): ConsensusDistribution {
  const counts = new Float64Array(BINS)
  for (let pair = 0; pair < consensus.length; pair++) counts[binOf(consensus[pair])]++
  return distributionOf(counts, 0, true)
}

function distributionOf(counts: Float64Array, standardError: number, exact: boolean): ConsensusDistribution {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const cdf = new Float64Array(BINS)
  let sum = 0
  for (let bin = 0; bin < BINS; bin++) {
    sum += counts[bin]
    cdf[bin] = sum / total
  }
  const area = cdf.reduce((under, value) => under + value, 0) / BINS
  return { cdf, area, pac: cdf[89] - cdf[9], exact, standardError }
}

/** The "delta area": the relative change of the area from each k to the next; for the first k the area itself. */
export function deltaAreas(areas: readonly number[]): number[] {
  return areas.map((area, at) => (at === 0 ? area : (area - areas[at - 1]) / areas[at - 1]))
}

/** How strongly the labelings support a clustering. */
export interface ConsensusSupport {
  /** Cluster consensus: the mean consensus of the pairs within each cluster; NaN for a cluster of one sample. */
  readonly clusters: Float64Array
  /** Item consensus: the mean consensus of sample i with the members of cluster c, at [i clusterCount + c]. */
  readonly items: Float64Array
}

/**
 * Item consensus and cluster consensus of a clustering, from counts: O(n m k) time, n k numbers. Exact, without an n x n
 * matrix, if no label is missing. With missing labels it is a mean of ratios, and rows are computed one by one.
 *
 * @example
 * ```ts
 * import { consensusSupport } from 'chorale'
 *
 * const labelings = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 1, 1, 1]]
 * const { clusters } = consensusSupport(labelings, Int32Array.of(0, 0, 1, 1))
 * console.log(clusters.map(value => Number(value.toFixed(2))).join()) // 0.67,1
 * ```
 *
 * @group Advise
 */
export function consensusSupport(input: Ensemble | readonly Labeling[], labels: Labels): ConsensusSupport {
  const table = collapseRows('labelings' in input ? input : adoptLabelings(input))
  const { sampleCount: n, rowCount, rowOf } = table
  if (labels.length !== n) {
    throw invalid('consensusSupport', 'labels', `have one entry per sample (${n})`, labels.length)
  }
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const sizes = new Float64Array(k)
  for (const label of labels) sizes[label]++
  // Members of every cluster in every distinct row.
  const members = new Float64Array(rowCount * k)
  for (let i = 0; i < n; i++) members[rowOf[i] * k + labels[i]]++

  const similarity = coAssociation(table, { kind: 'ca' })
  const sums = table.hasMissing ? sumsByRow(similarity, members, k) : sumsFromCounts(table, members, k)
  const items = new Float64Array(n * k)
  const clusters = new Float64Array(k)
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < k; c++) {
      const own = labels[i] === c
      const sum = sums[rowOf[i] * k + c] - (own ? similarity.within[rowOf[i]] : 0)
      items[i * k + c] = sum / (own ? sizes[c] - 1 : sizes[c])
      if (own) clusters[c] += sum
    }
  }
  return { clusters: clusters.map((sum, c) => sum / (sizes[c] * (sizes[c] - 1))), items }
}

/** Σ over members j of cluster c of M_rj, for every distinct row r: row by row. */
function sumsByRow(similarity: CoAssociation, members: Float64Array, k: number): Float64Array {
  const { rowCount } = similarity.table
  const sums = new Float64Array(rowCount * k)
  const row = new Float64Array(rowCount)
  for (let r = 0; r < rowCount; r++) {
    similarity.rowInto(row, r)
    for (let q = 0; q < rowCount; q++) {
      if (row[q] === 0) continue
      for (let c = 0; c < k; c++) sums[r * k + c] += row[q] * members[q * k + c]
    }
  }
  return sums
}

/** The same from the intersections of clusters and base clusters. */
function sumsFromCounts(table: LabelTable, members: Float64Array, k: number): Float64Array {
  const { rowCount, ensembleSize: m, clusters, clusterSizes } = table
  const crossing = new Float64Array(clusterSizes.length * k)
  for (let at = 0; at < clusters.length; at++) {
    const r = at % rowCount
    for (let c = 0; c < k; c++) crossing[clusters[at] * k + c] += members[r * k + c]
  }
  const sums = new Float64Array(rowCount * k)
  for (let at = 0; at < clusters.length; at++) {
    const r = at % rowCount
    for (let c = 0; c < k; c++) sums[r * k + c] += crossing[clusters[at] * k + c] / m
  }
  return sums
}
