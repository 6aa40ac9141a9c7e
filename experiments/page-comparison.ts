import { MEASURE_TITLES, ranksChart } from '../pages/comparison-charts.js'
import { PAGE_THEME } from '../pages/theme.js'
import { fixedText, friedmanTest, type MethodName } from '../src/internal.js'
import type { DatasetEntry } from './catalogue.js'
import type { Block, PageSection, PageTable } from './page-blocks.js'
import {
  averageOf,
  type ComparedRow,
  comparedCell,
  differencesOf,
  metricTable,
  nearestRows,
  publishedAverage,
  shortName,
} from './page-tables.js'
import type { Published } from './published.js'
import { METRIC_TITLES, METRICS, type MethodRow, type Verdict } from './summarize.js'

export interface ComparisonInput {
  readonly rows: readonly MethodRow[]
  /** The ten of the paper. */
  readonly datasets: readonly DatasetEntry[]
  /** Others that the same runs were made on. */
  readonly others: readonly DatasetEntry[]
  readonly published: Published
}

/** The three big tables, with what they say. */
export function comparisonSection({ rows, datasets, others, published }: ComparisonInput): PageSection {
  const compared = rows.map(row => ({ row, published: row.published }))
  const source = { published, table: 'comparison' as const }
  const all = differencesOf(compared, datasets, METRICS, source)
  const nearest = nearestRows(rows, datasets, published).map(row => ({ row, published: row.published }))
  const best = verdictCounts(differencesOf(nearest, datasets, METRICS, source))
  const counts = verdictCounts(all)
  return {
    id: 'comparison',
    title: 'Comparison of methods (Tables 1, 4 and 5)',
    blocks: [
      {
        words: `Of ${all.length} comparisons with published numbers ${counts.agrees} agree (✓, within 2.5 points or 2 standard errors), ${counts.near} are near (~, within 5 points or 4 standard errors) and ${counts.differs} differ (✗). With the one reading of each method that is nearest to its published row, of ${best.agrees + best.near + best.differs} numbers ${best.agrees} agree, ${best.near} are near and ${best.differs} differ. A number in square brackets is the number of repeats where it is below 20.`,
      },
      ...METRICS.map(metric => ({ table: metricTable(metric, compared, datasets, source) })),
      ...others.flatMap(other => [
        {
          words:
            'The survey by the same first author used the sex of an abalone as its class, which is our headline; the text of the paper speaks of its age. The classes by rings, against the same published numbers:',
        },
        { table: otherTable(other, 'abalone', compared, published) },
      ]),
    ],
  }
}

function verdictCounts(all: readonly { difference: { verdict: Verdict } }[]): Record<Verdict, number> {
  const counts = { agrees: 0, near: 0, differs: 0 }
  for (const { difference } of all) counts[difference.verdict]++
  return counts
}

/** A dataset that may stand for another one of the paper: all metrics in one table. */
function otherTable(
  { name, code, title }: DatasetEntry,
  standsFor: string,
  rows: readonly ComparedRow[],
  published: Published,
): PageTable {
  return {
    caption: `${code} ${title}, against D9`,
    columns: ['method', ...METRICS.map(metric => METRIC_TITLES[metric])],
    rows: rows.map(({ row, published: theirs }) => [
      row.title,
      ...METRICS.map(metric =>
        comparedCell(
          row.cells.get(name) ?? null,
          theirs === null ? null : published.find('comparison', metric, theirs, standsFor),
          metric,
        ),
      ),
    ]),
  }
}

/** The variants of GPEC that are ranked with the others, one at a time. */
const VARIANTS = ['gpec 0.1', 'gpec best', 'gpec auto'] as const

/** Averages, ranks and the diagrams. */
export function ranksSection({ rows, datasets, published }: ComparisonInput): PageSection {
  const averages = rows.map(row => [
    row.title,
    ...METRICS.flatMap(metric => {
      const ours = averageOf(row, datasets, metric)
      const theirs =
        row.published === null ? null : publishedAverage(published, 'comparison', metric, row.published, datasets)
      return [ours === null ? '–' : fixedText(ours, 1), theirs === null ? '–' : fixedText(theirs, 1)]
    }),
  ])
  return {
    id: 'ranks',
    title: 'Averages and ranks',
    blocks: [
      { words: orderSentence(rows, datasets, published) },
      {
        table: {
          caption: 'Averages over the ten datasets, ours and published',
          columns: ['method', ...METRICS.flatMap(metric => [METRIC_TITLES[metric], 'published'])],
          rows: averages,
        },
      },
      { words: correlationSentence(rows, datasets, published) },
      ...rankBlocks(rows, datasets, published),
    ],
  }
}

