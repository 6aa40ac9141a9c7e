import { LWCA_THETA } from '../../similarity/cluster-weights.js'
import { averageLinkageCost, averageLinkageLabels } from '../average-linkage-labels.js'
import { defineMethod } from '../method.js'
import { POSITIVE } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { LINKS, STABLE, TREE } from '../step-words.js'

/**
 * Locally weighted evidence accumulation: co-association in which a cluster counts less the more the other base
 * clusterings break it up; average linkage.
 *
 *   LWCA_ij = (1/m) Σₜ ECI(cₜ(i)) [cₜ(i) = cₜ(j)],   ECI(c) = exp(-H(c) / (θ m))
 *
 * D. Huang, C.-D. Wang, J.-H. Lai: Locally weighted ensemble clustering, IEEE T. Cybernetics 48(5), 2018.
 * O(n m²) for the entropies, O(r²) memory for r distinct label rows. The same partitions as the reference.
 *
 * A labeling of one cluster, left out at the door, breaks nothing up and brings all pairs equally nearer; what differs
 * without it is m in θ m alone. Missing labels: shares among the members that the other labeling covers.
 */
export const lwea = defineMethod({
  name: 'lwea',
  summary: 'Like eac, but a cluster counts less the more the other base clusterings break it up.',
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
