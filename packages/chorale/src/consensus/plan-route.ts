import { Pauser } from '../pause.js'
import type { Ensemble } from '../types.js'
import type { Route } from './choose-route.js'
import type { ConsensusOptions } from './consensus.js'
import { methodNamed } from './method-facts.js'
import { METHODS } from './methods/index.js'
import { type NamedStore, Preparation, preparationOf } from './prepare.js'
import { routeOf } from './route-of.js'

/** The route that a consensus would take, and the number of rows that decides it. */
export interface PlannedRoute {
  readonly route: Route
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
}

/** More work than this, in pairs of labelings and rows, is not worth an estimate: a few seconds. */
const MOST_ESTIMATED = 4e9
/** The work of a pair of labelings without rows. */
const PAIR_WORK = 1500

/** The route that `consensus` and `consensusOfBlocks` would take; null for a method that is always exact. */
export async function planRoute(input: Ensemble | NamedStore, options: ConsensusOptions): Promise<PlannedRoute | null> {
  const { clusterCount, anchors, exact, memoryLimit } = options
  const { canApproximate, defaults } = methodNamed(options.method, METHODS)
  const { alpha = defaults.alpha, lambda = defaults.lambda } = options
  if (!canApproximate || alpha === undefined || lambda === undefined) return null
  const preparation = 'store' in input ? new Preparation(input) : preparationOf(input)
  const settings = { alpha, lambda, clusterCount, anchors, exact, memoryLimit }
  const { rowCount, store } = preparation
  const isEstimated = store.ensembleSize ** 2 * (PAIR_WORK + rowCount) <= MOST_ESTIMATED
  return { route: await routeOf(preparation, settings, new Pauser(options.signal), { isEstimated }), rowCount }
}
