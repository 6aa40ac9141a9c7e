import type { Ensemble } from '../types.js'
import { noLabel } from './codes.js'
import { type DistinctRows, numberRows } from './distinct-rows.js'
import { type LabelStore, storeOf } from './label-store.js'

/**
 * An ensemble with equal label rows collapsed: samples that have the same label in every labeling are one row with a
 * multiplicity. All similarities depend only on the label row, so no information is lost. Clusters are numbered across
 * all labelings, labeling by labeling; there are P of them.
 */
export interface LabelTable {
  readonly sampleCount: number
  readonly ensembleSize: number
  /** Distinct label rows. */
  readonly rowCount: number
  /** The row of each sample. */
  readonly rowOf: Int32Array
  /** The number of samples that share each row. */
  readonly multiplicity: Float64Array
  /** The cluster of row r in labeling t at [t * rowCount + r]; -1 = not covered. */
  readonly clusters: Int32Array
  /** First cluster of each labeling; the last entry is P. */
  readonly clusterStarts: Int32Array
  /** The number of samples in each cluster. */
  readonly clusterSizes: Float64Array
  /** The number of samples that each labeling covers. */
  readonly coverage: Float64Array
  /** Rows of cluster c at memberRows[memberStarts[c] .. memberStarts[c + 1]), ascending. */
  readonly memberStarts: Int32Array
  readonly memberRows: Int32Array
  readonly hasMissing: boolean
}

/** The table of an ensemble. Rows are numbered by first appearance. O(n m) time. */
export function collapseRows(ensemble: Ensemble): LabelTable {
  return tableOf(storeOf(ensemble))
}

/** The table of a label store. Equal rows of different blocks are joined. */
export function tableOf(store: LabelStore, rows: DistinctRows = numberRows(store)): LabelTable {
  const { sampleCount, ensembleSize: m, clusterStarts, blocks } = store
  const { rowCount, numbers } = rows
  const rowOf = new Int32Array(sampleCount)
  const multiplicity = new Float64Array(rowCount)
  const clusters = new Int32Array(m * rowCount)
  let firstSample = 0
  let nextRow = 0
  blocks.forEach((block, b) => {
    const numberOf = numbers[b]
    for (let i = 0; i < block.sampleCount; i++) rowOf[firstSample + i] = numberOf[block.rowOf[i]]
    firstSample += block.sampleCount

    const { codes } = block
    const none = noLabel(codes)
    for (let r = 0; r < block.rowCount; r++) {
      const row = numberOf[r]
      multiplicity[row] += block.multiplicity[r]
      if (row < nextRow) continue
      nextRow++
      for (let t = 0; t < m; t++) {
        const label = codes[r * m + t]
        clusters[t * rowCount + row] = label === none ? -1 : clusterStarts[t] + label
      }
    }
  })
  return withClusters({ sampleCount, ensembleSize: m, rowCount, rowOf, multiplicity, clusters, clusterStarts })
}

/** The clusters of all rows, row by row: those of row r at [r m, (r + 1) m). */
export function rowsOf({ ensembleSize: m, rowCount, clusters }: LabelTable): Int32Array {
  const rows = new Int32Array(clusters.length)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) rows[r * m + t] = clusters[t * rowCount + r]
  }
  return rows
}

/** The same table with one row for every sample. */
export function uncollapsedRows(table: LabelTable): LabelTable {
  const { sampleCount: n, ensembleSize, rowCount, rowOf, clusterStarts } = table
  const clusters = new Int32Array(ensembleSize * n)
  for (let t = 0; t < ensembleSize; t++) {
    for (let i = 0; i < n; i++) clusters[t * n + i] = table.clusters[t * rowCount + rowOf[i]]
  }
  return withClusters({
    sampleCount: n,
    ensembleSize,
    rowCount: n,
    rowOf: Int32Array.from(rowOf.keys()),
    multiplicity: new Float64Array(n).fill(1),
    clusters,
    clusterStarts,
  })
}

type TableRows = Omit<LabelTable, 'clusterSizes' | 'coverage' | 'memberStarts' | 'memberRows' | 'hasMissing'>

/** Adds the facts about clusters that follow from the rows. */
export function withClusters(rows: TableRows): LabelTable {
  const { ensembleSize: m, rowCount, multiplicity, clusters, clusterStarts } = rows
  const P = clusterStarts[m]
  const clusterSizes = new Float64Array(P)
  const coverage = new Float64Array(m)
  const memberStarts = new Int32Array(P + 1)
  let hasMissing = false
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c < 0) {
        hasMissing = true
        continue
      }
      clusterSizes[c] += multiplicity[r]
      coverage[t] += multiplicity[r]
      memberStarts[c + 1] += 1
    }
  }

  for (let c = 0; c < P; c++) memberStarts[c + 1] += memberStarts[c]
  const memberRows = new Int32Array(memberStarts[P])
  const next = memberStarts.slice(0, P)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) memberRows[next[c]++] = r
    }
  }
  return { ...rows, clusterSizes, coverage, memberStarts, memberRows, hasMissing }
}
