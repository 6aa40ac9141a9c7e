import type { LabelTable } from '../../labelings/label-table.js'
import { exp, log2 } from '../../numeric/exp-log.js'
import { type CrossSums, createCrossSums } from '../../numeric/loops/cross-sums.js'
import { type HotLoops, PLAIN_KERNELS } from '../../numeric/loops/hot-loops.js'
import type { Pauser } from '../../pause.js'

/** How clusters are weighted: equally (CA), by their entropy (LWCA), or by their normalized entropy (NWCA). */
export type ClusterWeighting = { kind: 'ca' } | { kind: 'lwca'; theta: number } | { kind: 'nwca'; lambda: number }

/** θ of LWCA and λ of NWCA, as set by their authors. */
export const LWCA_THETA = 0.4
export const NWCA_LAMBDA = 0.09

/**
 * The weight of every cluster of every labeling.
 *
 *   CA: 1      LWCA: ECI(c) = exp(-H(c) / (θ m))      NWCA: NECI(c) = exp(-E(c) / (λ m)),  E(c) = H(c) / log₂ k⁽ᵗ⁾
 *
 * A labeling with one cluster has E = 0/0; its clusters get weight 1 here, and GPEC removes such labelings before.
 */
export function clusterWeights(
  table: LabelTable,
  weighting: ClusterWeighting,
  sums: CrossSums = clusterCrossSums(PLAIN_KERNELS, table),
): Float64Array {
  const { ensembleSize: m, clusterStarts } = table
  if (weighting.kind === 'ca') return new Float64Array(clusterStarts[m]).fill(1)

  return weightsFromEntropies(clusterEntropies(table, sums), clusterStarts, weighting)
}

/** LWCA or NWCA from the entropies of all clusters. */
export function weightsFromEntropies(
  entropies: Float64Array,
  clusterStarts: Int32Array,
  weighting: Exclude<ClusterWeighting, { kind: 'ca' }>,
): Float64Array {
  const m = clusterStarts.length - 1
  const weights = new Float64Array(entropies.length)
  for (let t = 0; t < m; t++) {
    const clusterCount = clusterStarts[t + 1] - clusterStarts[t]
    const norm = weighting.kind === 'nwca' && clusterCount > 1 ? log2(clusterCount) : 1
    const scale = weighting.kind === 'nwca' ? weighting.lambda : weighting.theta
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) weights[c] = exp(-entropies[c] / norm / (scale * m))
  }
  return weights
}

/**
 * How much the other labelings split each cluster, in bits.
 *
 *   H(c) = -Σ over labelings s, clusters c' of s: p log₂ p,   p = |c ∩ c'| / |members of c that s covers|
 *
 * A labeling that covers no member of c adds 0. From contingency counts, O(m² n).
 */
export function clusterEntropies(
  table: LabelTable,
  sums: CrossSums = clusterCrossSums(PLAIN_KERNELS, table),
): Float64Array {
  return found.get(table) ?? clusterOverlaps(table, sums).entropies
}

/** Entropies that {@link findEntropies} has computed. */
const found = new WeakMap<LabelTable, Float64Array>()

/** Computes the entropies of a table with pauses, because many labelings take long. Cluster weights then use them. */
export async function findEntropies(table: LabelTable, pauser: Pauser): Promise<void> {
  if (found.has(table)) return
  const { entropies } = await overlapsWithPauses(table, clusterCrossSums(PLAIN_KERNELS, table), pauser)
  found.set(table, entropies)
}

/** How the clusters of different labelings overlap. */
export interface ClusterOverlaps {
  /** H(c) of every cluster. */
  readonly entropies: Float64Array
  /** The number of clusters of other labelings that have a sample in common with each cluster. */
  readonly neighbourCounts: Int32Array
}

