import type { Labels, Samples } from 'chorale/internal'
import { silhouettesOf } from 'chorale/internal'

/** The silhouettes of the samples by cluster. */
export interface SilhouetteBars {
  readonly mean: number
  /** The number of samples that were compared; at most 1000. */
  readonly sampleCount: number
  readonly clusters: readonly {
    readonly cluster: number
    readonly mean: number
    /** In decreasing order. */
    readonly values: Float64Array
  }[]
}

/** Silhouettes grouped by cluster and sorted, for a chart. Null with fewer than two clusters. */
export function silhouetteBars(samples: Samples, labels: Labels): SilhouetteBars | null {
  const { samples: chosen, values } = silhouettesOf(samples, labels)
  const groups = new Map<number, number[]>()
  chosen.forEach((i, at) => {
    const group = groups.get(labels[i])
    if (group === undefined) groups.set(labels[i], [values[at]])
    else group.push(values[at])
  })
  if (groups.size < 2) return null
  const clusters = Array.from(groups, ([cluster, group]) => ({
    cluster,
    mean: meanOf(group),
    values: Float64Array.from(group).sort().reverse(),
  })).sort((a, b) => a.cluster - b.cluster)
  return { mean: meanOf(values), sampleCount: chosen.length, clusters }
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at]
  return sum / values.length
}
