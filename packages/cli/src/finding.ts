import type { ConsensusResult, Ensemble, PackedLabelings, Review } from 'chorale/internal'

/** A clustering of the input into one number of clusters, ready to be shown and written. */
export interface Finding {
  /** k, the requested or advised number of clusters. */
  readonly clusterCount: number
  readonly ensemble: Ensemble | PackedLabelings
  readonly result: ConsensusResult
  readonly review: Review
}

/** A clarity that differs by less than this is no reason for fewer clusters. */
const TOLERANCE = 0.05

/**
 * The clearest of several numbers of clusters: of those that are about as stable and as well separated as the best one,
 * the largest.
 *
 *   clarity = agreement of two halves of the ensemble - overlap of the two closest clusters
 */
export function clearest(findings: readonly Finding[]): Finding {
  const clarity = ({ review: { halfAgreement, overlap } }: Finding) => (halfAgreement ?? 0) - (overlap ?? 0)
  const best = Math.max(...findings.map(clarity))
  return findings.filter(finding => clarity(finding) >= best - TOLERANCE).at(-1)!
}
