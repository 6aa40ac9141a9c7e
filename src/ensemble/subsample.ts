import type { Random } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'

/**
 * The samples that base clustering t covers: `size` of n, the others get no label.
 * Sample i is always in base clustering i mod m, so that every sample is covered at least once; the rest are drawn.
 */
export function drawSamples(n: number, size: number, t: number, m: number, random: Random): Int32Array {
  return drawSubset(n, size, random, i => i % m === t)
}
