import { friedmanTest, type MethodName } from 'chorale/internal'
import { fixedText } from 'chorale-report/data'
import { MEASURE_TITLES, PAGE_THEME, ranksChart } from 'chorale-report/internal'
import type { DatasetEntry } from '../catalogue.js'
import type { Published } from '../published.js'
import { countVerdicts, METRIC_TITLES, METRICS, type MethodRow, PUBLISHED_REPEATS, type Verdict } from '../summarize.js'
import { type Block, type PageSection, type PageTable, VERDICT_LEGEND } from './blocks.js'
import { listText } from './phrases.js'
import { datasetOf, experimentOf, type Study } from './study.js'
import {
  averageOf,
  type ComparedRow,
  comparedCell,
  differencesOf,
  metricTable,
  nearestRows,
  publishedAverage,
  shortName,
} from './tables.js'

/** The three big tables. */
export function comparisonSection(study: Study): PageSection {
  const { comparison, datasets, published } = study
  const compared = comparison.map(row => ({ row, published: row.published }))
  const source = { published, table: 'comparison' as const }
  const nearest = nearestRows(comparison, datasets, published).map(row => ({ row, published: row.published }))
  const others = experimentOf(study, 'comparison')
    .datasets.filter(name => !datasets.some(each => each.name === name))
    .map(name => datasetOf(study, name))
  return {
    id: 'comparison',
    title: 'Comparison of methods (Tables 1, 4 and 5)',
    blocks: [
      {
        words: `${countSentence(differencesOf(compared, datasets, METRICS, source), 'comparisons with published means')} ${countSentence(differencesOf(nearest, datasets, METRICS, source), 'comparisons with one variant of each method, the one closest to its published row')} A number in square brackets is the number of repeats, where it is below ${PUBLISHED_REPEATS}.`,
      },
      { words: VERDICT_LEGEND },
      ...METRICS.map(metric => ({ table: metricTable(metric, compared, datasets, source) })),
      ...others.flatMap(other => [
        {
          words:
            'Abalone has two candidates for its classes. The survey by the same first author uses the sex of an abalone, and so do the tables above; the text of the paper mentions its age. The next table uses three age groups (by number of rings) and compares with the same published means.',
        },
        { table: otherTable(other, 'abalone', compared, published) },
      ]),
    ],
  }
}

/** Of 480 comparisons, 300 agree and 80 differ; for 100 we cannot tell. */
export function countSentence(all: readonly { difference: { verdict: Verdict } }[], what: string): string {
  const { agrees, unclear, differs } = countVerdicts(all.map(({ difference }) => difference))
  return `Of ${all.length} ${what}, ${agrees} agree and ${differs} differ; for ${unclear} we cannot tell.`
}

/** A dataset that is another version of one in the paper: all metrics in one table. */
function otherTable(
  { name, code, title }: DatasetEntry,
  standsFor: string,
  rows: readonly ComparedRow[],
  published: Published,
): PageTable {
  return {
    caption: `${code} ${title}, compared with the published means of D9`,
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

/** The ways to choose α in GPEC; each is ranked with the other methods in turn. */
const VARIANTS = ['gpec 0.1', 'gpec best', 'gpec auto'] as const

/** Averages, ranks and their diagrams. */
export function ranksSection({ comparison: rows, datasets, published }: Study): PageSection {
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
      {
        table: {
          caption: 'Averages over the ten datasets in percent, ours and published',
          columns: ['method', ...METRICS.flatMap(metric => [METRIC_TITLES[metric], 'published'])],
          rows: averages,
        },
      },
      { words: correlationSentence(rows, datasets, published) },
      ...rankBlocks(rows, datasets, published),
    ],
  }
}

/** Whether GPEC is first, as published. */
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
    return [{ name, places }]
  })
  if (standing.length < VARIANTS.length) return 'The results are not complete enough to check the published order.'
  const isFirst = ({ places }: { places: readonly number[] }) => places.every(place => place === 1)
  const first = standing.filter(isFirst).map(({ name }) => VARIANT_WORDS[name])
  const behind = standing.filter(each => !isFirst(each))
  const wanted = rows.flatMap(({ name, published: row }) => (row === null || name.startsWith('gpec') ? [] : [row]))
  const missing = [...new Set(wanted)].filter(row => !others.some(other => other.published === row))
  return [
    'We compare the averages of NMI, ARI and purity over the ten datasets with those of the other methods of the paper, each in the variant closest to its published row.',
    ...(first.length > 0 ? [`GPEC is first in all three metrics, as published, ${listText(first)}.`] : []),
    ...behind.map(({ name, places }) => `GPEC ranks ${listText(places.map(String))} ${VARIANT_WORDS[name]}.`),
    ...(missing.length > 0 ? [`Incomplete and left out: ${listText(missing)}.`] : []),
  ].join(' ')
}

const VARIANT_WORDS = {
  'gpec 0.1': 'with α = 0.1',
  'gpec best': 'with the best α',
  'gpec auto': 'with α chosen without the truth',
}

/** How similar the order of the methods is to the published one. */
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
    return `${fixedText(1 - (6 * gaps) / (pairs.length * (pairs.length ** 2 - 1)), 2)} for ${METRIC_TITLES[metric]}`
  })
  return `Spearman’s rank correlation between our averages and the published ones: ${listText(correlations)}. Each method counts in the variant closest to its published row.`
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
  if (variants.length === 0) return [{ words: 'Ranks need results of at least two methods on all ten datasets.' }]
  return [
    {
      words:
        'Friedman’s test with Nemenyi’s critical difference at the 0.05 level, over the ten datasets, once for each way to choose α. Each other method counts in the variant closest to its published row. Methods joined by a bar do not differ significantly.',
    },
    {
      charts: variants.map(({ ranked, test: [nmi], variant }) => ({
        ...ranksChart(
          { ...nmi, measure: 'nmi', methods: ranked.map(shortName) as unknown as MethodName[], leftOut: [] },
          PAGE_THEME,
        ),
        title: `Mean ranks by ${MEASURE_TITLES.nmi}: ${rows.find(row => row.name === variant)?.title ?? variant}`,
      })),
    },
    ...variants.map(({ variant, ranked, test }) => ({
      table: {
        caption: `Mean ranks with ${rows.find(row => row.name === variant)?.title ?? variant} (1 is best; critical difference ${fixedText(test[0].criticalDifference ?? Number.NaN, 2)}; p-values of Friedman’s test for NMI, ARI and purity: ${listText(test.map(({ fP }) => (fP < 0.001 ? 'below 0.001' : fixedText(fP, 3))))})`,
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
