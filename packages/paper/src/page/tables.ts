import { fixedText } from 'chorale-report/data'
import type { DatasetEntry } from '../catalogue.js'
import type { Published, PublishedNumber, PublishedTable } from '../published.js'
import {
  type Cell,
  compare,
  compareAverages,
  type Difference,
  METRIC_TITLES,
  METRICS,
  type MethodRow,
  type Metric,
  meanOf,
  PUBLISHED_REPEATS,
} from '../summarize.js'
import type { PageCell, PageTable } from './blocks.js'

/** What a table compares with. */
export interface TableSource {
  readonly published: Published
  readonly table: PublishedTable
}

/** A method whose row is compared with a row of another name. */
export interface ComparedRow {
  readonly row: MethodRow
  /** Its row in the published table; null for methods without one. */
  readonly published: string | null
}

/** Our mean, and in brackets the published mean and the difference in standard errors, for every dataset. */
export function metricTable(
  metric: Metric,
  rows: readonly ComparedRow[],
  datasets: readonly DatasetEntry[],
  source: TableSource,
): PageTable {
  return {
    caption: `${METRIC_TITLES[metric]} in percent: our mean ± standard deviation (published mean; difference in standard errors)`,
    columns: ['method', ...datasets.map(({ code, title }) => `${code} ${title}`), 'average'],
    rows: rows.map(({ row, published }) => [
      row.title,
      ...datasets.map(({ name }) => cellText(row, published, name, metric, source)),
      averageText(row, published, datasets, metric, source),
    ]),
  }
}

function cellText(row: MethodRow, name: string | null, dataset: string, metric: Metric, source: TableSource): PageCell {
  const published = name === null ? null : source.published.find(source.table, metric, name, dataset)
  return comparedCell(row.cells.get(dataset) ?? null, published, metric)
}

/** Our number and the published one, if there is one. */
export function comparedCell(cell: Cell | null, published: PublishedNumber | null, metric: Metric): PageCell {
  if (cell === null) {
    const aside = published === null ? undefined : fixedText(published.mean, 1)
    return { text: 'not run', aside, verdict: null }
  }
  const { mean, sd } = cell.metrics[metric]
  const few = cell.lines.length < PUBLISHED_REPEATS ? ` [${cell.lines.length}]` : ''
  const ours = `${fixedText(mean, 1)}${sd === null ? '' : ` ± ${fixedText(sd, 0)}`}${few}`
  if (published === null) return ours
  const { verdict, standardErrors } = compare(cell.metrics[metric], published)
  return { text: ours, aside: `${fixedText(published.mean, 1)}; ${errorsText(standardErrors)}`, verdict }
}

/** The mean distance from a row of the published comparison on a dataset, in points, over the three metrics. */
export function distanceOf({ metrics }: Cell, published: Published, row: string, dataset: string): number {
  return meanOf(
    METRICS.map(metric => Math.abs(metrics[metric].mean - published.find('comparison', metric, row, dataset)!.mean)),
  )
}

/**
 * One row for each method of the paper: of several variants, the one that is closest to the published row on average
 * over the datasets. Incomplete rows are left out.
 */
export function nearestRows(
  rows: readonly MethodRow[],
  datasets: readonly DatasetEntry[],
  published: Published,
): MethodRow[] {
  const distances = new Map(
    rows.flatMap(row => {
      if (row.published === null) return []
      const cells = datasets.map(({ name }) => row.cells.get(name) ?? null)
      if (cells.includes(null)) return []
      return [[row, meanOf(cells.map((cell, at) => distanceOf(cell!, published, row.published!, datasets[at].name)))]]
    }),
  )
  return [...distances.keys()].filter(row =>
    [...distances].every(([other, distance]) => other.published !== row.published || distance >= distances.get(row)!),
  )
}

/** Short enough for a diagram with one variant of each method: smkkm for smkkm-centred-unit-rows. */
export function shortName({ name }: MethodRow): string {
  return name.split('-')[0]
}

/** +1.3; at most 99. */
function errorsText(standardErrors: number): string {
  const size = Math.abs(standardErrors) > 99 ? '99' : fixedText(Math.abs(standardErrors), 1)
  return `${standardErrors < 0 ? '−' : '+'}${size}`
}

/** The mean over the datasets; null unless all of them were run. */
export function averageOf(row: MethodRow, datasets: readonly DatasetEntry[], metric: Metric): number | null {
  const means = datasets.map(({ name }) => row.cells.get(name)?.metrics[metric].mean ?? Number.NaN)
  return means.some(Number.isNaN) ? null : meanOf(means)
}

function averageText(
  row: MethodRow,
  name: string | null,
  datasets: readonly DatasetEntry[],
  metric: Metric,
  source: TableSource,
): PageCell {
  const ours = averageOf(row, datasets, metric)
  const theirs = name === null ? null : publishedAverage(source.published, source.table, metric, name, datasets)
  const text = ours === null ? '–' : fixedText(ours, 1)
  if (theirs === null) return text
  if (ours === null) return { text, aside: fixedText(theirs, 1), verdict: null }
  const differences = differencesOf([{ row, published: name }], datasets, [metric], source)
  const { verdict, standardErrors } = compareAverages(differences.map(({ difference }) => difference))
  return { text, aside: `${fixedText(theirs, 1)}; ${errorsText(standardErrors)}`, verdict }
}

export function publishedAverage(
  published: Published,
  table: PublishedTable,
  metric: Metric,
  name: string,
  datasets: readonly DatasetEntry[],
): number | null {
  const means = datasets.map(dataset => published.find(table, metric, name, dataset.name)?.mean ?? Number.NaN)
  return means.some(Number.isNaN) ? null : meanOf(means)
}

/** All differences of a table. */
export function differencesOf(
  rows: readonly ComparedRow[],
  datasets: readonly DatasetEntry[],
  metrics: readonly Metric[],
  { published, table }: TableSource,
): { row: MethodRow; dataset: DatasetEntry; metric: Metric; difference: Difference }[] {
  return rows.flatMap(({ row, published: name }) =>
    datasets.flatMap(dataset =>
      metrics.flatMap(metric => {
        const cell = row.cells.get(dataset.name) ?? null
        const theirs = name === null ? null : published.find(table, metric, name, dataset.name)
        if (cell === null || theirs === null) return []
        return [{ row, dataset, metric, difference: compare(cell.metrics[metric], theirs) }]
      }),
    ),
  )
}
