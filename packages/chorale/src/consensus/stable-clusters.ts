import { renumberLabels } from '../labelings/adopt.js'
import type { LabelTable } from '../labelings/label-table.js'
import { inconsistencies } from '../numeric/inconsistency.js'
import { cutTree, linkage, triangleLength } from '../numeric/linkage.js'
import { OTSU_BINS, otsuBin, otsuThreshold } from '../numeric/otsu.js'
import type { Pauser } from '../pause.js'
import type { MethodContext, MethodFindings, MethodInput } from './method.js'
import { plainResult } from './plain-result.js'
import { coAssociation } from './similarity/co-association.js'
import { groupedCoAssociation } from './similarity/grouped-matrix.js'
import { stabilityBytes } from './stability-cost.js'

/** The number of tree levels in an inconsistency coefficient. */
const DEPTH = 4

/**
 * Clustering by sample stability. Samples that the base clusterings clearly put together or apart form the core. Single
 * linkage clusters the core first. The other samples, the halo, join these clusters in rounds.
 *
 *   f = |CA - t| / (1 - t) above Otsu's threshold t of CA, |CA - t| / t below   (linear: ces2l; squared: ces2q)
 *   stability of a sample = mean f over all samples;  core = above Otsu's threshold of the stabilities
 *
 * F. Li, Y. Qian, J. Wang, C. Dang, L. Jing: Clustering ensemble based on sample's stability, Artificial Intelligence
 * 273, 2019. 8 r² + 4 n² bytes for n samples and r distinct label rows, about O(n²) time.
 *
 * **The result depends on the order of the samples**: single linkage of CA has many ties, and the number of core
 * clusters comes from the most inconsistent merge of one of many equivalent trees. Here, ties go to the first samples;
 * thresholds, stabilities and core do not depend on the order. As in the reference, if no halo sample has a similarity
 * that stands out for any cluster, only the first of them starts a new cluster, and it counts as often as there are
 * halo samples (the authors meant all of them). (Reference: fails on equal stabilities and on a core of one sample.
 * Here: equal stabilities put every sample into the core, and a core of one sample is allowed.) `consensus` skips
 * labelings with one cluster. Such a labeling would raise all of CA by 1/m, and with it the first threshold.
 */
export async function stabilityConsensus(
  { table }: MethodInput,
  clusterCount: number,
  squared: boolean,
  { pauser, report, checkMemory }: MethodContext,
): Promise<MethodFindings> {
  const { sampleCount: n, rowCount: r, ensembleSize } = table
  checkMemory(stabilityBytes(n, r), `distances between all pairs of ${n} samples`)
  report('similarity', 0, 1)
  const { labels } = await stableClusters(table, clusterCount, squared, pauser)
  report('labels', 1, 1)
  return plainResult(labels, ensembleSize)
}

export interface StableClusters {
  readonly labels: Int32Array
  /** Otsu's threshold of CA, and of the stabilities mapped to [0, 1]. */
  readonly threshold: number
  readonly stabilityThreshold: number
  readonly stability: Float64Array
  readonly scaledStability: Float64Array
  readonly core: Int32Array
  readonly suggestedCount: number
  readonly coreLabels: Int32Array
  /** The samples that joined in each round, and the number of clusters after it. */
  readonly rounds: [joined: number, clusters: number][]
  readonly labelsBeforeMerge: Int32Array
}

