import { defineMethod } from '../method.js'
import { stabilityConsensus, stabilityCost } from '../stable-clusters.js'

/** Clustering by the stability of samples in its linear form: see stable-clusters.ts. */
export const ces2l = defineMethod({
  name: 'ces2l',
  summary: 'Clusters the samples that are clear first, then lets the others join (linear form).',
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ['balanced', 'lwgp', 'sec'],
  run: (input, { clusterCount }, context) => stabilityConsensus(input, clusterCount, false, context),
})
