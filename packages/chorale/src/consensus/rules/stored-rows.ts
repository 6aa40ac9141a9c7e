/** The label rows that a model stores, for lookup: m clusters each, numbered across all labelings; -1 = no label. */
export interface StoredRows {
  readonly rowCount: number
  /** m */
  readonly labelingCount: number
  /** The clusters of row l at [l m, (l + 1) m). */
  readonly clusters: Int32Array
  /** Rows of cluster c at members[starts[c] .. starts[c + 1]), ascending. */
  readonly starts: Int32Array
  readonly members: Int32Array
}

/** Prepares rows for lookup. Label of row l in labeling t at [t * rowCount + l] of `labelings`; -1 = no label. */
export function storedRows(
  { rowCount, labelings }: { readonly rowCount: number; readonly labelings: Int32Array },
  clusterStarts: Int32Array,
): StoredRows {
  const m = clusterStarts.length - 1
  const clusters = new Int32Array(m * rowCount)
  const starts = new Int32Array(clusterStarts[m] + 1)
  for (let t = 0; t < m; t++) {
    for (let l = 0; l < rowCount; l++) {
      const label = labelings[t * rowCount + l]
      const c = label < 0 ? -1 : clusterStarts[t] + label
      clusters[l * m + t] = c
      if (c >= 0) starts[c + 1]++
    }
  }
  for (let c = 0; c < clusterStarts[m]; c++) starts[c + 1] += starts[c]
  const members = new Int32Array(starts[clusterStarts[m]])
  const next = starts.slice()
  for (let at = 0; at < clusters.length; at++) if (clusters[at] >= 0) members[next[clusters[at]]++] = Math.floor(at / m)
  return { rowCount, labelingCount: m, clusters, starts, members }
}

/** A function that finds the stored row that is equal to a row; -1 if there is none. */
export function findEqual({ rowCount, labelingCount: m, clusters }: StoredRows) {
  let slotCount = 16
  while (slotCount < 2 * rowCount) slotCount *= 2
  const mask = slotCount - 1
  /** The row in each slot, plus 1; 0 = free. */
  const slots = new Int32Array(slotCount)
  const slotOf = (row: Int32Array, at: number) => {
    let slot = hashOf(row, at, m) & mask
    while (slots[slot] > 0 && !isEqual(clusters, (slots[slot] - 1) * m, row, at, m)) slot = (slot + 1) & mask
    return slot
  }
  for (let l = 0; l < rowCount; l++) {
    const slot = slotOf(clusters, l * m)
    if (slots[slot] === 0) slots[slot] = l + 1
  }
  return (row: Int32Array, at: number): number => slots[slotOf(row, at)] - 1
}

function hashOf(row: Int32Array, from: number, m: number): number {
  let hash = 0
  for (let at = from; at < from + m; at++) {
    hash = Math.imul(hash ^ row[at], 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function isEqual(a: Int32Array, atA: number, b: Int32Array, atB: number, m: number): boolean {
  for (let t = 0; t < m; t++) if (a[atA + t] !== b[atB + t]) return false
  return true
}
