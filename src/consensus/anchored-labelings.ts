import type { LabelStore } from '../ensemble/label-store.js'
import { type AnchoredOptions, anchoredConsensus } from './anchored.js'
import type { AnchoredResult, MethodContext, SolverName } from './method.js'
import { solverNamed } from './solvers.js'

/** What a run through anchors is asked for. */
interface AnchoredSettings extends Omit<AnchoredOptions, 'solver'> {
  readonly solver: SolverName
}

/** A consensus of packed labels through anchors. */
export async function consensusOfStore(
  store: LabelStore,
  settings: AnchoredSettings,
  context: MethodContext,
): Promise<AnchoredResult> {
  const { anchorCount } = settings
  const P = store.clusterStarts[store.ensembleSize]
  // The Gram matrix: one sum, and those that are added to it.
  context.checkMemory(3 * 8 * (anchorCount + P) ** 2, `${anchorCount} anchors and ${P} clusters`)
  const passes = await context.executor.openPasses(store, { signal: context.pauser.signal })
  try {
    return await anchoredConsensus(store, passes, { ...settings, solver: solverNamed(settings.solver) }, context)
  } finally {
    await passes.close()
  }
}
