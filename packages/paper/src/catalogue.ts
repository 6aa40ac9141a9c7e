import { readdirSync, readFileSync } from 'node:fs'
import { InputError, type MethodName, type MethodOptions, type Scale } from 'chorale/internal'

/** A dataset of the paper or of the survey, as described in datasets/*.json. */
export interface DatasetEntry {
  readonly name: string
  readonly title: string
  /** D1 .. D10 as in the paper, P1 .. P8 for the pools. */
  readonly code: string
  readonly kind: 'features' | 'pool'
  /** The path within the data folder. */
  readonly file: string
  readonly sha256: string
  /** Where to download it. */
  readonly source: string
  readonly note?: string
  readonly sampleCount: number
  readonly featureCount?: number
  readonly classCount: number
  readonly scale?: Scale
  /** The column with the classes, when its name does not say so. */
  readonly truth?: string
}

/** A method with its settings, as described in methods.json. */
export interface MethodEntry {
  readonly name: string
  readonly title: string
  readonly method: MethodName
  readonly options?: Partial<MethodOptions>
  /** Thresholds that all run on the same ensemble. */
  readonly alphas?: readonly number[]
  /** Its row in the tables of the paper. */
  readonly published?: string
}

/** How to build the pool of base clusterings. Fields that are missing are as in the dataset entry. */
export interface PoolEntry {
  readonly name: string
  readonly scale?: Scale
  /** Starts of k-means: k-means++ with one candidate (the default) or several candidates per centre, or random samples. */
  readonly start?: 'plain' | 'greedy' | 'random'
  /** The number of random starts, of which the best is kept. */
  readonly starts?: number
  /** Seeds of the pools; by default those of the comparison. */
  readonly seeds?: readonly number[]
}

/** The number of repeats for some methods on datasets with more samples than this. */
interface CostlyRule {
  readonly methods: readonly string[]
  readonly samples: number
  readonly repeats: number
}

/** A table or a figure: datasets x methods x sizes x repeats, as described in tables/*.json and figures/*.json. */
export interface Experiment {
  readonly name: string
  readonly title: string
  /** Its place in the paper. */
  readonly paper: string
  /** What a run records; by default the metrics. */
  readonly kind?: 'metrics' | 'weights' | 'links' | 'risk'
  readonly datasets: readonly string[]
  readonly methods: readonly string[]
  readonly ensembleSizes: readonly number[]
  readonly repeats: number
  /** Thresholds; by default all thresholds of the method. */
  readonly alphas?: readonly number[]
  /** Fewer repeats of slow methods on large datasets, or none. The last matching rule counts. */
  readonly costly?: readonly CostlyRule[]
  readonly pools?: readonly PoolEntry[]
}

/** All descriptions. */
export interface Catalogue {
  readonly datasets: readonly DatasetEntry[]
  readonly methods: readonly MethodEntry[]
  readonly experiments: readonly Experiment[]
}

/** The folder with the descriptions. The path is the same from the sources and from the built library. */
export const EXPERIMENTS = new URL('../experiments/', import.meta.url)

export function readCatalogue(): Catalogue {
  const datasets = readFolder<DatasetEntry>('datasets/')
  datasets.sort(
    (a, b) =>
      a.kind.localeCompare(b.kind) || Number.parseInt(a.code.slice(1), 10) - Number.parseInt(b.code.slice(1), 10),
  )
  return {
    datasets,
    methods: readDescription('methods.json'),
    experiments: [...readFolder<Experiment>('tables/'), ...readFolder<Experiment>('figures/')],
  }
}

function readFolder<T>(folder: string): T[] {
  const names = readdirSync(new URL(folder, EXPERIMENTS)).filter(name => name.endsWith('.json'))
  return names.sort().map(name => readDescription<T>(`${folder}${name}`))
}

function readDescription<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, EXPERIMENTS), 'utf8')) as T
}

/** An entry by its name, or an error that lists the names. */
export function named<T extends { readonly name: string }>(entries: readonly T[], name: string, what: string): T {
  const found = entries.find(entry => entry.name === name)
  if (found !== undefined) return found
  throw new InputError(`${what} must be one of ${entries.map(entry => entry.name).join(', ')}; got ${name}`)
}
