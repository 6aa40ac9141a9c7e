import type { MergeTree } from './linkage.js'

/**
 * How much each merge stands out above the merges below it.
 *
 *   (height - mean) / standard deviation   of the heights of a merge and of those below it, `depth` levels in all
 *
 * 0 where the heights are equal or there is only one. (MATLAB's `inconsistent`.)
 */
export function inconsistencies({ size, firsts, seconds, heights }: MergeTree, depth: number): Float64Array {
  // The merges that made the two parts of each merge; -1 for a single sample.
  const parts = new Int32Array(2 * heights.length)
  const lastMerge = new Int32Array(size).fill(-1)
  heights.forEach((_, merge) => {
    parts[2 * merge] = lastMerge[firsts[merge]]
    parts[2 * merge + 1] = lastMerge[seconds[merge]]
    lastMerge[firsts[merge]] = merge
  })

  return heights.map((height, merge) => {
    let level = [merge]
    const below: number[] = []
    for (let d = 0; d < depth && level.length > 0; d++) {
      for (const m of level) below.push(heights[m])
      level = level.flatMap(m => [parts[2 * m], parts[2 * m + 1]]).filter(m => m >= 0)
    }
    const mean = below.reduce((sum, h) => sum + h, 0) / below.length
    const square = below.reduce((sum, h) => sum + (h - mean) * (h - mean), 0)
    return square > 0 ? (height - mean) / Math.sqrt(square / (below.length - 1)) : 0
  })
}
