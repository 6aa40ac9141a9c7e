import { invalid } from '../../errors.js'
import type { LabelTable } from '../../labelings/label-table.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createSimilarRows, type SimilarRows } from '../../numeric/loops/similar-rows.js'
import { type ClusterWeighting, clusterWeights } from './cluster-weights.js'

/**
 * Weighted co-association of the distinct label rows. It gives single entries or rows; the matrix is never stored.
 *
 *   S_ij = Σₜ weight(cₜ(i)) [cₜ(i) = cₜ(j)] / (labelings that cover both i and j)
 *
 * NWCA is also divided by its largest entry. Entries are those of two *different* samples; a sample's similarity
 * to itself is 1 by definition, and `within[r]` is the similarity of two samples that share row r.
 */
export interface CoAssociation {
  readonly table: LabelTable
  readonly weighting: ClusterWeighting
  /** Weight of every cluster. */
  readonly clusterWeights: Float64Array
  /** The divisor of sums of weights if no label is missing. */
  readonly divisor: number
  /** The divisor of mean weights otherwise. */
  readonly largest: number
  readonly within: Float64Array
  /** Similarities of row r to every row. */
  rowInto(out: Float64Array, r: number): void
  /** A function from a row to its similarities to other rows: the same numbers as `rowInto`. */
  entries(loops: HotLoops): SimilarRows
  /** Similarity of rows r and q. */
  entry(r: number, q: number): number
}

export function coAssociation(table: LabelTable, weighting: ClusterWeighting): CoAssociation {
  const { ensembleSize: m, rowCount, clusters, memberStarts, memberRows, hasMissing } = table
  const weights = clusterWeights(table, weighting)
  const covers = hasMissing ? coverageMasks(table) : null
  const coveredBy = (r: number, q: number) => (covers === null ? m : commonBits(covers, Math.ceil(m / 32), r, q))

  const sums = new Float64Array(rowCount)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) sums[r] += weights[c]
    }
  }
  if (weighting.kind === 'nwca' && sums.includes(0)) {
    throw invalid(
      'consensus',
      'lambda',
      'be large enough that every sample has a cluster with a weight above 0',
      weighting.lambda,
    )
  }
  const largest = weighting.kind === 'nwca' ? sums.reduce((max, sum, r) => Math.max(max, sum / coveredBy(r, r)), 0) : 1
  // Without missing labels all rows share one divisor, so that the largest entry becomes exactly 1.
  const divisor = weighting.kind === 'nwca' ? sums.reduce((max, sum) => Math.max(max, sum), 0) : m
  const similarity = (sum: number, r: number, q: number) => {
    if (sum === 0) return 0
    return covers === null ? sum / divisor : Math.min(1, sum / coveredBy(r, q) / largest)
  }

  return {
    table,
    weighting,
    clusterWeights: weights,
    divisor,
    largest,
    within: sums.map((sum, r) => similarity(sum, r, r)),
    rowInto(out, r) {
      out.fill(0)
      // Labelings in ascending order: S_rq and S_qr are the same sum.
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + r]
        if (c < 0) continue
        const weight = weights[c]
        for (let at = memberStarts[c]; at < memberStarts[c + 1]; at++) out[memberRows[at]] += weight
      }
      if (covers === null) for (let q = 0; q < rowCount; q++) out[q] /= divisor
      else divideByCoverage(out, covers, Math.ceil(m / 32), r, largest)
    },
    entries(loops) {
      const members = { rowCount, labelingCount: m, clusters, memberStarts, memberRows, weights }
      if (covers === null) return createSimilarRows(loops, { ...members, divisor })
      const sums = createSimilarRows(loops, { ...members, divisor: 1 })
      const { columns, values, total } = sums
      return {
        columns,
        values,
        total,
        find(r, least) {
          const nonzero = sums.find(r, 0)
          let count = 0
          for (let at = 0; at < nonzero; at++) {
            columns[count] = columns[at]
            values[count] = similarity(values[at], r, columns[at])
            count += values[count] >= least ? 1 : 0
          }
          return count
        },
      }
    },
    entry(r, q) {
      let sum = 0
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + r]
        if (c >= 0 && c === clusters[t * rowCount + q]) sum += weights[c]
      }
      return similarity(sum, r, q)
    },
  }
}

/**
 * Converts sums of weights to similarities in place: min(1, sum / labelings that cover both rows / largest). It divides
 * twice, because with one division by the product, the largest similarity would not be exactly 1.
 */
function divideByCoverage(sums: Float64Array, masks: Int32Array, words: number, r: number, largest: number): void {
  for (let q = 0; q < sums.length; q++) {
    const sum = sums[q]
    if (sum !== 0) sums[q] = Math.min(1, sum / commonBits(masks, words, r, q) / largest)
  }
}

/** One bit per labeling that covers the row, in words of 32. */
function coverageMasks({ ensembleSize: m, rowCount, clusters }: LabelTable): Int32Array {
  const words = Math.ceil(m / 32)
  const masks = new Int32Array(rowCount * words)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      if (clusters[t * rowCount + r] >= 0) masks[r * words + (t >> 5)] |= 1 << (t & 31)
    }
  }
  return masks
}

/** Labelings that cover both rows, from their masks; those of row q may be in another array. */
export function commonBits(masks: Int32Array, words: number, r: number, q: number, others = masks): number {
  let count = 0
  for (let word = 0; word < words; word++) {
    let bits = masks[r * words + word] & others[q * words + word]
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
