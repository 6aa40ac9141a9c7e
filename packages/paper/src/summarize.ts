import type { Catalogue, Experiment } from './catalogue.js'
import { POOL_SEEDS } from './load-dataset.js'
import { type PlannedRun, planRuns } from './plan.js'
import type { PublishedNumber } from './published.js'
import type { Results, RunLine } from './results.js'

export const METRICS = ['nmi', 'ari', 'purity'] as const
export type Metric = (typeof METRICS)[number]
export const METRIC_TITLES: Record<Metric, string> = { nmi: 'NMI', ari: 'ARI', purity: 'Purity' }

/** A metric of one method on one dataset, in percent. */
export interface Spread {
  readonly mean: number
  /** Standard deviation over the repeats; null for a single repeat. */
  readonly sd: number | null
  /** Variance of the mean, including the variance between pools. */
  readonly meanVariance: number
  /** Variance between pools: how much another pool would move the mean of many draws. */
  readonly poolVariance: number
}

/** One method on one dataset. */
export interface Cell {
  readonly metrics: Record<Metric, Spread>
  readonly lines: readonly RunLine[]
  /** Planned repeats; some may be missing. */
  readonly planned: number
  /** The threshold, when the row has a single one. */
  readonly alpha: number | null
}

/** One method on all datasets of an experiment; null for datasets that were not run. */
export interface MethodRow {
  readonly name: string
  readonly title: string
  /** Its name in the published tables. */
  readonly published: string | null
  readonly cells: ReadonlyMap<string, Cell | null>
}

/** How the threshold of a row is chosen: fixed, with the truth (as in the paper), or without it. */
export type AlphaRule = number | 'best' | 'auto'

/** The rows of a method that runs at several thresholds. */
const ALPHA_ROWS: readonly { rule: AlphaRule; suffix: string; published: string | null }[] = [
  { rule: 0.1, suffix: 'α = 0.1', published: 'GPEC alpha=0.1' },
  { rule: 'best', suffix: 'best α', published: 'GPEC best alpha' },
  { rule: 'auto', suffix: 'α auto', published: null },
]

/** The rows of an experiment at one ensemble size. */
export function methodRows(
  catalogue: Catalogue,
  experiment: Experiment,
  results: Results,
  ensembleSize = experiment.ensembleSizes[0],
): MethodRow[] {
  const runs = planRuns(catalogue, { ...experiment, ensembleSizes: [ensembleSize] })
  return experiment.methods.flatMap(name => {
    const own = runs.filter(run => run.method.name === name)
    const { title, published = null } = own[0].method
    if (own[0].alphas[0] === null) return [{ name, title, published, cells: cellsOf(own, results, null) }]
    return ALPHA_ROWS.map(({ rule, suffix, published: asGpec }) => ({
      name: `${name} ${rule}`,
      title: `${title}, ${suffix}`,
      published: name === 'gpec' ? asGpec : null,
      cells: cellsOf(own, results, rule),
    }))
  })
}

function cellsOf(runs: readonly PlannedRun[], results: Results, rule: AlphaRule | null): Map<string, Cell | null> {
  return new Map(runs.map(run => [run.dataset.name, cellOf(run, results, rule)]))
}

/** One run as a cell, at the threshold that the rule chooses. */
export function cellOf(run: PlannedRun, results: Results, rule: AlphaRule | null): Cell | null {
  const all = results.of(run).filter(({ repeat }) => repeat < run.repeats)
  const { lines, alpha } = rule === null ? { lines: all, alpha: null } : chosenLines(all, rule)
  if (lines.length === 0) return null
  const poolCount = run.dataset.kind === 'pool' ? 1 : (run.pool.seeds ?? POOL_SEEDS).length
  const metrics = Object.fromEntries(METRICS.map(metric => [metric, spreadOf(lines, metric, poolCount)]))
  return { metrics: metrics as Record<Metric, Spread>, lines, planned: run.repeats, alpha }
}

/** The lines of the threshold that a rule chooses. */
export function chosenLines(
  lines: readonly RunLine[],
  rule: AlphaRule,
): { lines: readonly RunLine[]; alpha: number | null } {
  if (rule === 'auto') {
    // As `alpha: 'auto'`: the best agreement with the base clusterings; on ties the smallest threshold.
    const best = [...groupBy(lines, line => line.repeat).values()].map(each =>
      each.reduce((a, b) => (b.agreement > a.agreement ? b : a)),
    )
    return { lines: best, alpha: null }
  }
  const byAlpha = groupBy(lines, line => line.alpha!)
  const alpha = typeof rule === 'number' ? rule : bestAlpha(byAlpha)
  return { lines: byAlpha.get(alpha ?? Number.NaN) ?? [], alpha }
}

