import type { LabelTable } from '../ensemble/label-table.js'
import { type AgreementCounts, AgreementTally, agreementCounts } from '../predict/agreement.js'
import type { Labels } from '../types.js'

/**
 * How much more often the base clusterings put a sample with its own cluster than with the next best cluster, in [0,
 * 1].
 *
 *   share(i, C) = agreeing / covered pairs of a labeling and a member of C other than i
 *   confidence(i) = max(0, share(i, own) - largest share(i, other))
 *
 * A singleton has confidence 0. With only one cluster, the confidence is the share of the own cluster. Computed from
 * tables of counts in O(n m k).
 */
export function sampleConfidence(
  table: LabelTable,
  labels: Labels,
  counts: AgreementCounts = agreementCounts(table, labels),
): Float64Array {
  const { sampleCount, rowOf } = table
  const { clusterCount } = counts
  const sizes = new Float64Array(clusterCount)
  for (let i = 0; i < sampleCount; i++) sizes[labels[i]]++

  const tally = new AgreementTally(counts, table)
  const confidence = new Float64Array(sampleCount)
  for (let i = 0; i < sampleCount; i++) {
    if (sizes[labels[i]] > 1) confidence[i] = tally.margin(rowOf[i], labels[i], { isMember: true })
  }
  return confidence
}
