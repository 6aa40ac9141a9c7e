import type { Labels } from '../types.js'

/** Labels by sample, from labels of which number r belongs to sample rows[r]. */
export function inSampleOrder(labels: Labels, rows: Int32Array): Labels {
  const ordered = new Int32Array(labels.length)
  for (let r = 0; r < rows.length; r++) ordered[rows[r]] = labels[r]
  return ordered
}
