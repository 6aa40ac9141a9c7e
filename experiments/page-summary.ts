import { fixedText } from '../src/index.js'
import type { DatasetEntry } from './catalogue.js'
import type { PageCell, PageSection, PageTable } from './page-blocks.js'
import { orderSentence } from './page-comparison.js'
import { surveyRows } from './page-pools.js'
import { FINDINGS } from './page-words.js'
import type { Published, PublishedTable } from './published.js'
import { compare, METRIC_TITLES, METRICS, type MethodRow, type Metric, type Verdict } from './summarize.js'

/** What was to be reached, in points. */
const BARS: readonly (readonly [row: string, dataset: string, limit: number])[] = [
  ['gpec 0.1', 'seeds', 2.5],
  ['gpec best', 'tox171', 2.5],
  ['gpec best', 'warpar10p', 2.5],
  ['gpec best', 'wfrn', 2.5],
  ['gpec 0.1', 'rice', 2.5],
  ['gpec best', 'rice', 2.5],
  ['gpec best', 'allaml', 3],
]

export interface SummaryInput {
  readonly comparison: readonly MethodRow[]
  /** The rows of the same methods with all draws from one pool. */
  readonly onePool: readonly MethodRow[]
  readonly pools: readonly MethodRow[]
  readonly datasets: readonly DatasetEntry[]
  readonly poolDatasets: readonly DatasetEntry[]
  readonly published: Published
}

export function summarySection(input: SummaryInput): PageSection {
  const { comparison, datasets } = input
  return {
    id: 'summary',
    title: 'In short',
    blocks: [
      { words: orderSentence(comparison, datasets) },
      {
        table: {
          caption:
            'What was to be reached: largest distance from the published means over NMI, ARI and purity, in points',
          columns: ['bar', 'at most', 'ours, ten pools', 'ours, one pool'],
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

function singleBars({ comparison, onePool, datasets, published }: SummaryInput): PageCell[][] {
  return BARS.map(([name, dataset, limit]) => {
    const title = comparison.find(row => row.name === name)!.title
    const { title: on } = datasets.find(each => each.name === dataset)!
    const cell = (rows: readonly MethodRow[]): PageCell => {
      const distance = largestDistance(
        rows.find(row => row.name === name),
        dataset,
        published,
        'comparison',
      )
      return distance === null
        ? 'not run'
        : { text: fixedText(distance, 1), verdict: distance <= limit + 0.05 ? 'agrees' : 'differs' }
    }
    return [`${title} on ${on}`, fixedText(limit, 1), cell(comparison), cell(onePool)]
  })
}

/** LWEA and NWCA, dataset by dataset. */
function rowBars({ comparison, onePool, datasets, published }: SummaryInput): PageCell[][] {
  return ['lwea', 'nwca'].flatMap(name =>
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
      return [`${name.toUpperCase()} within 2.5 points, ${words}`, '8 of 10 or more', cell(comparison), cell(onePool)]
    }),
  )
}

function surveyBars({ pools, poolDatasets, published }: SummaryInput): PageCell[][] {
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
    return [`LWEA on the published pools within 1.5 points of the survey, ${words}`, '6 of 8 or more', '–', cell]
  })
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
