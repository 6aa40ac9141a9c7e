import { type LabelStore, LabelStoreBuilder } from '../ensemble/label-store.js'
import { blockWidth } from '../numeric/top-eigenpairs.js'
import type { CoAssociation } from '../similarity/co-association.js'
import { confidentLinks } from '../similarity/confident-links.js'
import { exactSecondOrder, type SecondOrder } from '../similarity/second-order.js'
import type { Labels } from '../types.js'
import { anchorsNeeded } from './anchors-needed.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import type { MethodContext, MethodFindings, MethodInput, MethodOptions } from './method.js'

/** What a run at one threshold is given. */
export interface Threshold<Run> {
  readonly alpha: number
  readonly similarity: CoAssociation
  readonly secondOrder: SecondOrder
  /** Vectors per block of the operators. */
  readonly width: number
  /** The run at the threshold before, whose embedding is a good start. */
  readonly previous: Run | null
  /** Says that a phase of this run goes on. */
  readonly report: (phase: 'embedding' | 'labels') => void
}

interface RunAtThreshold extends Omit<MethodFindings, 'alphaSearch'> {
  readonly alpha: number
}

/** The options of a method that cuts links at a threshold. */
interface ThresholdSettings extends MethodOptions {
  readonly alpha: number | 'auto'
  readonly lambda: number
}

/** The two ways of such a method: at one threshold on an exact K̃, and through anchors. */
interface ThresholdRuns<Run, Settings> {
  runAt(threshold: Threshold<Run>): Promise<Run>
  runOnAnchors(
    store: LabelStore,
    anchorCount: number,
    settings: Settings & { withEmbedding: boolean },
    context: MethodContext,
  ): Promise<MethodFindings>
}

/**
 * Runs a method at the threshold that was asked for, or over the grid of `alpha: 'auto'`, on an exact K̃;
 * or, where that would not fit, through anchors.
 */
export async function atThresholds<Run extends RunAtThreshold, Settings extends ThresholdSettings>(
  { labelings, preparation }: MethodInput,
  settings: Settings,
  context: MethodContext,
  { runAt, runOnAnchors }: ThresholdRuns<Run, Settings>,
): Promise<MethodFindings> {
  const { alpha, lambda, clusterCount } = settings
  const { loops, pauser } = context
  context.report('similarity', 0, 1)
  const similarity = preparation.similarity(lambda)
  const smallest = alpha === 'auto' ? ALPHA_GRID[0] : alpha
  const width = blockWidth(Math.min(clusterCount, preparation.table.rowCount))
  const anchorCount = anchorsNeeded(similarity, smallest, width, settings)
  if (anchorCount !== null) {
    const store = storeOf(labelings)
    return runOnAnchors(store, anchorCount, { ...settings, withEmbedding: true }, context)
  }

  const rows = () => preparation.rows(similarity, pauser)
  const holder = await context.executor.openLinks(similarity, { width, loops, pauser, rows })
  const run = async (value: number, previous: Run | null, done: number, total: number) => {
    context.report('similarity', done, total)
    const links = await confidentLinks(similarity, { holder, alpha: value, width, loops, pauser })
    const secondOrder = exactSecondOrder(links, preparation.table.multiplicity, width)
    const report = (phase: 'embedding' | 'labels') => context.report(phase, done, total)
    const found = await runAt({ alpha: value, similarity, secondOrder, width, previous, report })
    context.report('labels', done + 1, total)
    return found
  }
  try {
    if (alpha !== 'auto') return { ...(await run(alpha, null, 0, 1)), alphaSearch: null }
    const { best, search } = await chooseAlpha<Run>(labelings, (value, previous) =>
      run(value, previous, ALPHA_GRID.indexOf(value), ALPHA_GRID.length),
    )
    return { ...best, alphaSearch: search }
  } finally {
    await holder.close()
  }
}

function storeOf(labelings: readonly Labels[]): LabelStore {
  const builder = new LabelStoreBuilder(labelings.length)
  builder.add(labelings)
  return builder.finish()
}
