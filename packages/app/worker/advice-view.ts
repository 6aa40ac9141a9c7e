import type { Advice } from 'chorale/internal'
import type { AdviceView } from './messages.js'

/** The advice on the number of clusters as the page shows it. */
export function adviceView({ verdict, clusterCount, runnerUp, leading, reason, criteria }: Advice): AdviceView {
  return {
    verdict,
    clusterCount,
    runnerUp,
    leading,
    reason,
    evidence: criteria.map(({ clusterCount: k, stability, overlap, silhouette }) => ({
      clusterCount: k,
      stability,
      separation: 1 - overlap,
      silhouette,
    })),
  }
}
