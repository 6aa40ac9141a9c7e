import type { LabelTable } from '../ensemble/label-table.js'
import { exp, log2 } from '../numeric/exp-log.js'
import type { Pauser } from '../pause.js'

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
export function clusterWeights(table: LabelTable, weighting: ClusterWeighting): Float64Array {
  const { ensembleSize: m, clusterStarts } = table
  if (weighting.kind === 'ca') return new Float64Array(clusterStarts[m]).fill(1)

  return weightsFromEntropies(clusterEntropies(table), clusterStarts, weighting)
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
export function clusterEntropies(table: LabelTable): Float64Array {
  const known = found.get(table)
  if (known !== undefined) return known
  const steps = entropySteps(table)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Entropies that {@link findEntropies} has computed. */
const found = new WeakMap<LabelTable, Float64Array>()

/** Computes the entropies of a table with pauses, because many labelings take long. Cluster weights then use them. */
export async function findEntropies(table: LabelTable, pauser: Pauser): Promise<void> {
  if (found.has(table)) return
  const steps = entropySteps(table)
  let step = steps.next()
  for (; !step.done; step = steps.next()) await pauser.pause()
  found.set(table, step.value)
}

/** Yields every few milliseconds. */
function* entropySteps(table: LabelTable): Generator<void, Float64Array> {
  const { ensembleSize: m, clusterStarts } = table
  const entropies = new Float64Array(clusterStarts[m])
  let largest = 0
  for (let t = 0; t < m; t++) largest = Math.max(largest, clusterStarts[t + 1] - clusterStarts[t])
  const counts = new Float64Array(largest * largest)
  let work = 0
  for (let s = 1; s < m; s++) {
    const columnCount = clusterStarts[s + 1] - clusterStarts[s]
    for (let t = 0; t < s; t++) {
      const lineCount = clusterStarts[t + 1] - clusterStarts[t]
      counts.fill(0, 0, lineCount * columnCount)
      crossCounts(counts, table, t, s, columnCount)
      addEntropies(entropies, counts, lineCount, columnCount, clusterStarts[t], clusterStarts[s])
      work += table.rowCount + lineCount * columnCount
      if (work < WORK_PER_STEP) continue
      work = 0
      yield
    }
  }
  return entropies
}

/** Table cells between two pauses: some milliseconds. */
const WORK_PER_STEP = 1_000_000

/** Samples in each pair of a cluster of labeling t (lines) and one of labeling s (columns). */
function crossCounts(counts: Float64Array, table: LabelTable, t: number, s: number, columnCount: number): void {
  const { rowCount, multiplicity, clusters, clusterStarts } = table
  const lineAt = t * rowCount
  const columnAt = s * rowCount
  const firstLine = clusterStarts[t]
  const firstColumn = clusterStarts[s]
  for (let r = 0; r < rowCount; r++) {
    const line = clusters[lineAt + r]
    const column = clusters[columnAt + r]
    if (line >= 0 && column >= 0) counts[(line - firstLine) * columnCount + column - firstColumn] += multiplicity[r]
  }
}

/**
 * Adds the entropy of every line to the clusters from `firstLine` on, of every column to those from `firstColumn` on.
 */
export function addEntropies(
  entropies: Float64Array,
  counts: Float64Array,
  lineCount: number,
  columnCount: number,
  firstLine: number,
  firstColumn: number,
): void {
  const lines = new Float64Array(lineCount)
  const columns = new Float64Array(columnCount)
  for (let a = 0; a < lineCount; a++) {
    for (let b = 0; b < columnCount; b++) {
      lines[a] += counts[a * columnCount + b]
      columns[b] += counts[a * columnCount + b]
    }
  }
  for (let a = 0; a < lineCount; a++) {
    for (let b = 0; b < columnCount; b++) {
      const count = counts[a * columnCount + b]
      if (count === 0) continue
      entropies[firstLine + a] += entropyTerm(count / lines[a])
      entropies[firstColumn + b] += entropyTerm(count / columns[b])
    }
  }
}

function entropyTerm(p: number): number {
  return p < 1 ? -p * log2(p) : 0
}