function clusterOverlaps(table: LabelTable, sums: CrossSums): ClusterOverlaps {
  const steps = overlapSteps(table, sums)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same with pauses. */
export async function overlapsWithPauses(table: LabelTable, sums: CrossSums, pauser: Pauser): Promise<ClusterOverlaps> {
  const steps = overlapSteps(table, sums)
  let step = steps.next()
  for (; !step.done; step = steps.next()) await pauser.pause()
  return step.value
}

/** Table cells between two pauses: some milliseconds. */
const WORK_PER_STEP = 1_000_000

/** Yields every few milliseconds. */
function* overlapSteps(table: LabelTable, sums: CrossSums): Generator<void, ClusterOverlaps> {
  const { ensembleSize: m, clusterStarts, clusterSizes, multiplicity, hasMissing } = table
  const entropies = new Float64Array(clusterStarts[m])
  const terms = createEntropyTerms(clusterSizes)
  let work = 0
  for (let s = 1; s < m; s++) {
    const columnCount = clusterStarts[s + 1] - clusterStarts[s]
    for (let t = 0; t < s; t++) {
      const lineCount = clusterStarts[t + 1] - clusterStarts[t]
      const counts = sums.table(t, s, multiplicity)
      const found = { counts, lineCount, columnCount, firstLine: clusterStarts[t], firstColumn: clusterStarts[s] }
      // With all labels, every line and column adds up to the size of its cluster.
      addEntropies(entropies, found, hasMissing ? undefined : clusterSizes, terms.of)
      work += table.rowCount + lineCount * columnCount
      if (work < WORK_PER_STEP) continue
      work = 0
      yield
    }
  }
  return { entropies, neighbourCounts: terms.useCounts }
}

/** Sums over the rows in each pair of a cluster of one labeling and one of another. */
export function clusterCrossSums(loops: HotLoops, table: LabelTable): CrossSums {
  const { rowCount, ensembleSize, clusters, clusterStarts, clusterSizes } = table
  const membership = { rowCount, layerCount: ensembleSize, groupCount: clusterSizes.length, groups: clusters }
  return createCrossSums(loops, membership, clusterStarts)
}

/** The number of samples in each pair of a cluster of one labeling (lines) and one of another (columns). */
interface CrossCounts {
  readonly counts: Float64Array
  readonly lineCount: number
  readonly columnCount: number
  /** The first cluster of each of the two labelings. */
  readonly firstLine: number
  readonly firstColumn: number
}

/**
 * Adds the entropy of every line to the clusters from `firstLine` on, of every column to those from `firstColumn` on.
 * `clusterSizes` are the totals of lines and columns, if they are known.
 */
function addEntropies(
  entropies: Float64Array,
  found: CrossCounts,
  clusterSizes: Float64Array | undefined,
  term: EntropyTerm,
): void {
  const { counts, lineCount, columnCount, firstLine, firstColumn } = found
  const { lines, columns } =
    clusterSizes === undefined
      ? totalsOf(found)
      : { lines: clusterSizes.subarray(firstLine), columns: clusterSizes.subarray(firstColumn) }
  for (let a = 0; a < lineCount; a++) {
    for (let b = 0; b < columnCount; b++) {
      const count = counts[a * columnCount + b]
      if (count === 0) continue
      entropies[firstLine + a] += term(firstLine + a, count, lines[a])
      entropies[firstColumn + b] += term(firstColumn + b, count, columns[b])
    }
  }
}

/** The samples in every line and in every column. */
function totalsOf({ counts, lineCount, columnCount }: CrossCounts): { lines: Float64Array; columns: Float64Array } {
  const lines = new Float64Array(lineCount)
  const columns = new Float64Array(columnCount)
  for (let a = 0; a < lineCount; a++) {
    for (let b = 0; b < columnCount; b++) {
      lines[a] += counts[a * columnCount + b]
      columns[b] += counts[a * columnCount + b]
    }
  }
  return { lines, columns }
}

/** -p log₂ p for p = count / total, where `total` members of the cluster are covered. */
type EntropyTerm = (cluster: number, count: number, total: number) => number

function plainTerm(_cluster: number, count: number, total: number): number {
  const p = count / total
  return p < 1 ? -p * log2(p) : 0
}

/** Counts up to this have their term stored. */
const STORED_COUNTS = 256

/** Terms that are computed once per cluster and count, because a cluster meets the same small counts many times. */
function createEntropyTerms(clusterSizes: Float64Array) {
  // A cluster meets no count above its size: very many small clusters need little memory.
  const starts = new Int32Array(clusterSizes.length + 1)
  clusterSizes.forEach((size, cluster) => {
    starts[cluster + 1] = starts[cluster] + Math.min(Math.floor(size) + 1, STORED_COUNTS)
  })
  const stored = new Float64Array(starts[clusterSizes.length]).fill(-1)
  const useCounts = new Int32Array(clusterSizes.length)
  const of: EntropyTerm = (cluster, count, total) => {
    useCounts[cluster]++
    const at = starts[cluster] + count
    if (at >= starts[cluster + 1] || total !== clusterSizes[cluster]) return plainTerm(cluster, count, total)
    if (stored[at] < 0) stored[at] = plainTerm(cluster, count, total)
    return stored[at]
  }
  return { of, useCounts }
}
