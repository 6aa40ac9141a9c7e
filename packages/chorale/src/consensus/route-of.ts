import { blockWidth } from '../numeric/top-eigenpairs.js'
import type { Pauser } from '../pause.js'
import { ALPHA_GRID } from './choose-alpha.js'
import { chooseRoute, LINK_BYTES, type Route } from './choose-route.js'
import type { MethodOptions } from './method.js'
import type { Preparation } from './prepare.js'
import { findEntropies } from './similarity/cluster-weights.js'
import type { CoAssociation } from './similarity/co-association.js'

/** The number of rows whose links are counted for the estimate. */
const PROBES = 200

/** The options that a route depends on. */
export interface RouteSettings extends Pick<MethodOptions, 'clusterCount' | 'anchors' | 'exact' | 'memoryLimit'> {
  readonly alpha: number | 'auto'
  readonly lambda: number
}

/**
 * The route of `gpec` or `balanced` for an ensemble. Similarities are computed only if they affect the decision, or if
 * `isEstimated` requests an estimated cost of the exact route instead of an upper bound. The route is the same.
 */
export async function routeOf(
  preparation: Preparation,
  settings: RouteSettings,
  pauser: Pauser,
  { isEstimated = false }: { isEstimated?: boolean } = {},
): Promise<Route> {
  const { rowCount, store } = preparation
  const { alpha, lambda, clusterCount, anchors, exact, memoryLimit } = settings
  const smallestAlpha = alpha === 'auto' ? ALPHA_GRID[0] : alpha
  const vectorBytes = 16 * widthOf(preparation, clusterCount) * rowCount
  const most = LINK_BYTES * rowCount * rowCount + vectorBytes
  let needsEstimate = false
  const question = {
    rowCount,
    ensembleSize: store.ensembleSize,
    clusterTotal: store.clusterStarts[store.ensembleSize],
    clusterCount,
    anchors,
    exact,
    memoryLimit,
    exactBytes(enough: number) {
      needsEstimate = most > enough || isEstimated
      return most
    },
  }
  const route = chooseRoute(question)
  if (!needsEstimate) return route
  await findEntropies(preparation.table, pauser)
  const links = await estimatedLinks(preparation.similarity(lambda), smallestAlpha, pauser)
  return chooseRoute({ ...question, exactBytes: () => LINK_BYTES * links + vectorBytes })
}

/** Vectors per block of the operators of an exact run. */
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
