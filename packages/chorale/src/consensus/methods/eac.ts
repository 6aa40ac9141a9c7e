import { averageLinkageCost, averageLinkageLabels } from '../average-linkage-labels.js'
import { defineMethod } from '../method.js'
import { plainResult } from '../plain-result.js'
import { LINKS, TREE } from '../step-words.js'

/**
 * Evidence accumulation: the similarity of two samples is how often the base clusterings put them together. Average
 * linkage of these similarities gives the clusters.
 *
 *   CA_ij = share of labelings in which i and j share a cluster
 *
 * A. Fred, A. Jain: Combining multiple clusterings using evidence accumulation, TPAMI 27(6), 2005. (The article also
 * discusses single linkage; average linkage is what later comparisons use.) O(r²) memory for r distinct label rows.
 *
 * CA has only m + 1 different values, so the tree has many ties. (Reference: the rounding of running averages decides
 * ties. Here: averages are quotients of exact sums, so ties are exact, and they go to the first samples.) `consensus`
 * skips labelings with one cluster. Such a labeling would make all pairs more similar by the same amount: the order of
 * merges is the same without it.
 */
export const eac = defineMethod({
  name: 'eac',
  summary: 'Counts how often two samples share a cluster and clusters these counts with average linkage.',
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
