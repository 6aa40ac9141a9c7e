import { type EnsemblePlan, GENERATORS, type LoopChoice, SEEDINGS } from '../../src/internal.js'
import { isCount, refused } from './order-checks.js'
import type { PartReference } from './parts.js'

/** The base clusterings of an ensemble: one task for each. */
export interface EnsembleOrder {
  readonly kind: 'ensemble'
  readonly version: string
  readonly plan: EnsemblePlan
  readonly loops: LoopChoice
  readonly featureCount: number
  /** The samples in the storage. */
  readonly samples: PartReference
  /** The base clustering that each task computes, largest first. */
  readonly sequence: readonly number[]
}

const LOOPS = ['auto', 'simd', 'plain']

export function checkEnsemble({ plan, loops, featureCount, samples, sequence }: EnsembleOrder): void {
  if (!GENERATORS.includes(plan?.generator)) throw refused('generator', plan?.generator)
  if (!LOOPS.includes(loops)) throw refused('loops', loops)
  if (!SEEDINGS.includes(plan.seeding)) throw refused('seeding', plan.seeding)
  if (!isCount(plan.sampleCount) || !isCount(featureCount)) throw refused('samples', [plan.sampleCount, featureCount])
  if (!isCount(plan.ensembleSize) || sequence?.length !== plan.ensembleSize) throw refused('tasks', sequence?.length)
  for (const name of ['clusterCount', 'maxClusterCount', 'subsampleSize', 'subspaceSize', 'projectionSize'] as const) {
    if (!Number.isSafeInteger(plan[name]) || plan[name] > 2 ** 32) throw refused(name, plan[name])
  }
  if (typeof samples?.digest !== 'string') throw refused('samples', samples)
}

/** Upper bound on the bytes of a task: the samples as read and as points, and the labels. */
export function ensembleBytes({ plan, featureCount }: EnsembleOrder): number {
  return 8 * plan.sampleCount * (3 * featureCount + 4)
}
