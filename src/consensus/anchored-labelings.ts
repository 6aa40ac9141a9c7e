import { InputError } from '../check.js'
import type { LabelStore } from '../ensemble/label-store.js'
import { type AnchoredResult, anchoredConsensus } from './anchored.js'
import { anchoredBytes } from './choose-route.js'
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

/** `gpec` or `balanced` through anchors. */
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
  checkMemory(
    method,
    anchoredBytes(anchorCount, P),
    `${anchorCount} anchors and ${P} clusters`,
    settings.memoryLimit ?? MEMORY_LIMIT,
  )
  const passes = await context.openPasses(store, { signal: context.pauser.signal })
  try {
    const { weights = 'uniform' } = settings
    const options = { ...settings, weights, method, anchorCount, solver: solverNamed(settings.solver) }
    return await anchoredConsensus(store, passes, options, context)
  } finally {
    await passes.close()
  }
}
