import type { Ensemble } from '../types.js'
import type { Route } from './choose-route.js'
import type { ConsensusOptions } from './consensus.js'
import { BALANCED_DEFAULTS } from './methods/balanced.js'
import { GPEC_DEFAULTS } from './methods/gpec.js'
import { type NamedStore, Preparation, preparationOf } from './prepare.js'
import { routeOf } from './route-of.js'

/** What a consensus would do, and on what. */
export interface PlannedRoute {
  readonly route: Route
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
}

/** The route that `consensus` and `consensusOfBlocks` would take; null for a method that is never approximated. */
export function planRoute(input: Ensemble | NamedStore, options: ConsensusOptions): PlannedRoute | null {
  const { method = 'balanced', clusterCount, anchors, memoryLimit } = options
  if (method !== 'gpec' && method !== 'balanced') return null
  const defaults = method === 'gpec' ? GPEC_DEFAULTS : BALANCED_DEFAULTS
  const { alpha = defaults.alpha, lambda = defaults.lambda } = options
  const preparation = 'store' in input ? new Preparation(input) : preparationOf(input)
  const settings = { alpha, lambda, clusterCount, anchors, memoryLimit }
  return { route: routeOf(preparation, settings, { isEstimated: true }), rowCount: preparation.rowCount }
}
