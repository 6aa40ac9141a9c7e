import type { PlannedRun } from './plan.js'
import type { Results, RunLine } from './results.js'
import {
  type AlphaRule,
  chosenLines,
  METRICS,
  type Metric,
  meanOf,
  PUBLISHED_REPEATS,
  ROUNDING,
  varianceOf,
} from './summarize.js'

/** Means of the three metrics, in percent. */
export type Means = Readonly<Record<Metric, number>>

/**
 * What the published protocol gives when it is run many times: the means of every 20 draws, with one pool per run when
 * there are several pools. The best threshold is chosen for each run, with the truth. Empty when results are missing.
 */
export function meansOfRuns(run: PlannedRun, results: Results, rule: AlphaRule | null, poolCount: number): Means[] {
  const isPlanned = ({ repeat, alpha }: RunLine) => repeat < run.repeats && run.alphas.includes(alpha ?? null)
  const lines = results.of(run).filter(isPlanned)
  const groupCount = poolCount > 1 ? poolCount : Math.floor(run.repeats / DRAWS)
  const groupOf = (repeat: number) => (poolCount > 1 ? repeat % poolCount : Math.floor(repeat / DRAWS))
  const groups = Array.from({ length: groupCount }, (_, at) => {
    const own = lines.filter(({ repeat }) => groupOf(repeat) === at)
    if (own.length < DRAWS * run.alphas.length) return []
    return rule === null ? own : chosenLines(own, rule).lines
  })
  if (groups.some(({ length }) => length === 0)) return []
  return groups.map(
    group =>
      Object.fromEntries(METRICS.map(metric => [metric, 100 * meanOf(group.map(line => line[metric]))])) as Means,
  )
}

/** Draws behind a published mean. */
export const DRAWS = PUBLISHED_REPEATS

/** How much the runs of a protocol vary, and how often they are close to a published row. */
export interface Luck {
  readonly mean: Means
  /** Standard deviation of a single run's mean. */
  readonly sd: Means
  readonly runCount: number
  /** Runs that are within the limit of the published row in all metrics. */
  readonly near: number
  /** Runs that are within the limit of the mean of all of them. */
  readonly nearMean: number
  /** The share of pairs of runs that are within the limit of each other in all metrics. */
  readonly nearEachOther: number
}

export function luckOf(runs: readonly Means[], published: Means, limit: number): Luck {
  const each = (of: (metric: Metric) => number) =>
    Object.fromEntries(METRICS.map(metric => [metric, of(metric)])) as Means
  const pairs = runs.flatMap((run, at) => runs.slice(at + 1).map(other => isNear(run, other, limit)))
  const mean = each(metric => meanOf(runs.map(run => run[metric])))
  return {
    mean,
    sd: each(metric => Math.sqrt(varianceOf(runs.map(run => run[metric])) ?? 0)),
    runCount: runs.length,
    near: runs.filter(run => isNear(run, published, limit + ROUNDING)).length,
    nearMean: runs.filter(run => isNear(run, mean, limit)).length,
    nearEachOther: pairs.filter(Boolean).length / pairs.length,
  }
}

/** Within the limit in all metrics. */
function isNear(a: Means, b: Means, limit: number): boolean {
  return METRICS.every(metric => Math.abs(a[metric] - b[metric]) <= limit)
}
