import { fixedText } from '../src/index.js'
import type { DatasetEntry } from './catalogue.js'
import type { PageCell, PageSection, PageTable } from './page-blocks.js'
import { orderSentence } from './page-comparison.js'
import { surveyRows } from './page-pools.js'
import { FINDINGS } from './page-words.js'
import type { Published, PublishedTable } from './published.js'
import type { RunLine } from './results.js'
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

export interface TimesInput {
  readonly rows: readonly MethodRow[]
  readonly datasets: readonly DatasetEntry[]
  /** All lines of GPEC, every threshold, by dataset. */
  readonly gpecLines: ReadonlyMap<string, readonly RunLine[]>
}

/** Counted apart: dear, and with fewer repeats on large datasets. */
const APART = ['eccms', 'ceam']

export function timesSection({ rows, datasets, gpecLines }: TimesInput): PageSection {
  const plain = rows.filter(({ name }) => !name.startsWith('gpec'))
  const seconds = (name: string, dataset: string) => {
    if (name === 'gpec') return cpuOf(gpecLines.get(dataset) ?? [])
    return cpuOf(plain.find(row => row.name === name)?.cells.get(dataset)?.lines ?? [])
  }
  const names = ['gpec', ...plain.map(({ name }) => name)]
  const totalOf = (name: string) => datasets.reduce((sum, dataset) => sum + seconds(name, dataset.name), 0)
  const published = names.filter(name => name === 'gpec' || plain.find(row => row.name === name)!.published !== null)
  const isComplete = plain.every(row => datasets.every(({ name }) => (row.cells.get(name) ?? null) !== null))
  const sumOf = (which: readonly string[]) => which.reduce((sum, name) => sum + totalOf(name), 0)
  const gpec = datasets.map(({ name }) => seconds('gpec', name) / repeatsOf(gpecLines.get(name) ?? []))
  const sorted = [...gpec].sort((a, b) => a - b)
  const median = (sorted[4] + sorted[5]) / 2
  const titleOf = (name: string) =>
    name === 'gpec' ? 'GPEC, all ten thresholds' : plain.find(row => row.name === name)!.title
  return {
    id: 'times',
    title: 'Times',
    blocks: [
      {
        words: `CPU seconds of the consensus, one thread, from the result files; the machine was busy, so wall times would say less. On two cores the wall time is half of it. The comparison of the paper (GPEC with its thresholds and the nine methods, MKKM in both readings, 20 repeats, ten datasets) without ECCMS and CEAM takes ${minutes(sumOf(published.filter(name => !APART.includes(name))) / 2)} on two cores, all methods shown without these two ${minutes(sumOf(names.filter(name => !APART.includes(name))) / 2)}, ECCMS and CEAM with their fewer repeats ${minutes(sumOf(APART) / 2)}, GPEC alone with its thresholds ${minutes(totalOf('gpec') / 2)}.${isComplete ? '' : ' Some runs are missing, see below: these sums are of what there is.'}`,
      },
      {
        words: `The authors’ own rerun needed a median of 26 s and a mean of 217 s per dataset for GPEC. Ours needs a median of ${fixedText(median, 2)} s and a mean of ${fixedText(gpec.reduce((a, b) => a + b, 0) / gpec.length, 2)} s of CPU time for one repeat with all ten thresholds, on another machine.`,
      },
      {
        table: {
          caption: 'CPU seconds of all repeats',
          columns: ['method', ...datasets.map(({ code }) => code), 'sum'],
          rows: names.map(name => [
            titleOf(name),
            ...datasets.map(dataset => secondsText(seconds(name, dataset.name))),
            fixedText(totalOf(name), 0),
          ]),
        },
      },
    ],
  }
}

/** CPU seconds of some consensuses. */
function cpuOf(lines: readonly RunLine[]): number {
  return lines.reduce((sum, { cpu }) => sum + cpu, 0)
}

function repeatsOf(lines: readonly RunLine[]): number {
  return Math.max(1, new Set(lines.map(({ repeat }) => repeat)).size)
}

/** A method that was not run took no time at all. */
function secondsText(seconds: number): string {
  return seconds === 0 ? '–' : fixedText(seconds, 1)
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${fixedText(seconds, 0)} s` : `${fixedText(seconds / 60, 1)} minutes`
}
