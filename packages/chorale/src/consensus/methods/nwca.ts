import { averageLinkageCost, averageLinkageLabels } from '../average-linkage-labels.js'
import { defineMethod } from '../method.js'
import { POSITIVE } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { NWCA_LAMBDA } from '../similarity/cluster-weights.js'
import { LINKS, STABLE, TREE } from '../step-words.js'

/**
 * Normalised weighted co-association: like LWEA, but the entropy of a cluster is divided by the largest entropy its
 * labeling can have.
 *
 *   NWCA_ij ~ Σₜ NECI(cₜ(i)) [cₜ(i) = cₜ(j)],   NECI(c) = exp(-H(c) / (log₂ k⁽ᵗ⁾ λ m)),   largest entry 1
 *
 * X. Zhang, Y. Jia, M. Song, R. Wang: Similarity and dissimilarity guided co-association matrix construction for
 * ensemble clustering, arXiv 2411.00904, 2024. This is its first part with average linkage. O(r²) memory for r distinct
 * label rows. The same partitions as the reference. (Reference: λ set for each dataset, 0.02 to 0.95. Here: 0.09 for
 * all.)
 *
 * `consensus` skips labelings with one cluster. This is necessary here: log₂ 1 = 0 fills the matrix of the reference
 * with NaN.
 */
export const nwca = defineMethod({
  name: 'nwca',
  summary: 'Works like lwea, but normalizes the cluster entropies by the number of clusters.',
  options: { lambda: POSITIVE },
  defaults: { lambda: NWCA_LAMBDA },
  cost: averageLinkageCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  steps: () => [`${LINKS}; ${STABLE}, corrected for the number of clusters (method nwca).`, TREE],
  async run(input, { clusterCount, lambda }, context) {
    const labels = await averageLinkageLabels(input, { kind: 'nwca', lambda }, clusterCount, context)
    return plainResult(labels, input.table.ensembleSize)
  },
})
