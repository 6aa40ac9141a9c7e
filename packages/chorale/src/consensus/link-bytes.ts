import { blockWidth } from '../numeric/top-eigenpairs.js'
import type { Pauser } from '../pause.js'
import { ALPHA_GRID } from './choose-alpha.js'
import type { Preparation } from './prepare.js'
import { findEntropies } from './similarity/cluster-weights.js'
import type { CoAssociation } from './similarity/co-association.js'

/** Bytes per link between two label rows. */
export const LINK_BYTES = 12

/** The number of rows whose links are counted for the estimate. */
const PROBES = 200

/** What the links of a run depend on. */
export interface LinkSettings {
  readonly clusterCount: number
  readonly alpha: number | 'auto'
  readonly lambda: number
}

/**
 * Bytes of the links and vectors of a run on all rows: an upper bound if that is at most `enough`, otherwise an estimate
 * from some rows.
 */
export async function linkBytes(
  preparation: Preparation,
  { clusterCount, alpha, lambda }: LinkSettings,
  enough: number,
  pauser: Pauser,
): Promise<number> {
  const { rowCount } = preparation
  const vectorBytes = 16 * widthOf(preparation, clusterCount) * rowCount
  const most = LINK_BYTES * rowCount * rowCount + vectorBytes
  if (most <= enough) return most
  await findEntropies(preparation.table, pauser)
  const smallestAlpha = alpha === 'auto' ? ALPHA_GRID[0] : alpha
  const links = await estimatedLinks(preparation.similarity(lambda), smallestAlpha, pauser)
  return LINK_BYTES * links + vectorBytes
}

/** Vectors per block of the operators of a run on all rows. */
export function widthOf({ rowCount }: Preparation, clusterCount: number): number {
  return blockWidth(Math.min(clusterCount, rowCount))
}

/** Estimates the number of stored links from some rows: the links above the threshold, or those that it removes. */
async function estimatedLinks(similarity: CoAssociation, alpha: number, pauser: Pauser): Promise<number> {
  const { rowCount, hasMissing } = similarity.table
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
    await pauser.pause()
  }
  return ((hasMissing ? kept : Math.min(kept, dropped)) / probes) * rowCount
}
