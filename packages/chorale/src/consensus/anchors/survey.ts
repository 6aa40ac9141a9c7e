import { invalid } from '../../errors.js'
import type { LabelExtent } from '../../labelings/label-store.js'
import { addEntropies, weightsFromEntropies } from '../similarity/cluster-weights.js'
import type { ClusterSurvey } from './fit.js'
import type { PassRunner } from './pass-runner.js'
import { pairLines } from './passes.js'

/** Computes cluster sizes and NWCA weights in two passes over all samples. */
export async function surveyClusters(passes: PassRunner, extent: LabelExtent, lambda: number): Promise<ClusterSurvey> {
  const { ensembleSize: m, clusterStarts } = extent
  const clusterSizes = new Float64Array(clusterStarts[m])
  const lines = pairLines(clusterStarts)
  const pairCounts = new Float64Array(lines[lines.length - 1])
  await passes.run('survey', {}, partial => {
    partial.clusterSizes.forEach((size, c) => {
      clusterSizes[c] += size
    })
    for (let at = 0; at < pairCounts.length; at++) pairCounts[at] += partial.pairCounts[at]
  })
  const coverage = Float64Array.from({ length: m }, (_, t) =>
    clusterSizes.subarray(clusterStarts[t], clusterStarts[t + 1]).reduce((sum, size) => sum + size, 0),
  )

  const entropies = new Float64Array(clusterStarts[m])
  for (let s = 1; s < m; s++) {
    const columnCount = clusterStarts[s + 1] - clusterStarts[s]
    for (let t = 0; t < s; t++) {
      const lineCount = clusterStarts[t + 1] - clusterStarts[t]
      const counts = new Float64Array(lineCount * columnCount)
      for (let b = 0; b < columnCount; b++) {
        const from = lines[clusterStarts[s] + b] + clusterStarts[t]
        for (let a = 0; a < lineCount; a++) counts[a * columnCount + b] = pairCounts[from + a]
      }
      addEntropies(entropies, {
        counts,
        lineCount,
        columnCount,
        firstLine: clusterStarts[t],
        firstColumn: clusterStarts[s],
      })
    }
  }
  const clusterWeights = weightsFromEntropies(entropies, clusterStarts, { kind: 'nwca', lambda })

  let largest = 0
  await passes.run('largest', { clusterWeights }, partial => {
    largest = Math.max(largest, partial.largest)
    if (partial.weightless < 0) return
    throw invalid(
      'consensus',
      'lambda',
      'be large enough that every sample has a cluster with a weight above 0',
      lambda,
    )
  })
  return { ...extent, clusterSizes, coverage, clusterWeights, largest }
}
