import type { LabelTable } from '../labelings/label-table.js'

/**
 * The factor of K⁽ᵗ⁾: one over the share of samples that labeling t covers. Without it, w ~ 1/s would give almost all
 * weight to the labeling that covers the fewest samples. This rule is not in the paper; it is 1 without missing labels.
 */
export function coverageFactors(table: LabelTable): Float64Array {
  return table.coverage.map(covered => table.sampleCount / covered)
}
