import { defineMethod } from '../method.js'
import { stabilityCost } from '../stability-cost.js'

/** Clustering by the stability of samples in its squared form: see stable-clusters.ts. */
export const ces2q = defineMethod({
  name: 'ces2q',
  summary: 'Clusters the samples that are clear first, then lets the others join (squared form).',
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  async run(input, { clusterCount }, context) {
    const { stabilityConsensus } = await import('../stable-clusters.js')
    return stabilityConsensus(input, clusterCount, true, context)
  },
})