/** The threshold from 0.1 to 0.9 with the largest mean of the three metrics: one for all repeats, chosen with the truth. */
function bestAlpha(byAlpha: ReadonlyMap<number, readonly RunLine[]>): number | null {
  const means = [...byAlpha]
    .filter(([alpha]) => alpha >= 0.1)
    .map(([alpha, lines]) => ({ alpha, mean: meanOf(lines.map(line => line.nmi + line.ari + line.purity)) }))
  return (
    means.reduce<(typeof means)[number] | null>((a, b) => (a !== null && a.mean >= b.mean ? a : b), null)?.alpha ?? null
  )
}

function spreadOf(lines: readonly RunLine[], metric: Metric, poolCount: number): Spread {
  const values = lines.map(line => 100 * line[metric])
  const mean = meanOf(values)
  const variance = varianceOf(values)
  const sd = variance === null ? null : Math.sqrt(variance)
  const pools = [...groupBy(lines, line => line.repeat % poolCount).values()].map(each =>
    each.map(line => 100 * line[metric]),
  )
  if (pools.length < 2) return { mean, sd, meanVariance: (variance ?? 0) / values.length, poolVariance: 0 }
  const between = varianceOf(pools.map(meanOf))!
  const within = pools.flatMap(each => varianceOf(each) ?? [])
  const noise = within.length > 0 ? meanOf(within) / (values.length / pools.length) : 0
  return { mean, sd, meanVariance: between / pools.length, poolVariance: Math.max(0, between - noise) }
}

/** Our mean beside a published one. */
export interface Difference {
  readonly ours: Spread
  readonly published: PublishedNumber
  /** Ours minus the published mean, in points. */
  readonly points: number
  /** The standard error of that difference, in points. */
  readonly error: number
  /** The difference in standard errors. */
  readonly standardErrors: number
  readonly verdict: Verdict
}

/**
 * `agrees`: within 2.5 points. `unclear`: further away, but within two standard errors, so that we cannot tell.
 * `differs`: further away than both.
 */
export type Verdict = 'agrees' | 'unclear' | 'differs'

/** In points: published and reproduced means that are this close agree. */
export const AGREEMENT_LIMIT = 2.5

/** Standard errors within which a difference may be chance. */
const CHANCE_LIMIT = 2

/** Published means are rounded to a tenth. */
export const ROUNDING = 0.05

/** Repeats behind every published mean. */
export const PUBLISHED_REPEATS = 20

/**
 * Compares means. We assume that the published mean comes from one pool. Its standard error then includes the variance
 * between pools, which we estimate from our own pools.
 */
export function compare(ours: Spread, published: PublishedNumber): Difference {
  const points = ours.mean - published.mean
  const theirs = (published.sd ?? ours.sd ?? 0) ** 2 / PUBLISHED_REPEATS + ours.poolVariance
  const error = Math.sqrt(ours.meanVariance + theirs)
  return { ours, published, points, error, ...judge(points, error) }
}

/** Compares the averages of several means, which are independent of each other. */
export function compareAverages(differences: readonly Difference[]): { standardErrors: number; verdict: Verdict } {
  const points = meanOf(differences.map(difference => difference.points))
  const variance = meanOf(differences.map(({ error }) => error ** 2)) / differences.length
  return judge(points, Math.sqrt(variance))
}

function judge(points: number, error: number): { standardErrors: number; verdict: Verdict } {
  const size = Math.max(0, Math.abs(points) - ROUNDING)
  const standardErrors = size === 0 ? 0 : (Math.sign(points) * size) / error
  if (size <= AGREEMENT_LIMIT) return { standardErrors, verdict: 'agrees' }
  return { standardErrors, verdict: Math.abs(standardErrors) <= CHANCE_LIMIT ? 'unclear' : 'differs' }
}

/** How many of these have each verdict. */
export function countVerdicts(differences: readonly { readonly verdict: Verdict }[]): Record<Verdict, number> {
  const counts = { agrees: 0, unclear: 0, differs: 0 }
  for (const { verdict } of differences) counts[verdict]++
  return counts
}

/** The verdict on several numbers together: the worst of theirs. */
export function worstVerdict(differences: readonly { readonly verdict: Verdict }[]): Verdict {
  const { unclear, differs } = countVerdicts(differences)
  return differs > 0 ? 'differs' : unclear > 0 ? 'unclear' : 'agrees'
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Sample variance (divided by count - 1); null for a single value. */
export function varianceOf(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
