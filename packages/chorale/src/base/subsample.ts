import type { Random } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'

/**
 * Draws the samples that base clustering t covers: `size` of n. The other samples get no label. Sample i is always in
 * base clustering i mod m, so that every sample is covered at least once; the rest are drawn at random.
 */
export function drawSamples(n: number, size: number, t: number, m: number, random: Random): Int32Array {
  return drawSubset(n, size, random, i => i % m === t)
}
