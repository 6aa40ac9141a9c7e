import { checkInteger, checkSeed } from '../errors.js'
import { randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Ensemble } from '../types.js'

/**
 * Draws labelings from a pool without replacement, in the order of the pool. The same seed draws the same labelings.
 */
export function drawLabelings(pool: Ensemble, ensembleSize: number, seed: number): Ensemble {
  checkInteger('drawLabelings', 'ensembleSize', ensembleSize, 1, pool.labelings.length)
  checkSeed('drawLabelings', seed)
  const drawn = Array.from(drawSubset(pool.labelings.length, ensembleSize, randomFor(seed, 0)))
  return {
    sampleCount: pool.sampleCount,
    labelings: drawn.map(t => pool.labelings[t]),
    clusterCounts: drawn.map(t => pool.clusterCounts[t]),
    names: drawn.map(t => pool.names[t]),
  }
}
