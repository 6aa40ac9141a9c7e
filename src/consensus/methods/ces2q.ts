import { defineMethod } from '../method.js'
import { stabilityConsensus, stabilityCost } from '../stable-clusters.js'

/** Clustering by the stability of samples in its squared form: see stable-clusters.ts. */
export const ces2q = defineMethod({
  name: 'ces2q',
  summary: 'Clusters the samples that are clear first, then lets the others join (squared form).',
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  run: (input, { clusterCount }, context) => stabilityConsensus(input, clusterCount, true, context),
})
