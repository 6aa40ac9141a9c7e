import type { Advice } from '../../src/internal.js'
import type { AdviceView } from './messages.js'

/** The advice on the number of clusters as the page shows it. */
export function adviceView({ clusterCount, reason, criteria }: Advice): AdviceView {
  const hasClusters = clusterCount > 1
  return {
    verdict: hasClusters ? 'strong' : 'none',
    clusterCount: hasClusters ? clusterCount : null,
    runnerUp: null,
    reason,
    evidence: criteria.map(({ clusterCount: k, stability, overlap, silhouette }) => ({
      clusterCount: k,
      stability,
      separation: 1 - overlap,
      silhouette,
    })),
  }
}
