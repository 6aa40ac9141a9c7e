import { countText, wholeText } from '../count-text.js'
import { ALPHA_GRID, chooseAlpha } from './choose-alpha.js'
import { linkBytes, widthOf } from './link-bytes.js'
import { MEMORY_LIMIT } from './memory-limit.js'
import type { MethodContext, MethodFindings, MethodInput, MethodOptions } from './method.js'
import { findEntropies } from './similarity/cluster-weights.js'
import type { CoAssociation } from './similarity/co-association.js'
import { type ConfidentLinks, confidentLinks } from './similarity/confident-links.js'
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

/** With a larger share of samples without a link to any other, the threshold is lowered, in the steps below. */
const MOST_UNLINKED = 0.5
/** Of fewer samples, many may have no link by chance. */
const LEAST_SAMPLES = 100
const LOWER = [0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/**
 * Runs a method at the given threshold, or over the grid of `alpha: 'auto'`. Where the standard threshold of the method
 * leaves too many samples without links, which nothing would hold together, a lower one takes its place, and a warning
 * says so. Another threshold is a wish.
 */
export async function atThresholds<Run extends RunAtThreshold>(
  input: MethodInput,
  settings: ThresholdSettings,
  context: MethodContext,
  { standard, runAt }: { standard: number | 'auto'; runAt: (threshold: Threshold<Run>) => Promise<Run> },
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
  const lowest = alpha === 'auto' ? Math.min(...ALPHA_GRID) : alpha
  const open = (least: number) => {
    const rows = () => preparation.rows(similarity, { loops, pauser, least })
    return context.executor.openLinks(similarity, { width, least, loops, pauser, rows })
  }
  const { multiplicity } = preparation.table
  let holder = await open(lowest)
  const linksAt = (value: number) => confidentLinks(similarity, { holder, alpha: value, width, loops, pauser })
  const run = async (links: ConfidentLinks, { value, previous, done, total }: Step<Run>) => {
    const secondOrder = exactSecondOrder(links, multiplicity, width)
    const report = (phase: 'embedding' | 'labels') => context.report(phase, done, total)
    const found = await runAt({ alpha: value, similarity, secondOrder, width, previous, report })
    context.report('labels', done + 1, total)
    return found
  }
  try {
    let value = lowest
    let links = await linksAt(value)
    const unlinked = unlinkedCount(links, multiplicity)
    const { sampleCount } = preparation.store
    const mayLower = alpha === standard && sampleCount >= LEAST_SAMPLES
    for (const lower of mayLower ? LOWER : []) {
      if (unlinkedCount(links, multiplicity) <= MOST_UNLINKED * sampleCount) break
      if (lower >= value) continue
      value = lower
      await holder.close()
      holder = await open(value)
      links = await linksAt(value)
    }
    const warnings = value < lowest ? [loweredWarning(lowest, value, unlinked)] : []
    if (alpha !== 'auto') {
      const found = await run(links, { value, previous: null, done: 0, total: 1 })
      return { ...found, alphaSearch: null, warnings: [...found.warnings, ...warnings] }
    }
    const grid = value < lowest ? [value, ...ALPHA_GRID] : ALPHA_GRID
    const { best, search } = await chooseAlpha<Run>(input.labelings, grid, async (next, previous) => {
      const done = grid.indexOf(next)
      context.report('similarity', done, grid.length)
      return run(done === 0 ? links : await linksAt(next), { value: next, previous, done, total: grid.length })
    })
    return { ...best, alphaSearch: search, warnings: [...best.warnings, ...warnings] }
  } finally {
    await holder.close()
  }
}

/** A run at a threshold, one of several. */
interface Step<Run> {
  readonly value: number
  readonly previous: Run | null
  readonly done: number
  readonly total: number
}

/** The number of samples without a link to another sample: the column of H has only its diagonal, 1. */
function unlinkedCount({ lengths }: ConfidentLinks, multiplicity: Float64Array): number {
  let count = 0
  for (let g = 0; g < lengths.length; g++) if (lengths[g] === 1) count += multiplicity[g]
  return count
}

function loweredWarning(from: number, to: number, unlinked: number): string {
  return `Lowered alpha from ${from} to ${to}: at ${from}, ${countText(unlinked, 'sample')} had no link to any other.`
}
