import type { CoAssociation } from '../similarity/co-association.js'
import { MEMORY_LIMIT } from './memory-limit.js'
import type { MethodOptions } from './method.js'

/** Distinct label rows beyond which the pairs of them take too long, however few are linked. */
export const EXACT_ROWS = 50_000

/** Rows whose links are counted for the estimate. */
const PROBES = 200

/**
 * How many anchors K̃ is to go through; null for an exact K̃. It is exact unless the caller names anchors, there are more
 * than 50,000 distinct label rows, or the links at the smallest threshold would take more than the memory limit. All of
 * this is fixed and none of it the machine's, so that the same call gives the same labels everywhere.
 */
export function anchorsNeeded(
  similarity: CoAssociation,
  smallestAlpha: number,
  width: number,
  { clusterCount, anchors, memoryLimit = MEMORY_LIMIT }: MethodOptions,
): number | null {
  const { rowCount } = similarity.table
  if (anchors !== undefined) return anchors >= rowCount ? null : anchors
  if (rowCount <= EXACT_ROWS && exactBytes(similarity, smallestAlpha, width, memoryLimit) <= memoryLimit) return null
  return Math.min(defaultAnchors(clusterCount), rowCount)
}

/** Anchors where none are named: 500, more where k is large. */
export function defaultAnchors(clusterCount: number): number {
  return Math.max(500, 50 * clusterCount)
}

/**
 * Estimated bytes of the exact form, from the links of some rows: 12 per link, or per link that the threshold removes.
 * An upper bound where that is enough already.
 */
function exactBytes(similarity: CoAssociation, alpha: number, width: number, enough: number): number {
  const { rowCount, hasMissing } = similarity.table
  const most = 12 * rowCount * rowCount + 16 * width * rowCount
  if (most <= enough) return most
  const row = new Float64Array(rowCount)
  const probes = Math.min(PROBES, rowCount)
  let kept = 0
  let dropped = 0
  for (let probe = 0; probe < probes; probe++) {
    similarity.rowInto(row, Math.floor((probe * rowCount) / probes))
    for (let q = 0; q < rowCount; q++) {
      if (row[q] >= alpha) kept++
      else if (row[q] > 0) dropped++
    }
  }
  const entries = ((hasMissing ? kept : Math.min(kept, dropped)) / probes) * rowCount
  return 12 * entries + 16 * width * rowCount
}
