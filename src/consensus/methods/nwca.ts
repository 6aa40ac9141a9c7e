import { NWCA_LAMBDA } from '../../similarity/cluster-weights.js'
import { averageLinkageCost, averageLinkageLabels } from '../average-linkage-labels.js'
import { defineMethod } from '../method.js'
import { POSITIVE } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { LINKS, STABLE, TREE } from '../step-words.js'

/**
 * Normalised weighted co-association: as LWEA, with the entropy of a cluster divided by that of its labeling at most.
 *
 *   NWCA_ij ~ Σₜ NECI(cₜ(i)) [cₜ(i) = cₜ(j)],   NECI(c) = exp(-H(c) / (log₂ k⁽ᵗ⁾ λ m)),   largest entry 1
 *
 * X. Zhang, Y. Jia, M. Song, R. Wang: Similarity and dissimilarity guided co-association matrix construction for
 * ensemble clustering, arXiv 2411.00904, 2024; its first part, cut by average linkage. O(r²) memory for r distinct label
 * rows. The same partitions as the reference. (Reference: λ set per data set, 0.02 to 0.95. Here: 0.09 for all.)
 *
 * A labeling of one cluster has log₂ 1 = 0 and poisons the reference's matrix with NaN: leaving it out is right.
 */
export const nwca = defineMethod({
  name: 'nwca',
  summary: 'Like lwea, with entropies normalised by the number of clusters.',
  options: { lambda: POSITIVE },
  defaults: { lambda: NWCA_LAMBDA },
  cost: averageLinkageCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  steps: () => [`${LINKS}; ${STABLE}, allowing for how many clusters each has (method nwca).`, TREE],
  async run(input, { clusterCount, lambda }, context) {
    const labels = await averageLinkageLabels(input, { kind: 'nwca', lambda }, clusterCount, context)
    return plainResult(labels, input.table.ensembleSize)
  },
})
