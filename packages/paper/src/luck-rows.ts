import type { Catalogue, DatasetEntry, Experiment } from './catalogue.js'
import { type Luck, luckOf, type Means, meansOfRuns } from './luck.js'
import { planRuns } from './plan.js'
import type { Published, PublishedTable } from './published.js'
import type { Results } from './results.js'
import { AGREEMENT_LIMIT, type AlphaRule, METRICS, type Metric, ROUNDING } from './summarize.js'

/** A published row on one dataset, and what many runs of its protocol give. */
export interface LuckRow {
  readonly dataset: DatasetEntry
  readonly published: Means
  /** In points: what counts as close. */
  readonly limit: number
  readonly luck: Luck
}

/** Datasets with complete runs. */
export interface LuckRows {
  /** With the threshold 0.1. */
  readonly gpecLow: readonly LuckRow[]
  /** With the best threshold of each pool. */
  readonly gpecBest: readonly LuckRow[]
  readonly lwea: readonly LuckRow[]
  readonly nwca: readonly LuckRow[]
  /** LWEA on the published pools. */
  readonly survey: readonly LuckRow[]
}

export interface LuckInput {
  readonly catalogue: Catalogue
  readonly results: Results
  readonly published: Published
  readonly twentyPools: Experiment
  readonly manyDraws: Experiment
}

export function collectLuck(input: LuckInput): LuckRows {
  const { twentyPools, manyDraws } = input
  const plain = { rule: null, limit: AGREEMENT_LIMIT }
  return {
    gpecLow: rowsOf(input, twentyPools, 'gpec', { rule: 0.1, limit: AGREEMENT_LIMIT, name: 'GPEC alpha=0.1' }),
    gpecBest: rowsOf(input, twentyPools, 'gpec', { rule: 'best', limit: AGREEMENT_LIMIT, name: 'GPEC best alpha' }),
    lwea: rowsOf(input, twentyPools, 'lwea', { ...plain, name: 'LWEA' }),
    nwca: rowsOf(input, twentyPools, 'nwca', { ...plain, name: 'NWCA' }),
    survey: rowsOf(input, manyDraws, 'lwea', { rule: null, limit: 1.5, name: 'LWEA', table: 'survey' }),
  }
}

function rowsOf(
  { catalogue, results, published }: LuckInput,
  experiment: Experiment,
  method: string,
  {
    rule,
    limit,
    name,
    table = 'comparison',
  }: { rule: AlphaRule | null; limit: number; name: string; table?: PublishedTable },
): LuckRow[] {
  const poolCount = experiment.pools?.[0].seeds?.length ?? 1
  return planRuns(catalogue, { ...experiment, methods: [method] }).flatMap(run => {
    const { dataset } = run
    const means = meansOfRuns(run, results, rule, poolCount)
    if (means.length === 0) return []
    const theirs = Object.fromEntries(
      METRICS.map(metric => [metric, published.find(table, metric, name, dataset.name)!.mean]),
    ) as Record<Metric, number>
    return [{ dataset, published: theirs, limit, luck: luckOf(means, theirs, limit) }]
  })
}

/** The largest distance of the mean of all runs from the published one. */
export function largestGap({ luck, published }: LuckRow, metrics: readonly Metric[] = METRICS): number {
  return Math.max(...metrics.map(metric => Math.abs(luck.mean[metric] - published[metric])))
}

/** Whether the mean of all runs is within the limit. */
export function isWithin(row: LuckRow, metrics: readonly Metric[] = METRICS): boolean {
  return largestGap(row, metrics) <= row.limit + ROUNDING
}
