import { Pauser } from '../pause.js'
import type { Ensemble } from '../types.js'
import { type FitRows, fitOf } from './choose-fit.js'
import type { ConsensusOptions } from './consensus.js'
import { methodNamed } from './method-facts.js'
import { METHODS } from './methods/index.js'
import { type NamedStore, Preparation, preparationOf } from './prepare.js'

/** The rows that a consensus would be fitted on, and the number of distinct rows that decides it. */
export interface PlannedFit {
  readonly fit: FitRows
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
}

/** The fit that `consensus` and `consensusOfBlocks` would run. */
export async function planFit(input: Ensemble | NamedStore, options: ConsensusOptions): Promise<PlannedFit> {
  const preparation = 'store' in input ? new Preparation(input) : preparationOf(input)
  const fit = await fitOf(preparation, methodNamed(options.method, METHODS), options, new Pauser(options.signal))
  return { fit, rowCount: preparation.rowCount }
}
