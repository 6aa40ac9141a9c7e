import { averageLinkageCost, averageLinkageLabels } from '../average-linkage-labels.js'
import { defineMethod } from '../method.js'
import { POSITIVE } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { LWCA_THETA } from '../similarity/cluster-weights.js'
import { LINKS, STABLE, TREE } from '../step-words.js'

/**
 * Locally weighted evidence accumulation: a co-association in which a cluster counts less the more the other base
 * clusterings split it. Average linkage of this co-association gives the clusters.
 *
 *   LWCA_ij = (1/m) Σₜ ECI(cₜ(i)) [cₜ(i) = cₜ(j)],   ECI(c) = exp(-H(c) / (θ m))
 *
 * D. Huang, C.-D. Wang, J.-H. Lai: Locally weighted ensemble clustering, IEEE T. Cybernetics 48(5), 2018.
 * O(n m²) for the entropies, O(r²) memory for r distinct label rows. The same partitions as the reference.
 *
 * `consensus` skips labelings with one cluster. Such a labeling splits no cluster and makes all pairs more similar by the
 * same amount; without it, only m in θ m changes. Missing labels: entropies use the shares among the members that the
 * other labeling covers.
 */
export const lwea = defineMethod({
  name: 'lwea',
  summary: 'Works like eac, but gives less weight to clusters that the other base clusterings split.',
  options: { theta: POSITIVE },
  defaults: { theta: LWCA_THETA },
  cost: averageLinkageCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  steps: () => [`${LINKS}; ${STABLE} (method lwea).`, TREE],
  async run(input, { clusterCount, theta }, context) {
    const labels = await averageLinkageLabels(input, { kind: 'lwca', theta }, clusterCount, context)
    return plainResult(labels, input.table.ensembleSize)
  },
})
