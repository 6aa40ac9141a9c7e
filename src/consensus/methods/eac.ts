import { averageLinkageCost, averageLinkageLabels } from '../average-linkage-labels.js'
import { defineMethod } from '../method.js'
import { plainResult } from '../plain-result.js'
import { LINKS, TREE } from '../step-words.js'

/**
 * Evidence accumulation: samples are as near as the base clusterings put them together often; average linkage.
 *
 *   CA_ij = share of labelings in which i and j share a cluster
 *
 * A. Fred, A. Jain: Combining multiple clusterings using evidence accumulation, TPAMI 27(6), 2005. (The article also
 * discusses single linkage; average linkage is what later comparisons use.) O(r²) memory for r distinct label rows.
 *
 * CA has only m + 1 values, so the tree is full of ties. Reference: ties fall to the rounding of running averages.
 * Here: averages are quotients of exact sums, so that ties are true ties, and go to the first samples. A labeling of one
 * cluster, left out at the door, would bring all pairs equally nearer: the order of merges is the same without it.
 */
export const eac = defineMethod({
  name: 'eac',
  summary: 'Counts how often two samples share a cluster, and cuts the counts by average linkage. The classic.',
  options: {},
  defaults: {},
  cost: averageLinkageCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  steps: () => [`${LINKS} (method eac).`, TREE],
  async run(input, { clusterCount }, context) {
    const labels = await averageLinkageLabels(input, { kind: 'ca' }, clusterCount, context)
    return plainResult(labels, input.table.ensembleSize)
  },
})
