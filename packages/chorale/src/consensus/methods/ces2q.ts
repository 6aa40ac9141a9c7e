import { defineMethod } from '../method.js'
import { stabilityCost } from '../stability-cost.js'

/** Clustering by sample stability, squared form: see stable-clusters.ts. */
export const ces2q = defineMethod({
  name: 'ces2q',
  summary: 'Clusters the stable samples first, then assigns the others to these clusters (squared stability).',
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  async run(input, { clusterCount }, context) {
    const { stabilityConsensus } = await import('../stable-clusters.js')
    return stabilityConsensus(input, clusterCount, true, context)
  },
})
