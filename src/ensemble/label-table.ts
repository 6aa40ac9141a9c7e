import type { Ensemble } from '../types.js'

/**
 * An ensemble with equal label rows collapsed: samples that have the same label in every labeling stand as
 * one row with a multiplicity. All similarities depend on the label row alone, so nothing is lost.
 * The clusters of all labelings are numbered through, labeling by labeling (P of them).
 */
export interface LabelTable {
  readonly sampleCount: number
  readonly ensembleSize: number
  /** Distinct label rows. */
  readonly rowCount: number
  /** The row of each sample. */
  readonly rowOf: Int32Array
  /** How many samples share each row. */
  readonly multiplicity: Float64Array
  /** The cluster of row r in labeling t at [t * rowCount + r]; -1 = not covered. */
  readonly clusters: Int32Array
  /** First cluster of each labeling; the last entry is P. */
  readonly clusterStarts: Int32Array
  /** Samples in each cluster. */
  readonly clusterSizes: Float64Array
  /** Samples that each labeling covers. */
  readonly coverage: Float64Array
  /** Rows of cluster c at memberRows[memberStarts[c] .. memberStarts[c + 1]), ascending. */
  readonly memberStarts: Int32Array
  readonly memberRows: Int32Array
  readonly hasMissing: boolean
}

/** Collapses equal label rows. Rows are numbered by first appearance. O(n m) time. */
export function collapseRows(ensemble: Ensemble): LabelTable {
  const { rowOf, firstSamples } = groupEqualRows(ensemble)
  return tableOf(ensemble, rowOf, firstSamples)
}

/** The same table with every sample as a row of its own. */
export function uncollapsedRows(ensemble: Ensemble): LabelTable {
  const each = Int32Array.from({ length: ensemble.sampleCount }, (_, i) => i)
  return tableOf(ensemble, each, each)
}

/** How many samples differ in at least one label. */
export function countDistinctRows(ensemble: Ensemble): number {
  return groupEqualRows(ensemble).firstSamples.length
}

function tableOf(ensemble: Ensemble, rowOf: Int32Array, firstSamples: Int32Array): LabelTable {
  const { sampleCount, labelings, clusterCounts } = ensemble
  const m = labelings.length
  const rowCount = firstSamples.length

  const multiplicity = new Float64Array(rowCount)
  for (let i = 0; i < sampleCount; i++) multiplicity[rowOf[i]] += 1

  const clusterStarts = new Int32Array(m + 1)
  for (let t = 0; t < m; t++) clusterStarts[t + 1] = clusterStarts[t] + clusterCounts[t]
  const P = clusterStarts[m]

  const clusters = new Int32Array(m * rowCount)
  const clusterSizes = new Float64Array(P)
  const coverage = new Float64Array(m)
  const memberStarts = new Int32Array(P + 1)
  let hasMissing = false
  for (let t = 0; t < m; t++) {
    const labels = labelings[t]
    for (let r = 0; r < rowCount; r++) {
      const label = labels[firstSamples[r]]
      if (label < 0) {
        clusters[t * rowCount + r] = -1
        hasMissing = true
        continue
      }
      const c = clusterStarts[t] + label
      clusters[t * rowCount + r] = c
      clusterSizes[c] += multiplicity[r]
      coverage[t] += multiplicity[r]
      memberStarts[c + 1] += 1
    }
  }

  for (let c = 0; c < P; c++) memberStarts[c + 1] += memberStarts[c]
  const memberRows = new Int32Array(memberStarts[P])
  const next = memberStarts.slice(0, P)
  for (let at = 0; at < clusters.length; at++) {
    const c = clusters[at]
    if (c >= 0) memberRows[next[c]++] = at % rowCount
  }
  return {
    sampleCount,
    ensembleSize: m,
    rowCount,
    rowOf,
    multiplicity,
    clusters,
    clusterStarts,
    clusterSizes,
    coverage,
    memberStarts,
    memberRows,
    hasMissing,
  }
}

/** Open-addressed hash table over whole label rows; the rows themselves are compared, so hashes may collide. */
function groupEqualRows({ sampleCount: n, labelings }: Ensemble): { rowOf: Int32Array; firstSamples: Int32Array } {
  const hashes = new Int32Array(n)
  for (const labels of labelings) {
    for (let i = 0; i < n; i++) {
      const h = Math.imul(hashes[i] ^ labels[i], 0x9e3779b1)
      hashes[i] = h ^ (h >>> 15)
    }
  }

  let slotCount = 16
  while (slotCount < 2 * n) slotCount *= 2
  const slots = new Int32Array(slotCount).fill(-1)
  const rowOf = new Int32Array(n)
  const firstSamples = new Int32Array(n)
  let rowCount = 0
  for (let i = 0; i < n; i++) {
    let slot = hashes[i] & (slotCount - 1)
    for (;;) {
      const row = slots[slot]
      if (row < 0) {
        slots[slot] = rowCount
        firstSamples[rowCount] = i
        rowOf[i] = rowCount++
        break
      }
      if (hashes[firstSamples[row]] === hashes[i] && sameLabels(labelings, firstSamples[row], i)) {
        rowOf[i] = row
        break
      }
      slot = (slot + 1) & (slotCount - 1)
    }
  }
  return { rowOf, firstSamples: firstSamples.slice(0, rowCount) }
}

function sameLabels(labelings: readonly Int32Array[], i: number, j: number): boolean {
  for (const labels of labelings) if (labels[i] !== labels[j]) return false
  return true
}
