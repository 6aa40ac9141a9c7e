import type { Matrix } from '../types.js'

/** A feature with at most this many different values is discrete. */
const MOST_VALUES = 5

/**
 * Whether at least half of the features have very few values, such as categories. Then neighbours agree in these features
 * or differ by whole steps, and cells of neighbours say little about the shape of clusters.
 */
export function isMostlyDiscrete({ rowCount: n, columnCount: d, values }: Matrix): boolean {
  let discrete = 0
  for (let f = 0; f < d; f++) {
    const seen = new Set<number>()
    for (let i = 0; i < n && seen.size <= MOST_VALUES; i++) seen.add(values[i * d + f])
    if (seen.size <= MOST_VALUES && n > 4 * MOST_VALUES) discrete++
  }
  return 2 * discrete >= d
}
