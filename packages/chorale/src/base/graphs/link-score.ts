import { log2 } from '../../numeric/exp-log.js'
import { type LinkGraph, linksBetween } from './link-graph.js'

/**
 * How well clusters explain the links of a graph, without knowing the truth:
 *
 *   I / √H,   I = Σ P_rs ln(P_rs / (p_r p_s)),   H = -Σ p_r ln p_r
 *
 * P_rs is the share of the links between clusters r and s, p its sums. I is the information that the label at one end
 * of a link has about the label at the other. I alone favours equal sizes, because it is at most H; I / H favours
 * cutting off crumbs. The root is between the two.
 */
export function linkScore(graph: LinkGraph, labels: Int32Array, clusterCount: number): number {
  return scoreOfLinks(linksBetween(graph, labels, clusterCount), clusterCount)
}

/** The same from the weights of the links between clusters. */
function scoreOfLinks(links: Float64Array, clusterCount: number): number {
  const total = links.reduce((sum, weight) => sum + weight, 0)
  const sums = new Float64Array(clusterCount)
  for (let r = 0; r < clusterCount; r++) {
    for (let s = 0; s < clusterCount; s++) sums[r] += links[r * clusterCount + s] / total
  }
  let information = 0
  let entropy = 0
  for (let r = 0; r < clusterCount; r++) {
    if (sums[r] > 0) entropy -= sums[r] * log2(sums[r]) * Math.LN2
    for (let s = 0; s < clusterCount; s++) {
      const share = links[r * clusterCount + s] / total
      if (share > 0) information += share * log2(share / (sums[r] * sums[s])) * Math.LN2
    }
  }
  return entropy > 0 ? information / Math.sqrt(entropy) : 0
}
