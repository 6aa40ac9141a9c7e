import type { Labels } from 'chorale/internal'

/** Size and confidence of a cluster. */
export interface ClusterRow {
  readonly cluster: number
  readonly size: number
  /** Share of all samples. */
  readonly share: number
  readonly meanConfidence: number
  /** Median confidence of its samples. */
  readonly medianConfidence: number
}

/** The clusters in order of their numbers, with sizes and confidence. Samples of no cluster, -1, are left out. */
export function clusterRows(labels: Labels, confidence: Float64Array): ClusterRow[] {
  const count = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const starts = new Int32Array(count + 1)
  for (const label of labels) if (label >= 0) starts[label + 1]++
  for (let c = 0; c < count; c++) starts[c + 1] += starts[c]
  const sorted = new Float64Array(starts[count])
  const next = starts.slice()
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) sorted[next[labels[i]]++] = confidence[i]

  const rows: ClusterRow[] = []
  for (let cluster = 0; cluster < count; cluster++) {
    const values = sorted.subarray(starts[cluster], starts[cluster + 1]).sort()
    if (values.length === 0) continue
    rows.push({
      cluster,
      size: values.length,
      share: values.length / labels.length,
      meanConfidence: values.reduce((sum, value) => sum + value, 0) / values.length,
      medianConfidence: median(values),
    })
  }
  return rows
}

/** Median of sorted values. */
function median(sorted: ArrayLike<number>): number {
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
