import type { LabelTable } from '../../labelings/label-table.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createMembershipSums } from '../../numeric/loops/membership.js'
import { createSparseMatrix } from '../../numeric/loops/sparse.js'

/** Number of vectors that are multiplied at a time. */
export const BLOCK = 8

/** G = U'U of the clusters of all labelings (P x P): shares of common samples, |a ∩ b| / √(|a| |b|). */
export interface GramProduct {
  readonly size: number
  /** y = G x for a block of eight vectors, row by row. */
  multiplyInto(y: Float64Array, x: Float64Array): void
}

/** With this many labelings or more, counting all pairs of them costs more than it saves. */
const MANY_LABELINGS = 1000

/** With this many entries or more, the factors are smaller than the matrix: relative to the memberships, and in total. */
const MOST_PER_MEMBERSHIP = 4
const MOST_ENTRIES = 2 ** 24

/**
 * G as a sparse matrix where that is small: most clusters of two fine labelings have nothing in common. Counting takes O(r m²)
 * for r distinct rows; a product takes one step per entry, whatever the number of samples. For many labelings of few
 * samples G is larger than its factors: then through the rows, O(r m).
 */
export function gramProduct(loops: HotLoops, table: LabelTable): GramProduct {
  const most = Math.min(MOST_ENTRIES, MOST_PER_MEMBERSHIP * table.clusters.length)
  const strips = table.ensembleSize < MANY_LABELINGS ? countStrips(table, most) : null
  return strips === null ? productThroughRows(loops, table) : sparseProduct(loops, table, strips)
}

/** The rows of G of one labeling. */
interface Strip {
  /** Entries of each row. */
  readonly lengths: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
}

/** G labeling by labeling; null when it has more entries than `most`. */
function countStrips(table: LabelTable, most: number): Strip[] | null {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes, multiplicity } = table
  const P = clusterSizes.length
  const strips: Strip[] = []
  let entryCount = 0
  for (let t = 0; t < m; t++) {
    const first = clusterStarts[t]
    const counts = new Float64Array((clusterStarts[t + 1] - first) * P)
    const own = clusters.subarray(t * rowCount, (t + 1) * rowCount)
    for (let s = 0; s < m; s++) {
      addCommon(counts, own, clusters.subarray(s * rowCount, (s + 1) * rowCount), multiplicity, first, P)
    }
    const strip = stripOf(counts, first, clusterSizes)
    entryCount += strip.values.length
    if (entryCount > most) return null
    strips.push(strip)
  }
  return strips
}

/** Counts the common samples of the clusters of two labelings; `first` is the first cluster of the one. */
function addCommon(
  counts: Float64Array,
  one: Int32Array,
  other: Int32Array,
  multiplicity: Float64Array,
  first: number,
  P: number,
): void {
  for (let r = 0; r < multiplicity.length; r++) {
    const a = one[r]
    const b = other[r]
    if (a >= 0 && b >= 0) counts[(a - first) * P + b] += multiplicity[r]
  }
}

function stripOf(counts: Float64Array, first: number, clusterSizes: Float64Array): Strip {
  const P = clusterSizes.length
  let entryCount = 0
  for (let at = 0; at < counts.length; at++) if (counts[at] > 0) entryCount++
  const lengths = new Int32Array(counts.length / P)
  const columns = new Int32Array(entryCount)
  const values = new Float64Array(entryCount)
  for (let row = 0, e = 0; row < lengths.length; row++) {
    for (let b = 0; b < P; b++) {
      const count = counts[row * P + b]
      if (count === 0) continue
      columns[e] = b
      values[e++] = count / Math.sqrt(clusterSizes[first + row] * clusterSizes[b])
      lengths[row]++
    }
  }
  return { lengths, columns, values }
}

function sparseProduct(loops: HotLoops, { clusterSizes }: LabelTable, strips: readonly Strip[]): GramProduct {
  const P = clusterSizes.length
  const entryCount = strips.reduce((sum, { values }) => sum + values.length, 0)
  const matrix = createSparseMatrix(loops, P, entryCount, BLOCK)
  let row = 0
  for (const { lengths, columns, values } of strips) {
    matrix.columns.set(columns, matrix.starts[row])
    matrix.values.set(values, matrix.starts[row])
    for (const length of lengths) {
      matrix.starts[row + 1] = matrix.starts[row] + length
      row++
    }
  }
  return { size: P, multiplyInto: matrix.multiplyInto }
}

/** U' (U x): sums of the clusters of each row, then sums over the rows of each cluster. */
function productThroughRows(loops: HotLoops, table: LabelTable): GramProduct {
  const { rowCount, ensembleSize: layerCount, clusters: groups, clusterSizes, multiplicity } = table
  const size = clusterSizes.length
  const sums = createMembershipSums(loops, { rowCount, layerCount, groupCount: size, groups }, BLOCK)
  const ones = new Float64Array(rowCount).fill(1)
  const inverseRoots = clusterSizes.map(count => 1 / Math.sqrt(count))
  const scaled = new Float64Array(size * BLOCK)
  const rows = new Float64Array(rowCount * BLOCK)
  return {
    size,
    multiplyInto(y, x) {
      for (let at = 0; at < x.length; at++) scaled[at] = inverseRoots[at >> 3] * x[at]
      sums.addFromGroups(rows.fill(0), scaled, ones)
      const total = sums.sumByGroup(rows, multiplicity)
      for (let at = 0; at < y.length; at++) y[at] = inverseRoots[at >> 3] * total[at]
    },
  }
}
