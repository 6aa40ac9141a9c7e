import { fixedText } from '../src/index.js'
import type { Catalogue, DatasetEntry, Experiment } from './catalogue.js'
import type { PageCell, PageSection } from './page-blocks.js'
import { type ComparedRow, differencesOf, metricTable } from './page-tables.js'
import { planRuns } from './plan.js'
import type { Published } from './published.js'
import { cellOf, compare, METRIC_TITLES, METRICS, type MethodRow } from './summarize.js'

/** Rows of the survey, by our names. */
const SURVEY_NAMES: Record<string, string> = {
  'gpec best': 'GPEC best alpha',
  ceam: 'CEAM',
  eac: 'EAC',
  eccms: 'ECCMS',
  lwea: 'LWEA',
  lwgp: 'LWGP',
  sec: 'SEC',
}

export function surveyRows(rows: readonly MethodRow[]): ComparedRow[] {
  return rows.map(row => ({ row, published: SURVEY_NAMES[row.name] ?? null }))
}

/** The published pools against the survey. */
export function poolsSection(
  rows: readonly MethodRow[],
  datasets: readonly DatasetEntry[],
  published: Published,
): PageSection {
  const compared = surveyRows(rows)
  const source = { published, table: 'survey' as const }
  const all = differencesOf(compared, datasets, METRICS, source)
  const counts = { agrees: 0, near: 0, differs: 0 }
  for (const { difference } of all) counts[difference.verdict]++
  return {
    id: 'pools',
    title: 'Published pools, against the survey',
    blocks: [
      {
        words: `The same protocol on pools of 100 base clusterings that were published with earlier methods; 20 draws of m = 20. Here the pool is the same for both sides, so differences are due to the draws and the methods alone. The survey, by the same first author, chose α with the truth. Of ${all.length} numbers ${counts.agrees} agree, ${counts.near} are near and ${counts.differs} differ. The survey gives no deviations; ours stand in for them.`,
      },
      ...METRICS.map(metric => ({ table: metricTable(metric, compared, datasets, source) })),
    ],
  }
}

/** What other readings of the protocol give, for the rows that are not reproduced. */
export function readingsSection(
  catalogue: Catalogue,
  experiments: readonly Experiment[],
  folder: string,
  datasets: readonly DatasetEntry[],
  published: Published,
): PageSection {
  const wanted: readonly (readonly [
    method: string,
    rule: number | 'best' | null,
    row: string,
    table: 'comparison' | 'ablation',
  ])[] = [
    ['gpec', 0.1, 'GPEC alpha=0.1', 'comparison'],
    ['gpec', 'best', 'GPEC best alpha', 'comparison'],
    ['gpec-plain-rows', 0.1, 'GPEC alpha=0.1', 'comparison'],
    ['gpec-plain-rows', 'best', 'GPEC best alpha', 'comparison'],
    ['gpec-lambda-0.09', 0.1, 'GPEC alpha=0.1', 'comparison'],
    ['gpec-lambda-0.09', 'best', 'GPEC best alpha', 'comparison'],
    ['gpec-bias', 0.1, 'w/o Diversity', 'ablation'],
    ['gpec-bias', 'best', 'w/o Diversity', 'ablation'],
    ['smkkm', null, 'SMKKM', 'comparison'],
    ['mkkm', null, 'MKKM', 'comparison'],
    ['sec', null, 'SEC', 'comparison'],
    ['lwea', null, 'LWEA', 'comparison'],
    ['nwca', null, 'NWCA', 'comparison'],
    ['nwca-lambda-1', null, 'NWCA', 'comparison'],
  ]
  const runs = experiments.flatMap(each => planRuns(catalogue, each))
  const tables = wanted.flatMap(([method, rule, row, table]) => {
    const own = runs.filter(run => run.method.name === method)
    if (own.length === 0) return []
    const pools = [...new Set(own.map(run => run.pool.name))]
    const lines = pools.flatMap(pool => {
      const cells = datasets.map(({ name }) => {
        const run = own.find(each => each.pool.name === pool && each.dataset.name === name)
        return run === undefined ? null : cellOf(run, folder, rule)
      })
      if (cells.every(cell => cell === null)) return []
      let agreeing = 0
      const texts = cells.map((cell, at): PageCell => {
        if (cell === null) return '–'
        const theirs = published.find(table, 'nmi', row, datasets[at].name)!
        const { verdict } = compare(cell.metrics.nmi, theirs)
        if (verdict === 'agrees') agreeing++
        return { text: METRICS.map(metric => fixedText(cell.metrics[metric].mean, 0)).join('/'), verdict }
      })
      return [[pool, ...texts, String(agreeing)]]
    })
    if (lines.length === 0) return []
    const { title } = own[0].method
    const theirs = datasets.map(({ name }) =>
      METRICS.map(metric => fixedText(published.find(table, metric, row, name)!.mean, 0)).join('/'),
    )
    return [
      {
        table: {
          caption: `${title}${rule === null ? '' : rule === 'best' ? ', best α' : `, α = ${rule}`}, against ${row}`,
          columns: ['pool', ...datasets.map(({ code }) => code), 'agree'],
          rows: [['published', ...theirs, ''], ...lines],
          isFolded: true,
        },
      },
    ]
  })
  return {
    id: 'readings',
    title: 'What was tried for what is not reproduced',
    blocks: [
      {
        words: `One sweep over readings that the text allows, the same for all datasets, ${experiments[0].repeats} repeats each (one pool: 20): features raw, scaled to 0..1 or standardised; base clusterings from our k-means++ (greedy), plain k-means++ or random starts, one start or the best of three; rows of Z scaled or not; with and without diversity; λ of NWCA 1 or 0.09; thresholds from 0.1 to 0.9; and all 20 draws from one pool. Cells are ${METRICS.map(metric => METRIC_TITLES[metric]).join('/')}; the mark compares NMI.`,
      },
      ...(tables.length === 0 ? [{ words: 'Not run.' }] : tables),
    ],
  }
}
