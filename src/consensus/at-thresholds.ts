import type { CoAssociation } from '../similarity/co-association.js'
import { confidentLinks } from '../similarity/confident-links.js'
import { exactSecondOrder, type SecondOrder } from '../similarity/second-order.js'
import { consensusOfStore, type ThresholdSettings } from './anchored-labelings.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import type { MethodContext, MethodFindings, MethodInput } from './method.js'
import { routeOf, widthOf } from './route-of.js'

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

/**
 * Runs `gpec` or `balanced` at the threshold that was asked for, or over the grid of `alpha: 'auto'`, on an exact K̃;
 * or, where that would not fit, through anchors.
 */
export async function atThresholds<Run extends RunAtThreshold>(
  method: 'gpec' | 'balanced',
  input: MethodInput,
  settings: ThresholdSettings,
  context: MethodContext,
  runAt: (threshold: Threshold<Run>) => Promise<Run>,
): Promise<MethodFindings> {
  const { alpha, lambda, clusterCount } = settings
  const { preparation, withEmbedding } = input
  const { loops, pauser } = context
  context.report('similarity', 0, 1)
  const route = routeOf(preparation, settings)
  if (route.kind === 'anchors') {
    return consensusOfStore(method, preparation.store, route.anchorCount, { ...settings, withEmbedding }, context)
  }

  const similarity = preparation.similarity(lambda)
  const width = widthOf(preparation, clusterCount)
  const rows = () => preparation.rows(similarity, pauser)
  const holder = await context.openLinks(similarity, { width, loops, pauser, rows })
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
    const { best, search } = await chooseAlpha<Run>(input.labelings, (value, previous) =>
      run(value, previous, ALPHA_GRID.indexOf(value as never), ALPHA_GRID.length),
    )
    return { ...best, alphaSearch: search }
  } finally {
    await holder.close()
  }
}
