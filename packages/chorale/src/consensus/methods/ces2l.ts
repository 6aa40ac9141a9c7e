import { defineMethod } from '../method.js'
import { stabilityCost } from '../stability-cost.js'

/** Clustering by sample stability, linear form: see stable-clusters.ts. */
export const ces2l = defineMethod({
  name: 'ces2l',
  summary: 'Clusters the stable samples first, then assigns the others to these clusters (linear stability).',
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  async run(input, { clusterCount }, context) {
    const { stabilityConsensus } = await import('../stable-clusters.js')
    return stabilityConsensus(input, clusterCount, false, context)
  },
})
