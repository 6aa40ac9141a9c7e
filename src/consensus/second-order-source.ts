import { hash32 } from '../numeric/random.js'
import { anchoredSecondOrder } from '../similarity/anchored.js'
import type { CoAssociation } from '../similarity/co-association.js'
import { confidentLinks } from '../similarity/confident-links.js'
import { exactSecondOrder, type SecondOrder } from '../similarity/second-order.js'
import { checkMemory, MEMORY_LIMIT } from './memory-limit.js'
import type { MethodContext, MethodOptions } from './method.js'
import type { Preparation } from './prepare.js'

/** K̃ for any threshold: exact, or through anchors. */
export interface SecondOrderSource {
  /** Anchors in use; null when K̃ is exact. */
  readonly anchorCount: number | null
  at(alpha: number): Promise<SecondOrder & { uncoveredShare?: number }>
}

/** Rows whose links are counted for the estimate. */
const PROBES = 200

/**
 * Chooses how K̃ is kept: exactly, unless the links at the smallest threshold would take more than the memory limit or
 * the caller names a number of anchors. The limit is fixed and not the machine's, so that the same call gives the same
 * labels everywhere. `draw` numbers independent sets of anchors.
 */
export async function secondOrderSource(
  method: string,
  preparation: Preparation,
  similarity: CoAssociation,
  smallestAlpha: number,
  width: number,
  options: MethodOptions,
  { kernels, breath, seed }: MethodContext,
  draw = 0,
): Promise<SecondOrderSource> {
  const { clusterCount, anchors, memoryLimit = MEMORY_LIMIT } = options
  const { rowCount, multiplicity } = similarity.table
  const isExact =
    anchors === undefined
      ? exactBytes(similarity, smallestAlpha, width, memoryLimit) <= memoryLimit
      : anchors >= rowCount
  if (isExact) {
    const rows = await preparation.rows(similarity, breath)
    return {
      anchorCount: null,
      at: async alpha =>
        exactSecondOrder(
          await confidentLinks(similarity, { rows, alpha, width, kernels, breath }),
          multiplicity,
          width,
        ),
    }
  }

  const anchorCount = Math.min(anchors ?? Math.max(500, 50 * clusterCount), rowCount)
  // The basis of the eigensolver and Φ in two forms; every tenth anchor is taken as linked.
  const bytes = rowCount * (width * 8 * 16 + 0.1 * anchorCount * 24)
  checkMemory(method, bytes, `${rowCount} distinct label rows with ${anchorCount} anchors`, memoryLimit)
  return {
    anchorCount,
    at: alpha =>
      anchoredSecondOrder(similarity, { alpha, anchorCount, seed: hash32(seed, 1 + draw), width, kernels, breath }),
  }
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
