import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** Rows that belong to clusters with weights. */
export interface WeightedMembers {
  readonly rowCount: number
  readonly labelingCount: number
  /** The cluster of row r in labeling t at [t * rowCount + r]; -1 = none. */
  readonly clusters: Int32Array
  /** Rows of cluster c at memberRows[memberStarts[c] .. memberStarts[c + 1]), ascending. */
  readonly memberStarts: Int32Array
  readonly memberRows: Int32Array
  readonly weights: Float64Array
  readonly divisor: number
}

/** The similarities of a row to other rows, columns ascending. */
export interface SimilarRows {
  readonly columns: Int32Array
  readonly values: Float64Array
  /** How many similarities of the last row are not zero. */
  readonly total: () => number
  /**
   * Fills both with Σ over the clusters that the two rows share of their weights, divided by the divisor, where this is
   * not zero and at least `least`. Returns how many there are.
   */
  find(row: number, least: number): number
}

interface SimilarRowsExports {
  similarRows(
    clusters: number,
    count: number,
    starts: number,
    members: number,
    weights: number,
    row: number,
    rowCount: number,
    divisor: number,
    least: number,
    out: number,
    columns: number,
    values: number,
    total: number,
  ): number
}

export const createSimilarRows = /* @__PURE__ */ orPlain(newSimilarRows)

function newSimilarRows(loops: HotLoops, given: WeightedMembers): SimilarRows {
  const { rowCount, labelingCount: m, memberStarts, memberRows, divisor } = given
  if (loops.kind === 'plain') return plainRows(given)
  // One more block of four: an entry is always written, and kept only if it is not zero.
  const room = 4 * Math.ceil(rowCount / 4) + 4
  const bytes = 4 * (1 + m + memberStarts.length + memberRows.length + room) + 8 * (given.weights.length + 2 * room)
  const workspace = new Workspace<SimilarRowsExports>(loops, bytes)
  const weights = workspace.float64(given.weights.length)
  const out = workspace.float64(room)
  const values = workspace.float64(room)
  const clusters = workspace.int32(m)
  const starts = workspace.int32(memberStarts.length)
  const members = workspace.int32(memberRows.length)
  const columns = workspace.int32(room)
  const total = workspace.int32(1)
  weights.set(given.weights)
  starts.set(memberStarts)
  members.set(memberRows)
  return {
    columns,
    values,
    total: () => total[0],
    find(row, least) {
      for (let t = 0; t < m; t++) clusters[t] = given.clusters[t * rowCount + row]
      return workspace.exports.similarRows(
        clusters.byteOffset,
        m,
        starts.byteOffset,
        members.byteOffset,
        weights.byteOffset,
        row,
        rowCount,
        divisor,
        least,
        out.byteOffset,
        columns.byteOffset,
        values.byteOffset,
        total.byteOffset,
      )
    },
  }
}

/** The TypeScript version of assembly/similar-rows.ts. */
function plainRows(given: WeightedMembers): SimilarRows {
  const { rowCount, labelingCount: m, clusters, memberStarts, memberRows, weights, divisor } = given
  const out = new Float64Array(rowCount)
  const columns = new Int32Array(rowCount + 1)
  const values = new Float64Array(rowCount + 1)
  let total = 0
  return {
    columns,
    values,
    total: () => total,
    find(row, least) {
      // Labelings in ascending order: the similarity of two rows is the same sum from both sides.
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + row]
        if (c < 0) continue
        const weight = weights[c]
        for (let at = memberStarts[c]; at < memberStarts[c + 1]; at++) out[memberRows[at]] += weight
      }
      out[row] = 0
      let count = 0
      total = 0
      for (let q = 0; q < rowCount; q++) {
        if (out[q] === 0) continue
        columns[count] = q
        values[count] = out[q] / divisor
        total++
        // Always written, but kept only if large enough, to avoid a branch.
        count += values[count] >= least ? 1 : 0
      }
      out.fill(0)
      return count
    },
  }
}
