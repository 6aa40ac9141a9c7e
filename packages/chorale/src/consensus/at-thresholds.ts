import { wholeText } from '../count-text.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import { linkBytes, widthOf } from './link-bytes.js'
import { MEMORY_LIMIT } from './memory-limit.js'
import type { MethodContext, MethodFindings, MethodInput, MethodOptions } from './method.js'
import { findEntropies } from './similarity/cluster-weights.js'
import type { CoAssociation } from './similarity/co-association.js'
import { confidentLinks } from './similarity/confident-links.js'
import { exactSecondOrder, type SecondOrder } from './similarity/second-order.js'

/** The input of a run at one threshold. */
export interface Threshold<Run> {
  readonly alpha: number
  readonly similarity: CoAssociation
  readonly secondOrder: SecondOrder
  /** Vectors per block of the operators. */
  readonly width: number
  /** The run at the previous threshold; its embedding is a good starting point. */
  readonly previous: Run | null
  /** Reports the progress of a phase of this run. */
  readonly report: (phase: 'embedding' | 'labels') => void
}

interface RunAtThreshold extends Omit<MethodFindings, 'alphaSearch'> {
  readonly alpha: number
}

/** The options of a method that keeps links above a threshold. */
interface ThresholdSettings extends MethodOptions {
  readonly alpha: number | 'auto'
  readonly lambda: number
}

/**
 * Runs a method at the given threshold, or over the grid of `alpha: 'auto'`.
 */
export async function atThresholds<Run extends RunAtThreshold>(
  input: MethodInput,
  settings: ThresholdSettings,
  context: MethodContext,
  runAt: (threshold: Threshold<Run>) => Promise<Run>,
): Promise<MethodFindings> {
  const { alpha, lambda, clusterCount, memoryLimit = MEMORY_LIMIT } = settings
  const { preparation } = input
  const { loops, pauser } = context
  context.report('similarity', 0, 1)
  const bytes = await linkBytes(preparation, settings, memoryLimit, pauser)
  context.checkMemory(bytes, `${wholeText(preparation.rowCount)} distinct label rows; a fit on fewer rows needs less`)

  await findEntropies(preparation.table, pauser)
  const similarity = preparation.similarity(lambda)
  const width = widthOf(preparation, clusterCount)
  const least = alpha === 'auto' ? Math.min(...ALPHA_GRID) : alpha
  const rows = () => preparation.rows(similarity, { loops, pauser, least })
  const holder = await context.executor.openLinks(similarity, { width, least, loops, pauser, rows })
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
      run(value, previous, ALPHA_GRID.indexOf(value), ALPHA_GRID.length),
    )
    return { ...best, alphaSearch: search }
  } finally {
    await holder.close()
  }
}
