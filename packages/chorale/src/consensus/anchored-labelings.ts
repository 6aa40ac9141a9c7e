import type { LabelStore } from '../labelings/label-store.js'
import { type AnchoredOptions, anchoredConsensus } from './anchored.js'
import { anchoredBytes } from './choose-route.js'
import type { AnchoredResult, MethodContext, SolverName } from './method.js'
import { solverNamed } from './solvers.js'

/** Settings of a consensus with anchors. */
interface AnchoredSettings extends Omit<AnchoredOptions, 'solver'> {
  readonly solver: SolverName
}

/** The consensus of a label store, approximated with anchors. */
export async function consensusOfStore(
  store: LabelStore,
  settings: AnchoredSettings,
  context: MethodContext,
): Promise<AnchoredResult> {
  const { anchorCount } = settings
  const P = store.clusterStarts[store.ensembleSize]
  context.checkMemory(anchoredBytes(anchorCount, P), `${anchorCount} anchors and ${P} clusters`)
  const passes = await context.executor.openPasses(store, { signal: context.pauser.signal })
  try {
    return await anchoredConsensus(store, passes, { ...settings, solver: solverNamed(settings.solver) }, context)
  } finally {
    await passes.close()
  }
}
