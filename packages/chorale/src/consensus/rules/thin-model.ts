import type { ConsensusModel } from './consensus-model.js'
import { withReferences } from './spectral.js'

/** Rows that a sample is compared with: this many, or more for many clusters. */
const ROWS = 500
const ROWS_PER_CLUSTER = 50

/**
 * The model with fewer stored rows, if its rule compares samples with all of them: enough for the same labels, in a
 * fraction of the time. Every consensus cluster keeps rows in proportion to its samples, and at least some; evenly spaced
 * samples of a cluster name its rows.
 */
export function thinModel(model: ConsensusModel): ConsensusModel {
  const { rule, rows, counts } = model
  const k = counts.clusterCount
  const most = Math.max(ROWS, ROWS_PER_CLUSTER * k)
  if (rule.kind !== 'spectral' || rows.rowCount <= most) return model
  const sampleCount = rows.multiplicity.reduce((sum, count) => sum + count, 0)
  const chosen: { row: number; mass: number }[] = []
  for (let C = 0; C < k; C++) {
    const own = Array.from(rows.labels.keys()).filter(row => rows.labels[row] === C)
    const size = own.reduce((sum, row) => sum + rows.multiplicity[row], 0)
    const count = Math.max(Math.ceil(most / (2 * k)), Math.round((most * size) / sampleCount))
    if (own.length <= count) chosen.push(...own.map(row => ({ row, mass: rows.multiplicity[row] })))
    else chosen.push(...evenlySpaced(own, rows.multiplicity, size / count))
  }
  chosen.sort((a, b) => a.row - b.row)

  const picked = Int32Array.from(chosen, ({ row }) => row)
  const m = rows.labelings.length / rows.rowCount
  const labelings = new Int32Array(m * picked.length)
  for (let t = 0; t < m; t++) {
    for (let l = 0; l < picked.length; l++)
      labelings[t * picked.length + l] = rows.labelings[t * rows.rowCount + picked[l]]
  }
  return {
    ...model,
    rows: {
      rowCount: picked.length,
      labelings,
      labels: picked.map(row => rows.labels[row]),
      multiplicity: picked.map(row => rows.multiplicity[row]),
      isWhole: false,
    },
    rule: withReferences(
      rule,
      picked,
      Float64Array.from(chosen, ({ mass }) => mass),
    ),
  }
}

/** Of samples in the order of their rows, every `step`-th: their rows, with the number of samples that each stands for. */
function evenlySpaced(own: readonly number[], multiplicity: Int32Array, step: number): { row: number; mass: number }[] {
  const found: { row: number; mass: number }[] = []
  let next = step / 2
  let passed = 0
  for (const row of own) {
    passed += multiplicity[row]
    let hits = 0
    for (; next < passed; next += step) hits++
    if (hits > 0) found.push({ row, mass: hits * step })
  }
  return found
}
