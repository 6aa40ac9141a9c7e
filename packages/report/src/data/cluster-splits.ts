import type { Labels } from 'chorale/internal'

/** How clusters split as the number of clusters grows. */
export interface ClusterSplits {
  readonly sampleCount: number
  /** One level for each number of clusters, in increasing order. */
  readonly levels: readonly SplitLevel[]
}

/** The clusters of one number of clusters. */
export interface SplitLevel {
  readonly clusterCount: number
  /** The clusters in drawing order: parts of the same cluster of the level before are next to each other. */
  readonly clusters: readonly { readonly cluster: number; readonly size: number }[]
  /** Samples that clusters share with those of the level before; empty for the first level. */
  readonly flows: readonly { readonly from: number; readonly to: number; readonly count: number }[]
}

/** The clusters of several runs and the samples that consecutive runs share. Null with fewer than two runs. */
export function clusterSplits(
  runs: readonly { readonly clusterCount: number; readonly labels: Labels }[],
): ClusterSplits | null {
  if (runs.length < 2) return null
  const levels: SplitLevel[] = []
  runs.forEach(({ clusterCount, labels }, at) => {
    const sizes = new Map<number, number>()
    for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
    const before = levels[at - 1]
    const flows = before === undefined ? [] : flowsOf(runs[at - 1].labels, labels)
    const placeBefore = new Map(before?.clusters.map(({ cluster }, place) => [cluster, place]))
    // The mean place of the samples in the level before keeps lines from crossing.
    const placeOf = (cluster: number) =>
      flows
        .filter(({ to }) => to === cluster)
        .reduce((sum, { from, count }) => sum + (placeBefore.get(from)! * count) / sizes.get(cluster)!, 0)
    const clusters = Array.from(sizes, ([cluster, size]) => ({ cluster, size, place: placeOf(cluster) }))
      .sort((a, b) => a.place - b.place || a.cluster - b.cluster)
      .map(({ cluster, size }) => ({ cluster, size }))
    levels.push({ clusterCount, clusters, flows })
  })
  return { sampleCount: runs[0].labels.length, levels }
}

function flowsOf(before: Labels, after: Labels): { from: number; to: number; count: number }[] {
  const counts = new Map<string, { from: number; to: number; count: number }>()
  for (let i = 0; i < before.length; i++) {
    const key = `${before[i]} ${after[i]}`
    const flow = counts.get(key)
    if (flow === undefined) counts.set(key, { from: before[i], to: after[i], count: 1 })
    else flow.count++
  }
  return [...counts.values()]
}