export async function stableClusters(
  table: LabelTable,
  clusterCount: number,
  squared: boolean,
  pauser?: Pauser,
): Promise<StableClusters> {
  const { sampleCount: n, rowCount: r, rowOf } = table
  const S = groupedCoAssociation(coAssociation(table, { kind: 'ca' })).pairs
  const threshold = coAssociationThreshold(S, table)
  const stability = stabilities(S, table, threshold, squared)
  const scaledStability = scaledToUnit(stability)
  const stabilityThreshold = thresholdOf(scaledStability)
  const isCore = Array.from(scaledStability, value => value > stabilityThreshold)
  const samples = Int32Array.from({ length: n }, (_, i) => i)
  const core = samples.filter(i => isCore[i])
  const halo = samples.filter(i => !isCore[i])

  const similarity = (i: number, j: number) => S[rowOf[i] * r + rowOf[j]]
  const tree = await singleLinkage(core.length, (a, b) => similarity(core[a], core[b]), pauser)
  const suggestedCount = core.length - firstLargest(inconsistencies(tree, DEPTH))
  const coreLabels = cutTree(tree, Math.min(Math.max(suggestedCount, clusterCount), core.length))

  const joined = await joinHalo(S, table, core, coreLabels, halo, pauser)
  const labelsBeforeMerge = renumberLabels(joined.labels).labels
  const labels = await mergedTo(clusterCount, labelsBeforeMerge, S, table, pauser)
  return {
    labels,
    threshold,
    stabilityThreshold,
    stability,
    scaledStability,
    core,
    suggestedCount,
    coreLabels,
    rounds: joined.rounds,
    labelsBeforeMerge,
  }
}

/** Otsu's threshold of all n² entries of CA, the diagonal included. */
function coAssociationThreshold(S: Float64Array, { rowCount: r, multiplicity }: LabelTable): number {
  const counts = new Float64Array(OTSU_BINS)
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) counts[otsuBin(S[g * r + h])] += multiplicity[g] * multiplicity[h]
  }
  return otsuThreshold(counts)
}

/** Mean f of every sample, summed over samples in their order. */
function stabilities(S: Float64Array, table: LabelTable, threshold: number, squared: boolean): Float64Array {
  const { sampleCount: n, rowCount: r, rowOf } = table
  const f = new Float64Array(r)
  const ofRow = new Float64Array(r)
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) {
      const distance = Math.abs(S[g * r + h] - threshold)
      const value = S[g * r + h] >= threshold ? distance / (1 - threshold) : distance / threshold
      f[h] = squared ? value * value : value
    }
    let sum = 0
    for (let i = 0; i < n; i++) sum += f[rowOf[i]]
    ofRow[g] = sum / n
  }
  return Float64Array.from(rowOf, g => ofRow[g])
}

/** (x - least) / (most - least), or 1 if all values are equal. */
function scaledToUnit(values: Float64Array): Float64Array {
  const least = values.reduce((a, b) => Math.min(a, b))
  const span = values.reduce((a, b) => Math.max(a, b)) - least
  return values.map(value => (span > 0 ? (value - least) / span : 1))
}

function thresholdOf(values: Float64Array): number {
  const counts = new Float64Array(OTSU_BINS)
  for (const value of values) counts[otsuBin(value)]++
  return otsuThreshold(counts)
}

async function singleLinkage(size: number, similarity: (a: number, b: number) => number, pauser?: Pauser) {
  const values = new Float64Array(triangleLength(size))
  for (let a = 0, at = 0; a < size; a++) for (let b = a + 1; b < size; b++) values[at++] = 1 - similarity(a, b)
  return linkage({ size, values }, { rule: 'single', pauser })
}

/** The index of the first largest value; 0 if empty. The tolerance treats equal merges as equal despite rounding. */
function firstLargest(values: Float64Array): number {
  return values.reduce((at, value, i) => (value > values[at] + 1e-10 ? i : at), 0)
}

/**
 * Assigns the halo to the clusters of the core, in rounds. Samples with equal label rows have equal scores, so the code
 * counts rows: `members[c]` maps the rows of cluster c to their number of samples.
 */
async function joinHalo(
  S: Float64Array,
  { sampleCount, rowCount: r, rowOf }: LabelTable,
  core: Int32Array,
  coreLabels: Int32Array,
  halo: Int32Array,
  pauser?: Pauser,
): Promise<{ labels: Int32Array; rounds: [number, number][] }> {
  const labels = new Int32Array(sampleCount).fill(-1)
  const members: Map<number, number>[] = []
  const put = (i: number, c: number, times: number) => {
    labels[i] = c
    members[c] ??= new Map()
    members[c].set(rowOf[i], (members[c].get(rowOf[i]) ?? 0) + times)
  }
  core.forEach((i, a) => {
    put(i, coreLabels[a], 1)
  })

  const rounds: [number, number][] = []
  let waiting = halo
  while (waiting.length > 0) {
    await pauser?.pause()
    const counts = new Float64Array(r)
    for (const i of waiting) counts[rowOf[i]]++
    const { scores, choices } = bestScores(S, r, counts, members)
    const most = scores.reduce((a, b) => Math.max(a, b), 0)
    const before = waiting.length
    if (most === 0) {
      put(waiting[0], members.length, waiting.length)
      waiting = waiting.slice(1)
    } else {
      const relative = Float64Array.from(waiting, i => scores[rowOf[i]] / most)
      const threshold = thresholdOf(relative)
      const accepted = waiting.filter((_, at) => relative[at] > threshold)
      waiting = waiting.filter((_, at) => relative[at] <= threshold)
      for (const i of accepted) put(i, choices[rowOf[i]], 1)
    }
    rounds.push([before - waiting.length, members.length])
  }
  return { labels, rounds }
}

