import { type LabelTable, withClusters } from './label-table.js'

/** Rounds in which rows learn about their clusters, and clusters about their rows. */
const ROUNDS = 3

const known = new WeakMap<LabelTable, Int32Array>()

/**
 * The distinct label rows in an order that depends neither on the order of the samples nor on the numbers of the clusters:
 * by a hash of their labels, in which a cluster stands for its labeling, its size and its rows. Methods that draw rows at
 * random or decide ties by the order of the rows use it, so that a table in another order gives the same clusters. Rows
 * with the same hash, which the labelings do not tell apart but for names, keep their order. O(m r + r log r).
 */
export function canonicalRows(table: LabelTable): Int32Array {
  const before = known.get(table)
  if (before !== undefined) return before
  const order = orderOf(table)
  known.set(table, order)
  return order
}

function orderOf({ ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes, multiplicity }: LabelTable) {
  const P = clusterSizes.length
  // Two hashes of 32 bits each: one alone would have equal values by chance.
  const clusterHashes = [new Int32Array(P), new Int32Array(P)]
  const rowHashes = [new Int32Array(rowCount), new Int32Array(rowCount)]
  for (let t = 0; t < m; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      clusterHashes.forEach((hashes, part) => {
        hashes[c] = mixed(mixed(part + 1, t), clusterSizes[c])
      })
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [part, rows] of rowHashes.entries()) {
      const ofClusters = clusterHashes[part]
      rows.fill(part + 1)
      for (let t = 0; t < m; t++) {
        for (let r = 0; r < rowCount; r++) {
          const c = clusters[t * rowCount + r]
          rows[r] = mixed(rows[r], c < 0 ? -1 : ofClusters[c])
        }
      }
      if (round === ROUNDS - 1) continue
      const shares = rows.map((hash, r) => Math.imul(mixed(hash, 7), multiplicity[r]))
      // A sum does not depend on the order of the rows.
      const sums = new Int32Array(P)
      for (let t = 0; t < m; t++) {
        for (let r = 0; r < rowCount; r++) {
          const c = clusters[t * rowCount + r]
          if (c >= 0) sums[c] = (sums[c] + shares[r]) | 0
        }
      }
      for (let c = 0; c < P; c++) ofClusters[c] = mixed(ofClusters[c], sums[c])
    }
  }
  const [first, second] = rowHashes
  return Int32Array.from({ length: rowCount }, (_, r) => r).sort(
    (a, b) => first[a] - first[b] || second[a] - second[b] || multiplicity[a] - multiplicity[b] || a - b,
  )
}

function mixed(hash: number, value: number): number {
  let next = Math.imul(hash ^ value, 0x9e3779b1)
  next ^= next >>> 15
  next = Math.imul(next, 0x85ebca6b)
  return next ^ (next >>> 13)
}

/** The samples in the order of their canonical rows. */
export function canonicalSamples(table: LabelTable): Int32Array {
  const { rowCount, rowOf, sampleCount } = table
  const starts = new Int32Array(rowCount)
  let next = 0
  for (const row of canonicalRows(table)) {
    starts[row] = next
    next += table.multiplicity[row]
  }
  const order = new Int32Array(sampleCount)
  for (let i = 0; i < sampleCount; i++) order[starts[rowOf[i]]++] = i
  return order
}

/** A table whose rows and clusters are numbered in canonical order, and their numbers in the table as it was. */
export interface CanonicalTable {
  /** The samples are in the order of the file; `rowOf` gives their canonical rows. */
  readonly table: LabelTable
  readonly rows: Int32Array
  readonly clusters: Int32Array
}

const tables = new WeakMap<LabelTable, CanonicalTable>()

/**
 * The same table with rows in canonical order, and the clusters of every labeling by first appearance in this order.
 * Whatever is computed from it, rounding included, does not depend on the order of the samples.
 */
export function canonicalTable(table: LabelTable): CanonicalTable {
  const before = tables.get(table)
  if (before !== undefined) return before
  const { ensembleSize: m, rowCount, clusterStarts } = table
  const rows = canonicalRows(table)
  const numberOf = new Int32Array(clusterStarts[m]).fill(-1)
  const originals = new Int32Array(clusterStarts[m])
  const clusters = new Int32Array(m * rowCount)
  for (let t = 0; t < m; t++) {
    let next = clusterStarts[t]
    for (let at = 0; at < rowCount; at++) {
      const c = table.clusters[t * rowCount + rows[at]]
      if (c >= 0 && numberOf[c] < 0) {
        originals[next] = c
        numberOf[c] = next++
      }
      clusters[t * rowCount + at] = c < 0 ? -1 : numberOf[c]
    }
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) if (numberOf[c] < 0) originals[next++] = c
  }
  const placeOf = new Int32Array(rowCount)
  rows.forEach((row, at) => {
    placeOf[row] = at
  })
  const canonical = withClusters({
    sampleCount: table.sampleCount,
    ensembleSize: m,
    rowCount,
    rowOf: table.rowOf.map(row => placeOf[row]),
    multiplicity: Float64Array.from(rows, row => table.multiplicity[row]),
    clusters,
    clusterStarts,
  })
  const found = { table: canonical, rows, clusters: originals }
  tables.set(table, found)
  // The order does not depend on the order of the rows or the numbers of the clusters, so that it stays as it is.
  known.set(canonical, Int32Array.from(rows.keys()))
  return found
}
