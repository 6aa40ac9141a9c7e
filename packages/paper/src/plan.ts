import {
  type Catalogue,
  type DatasetEntry,
  type Experiment,
  type MethodEntry,
  named,
  type PoolEntry,
} from './catalogue.js'
import type { RunKey } from './results.js'

/** A method on a dataset, with all its repeats. */
export interface PlannedRun {
  readonly dataset: DatasetEntry
  readonly method: MethodEntry
  readonly pool: PoolEntry
  readonly ensembleSize: number
  readonly repeats: number
  /** The thresholds to run in every repeat; [null] for methods without thresholds. */
  readonly alphas: readonly (number | null)[]
  /** Its name in the result file of the dataset. */
  readonly name: string
}

/** The pool of the comparison, with features scaled as the dataset entry says. */
export const OWN_POOL: PoolEntry = { name: 'own' }

/** The runs of an experiment. Experiments that need the same run share its results. */
export function planRuns({ datasets, methods }: Catalogue, experiment: Experiment): PlannedRun[] {
  const { costly = [], pools = [OWN_POOL] } = experiment
  return experiment.datasets.flatMap(datasetName => {
    const dataset = named(datasets, datasetName, 'dataset')
    return pools.flatMap(pool =>
      experiment.methods.flatMap(methodName => {
        const method = named(methods, methodName, 'method')
        const rule = costly.findLast(each => each.methods.includes(methodName) && dataset.sampleCount > each.samples)
        const repeats = Math.min(rule?.repeats ?? experiment.repeats, experiment.repeats)
        if (repeats === 0) return []
        const alphas = method.alphas?.filter(alpha => experiment.alphas?.includes(alpha) ?? true) ?? [null]
        return experiment.ensembleSizes.map(ensembleSize => ({
          dataset,
          method,
          pool,
          ensembleSize,
          repeats,
          alphas,
          name: runName(experiment, dataset, method, pool, ensembleSize),
        }))
      }),
    )
  })
}

/** gpec-m20; gpec-m20-minmax with another pool; weights-gpec-m10 when the weights are recorded. */
function runName(
  { kind = 'metrics' }: Experiment,
  dataset: DatasetEntry,
  method: MethodEntry,
  pool: PoolEntry,
  ensembleSize: number,
): string {
  const prefix = kind === 'metrics' ? '' : `${kind}-`
  const suffix = isOwnPool(dataset, pool) ? '' : `-${pool.name}`
  return `${prefix}${method.name}-m${ensembleSize}${suffix}`
}

/** Whether a pool is the dataset's own under another name. */
export function isOwnPool(dataset: DatasetEntry, { scale, start = 'plain', seeds }: PoolEntry): boolean {
  return seeds === undefined && (scale === undefined || scale === dataset.scale) && start === 'plain'
}

/** The only run of an experiment that is recorded as a whole. */
export function wholeRun({ name, datasets }: Experiment): RunKey {
  return { dataset: { name: datasets[0] }, name }
}

/** A short description of runs: methods, ensemble sizes and pools (if there are several), and datasets. */
export function groupedRuns(runs: readonly PlannedRun[], { ensembleSizes, pools = [], datasets }: Experiment): string {
  const byPlace = new Map<string, { method: string; place: string; codes: string[] }>()
  for (const { method, ensembleSize, pool, dataset } of runs) {
    const place = [
      ...(ensembleSizes.length > 1 ? [`m = ${ensembleSize}`] : []),
      ...(pools.length > 1 ? [pool.name] : []),
    ].join(', ')
    const key = `${method.name} ${place}`
    const group = byPlace.get(key) ?? { method: method.name, place, codes: [] }
    group.codes.push(dataset.code)
    byPlace.set(key, group)
  }
  // Sizes and pools of a method with the same datasets are listed together.
  const byDatasets = new Map<string, string[]>()
  for (const { method, place, codes } of byPlace.values()) {
    const words = codes.length === datasets.length ? 'all' : codes.join(' ')
    const key = `${method} (${words})`
    byDatasets.set(key, [...(byDatasets.get(key) ?? []), ...(place === '' ? [] : [place])])
  }
  return [...byDatasets]
    .map(([key, places]) => (places.length === 0 ? key : key.replace(' (', `, ${places.join(', ')} (`)))
    .join('; ')
}
