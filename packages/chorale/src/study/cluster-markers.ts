import { isDataset, readData } from '../cluster/plan.js'
import { checkOptionNames, InputError, invalid } from '../errors.js'
import { Pauser } from '../pause.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import type { Data } from '../tables/to-table.js'
import type { Labels, LongWork } from '../types.js'
import { adjustedPValues, rankSumTest } from './rank-tests.js'

/** The features that tell one cluster from all others. Arrays have an entry for each feature. */
export interface ClusterMarkers {
  readonly cluster: number
  /** Samples in the cluster. */
  readonly size: number
  /** Mean in the cluster, and of all other samples. */
  readonly mean: Float64Array
  readonly otherMean: Float64Array
  /** Cohen's d: the difference of the means in standard deviations within both; 0 where nothing varies. */
  readonly effect: Float64Array
  /** Probability that a sample of the cluster has a higher value than one of the others; half of the ties count. */
  readonly auc: Float64Array
  /** Two-sided p value of the Wilcoxon rank sum test, with the normal approximation and correction for continuity. */
  readonly p: Float64Array
  /** The p values adjusted by Benjamini and Hochberg over the features of this cluster. */
  readonly adjustedP: Float64Array
  /** The share of the samples of the cluster above the median of the feature over all samples. */
  readonly shareAbove: Float64Array
  /** The features by increasing p value, of equals the larger effect first. */
  readonly order: Int32Array
}

/** Options of {@link clusterMarkers}. */
export type MarkerOptions = LongWork

const OPTIONS = { signal: true, onProgress: true } satisfies Record<keyof MarkerOptions, true>

/** What every table of markers must say. */
export const MARKERS_NOTE =
  'The same data chose the clusters and tested the genes, so p values are too small: use them to rank genes, not as evidence that the clusters exist.'

/**
 * For every cluster the features that tell it apart: effect, AUC, and the p value of the Wilcoxon rank sum test against all
 * other samples, adjusted by Benjamini and Hochberg. The p values are those of R's `wilcox.test(exact = FALSE)` and
 * `p.adjust`.
 *
 * The same data chose the clusters, so the p values rank features; they do not show that the clusters exist.
 *
 * @param labels the cluster of each sample, from 0; samples with -1 are left out
 *
 * @example
 * ```ts
 * import { clusterMarkers } from 'chorale'
 *
 * const rows = [[1, 5], [2, 9], [3, 4], [11, 6], [12, 8], [13, 5]]
 * const [first] = await clusterMarkers(rows, Int32Array.of(0, 0, 0, 1, 1, 1))
 * console.log(first.auc) // Float64Array(2) [ 0, 0.3888888888888889 ]
 * console.log(first.p[0].toFixed(4)) // 0.0809
 * ```
 *
 * @group Cluster
 */
export async function clusterMarkers(
  data: Data | Dataset,
  labels: Labels,
  options: MarkerOptions = {},
): Promise<ClusterMarkers[]> {
  const caller = 'clusterMarkers'
  checkOptionNames(caller, options, Object.keys(OPTIONS))
  const { dataset } = readData(caller, data, isDataset(data) ? {} : { scale: 'none' })
  const [markers] = await markersOfSeveral(caller, dataset, [labels], options)
  return markers
}

/** Features whose values are gathered together, because they are next to each other in a row. */
const BLOCK = 16

/** The markers of several clusterings of the same samples. Each feature is sorted once for all that leave no sample out. */
export async function markersOfSeveral(
  caller: string,
  dataset: Dataset,
  labelings: readonly Labels[],
  { signal, onProgress }: MarkerOptions = {},
): Promise<ClusterMarkers[][]> {
  const { sampleCount: n, featureCount: d, values } = dataset
  for (const labels of labelings) checkClusters(caller, labels, n)
  const pauser = new Pauser(signal)
  const tests = labelings.map(labels => markerTest(labels, dataset))
  const isShared = tests.some(({ covered }) => covered === null)
  const columns = Array.from({ length: BLOCK }, () => new Float64Array(n))
  for (let from = 0; from < d; from += BLOCK) {
    const to = Math.min(d, from + BLOCK)
    for (let i = 0; i < n; i++) for (let f = from; f < to; f++) columns[f - from][i] = values[i * d + f]
    for (let f = from; f < to; f++) {
      const column = columns[f - from]
      const whole = isShared ? rankedColumn(column) : null
      for (const { covered, add } of tests) {
        add(f, covered === null ? whole! : rankedColumn(Float64Array.from(covered, i => column[i])))
      }
    }
    onProgress?.({ phase: 'markers', done: to, total: d })
    await pauser.pause()
  }
  return tests.map(({ result }) => result())
}

