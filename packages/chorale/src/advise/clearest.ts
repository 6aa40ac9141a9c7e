import type { Review } from './review/review-result.js'

/** A clarity that differs by less than this is no reason for fewer clusters. */
const TOLERANCE = 0.05

/**
 * The clearest of several numbers of clusters, in ascending order: of those that are about as stable and as well separated
 * as the best one, the last.
 *
 *   clarity = agreement of two halves of the ensemble - overlap of the two closest clusters
 */
export function clearestOf<Run extends { readonly review: Review | null }>(runs: readonly Run[]): Run {
  const clarity = ({ review }: Run) => (review?.halfAgreement ?? 0) - (review?.overlap ?? 0)
  const best = Math.max(...runs.map(clarity))
  return runs.filter(run => clarity(run) >= best - TOLERANCE).at(-1)!
}
