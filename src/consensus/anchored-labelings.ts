import { InputError } from '../check.js'
import { type LabelStore, LabelStoreBuilder } from '../ensemble/label-store.js'
import type { Labels } from '../types.js'
import { type AnchoredResult, anchoredConsensus } from './anchored.js'
import { checkMemory, MEMORY_LIMIT } from './memory-limit.js'
import type { MethodContext, MethodOptions, SolverName } from './method.js'
import { solverNamed } from './solvers.js'

/** The options of `gpec` and `balanced`, all of them settled. */
export type ThresholdSettings = MethodOptions & {
  alpha: number | 'auto'
  lambda: number
  solver: SolverName
  restarts: number
}

/** `gpec` or `balanced` through anchors, for labelings that are in memory. */
export async function consensusOfLabelings(
  method: 'gpec' | 'balanced',
  labelings: readonly Labels[],
  anchorCount: number,
  settings: ThresholdSettings,
  context: MethodContext,
): Promise<AnchoredResult> {
  const builder = new LabelStoreBuilder(labelings.length)
  builder.add(labelings)
  return consensusOfStore(method, builder.finish(), anchorCount, { ...settings, withEmbedding: true }, context)
}

/** The same for packed labels. */
export async function consensusOfStore(
  method: 'gpec' | 'balanced',
  store: LabelStore,
  anchorCount: number,
  settings: ThresholdSettings & { withEmbedding: boolean },
  context: MethodContext,
): Promise<AnchoredResult> {
  for (const option of ['diversity', 'unitRows'] as const) {
    if (settings[option] !== false) continue
    throw new InputError(`consensus: ${option} must be true where the result goes through anchors; got false`)
  }
  const P = store.clusterStarts[store.ensembleSize]
  // The Gram matrix: one sum, and those that are added to it.
  const bytes = 3 * 8 * (anchorCount + P) ** 2
  checkMemory(method, bytes, `${anchorCount} anchors and ${P} clusters`, settings.memoryLimit ?? MEMORY_LIMIT)
  const passes = await context.executor.openPasses(store, { signal: context.pauser.signal })
  try {
    const { weights = 'uniform' } = settings
    const options = { ...settings, weights, method, anchorCount, solver: solverNamed(settings.solver) }
    return await anchoredConsensus(store, passes, options, context)
  } finally {
    await passes.close()
  }
}
