import type { LabelTable } from '../ensemble/label-table.js'

/**
 * What K⁽ᵗ⁾ is multiplied by: one over the share of samples that labeling t covers. Without it w ~ 1/s would give
 * almost all weight to the labeling that covers least. Our rule; 1 where nothing is missing.
 */
export function coverageFactors(table: LabelTable): Float64Array {
  return table.coverage.map(covered => table.sampleCount / covered)
}
