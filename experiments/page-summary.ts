import { fixedText } from '../src/internal.js'
import type { DatasetEntry } from './catalogue.js'
import { isWithin, type LuckRow, type LuckRows, largestGap } from './luck-rows.js'
import type { PageCell, PageSection, PageTable } from './page-blocks.js'
import { orderSentence } from './page-comparison.js'
import { surveyRows } from './page-pools.js'
import { FINDINGS } from './page-words.js'
import type { Published, PublishedTable } from './published.js'
import { compare, METRIC_TITLES, METRICS, type MethodRow, type Metric, type Verdict } from './summarize.js'

export interface SummaryInput {
  readonly comparison: readonly MethodRow[]
  /** The rows of the same methods with all draws from one pool. */
  readonly onePool: readonly MethodRow[]
  readonly pools: readonly MethodRow[]
  /** The protocol run again with twenty pools, or with other draws. */
  readonly luck: LuckRows
  readonly datasets: readonly DatasetEntry[]
  readonly poolDatasets: readonly DatasetEntry[]
  readonly published: Published
}

/** What GPEC was to reach, in points. */
const BARS: readonly (readonly [rule: 0.1 | 'best', dataset: string, limit: number])[] = [
  [0.1, 'seeds', 2.5],
  ['best', 'tox171', 2.5],
  ['best', 'warpar10p', 2.5],
  ['best', 'wfrn', 2.5],
  [0.1, 'rice', 2.5],
  ['best', 'rice', 2.5],
  ['best', 'allaml', 3],
]

export function summarySection(input: SummaryInput): PageSection {
  const { comparison, datasets, published } = input
  return {
    id: 'summary',
    title: 'In short',
    blocks: [
      { words: orderSentence(comparison, datasets, published) },
      {
        table: {
          caption:
            'What was to be reached: largest distance from the published means over NMI, ARI and purity, in points; for LWEA and NWCA the datasets that are near enough',
          columns: ['row', 'wanted', 'ours, ten pools', 'ours, one pool', 'mean of many runs'],
          rows: [...singleBars(input), ...rowBars(input), ...surveyBars(input)],
        },
      },
      { list: FINDINGS },
      { table: verdictTable(input) },
    ],
  }
}

/** Where every published row is met, dataset by dataset. */
function verdictTable({ comparison, datasets, published }: SummaryInput): PageTable {
  const rows = comparison.filter(row => row.published !== null)
  return {
    caption: 'Published rows, by datasets: all three metrics agree, one or more are only near, one or more differ',
    columns: ['method', 'agree', 'near', 'differ'],
    rows: rows.map(row => {
      const found: Record<Verdict, string[]> = { agrees: [], near: [], differs: [] }
      for (const { code, name } of datasets) {
        const cell = row.cells.get(name) ?? null
        if (cell === null) continue
        const verdicts = METRICS.map(
          metric => compare(cell.metrics[metric], published.find('comparison', metric, row.published!, name)!).verdict,
        )
        const worst = verdicts.includes('differs') ? 'differs' : verdicts.includes('near') ? 'near' : 'agrees'
        found[worst].push(code)
      }
      return [row.title, ...(['agrees', 'near', 'differs'] as const).map(verdict => found[verdict].join(', ') || '–')]
    }),
    wordColumns: [1, 2, 3],
  }
}

function singleBars({ comparison, onePool, datasets, published, luck }: SummaryInput): PageCell[][] {
  return BARS.map(([rule, dataset, limit]) => {
    const name = `gpec ${rule}`
    const title = comparison.find(row => row.name === name)!.title
    const { title: on } = datasets.find(each => each.name === dataset)!
    const cell = (rows: readonly MethodRow[]): PageCell => {
      const distance = largestDistance(
        rows.find(row => row.name === name),
        dataset,
        published,
        'comparison',
      )
      return distance === null ? 'not run' : distanceCell(distance, limit)
    }
    const many = luck[rule === 'best' ? 'gpecBest' : 'gpecLow'].find(row => row.dataset.name === dataset)
    return [
      ...[`${title} on ${on}`, `within ${fixedText(limit, 1)}`, cell(comparison), cell(onePool)],
      many === undefined ? 'not run' : distanceCell(largestGap(many), limit),
    ]
  })
}

/** LWEA and NWCA, dataset by dataset. */
function rowBars({ comparison, onePool, datasets, published, luck }: SummaryInput): PageCell[][] {
  return (['lwea', 'nwca'] as const).flatMap(name =>
    [METRICS, ...METRICS.map(metric => [metric])].map((metrics: readonly Metric[]) => {
      const words = metrics.length > 1 ? 'all three metrics' : METRIC_TITLES[metrics[0]]
      const cell = (rows: readonly MethodRow[]): PageCell => {
        const row = rows.find(each => each.name === name)
        const within = datasets.filter(dataset => {
          const distance = largestDistance(row, dataset.name, published, 'comparison', metrics)
          return distance !== null && distance <= 2.55
        })
        if (row === undefined) return 'not run'
        return { text: `${within.length} of ${datasets.length}`, verdict: within.length >= 8 ? 'agrees' : 'differs' }
      }
      return [
        ...[`${name.toUpperCase()}, ${words}`, 'within 2.5 on 8 of 10', cell(comparison), cell(onePool)],
        countCell(luck[name], metrics, 8, datasets.length),
      ]
    }),
  )
}

function surveyBars({ pools, poolDatasets, published, luck }: SummaryInput): PageCell[][] {
  const lwea = surveyRows(pools).find(({ row }) => row.name === 'lwea')
  return [METRICS, ...METRICS.map(metric => [metric])].map((metrics: readonly Metric[]) => {
    const words = metrics.length > 1 ? 'all three metrics' : METRIC_TITLES[metrics[0]]
    const within = poolDatasets.filter(({ name }) => {
      const distance = largestDistance(
        lwea && { ...lwea.row, published: lwea.published },
        name,
        published,
        'survey',
        metrics,
      )
      return distance !== null && distance <= 1.55
    })
    const cell = {
      text: `${within.length} of ${poolDatasets.length}`,
      verdict: within.length >= 6 ? ('agrees' as const) : ('differs' as const),
    }
    return [
      ...[`LWEA on the published pools, ${words}`, 'within 1.5 on 6 of 8', '–', cell],
      countCell(luck.survey, metrics, 6, poolDatasets.length),
    ]
  })
}

/** Published means are rounded to a tenth. */
function distanceCell(distance: number, limit: number): PageCell {
  return { text: fixedText(distance, 1), verdict: distance <= limit + 0.05 ? 'agrees' : 'differs' }
}

/** How many datasets are near enough. */
function countCell(rows: readonly LuckRow[], metrics: readonly Metric[], wanted: number, all: number): PageCell {
  if (rows.length < all) return 'not run'
  const count = rows.filter(row => isWithin(row, metrics)).length
  return { text: `${count} of ${all}`, verdict: count >= wanted ? 'agrees' : 'differs' }
}

/** The largest |ours - published| over the metrics; null where one is missing. */
function largestDistance(
  row: MethodRow | undefined,
  dataset: string,
  published: Published,
  table: PublishedTable,
  metrics: readonly Metric[] = METRICS,
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