/** The values of a feature, with what all tests need of them. */
interface RankedColumn {
  readonly values: Float64Array
  readonly ranks: Float64Array
  /** Σ (t³ - t) over groups of t equal values. */
  readonly ties: number
  readonly mean: number
  readonly median: number
}

function rankedColumn(values: Float64Array): RankedColumn {
  const { length } = values
  const order = values.slice().sort()
  const rankAt = new Float64Array(length)
  let ties = 0
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && order[to] === order[from]) to++
    rankAt[from] = (from + to + 1) / 2
    ties += (to - from) ** 3 - (to - from)
  }
  const ranks = values.map(value => rankAt[firstPlace(order, value)])
  const mean = values.reduce((sum, value) => sum + value, 0) / length
  return { values, ranks, ties, mean, median: (order[(length - 1) >> 1] + order[length >> 1]) / 2 }
}

/** The first place of a value in ascending numbers. */
function firstPlace(order: Float64Array, value: number): number {
  let from = 0
  let to = order.length - 1
  while (from < to) {
    const middle = (from + to) >> 1
    if (order[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}

/** Collects the tests of one clustering, feature by feature. */
function markerTest(labels: Labels, { featureCount: d, scaling: { centre, spread } }: Dataset) {
  const places = Array.from(labels.keys()).filter(i => labels[i] >= 0)
  const covered = places.length === labels.length ? null : places
  const groups = labels.filter(label => label >= 0)
  const n = groups.length
  const sizes = new Float64Array(groups.reduce((most, label) => Math.max(most, label), 0) + 1)
  for (const label of groups) sizes[label]++
  const found = Array.from(sizes, (size, cluster) => {
    const numbers = () => new Float64Array(d)
    const arrays = { mean: numbers(), otherMean: numbers(), effect: numbers(), auc: numbers(), p: numbers() }
    return { cluster, size, ...arrays, shareAbove: numbers() }
  })
  const sums = new Float64Array(sizes.length)
  const squares = new Float64Array(sizes.length)
  const rankSums = new Float64Array(sizes.length)
  const above = new Float64Array(sizes.length)

  const add = (f: number, { values, ranks, ties, mean, median }: RankedColumn) => {
    for (const totals of [sums, squares, rankSums, above]) totals.fill(0)
    let allSquares = 0
    for (let i = 0; i < n; i++) {
      const deviation = values[i] - mean
      const c = groups[i]
      sums[c] += deviation
      squares[c] += deviation * deviation
      allSquares += deviation * deviation
      rankSums[c] += ranks[i]
      if (values[i] > median) above[c]++
    }
    const allSum = sums.reduce((sum, part) => sum + part, 0)
    for (const each of found) {
      const { cluster: c, size } = each
      if (size === 0) continue
      const others = n - size
      const own = sums[c] / size
      const other = (allSum - sums[c]) / others
      const within = squares[c] - size * own * own + (allSquares - squares[c]) - others * other * other
      const deviation = n > 2 ? Math.sqrt(Math.max(0, within) / (n - 2)) : 0
      each.mean[f] = centre[f] + spread[f] * (mean + own)
      each.otherMean[f] = centre[f] + spread[f] * (mean + other)
      // Without variation within, the difference has no measure; rounding leaves a little.
      each.effect[f] = deviation > 1e-9 * Math.abs(own - other) ? (own - other) / deviation : 0
      const { auc, p } = rankSumTest(rankSums[c], size, others, ties)
      each.auc[f] = auc
      each.p[f] = p
      each.shareAbove[f] = above[c] / size
    }
  }
  const result = (): ClusterMarkers[] =>
    found
      .filter(({ size }) => size > 0)
      .map(each => {
        const { p, effect } = each
        const order = Int32Array.from(p.keys())
        order.sort((a, b) => p[a] - p[b] || Math.abs(effect[b]) - Math.abs(effect[a]) || a - b)
        return { ...each, adjustedP: adjustedPValues(p), order }
      })
  return { covered, add, result }
}

function checkClusters(caller: string, labels: Labels, n: number): void {
  if (labels.length !== n) throw invalid(caller, 'labels', `have one entry per sample (${n})`, labels.length)
  const covered = new Set(labels)
  covered.delete(-1)
  if (covered.size >= 2) return
  throw new InputError(`${caller}: markers need at least two clusters; got ${covered.size}`)
}
