import { isWithin, type LuckRow, largestGap } from '../luck-rows.js'
import type { PublishedTable } from '../published.js'
import { AGREEMENT_LIMIT, METRIC_TITLES, METRICS, type MethodRow, type Metric, ROUNDING } from '../summarize.js'
import { surveyRows } from './pools.js'
import { datasetOf, rowNamed, type Study } from './study.js'

/** A value of every way to run the protocol; null when it was not run, undefined when it does not apply. */
interface ByProtocol {
  /** Two draws from each of ten pools. */
  readonly tenPools: number | null | undefined
  /** All draws from one pool. */
  readonly onePool: number | null
  /** The mean over 20 pools, or over 200 draws from a published pool. */
  readonly manyRuns: number | null
}

/** One published row on one dataset: how far away we are at most, in points, over the three metrics. */
export interface DistanceTarget extends ByProtocol {
  readonly title: string
  readonly limit: number
}

/** One published row on all datasets: on how many of them we are within the limit. */
export interface CountTarget extends ByProtocol {
  readonly title: string
  readonly method: 'lwea' | 'nwca' | 'survey'
  readonly metrics: readonly Metric[]
  readonly limit: number
  readonly wanted: number
  readonly all: number
}

/** The targets for GPEC, in points. */
const GPEC_TARGETS: readonly (readonly [rule: 0.1 | 'best', dataset: string, limit: number])[] = [
  [0.1, 'seeds', 2.5],
  ['best', 'tox171', 2.5],
  ['best', 'warpar10p', 2.5],
  ['best', 'wfrn', 2.5],
  [0.1, 'rice', 2.5],
  ['best', 'rice', 2.5],
  ['best', 'allaml', 3],
]

/** Datasets of the paper on which LWEA and NWCA must be within the limit. */
const WANTED_DATASETS = 8

/** Published pools on which LWEA must be within the limit. */
const WANTED_POOLS = 6
const POOL_LIMIT = 1.5

export function gpecTargets(study: Study): DistanceTarget[] {
  const { comparison, onePool, luck } = study
  return GPEC_TARGETS.map(([rule, dataset, limit]) => {
    const name = `gpec ${rule}`
    const many = luck[rule === 'best' ? 'gpecBest' : 'gpecLow'].find(row => row.dataset.name === dataset)
    return {
      title: `${rowNamed(comparison, name)!.title} on ${datasetOf(study, dataset).title}`,
      limit,
      tenPools: largestDistance(study, rowNamed(comparison, name), dataset),
      onePool: largestDistance(study, rowNamed(onePool, name), dataset),
      manyRuns: many === undefined ? null : largestGap(many),
    }
  })
}

export function rowTargets(study: Study): CountTarget[] {
  const { comparison, onePool, luck, datasets } = study
  const count = (rows: readonly MethodRow[], name: string, metrics: readonly Metric[]) => {
    const distances = datasets.map(dataset => largestDistance(study, rowNamed(rows, name), dataset.name, metrics))
    return countWithin(distances, AGREEMENT_LIMIT)
  }
  return (['lwea', 'nwca'] as const).flatMap(method =>
    METRIC_SETS.map(metrics => ({
      title: `${method.toUpperCase()}, ${metricWords(metrics)}`,
      method,
      metrics,
      limit: AGREEMENT_LIMIT,
      wanted: WANTED_DATASETS,
      all: datasets.length,
      tenPools: count(comparison, method, metrics),
      onePool: count(onePool, method, metrics),
      manyRuns: countRows(luck[method], metrics, datasets.length),
    })),
  )
}

export function surveyTargets(study: Study): CountTarget[] {
  const { pools, poolDatasets, luck } = study
  const lwea = surveyRows(pools).find(({ row }) => row.name === 'lwea')
  const row = lwea === undefined ? undefined : { ...lwea.row, published: lwea.published }
  return METRIC_SETS.map(metrics => ({
    title: `LWEA on the published pools, ${metricWords(metrics)}`,
    method: 'survey',
    metrics,
    limit: POOL_LIMIT,
    wanted: WANTED_POOLS,
    all: poolDatasets.length,
    tenPools: undefined,
    onePool: countWithin(
      poolDatasets.map(({ name }) => largestDistance(study, row, name, metrics, 'survey')),
      POOL_LIMIT,
    ),
    manyRuns: countRows(luck.survey, metrics, poolDatasets.length),
  }))
}

/** All metrics together, then each alone. */
const METRIC_SETS: readonly (readonly Metric[])[] = [METRICS, ...METRICS.map(metric => [metric])]

function metricWords(metrics: readonly Metric[]): string {
  return metrics.length > 1 ? 'all three metrics' : METRIC_TITLES[metrics[0]]
}

export function meetsDistance(distance: number, limit: number): boolean {
  return distance <= limit + ROUNDING
}

/** On how many datasets the distance is within the limit; null when none was run. */
function countWithin(distances: readonly (number | null)[], limit: number): number | null {
  if (distances.every(distance => distance === null)) return null
  return distances.filter(distance => distance !== null && meetsDistance(distance, limit)).length
}

function countRows(rows: readonly LuckRow[], metrics: readonly Metric[], all: number): number | null {
  return rows.length < all ? null : rows.filter(row => isWithin(row, metrics)).length
}

/** The largest |ours - published| over the metrics; null when something is missing. */
function largestDistance(
  { published }: Study,
  row: MethodRow | undefined,
  dataset: string,
  metrics: readonly Metric[] = METRICS,
  table: PublishedTable = 'comparison',
): number | null {
  const cell = row?.cells.get(dataset) ?? null
  if (row === undefined || cell === null || row.published === null) return null
  const distances = metrics.map(metric => {
    const theirs = published.find(table, metric, row.published!, dataset)
    return theirs === null ? Number.NaN : Math.abs(cell.metrics[metric].mean - theirs.mean)
  })
  const largest = Math.max(...distances)
  return Number.isNaN(largest) ? null : largest
}
