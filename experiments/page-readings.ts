import { fixedText } from '../src/internal.js'
import type { Catalogue, DatasetEntry, Experiment } from './catalogue.js'
import type { PageCell, PageSection, PageTable } from './page-blocks.js'
import { comparedCell } from './page-tables.js'
import { planRuns } from './plan.js'
import type { Published } from './published.js'
import { cellOf, compare, METRIC_TITLES, METRICS } from './summarize.js'

export interface ReadingsInput {
  readonly catalogue: Catalogue
  readonly folder: string
  readonly datasets: readonly DatasetEntry[]
  readonly published: Published
  readonly experiments: readonly Experiment[]
  /** Variants of GPEC on published pools. */
  readonly poolReadings: Experiment
}

/** What other readings of the protocol give, for the rows that are not reproduced. */
export function readingsSection(input: ReadingsInput): PageSection {
  const { catalogue, folder, datasets, published, experiments } = input
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
    ['gpec-one-start', 0.1, 'GPEC alpha=0.1', 'comparison'],
    ['gpec-one-start', 'best', 'GPEC best alpha', 'comparison'],
    ['gpec-lambda-0.09', 0.1, 'GPEC alpha=0.1', 'comparison'],
    ['gpec-lambda-0.09', 'best', 'GPEC best alpha', 'comparison'],
    ['gpec-bias', 0.1, 'w/o Diversity', 'ablation'],
    ['gpec-bias', 'best', 'w/o Diversity', 'ablation'],
    ['smkkm', null, 'SMKKM', 'comparison'],
    ['smkkm-centred-unit-rows', null, 'SMKKM', 'comparison'],
    ['smkkm-centred-unit', null, 'SMKKM', 'comparison'],
    ['smkkm-unit', null, 'SMKKM', 'comparison'],
    ['smkkm-one-start', null, 'SMKKM', 'comparison'],
    ['mkkm', null, 'MKKM', 'comparison'],
    ['mkkm-centred-unit-rows', null, 'MKKM', 'comparison'],
    ['mkkc', null, 'MKKM', 'comparison'],
    ['mkkc-centred-unit', null, 'MKKM', 'comparison'],
    ['sec', null, 'SEC', 'comparison'],
    ['ces2l', null, 'CES2L', 'comparison'],
    ['ces2q', null, 'CES2Q', 'comparison'],
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
        const found = own.filter(each => each.pool.name === pool && each.dataset.name === name)
        // Experiments share files; for the best threshold all of them must have the same repeats, otherwise more are better.
        const run = rule === 'best' ? found[0] : found.sort((a, b) => b.repeats - a.repeats)[0]
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
      return [[pool === 'own' ? 'as above' : pool, ...texts, String(agreeing)]]
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
        words: `Readings that the text allows, the same for every dataset that a table has: features raw, scaled to 0..1 or standardised; base clusterings from k-means++ with several candidates per centre or from random starts, one or the best of three; all 20 draws from one pool; rows of Z scaled or not; ten starts of the last k-means or one; with and without diversity; the kernels of SMKKM, MKKM and MKKC centred, of diagonal 1, or both; λ of GPEC and of NWCA 1 or 0.09; thresholds from 0.1 to 0.9. 20 repeats for scalings, starts, the one pool and the kernels, 5 for the rest. Centred kernels were not tried in GPEC: they would change only K^w, which is 100 to 10,000 times smaller than 2 K̃. Cells are ${METRICS.map(metric => METRIC_TITLES[metric]).join('/')}; the mark compares NMI.`,
      },
      ...(tables.length === 0 ? [{ words: 'Not run.' }] : tables),
      { table: poolTable(input) },
    ],
  }
}

/** The same on published pools, where the base clusterings are given and only the method can differ. */
function poolTable({ catalogue, folder, published, poolReadings }: ReadingsInput): PageTable {
  const runs = planRuns(catalogue, poolReadings)
  return {
    caption: 'Published pools: GPEC at the best α, against the survey',
    columns: [
      'method',
      ...poolReadings.datasets.flatMap(name => METRICS.map(metric => `${name} ${METRIC_TITLES[metric]}`)),
    ],
    rows: poolReadings.methods.map(method => {
      const own = runs.filter(run => run.method.name === method)
      return [
        own[0].method.title,
        ...own.flatMap(run => {
          const cell = cellOf(run, folder, 'best')
          return METRICS.map(metric =>
            comparedCell(cell, published.find('survey', metric, 'GPEC best alpha', run.dataset.name), metric),
          )
        }),
      ]
    }),
    isFolded: true,
  }
}
