import type { Labels } from '../types.js'

/** A cluster in numbers. */
export interface ClusterRow {
  readonly cluster: number
  readonly size: number
  /** Of all samples. */
  readonly share: number
  readonly meanConfidence: number
  /** Half of its samples are at least as certain. */
  readonly medianConfidence: number
}

/** The clusters by number, with their sizes and how certain their samples are. */
export function clusterRows(labels: Labels, confidence: Float64Array): ClusterRow[] {
  const count = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const starts = new Int32Array(count + 1)
  for (const label of labels) starts[label + 1]++
  for (let c = 0; c < count; c++) starts[c + 1] += starts[c]
  const sorted = new Float64Array(labels.length)
  const next = starts.slice()
  for (let i = 0; i < labels.length; i++) sorted[next[labels[i]]++] = confidence[i]

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

/** Of sorted values. */
function median(sorted: ArrayLike<number>): number {
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
