import { blockWidth } from '../numeric/top-eigenpairs.js'
import type { CoAssociation } from '../similarity/co-association.js'
import type { SecondOrder } from '../similarity/second-order.js'
import type { Labels } from '../types.js'
import { anchorCheck } from './anchor-check.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import type { MethodContext, MethodInput, MethodOptions, MethodResult } from './method.js'
import { secondOrderSource } from './second-order-source.js'

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

interface RunAtThreshold {
  readonly labels: Labels
  readonly alpha: number
  readonly warnings: readonly string[]
}

/**
 * Runs `gpec` or `balanced` at the threshold that was asked for, or over the grid of `alpha: 'auto'`, on a K̃ that is
 * exact or, where it would not fit, goes through anchors; an anchored result is checked with a second set of them.
 */
export async function atThresholds<Run extends RunAtThreshold>(
  method: 'gpec' | 'balanced',
  { labelings, preparation }: MethodInput,
  settings: MethodOptions & { alpha: number | 'auto'; lambda: number },
  context: MethodContext,
  runAt: (threshold: Threshold<Run>) => Promise<Run>,
): Promise<Run & Pick<MethodResult, 'alphaSearch' | 'anchored' | 'warnings'>> {
  const { alpha, lambda, clusterCount } = settings
  context.report('similarity', 0, 1)
  const similarity = preparation.similarity(lambda)
  const smallest = alpha === 'auto' ? ALPHA_GRID[0] : alpha
  const width = blockWidth(Math.min(clusterCount, preparation.table.rowCount))
  const sourceOf = (draw: number) =>
    secondOrderSource(method, preparation, similarity, smallest, width, settings, context, draw)
  const source = await sourceOf(0)

  const run = async (from: typeof source, value: number, previous: Run | null, done: number, total: number) => {
    context.report('similarity', done, total)
    const secondOrder = await from.at(value)
    const report = (phase: 'embedding' | 'labels') => context.report(phase, done, total)
    const found = await runAt({ alpha: value, similarity, secondOrder, width, previous, report })
    context.report('labels', done + 1, total)
    return { ...found, uncoveredShare: secondOrder.uncoveredShare ?? 0 }
  }

  const checked = async (found: Run & { uncoveredShare: number }) => {
    const labelsFrom = async (other: typeof source) => (await run(other, found.alpha, null, 0, 1)).labels
    return { ...found, ...(await anchorCheck(source, found, () => sourceOf(1), labelsFrom)) }
  }
  if (alpha !== 'auto') return { ...(await checked(await run(source, alpha, null, 0, 1))), alphaSearch: null }
  const { best, search } = await chooseAlpha<Run & { uncoveredShare: number }>(labelings, (value, previous) =>
    run(source, value, previous, ALPHA_GRID.indexOf(value as never), ALPHA_GRID.length),
  )
  return { ...(await checked(best)), alphaSearch: search }
}
