import { fixedText } from 'chorale-report/data'
import { planRuns } from '../plan.js'
import { cellOf, compare, METRIC_TITLES, METRICS } from '../summarize.js'
import { type PageCell, type PageSection, type PageTable, VERDICT_LEGEND } from './blocks.js'
import { scaleRatioText } from './inconsistencies.js'
import { experimentOf, type Study } from './study.js'
import { comparedCell } from './tables.js'

/** The experiments with other variants of the protocol. */
const EXPERIMENTS = ['readings', 'scalings', 'kernels', 'steps', 'starts', 'random-starts', 'one-pool']

/** Results of other variants of the protocol. */
export function readingsSection(study: Study): PageSection {
  const { catalogue, results, datasets, published } = study
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
  const runs = EXPERIMENTS.flatMap(name => planRuns(catalogue, experimentOf(study, name)))
  const tables = wanted.flatMap(([method, rule, row, table]) => {
    const own = runs.filter(run => run.method.name === method)
    if (own.length === 0) return []
    const pools = [...new Set(own.map(run => run.pool.name))]
    const lines = pools.flatMap(pool => {
      const cells = datasets.map(({ name }) => {
        const found = own.filter(each => each.pool.name === pool && each.dataset.name === name)
        // Experiments share runs. The best threshold needs the same repeats at all thresholds; otherwise more repeats are better.
        const run = rule === 'best' ? found[0] : found.sort((a, b) => b.repeats - a.repeats)[0]
        return run === undefined ? null : cellOf(run, results, rule)
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
      return [[POOL_TITLES[pool], ...texts, String(agreeing)]]
    })
    if (lines.length === 0) return []
    const { title } = own[0].method
    const theirs = datasets.map(({ name }) =>
      METRICS.map(metric => fixedText(published.find(table, metric, row, name)!.mean, 0)).join('/'),
    )
    return [
      {
        table: {
          caption: `${title}${rule === null ? '' : rule === 'best' ? ', best α' : `, α = ${rule}`}, compared with “${row}”`,
          columns: ['pool', ...datasets.map(({ code }) => code), 'NMI agrees'],
          rows: [['published', ...theirs, ''], ...lines],
          isFolded: true,
        },
      },
    ]
  })
  return {
    id: 'readings',
    title: 'Variants that we tried',
    blocks: [
      {
        words:
          'The text of the paper leaves several steps open. We tried these variants, each on all datasets of its table:',
      },
      {
        list: [
          'features raw, scaled to 0..1 or standardised',
          'base clusterings from k-means++ with several candidates per centre, or from random starts (one start, or the best of three)',
          'all 20 draws from one pool',
          'rows of Z scaled to length 1, or not',
          'ten starts of the final k-means, or one',
          'GPEC with and without the diversity term',
          'kernels of SMKKM, MKKM and MKKC centred, with unit diagonal, or both',
          'λ of GPEC and of NWCA set to 1 or to 0.09',
          'thresholds α from 0.1 to 0.9',
        ],
      },
      {
        words: `Scalings, starts, the single pool and the kernels have ${experimentOf(study, 'scalings').repeats} repeats, the other variants ${experimentOf(study, 'steps').repeats}. We did not try centred kernels in GPEC: they would change only K^w, which is ${scaleRatioText(study)} times smaller than 2 K̃. Cells are ${METRICS.map(metric => METRIC_TITLES[metric]).join('/')} in percent; the sign is the verdict on NMI. ${VERDICT_LEGEND}`,
      },
      ...(tables.length === 0 ? [{ words: 'Not run.' }] : tables),
      { table: poolTable(study) },
    ],
  }
}

/** Titles of the pools in the tables. */
const POOL_TITLES: Record<string, string> = {
  own: 'as in the comparison',
  raw: 'raw features',
  minmax: 'features scaled to 0..1',
  standard: 'standardised features',
  greedy: 'several candidates per centre',
  'random-start': 'one random start',
  'three-random-starts': 'best of three random starts',
  'one-pool': 'one pool for all draws',
}

/** Variants of GPEC on published pools, where both sides have the same base clusterings. */
function poolTable(study: Study): PageTable {
  const { catalogue, results, published } = study
  const poolReadings = experimentOf(study, 'pool-readings')
  const runs = planRuns(catalogue, poolReadings)
  return {
    caption: 'Published pools: GPEC at the best α, compared with the survey',
    columns: [
      'method',
      ...poolReadings.datasets.flatMap(name => METRICS.map(metric => `${name} ${METRIC_TITLES[metric]}`)),
    ],
    rows: poolReadings.methods.map(method => {
      const own = runs.filter(run => run.method.name === method)
      return [
        own[0].method.title,
        ...own.flatMap(run => {
          const cell = cellOf(run, results, 'best')
          return METRICS.map(metric =>
            comparedCell(cell, published.find('survey', metric, 'GPEC best alpha', run.dataset.name), metric),
          )
        }),
      ]
    }),
    isFolded: true,
  }
}