/** Whether the published order holds, in one sentence. */
export function orderSentence(
  rows: readonly MethodRow[],
  datasets: readonly DatasetEntry[],
  published: Published,
): string {
  const isComplete = (row: MethodRow) => METRICS.every(metric => averageOf(row, datasets, metric) !== null)
  const others = nearestRows(rows, datasets, published).filter(({ name }) => !name.startsWith('gpec'))
  const standing = VARIANTS.flatMap(name => {
    const row = rows.find(each => each.name === name)
    if (row === undefined || !isComplete(row)) return []
    const places = METRICS.map(metric => {
      const own = averageOf(row, datasets, metric)!
      return 1 + others.filter(other => averageOf(other, datasets, metric)! > own).length
    })
    return [{ name, places, words: `${places.join(', ')} with ${VARIANT_WORDS[name]}` }]
  })
  if (standing.length < VARIANTS.length)
    return 'The runs that would tell whether the published order holds are not complete.'
  const holds = standing.every(({ name, places }) => name === 'gpec auto' || places.every(place => place === 1))
  const wanted = rows.flatMap(({ name, published: row }) => (row === null || name.startsWith('gpec') ? [] : [row]))
  const missing = [...new Set(wanted)].filter(row => !others.some(other => other.published === row))
  const without = missing.length > 0 ? ` (not complete, and left out: ${missing.join(', ')})` : ''
  return (
    `The published order ${holds ? 'holds' : 'does not hold'} at its top: by the averages of NMI, ARI and purity over the ten datasets GPEC is in place ` +
    `${standing.map(({ words }) => words).join('; ')}, against the methods that the paper compares with, each in the reading that is nearest to its published row${without}.`
  )
}

const VARIANT_WORDS = { 'gpec 0.1': 'α = 0.1', 'gpec best': 'the best α', 'gpec auto': 'α chosen without the truth' }

/** How alike the orders are below the top. */
function correlationSentence(
  rows: readonly MethodRow[],
  datasets: readonly DatasetEntry[],
  published: Published,
): string {
  const correlations = METRICS.map(metric => {
    const pairs = nearestRows(rows, datasets, published).map(row => [
      averageOf(row, datasets, metric)!,
      publishedAverage(published, 'comparison', metric, row.published!, datasets)!,
    ])
    const ranks = [0, 1].map(at => ranksOf(pairs.map(pair => pair[at])))
    const gaps = ranks[0].reduce((sum, rank, j) => sum + (rank - ranks[1][j]) ** 2, 0)
    return `${fixedText(1 - (6 * gaps) / (pairs.length * (pairs.length ** 2 - 1)), 2)} by ${METRIC_TITLES[metric]}`
  })
  return `Spearman’s correlation of our averages with the published ones, over the methods in both, each in the reading nearest to its published row: ${correlations.join(', ')}.`
}

function ranksOf(values: readonly number[]): number[] {
  return values.map(value => {
    const larger = values.filter(other => other > value).length
    const equal = values.filter(other => other === value).length
    return larger + (equal + 1) / 2
  })
}

function rankBlocks(rows: readonly MethodRow[], datasets: readonly DatasetEntry[], published: Published): Block[] {
  const nearest = nearestRows(rows, datasets, published)
  const variants = VARIANTS.flatMap(variant => {
    const ranked = rows.filter(
      row =>
        (row.name === variant || (!row.name.startsWith('gpec') && (row.published === null || nearest.includes(row)))) &&
        datasets.every(({ name }) => (row.cells.get(name) ?? null) !== null),
    )
    if (ranked.length < 2) return []
    const test = METRICS.map(metric => {
      const values = datasets.flatMap(({ name }) => ranked.map(row => row.cells.get(name)!.metrics[metric].mean))
      return friedmanTest({ rowCount: datasets.length, columnCount: ranked.length, values: Float64Array.from(values) })
    })
    return [{ variant, ranked, test }]
  })
  if (variants.length === 0) return [{ words: 'Ranks need at least two methods with results on all ten datasets.' }]
  return [
    {
      words:
        'Friedman’s test with Nemenyi’s critical difference at 0.05, over the ten datasets, once with each variant of GPEC; of several readings of a method the one nearest to its published row. Methods that a bar joins do not differ significantly.',
    },
    {
      charts: variants.map(({ ranked, test: [nmi], variant }) => ({
        ...ranksChart(
          { ...nmi, measure: 'nmi', methods: ranked.map(shortName) as unknown as MethodName[], leftOut: [] },
          PAGE_THEME,
        ),
        title: `Mean ranks by ${MEASURE_TITLES.nmi}, with ${rows.find(row => row.name === variant)?.title ?? variant}`,
      })),
    },
    ...variants.map(({ variant, ranked, test }) => ({
      table: {
        caption: `Mean ranks with ${rows.find(row => row.name === variant)?.title ?? variant} (1 is best; critical difference ${fixedText(test[0].criticalDifference ?? Number.NaN, 2)}; p of Friedman’s test ${test.map(({ fP }) => (fP < 0.001 ? 'below 0.001' : fixedText(fP, 3))).join(', ')})`,
        columns: ['method', ...METRICS.map(metric => METRIC_TITLES[metric])],
        rows: ranked
          .map((row, j) => ({ row, ranks: test.map(({ meanRanks }) => meanRanks[j]) }))
          .sort((a, b) => a.ranks[0] - b.ranks[0])
          .map(({ row, ranks }) => [row.title, ...ranks.map(rank => fixedText(rank, 2))]),
        isFolded: variant !== VARIANTS[0],
      },
    })),
  ]
}
