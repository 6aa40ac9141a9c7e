import type { LabelTable } from '../ensemble/label-table.js'
import { relativeMargin } from '../similarity/relative-margin.js'
import type { Labels } from '../types.js'

/** The number of members of each consensus cluster in each base cluster, and how many of them each labeling covers. */
export interface AgreementCounts {
  /** Number of consensus clusters. */
  readonly clusterCount: number
  /** Members of consensus cluster C in base cluster c, at [C * P + c]. */
  readonly inCluster: Int32Array
  /** Members of consensus cluster C that labeling t covers, at [C * m + t]. */
  readonly covered: Int32Array
}

export function agreementCounts(table: LabelTable, labels: Labels): AgreementCounts {
  const { sampleCount, ensembleSize: m, rowCount, rowOf, clusters, clusterStarts } = table
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const P = clusterStarts[m]
  const inCluster = new Int32Array(clusterCount * P)
  const covered = new Int32Array(clusterCount * m)
  for (let i = 0; i < sampleCount; i++) {
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + rowOf[i]]
      if (c < 0) continue
      inCluster[labels[i] * P + c]++
      covered[labels[i] * m + t]++
    }
  }
  return { clusterCount, inCluster, covered }
}

/**
 * How often the base clusterings group a label row with a consensus cluster.
 *
 *   share(x, C) = agreeing / covered pairs of a labeling and a member of C
 *
 * `itself` is 1 if the row belongs to a member, which is then excluded.
 */
export function agreementShare(
  { inCluster, covered }: AgreementCounts,
  { ensembleSize: m, rowCount, clusters, clusterStarts }: LabelTable,
  row: number,
  C: number,
  itself: 0 | 1,
): number {
  const P = clusterStarts[m]
  let agreeing = 0
  let pairs = 0
  for (let t = 0; t < m; t++) {
    const c = clusters[t * rowCount + row]
    if (c < 0) continue
    agreeing += inCluster[C * P + c] - itself
    pairs += covered[C * m + t] - itself
  }
  return pairs > 0 ? agreeing / pairs : 0
}

/** The consensus cluster whose members agree most with a label row; ties go to the lowest; -1 for a row without labels. */
export function mostAgreeing(counts: AgreementCounts, table: LabelTable, row: number): number {
  let label = -1
  let most = 0
  for (let C = 0; C < counts.clusterCount; C++) {
    const share = agreementShare(counts, table, row, C, 0)
    if (share <= most) continue
    most = share
    label = C
  }
  return label
}

/** The confidence of the row of a new sample. If there is only one cluster, it is the share of that cluster. */
export function rowConfidence(counts: AgreementCounts, table: LabelTable, row: number, own: number): number {
  const ownShare = agreementShare(counts, table, row, own, 0)
  if (counts.clusterCount === 1) return ownShare
  return relativeMargin(ownShare, largestOtherShare(counts, table, row, own))
}

/** The largest share of a cluster other than `own`. */
export function largestOtherShare(counts: AgreementCounts, table: LabelTable, row: number, own: number): number {
  let largest = 0
  for (let C = 0; C < counts.clusterCount; C++) {
    if (C !== own) largest = Math.max(largest, agreementShare(counts, table, row, C, 0))
  }
  return largest
}
