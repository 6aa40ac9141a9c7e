import { bestAssignment, type Labels } from 'chorale/internal'

/** With more clusters than this, the best assignment takes too long; the largest overlaps are matched first. */
const MOST_ASSIGNED = 300

/** Labels with the numbers of an earlier result. */
export interface MatchedLabels {
  readonly labels: Labels
  /** The earlier clusters that live on under their number. */
  readonly kept: readonly number[]
}

/**
 * Renumbers clusters so that each one keeps the number of the earlier cluster that it shares most samples with. The
 * pairs are chosen together: the total number of shared samples is as large as possible. Clusters without a partner take
 * the smallest free numbers.
 */
export function matchClusters(labels: Labels, before: Labels): MatchedLabels {
  const clusters = distinct(labels)
  const earlier = distinct(before)
  const shared = overlaps(labels, before)
  const count = (a: number, b: number) => shared.get(pairKey(clusters[a], earlier[b])) ?? 0
  const pairs =
    Math.max(clusters.length, earlier.length) <= MOST_ASSIGNED
      ? bestPairs(clusters.length, earlier.length, count)
      : largestFirst(clusters.length, earlier.length, count)
  const numbers = new Map<number, number>()
  for (const [a, b] of pairs) if (count(a, b) > 0) numbers.set(clusters[a], earlier[b])
  const kept = [...numbers.values()]
  const taken = new Set(kept)
  let free = 0
  for (const cluster of clusters) {
    if (numbers.has(cluster)) continue
    while (taken.has(free)) free++
    numbers.set(cluster, free)
    taken.add(free)
  }
  return { labels: labels.map(label => numbers.get(label) ?? label), kept }
}

/**
 * Labels with the numbers of an earlier result that may have merged clusters: if every cluster lies within one earlier
 * cluster, the earlier labels come back; otherwise clusters are matched.
 */
export function restoreClusters(labels: Labels, before: Labels): MatchedLabels {
  const isRefined = overlaps(labels, before).size === distinct(labels).length
  return isRefined ? { labels: before.slice(), kept: distinct(before) } : matchClusters(labels, before)
}

function distinct(labels: Labels): number[] {
  return [...new Set(labels)].filter(label => label >= 0).sort((a, b) => a - b)
}

function pairKey(a: number, b: number): number {
  return a * 2 ** 26 + b
}

/** The number of samples that two clusters share, for all pairs that share any. */
function overlaps(labels: Labels, before: Labels): Map<number, number> {
  const counts = new Map<number, number>()
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0 || before[i] < 0) continue
    const key = pairKey(labels[i], before[i])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Pairs that share the most samples together. Clusters without a partner are left out. */
function bestPairs(rows: number, columns: number, count: (row: number, column: number) => number): [number, number][] {
  // The assignment wants at least as many columns as rows; a missing partner shares nothing.
  const width = Math.max(rows, columns)
  const shared = new Float64Array(rows * width)
  for (let a = 0; a < rows; a++) for (let b = 0; b < columns; b++) shared[a * width + b] = count(a, b)
  return [...bestAssignment(shared, rows, width)].flatMap((b, a): [number, number][] => (b < columns ? [[a, b]] : []))
}

function largestFirst(
  rows: number,
  columns: number,
  count: (row: number, column: number) => number,
): [number, number][] {
  const pairs: [number, number][] = []
  for (let a = 0; a < rows; a++) for (let b = 0; b < columns; b++) if (count(a, b) > 0) pairs.push([a, b])
  pairs.sort((p, q) => count(...q) - count(...p) || p[0] - q[0] || p[1] - q[1])
  const usedRows = new Set<number>()
  const usedColumns = new Set<number>()
  return pairs.filter(([a, b]) => {
    if (usedRows.has(a) || usedColumns.has(b)) return false
    usedRows.add(a)
    usedColumns.add(b)
    return true
  })
}
