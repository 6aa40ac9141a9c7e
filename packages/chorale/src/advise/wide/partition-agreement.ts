import type { Labels } from '../../types.js'

/** The ARI of two clusterings with labels from 0 to k - 1, over the samples that both cover (-1: not covered). */
export function partitionAgreement(a: Labels, b: Labels, k: number): number {
  const counts = new Float64Array(k * k)
  const rows = new Float64Array(k)
  const columns = new Float64Array(k)
  let n = 0
  for (let i = 0; i < a.length; i++) {
    if (a[i] < 0 || b[i] < 0) continue
    counts[a[i] * k + b[i]]++
    rows[a[i]]++
    columns[b[i]]++
    n++
  }
  if (n < 2) return 0
  const both = pairs(counts)
  const inA = pairs(rows)
  const inB = pairs(columns)
  const expected = (inA * inB) / ((n * (n - 1)) / 2)
  const most = (inA + inB) / 2
  return most > expected ? (both - expected) / (most - expected) : 1
}

function pairs(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
}
