import { type LabelTable, rowsOf } from '../labelings/label-table.js'
import type { Labels } from '../types.js'
import { type AgreementCounts, AgreementTally, agreementCounts } from './rules/agreement.js'

/**
 * How clearly the base clusterings put every sample with its own cluster instead of the next best one, in [0, 1].
 *
 *   share(i, C) = agreeing / covered pairs of a labeling and a member of C other than i
 *   confidence(i) = max(0, 1 - largest share(i, other) / share(i, own))
 *
 * A cluster of one sample has no other member. Its share is the share of the covering labelings that isolate the sample.
 * With only one cluster, the confidence is the share of that cluster. Computed from tables of counts in O(n m k).
 */
export function sampleConfidence(
  table: LabelTable,
  labels: Labels,
  counts: AgreementCounts = agreementCounts(table, labels),
): Float64Array {
  const { sampleCount, rowOf, ensembleSize: m } = table
  const { clusterCount } = counts
  const sizes = new Float64Array(clusterCount)
  for (let i = 0; i < sampleCount; i++) sizes[labels[i]]++

  const tally = new AgreementTally(counts)
  const rows = rowsOf(table)
  const confidence = new Float64Array(sampleCount)
  for (let i = 0; i < sampleCount; i++) {
    const isAlone = sizes[labels[i]] === 1
    const ownShare = isAlone ? isolatedShare(table, rowOf[i]) : undefined
    confidence[i] = tally.confidence(rows, rowOf[i] * m, labels[i], { isMember: true, ownShare })
  }
  return confidence
}

/** The share of the labelings that cover a sample in which it is the only member of its cluster. */
function isolatedShare({ ensembleSize: m, rowCount, clusters, clusterSizes }: LabelTable, row: number): number {
  let isolating = 0
  let covering = 0
  for (let t = 0; t < m; t++) {
    const c = clusters[t * rowCount + row]
    if (c < 0) continue
    covering++
    if (clusterSizes[c] === 1) isolating++
  }
  return covering > 0 ? isolating / covering : 0
}
