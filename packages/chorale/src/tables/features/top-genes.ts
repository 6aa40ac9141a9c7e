import { invalid } from '../../errors.js'
import { medianOf } from './preparation.js'

/** How many genes are used: a number, 'all', or 'auto' for 2,000 where there are more. */
export type TopGenes = number | 'auto' | 'all'

/** The genes of `auto`. With 1,000 or 4,000 instead, clusterings of 12 tables agree about as well with the known classes. */
export const STANDARD_GENES = 2000

/** Above this share of zeros, the median of most genes is 0, and their deviations from it say little. */
const MOSTLY_ZERO = 0.5
/** Genes of similar mean that show which variance is usual. */
const NEIGHBOURS = 200

export function checkTopGenes(caller: string, topGenes: TopGenes): void {
  if (topGenes === 'auto' || topGenes === 'all' || (Number.isInteger(topGenes) && topGenes >= 1)) return
  throw invalid(caller, 'topGenes', `be an integer of at least 1, 'auto' or 'all'`, topGenes)
}

/** What is known of a gene: how its values vary. */
export interface GeneSpread {
  readonly mean: number
  readonly variance: number
  /** Median absolute deviation from the median. */
  readonly deviation: number
  readonly zeroShare: number
  readonly isConstant: boolean
}

export function spreadOf(values: Float64Array): GeneSpread {
  const n = values.length
  let sum = 0
  let zeros = 0
  for (const value of values) {
    sum += value
    if (value === 0) zeros++
  }
  const mean = sum / n
  let squares = 0
  for (const value of values) squares += (value - mean) * (value - mean)
  const isMostlyZero = 2 * zeros > n
  const median = isMostlyZero ? 0 : medianOf(values)
  const deviation = isMostlyZero ? 0 : medianOf(values.map(value => Math.abs(value - median)))
  const isConstant = values.every(value => value === values[0])
  return { mean, variance: squares / n, deviation, zeroShare: zeros / n, isConstant }
}

/** The rule that found the most variable genes. */
export type GeneRule = 'deviation' | 'trend'

/**
 * The most variable genes, ascending:
 *
 * - by the median absolute deviation, which single outliers do not move;
 * - for counts, and where most values are zero, by how far the variance is above what is usual for genes of the same mean.
 *   The usual variance is the median of the genes with the nearest means. (A. Lun, D. McCarthy, J. Marioni: A step-by-step
 *   workflow for low-level analysis of single-cell RNA-seq data, F1000Research 5:2122, 2016, does the same with a curve.)
 *
 * Of equally variable genes, the first ones are taken.
 */
export function mostVariable(
  genes: readonly GeneSpread[],
  count: number,
  areCounts: boolean,
): { readonly places: Int32Array; readonly rule: GeneRule } {
  const zeroShare = genes.reduce((sum, gene) => sum + gene.zeroShare, 0) / genes.length
  const rule = areCounts || zeroShare > MOSTLY_ZERO ? 'trend' : 'deviation'
  const scores = rule === 'trend' ? aboveTrend(genes) : Float64Array.from(genes, ({ deviation }) => deviation)
  const order = [...genes.keys()].sort((a, b) => scores[b] - scores[a] || a - b)
  return { places: Int32Array.from(order.slice(0, count)).sort(), rule }
}

/** The variance of every gene minus the median of those of the genes with the nearest means. */
function aboveTrend(genes: readonly GeneSpread[]): Float64Array {
  const order = [...genes.keys()].sort((a, b) => genes[a].mean - genes[b].mean || a - b)
  const count = Math.min(genes.length, NEIGHBOURS)
  const above = new Float64Array(genes.length)
  // The median of one stretch serves a few genes: it hardly changes from one to the next.
  const step = Math.max(1, count >> 4)
  for (let from = 0; from < order.length; from += step) {
    const middle = from + (step >> 1)
    const first = Math.max(0, Math.min(order.length - count, middle - (count >> 1)))
    const usual = medianOf(Float64Array.from(order.slice(first, first + count), gene => genes[gene].variance))
    for (const gene of order.slice(from, from + step)) above[gene] = genes[gene].variance - usual
  }
  return above
}