/**
 * For every waiting row, the cluster with the highest score (the first of equal ones) and this score.
 *
 *   score(h, c) = Σ of similarities to members of c that stand out / (their number + 1)
 *
 * A similarity stands out if it is above Otsu's threshold of the block of waiting samples x members, mapped to [0, 1].
 */
function bestScores(S: Float64Array, r: number, waiting: Float64Array, members: readonly Map<number, number>[]) {
  const scores = new Float64Array(r)
  const choices = new Int32Array(r)
  const rows = Array.from(waiting, (_, g) => g).filter(g => waiting[g] > 0)
  const counts = new Float64Array(r)
  members.forEach((ofRows, c) => {
    const inside = Int32Array.from(ofRows.keys()).sort()
    for (const h of inside) counts[h] = ofRows.get(h)!
    let least = Infinity
    let most = -Infinity
    for (const g of rows) {
      for (const h of inside) {
        least = Math.min(least, S[g * r + h])
        most = Math.max(most, S[g * r + h])
      }
    }
    const span = most - least
    const scaled = (value: number) => (span > 0 ? (value - least) / span : 1)
    const histogram = new Float64Array(OTSU_BINS)
    for (const g of rows) for (const h of inside) histogram[otsuBin(scaled(S[g * r + h]))] += waiting[g] * counts[h]
    const threshold = otsuThreshold(histogram)
    for (const g of rows) {
      let sum = 0
      let count = 0
      for (const h of inside) {
        const value = S[g * r + h]
        if (!(scaled(value) > threshold)) continue
        sum += counts[h] * value
        count += counts[h]
      }
      const score = sum / (count + 1)
      if (score > scores[g]) {
        scores[g] = score
        choices[g] = c
      }
    }
  })
  return { scores, choices }
}

/** Merges clusters by single linkage of their mean similarities until k are left. */
async function mergedTo(k: number, labels: Int32Array, S: Float64Array, table: LabelTable, pauser?: Pauser) {
  const { rowCount: r, rowOf } = table
  const K = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  if (K <= k) return labels
  // Rows by cluster: most rows are in one cluster.
  const counts: Map<number, number>[] = Array.from({ length: K }, () => new Map())
  labels.forEach((label, i) => {
    counts[label].set(rowOf[i], (counts[label].get(rowOf[i]) ?? 0) + 1)
  })
  const rows = counts.map(ofRows => Int32Array.from(ofRows.keys()).sort())
  const sizes = counts.map(ofRows => [...ofRows.values()].reduce((sum, count) => sum + count, 0))
  const means = new Float64Array(K * K)
  for (let a = 0; a < K; a++) {
    const sums = new Float64Array(r)
    for (const g of rows[a]) {
      const count = counts[a].get(g)!
      for (let h = 0; h < r; h++) sums[h] += count * S[g * r + h]
    }
    for (let b = 0; b < K; b++) {
      let sum = 0
      for (const h of rows[b]) sum += counts[b].get(h)! * sums[h]
      means[a * K + b] = sum / (sizes[a] * sizes[b])
    }
    await pauser?.pause()
  }
  const largest = means.reduce((a, b) => Math.max(a, b))
  const tree = await singleLinkage(K, (a, b) => means[a * K + b] / largest, pauser)
  const merged = cutTree(tree, k)
  return labels.map(label => merged[label])
}
