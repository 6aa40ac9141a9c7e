import { type Catalogue, type DatasetEntry, type Experiment, named } from '../catalogue.js'
import { collectLuck, type LuckRows } from '../luck-rows.js'
import { planRuns } from '../plan.js'
import { Published } from '../published.js'
import type { Results } from '../results.js'
import { type AlphaRule, type Cell, cellOf, type MethodRow, methodRows } from '../summarize.js'

/** Everything that the sections of the page are written from. */
export interface Study {
  readonly catalogue: Catalogue
  readonly results: Results
  readonly published: Published
  /** The ten datasets of the paper. */
  readonly datasets: readonly DatasetEntry[]
  /** The datasets with published pools. */
  readonly poolDatasets: readonly DatasetEntry[]
  readonly comparison: readonly MethodRow[]
  readonly ablation: readonly MethodRow[]
  /** GPEC, LWEA and NWCA with all draws from one pool. */
  readonly onePool: readonly MethodRow[]
  /** The methods on the published pools. */
  readonly pools: readonly MethodRow[]
  /** The published protocol, run many times. */
  readonly luck: LuckRows
}

export function studyOf(catalogue: Catalogue, results: Results): Study {
  const published = new Published()
  const experiment = (name: string) => named(catalogue.experiments, name, 'experiment')
  const datasetsOf = (name: string) => experiment(name).datasets.map(each => named(catalogue.datasets, each, 'dataset'))
  const rowsOf = (name: string) => methodRows(catalogue, experiment(name), results)
  return {
    catalogue,
    results,
    published,
    datasets: datasetsOf('alpha'),
    poolDatasets: datasetsOf('pools'),
    comparison: rowsOf('comparison'),
    ablation: rowsOf('ablation'),
    onePool: rowsOf('one-pool'),
    pools: rowsOf('pools'),
    luck: collectLuck({
      catalogue,
      results,
      published,
      twentyPools: experiment('twenty-pools'),
      manyDraws: experiment('many-draws'),
    }),
  }
}

export function experimentOf({ catalogue }: Study, name: string): Experiment {
  return named(catalogue.experiments, name, 'experiment')
}

export function datasetOf({ catalogue }: Study, name: string): DatasetEntry {
  return named(catalogue.datasets, name, 'dataset')
}

/** Which run of an experiment. */
export interface CellPlace {
  readonly method: string
  readonly dataset: string
  /** The pool, for experiments with several. */
  readonly pool?: string
  readonly rule?: AlphaRule
}

/** One run of an experiment; null unless all its repeats are there. */
export function cellIn(study: Study, experiment: string, { method, dataset, pool, rule }: CellPlace): Cell | null {
  const runs = planRuns(study.catalogue, {
    ...experimentOf(study, experiment),
    methods: [method],
    datasets: [dataset],
  })
  const run = runs.find(each => pool === undefined || each.pool.name === pool)
  const cell = run === undefined ? null : cellOf(run, study.results, rule ?? null)
  return cell === null || cell.lines.length < cell.planned ? null : cell
}

/** A row by its name; undefined when the experiment does not have it. */
export function rowNamed(rows: readonly MethodRow[], name: string): MethodRow | undefined {
  return rows.find(row => row.name === name)
}
