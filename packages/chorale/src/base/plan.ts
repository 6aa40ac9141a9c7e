import type { CellsPlan } from './cells-plan.js'
import type { GraphsPlan } from './graphs-plan.js'
import type { KMeansPlan } from './k-means-plan.js'
import type { MixturesPlan } from './mixtures-plan.js'

/** The base clusterings of one kind, as far as they are not random. Plain data, so that it can be sent to a thread. */
export type PartPlan = KMeansPlan | CellsPlan | MixturesPlan | GraphsPlan

/** The base clusterings of an ensemble. Its tasks are those of its parts, one part after the other. */
export interface EnsemblePlan {
  readonly parts: readonly PartPlan[]
}
