import { LWCA_THETA } from '../../similarity/cluster-weights.js'
import { averageLinkageLabels } from '../average-linkage-labels.js'
import type { Method } from '../method.js'
import { plainResult } from '../plain-result.js'

const DEFAULTS = { theta: LWCA_THETA }

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
export const lwea: Method = async (input, options, context) => {
  const { theta } = { ...DEFAULTS, ...options }
  const labels = await averageLinkageLabels('lwea', input, { kind: 'lwca', theta }, options, context)
  return plainResult(labels, input.table.ensembleSize)
}
