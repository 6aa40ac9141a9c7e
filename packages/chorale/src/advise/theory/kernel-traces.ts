import type { Ensemble, Labels, Matrix } from '../../types.js'

/**
 * tr(K⁽ˢ⁾ K⁽ᵗ⁾) of all pairs of base kernels, as an m x m matrix.
 *
 *   tr(K⁽ˢ⁾ K⁽ᵗ⁾) = Σ over clusters c of s, c' of t:  |c and c'|² / (|c| |c'|)
 *
 * Computed from counts in O(m² n), without building a kernel. A sample that a labeling does not cover is a zero row of its kernel.
 */
export function kernelTraces({ labelings, clusterCounts }: Ensemble): Matrix {
  const m = labelings.length
  const values = new Float64Array(m * m)
  for (let s = 0; s < m; s++) {
    for (let t = 0; t <= s; t++) {
      const trace = kernelTrace(labelings[s], clusterCounts[s], labelings[t], clusterCounts[t])
      values[s * m + t] = trace
      values[t * m + s] = trace
    }
  }
  return { rowCount: m, columnCount: m, values }
}

/** tr(K⁽ˢ⁾ K⁽ᵗ⁾) of two labelings. */
export function kernelTrace(first: Labels, firstCount: number, second: Labels, secondCount: number): number {
  const counts = new Float64Array(firstCount * secondCount)
  const firstSizes = new Float64Array(firstCount)
  const secondSizes = new Float64Array(secondCount)
  for (let i = 0; i < first.length; i++) {
    const a = first[i]
    const b = second[i]
    if (a >= 0) firstSizes[a]++
    if (b >= 0) secondSizes[b]++
    if (a >= 0 && b >= 0) counts[a * secondCount + b]++
  }
  let trace = 0
  for (let a = 0; a < firstCount; a++) {
    for (let b = 0; b < secondCount; b++) {
      const count = counts[a * secondCount + b]
      if (count > 0) trace += (count * count) / (firstSizes[a] * secondSizes[b])
    }
  }
  return trace
}
