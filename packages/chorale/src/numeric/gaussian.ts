import { log2 } from './exp-log.js'
import type { Random } from './random.js'

/**
 * Draws from the standard normal distribution, by Marsaglia's polar method: a point (u, v) in the unit disk gives
 *
 *   u √(-2 ln s / s),   s = u² + v²
 *
 * The second number that the point would give is left unused, so that a draw depends on nothing before it.
 * Only exact operations and our own logarithm: the same numbers on every JavaScript runtime.
 */
export function drawGaussian(random: Random): number {
  for (;;) {
    const u = 2 * random() - 1
    const v = 2 * random() - 1
    const s = u * u + v * v
    if (s > 0 && s < 1) return u * Math.sqrt((-2 * Math.LN2 * log2(s)) / s)
  }
}
