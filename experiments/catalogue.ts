import { readdirSync, readFileSync } from 'node:fs'
import { InputError, type MethodName, type MethodOptions, type Scale } from '../src/internal.js'

/** A dataset of the paper or of the survey, as described in datasets/*.json. */
export interface DatasetEntry {
  readonly name: string
  readonly title: string
  /** D1 .. D10 as in the paper, P1 .. P8 for the pools. */
  readonly code: string
  readonly kind: 'features' | 'pool'
  /** Below the folder of the data. */
  readonly file: string
  readonly sha256: string
  /** The page to get it from. */
  readonly source: string
  readonly note?: string
  readonly sampleCount: number
  readonly featureCount?: number
  readonly classCount: number
  readonly scale?: Scale
  /** The column of the classes where it is not named like one. */
  readonly truth?: string
}

/** A method with its settings, as described in methods.json. */
export interface MethodEntry {
  readonly name: string
  readonly title: string
  readonly method: MethodName
  readonly options?: Partial<MethodOptions>
  /** Thresholds that are all run on the same ensemble. */
  readonly alphas?: readonly number[]
  /** Its row in the tables of the paper. */
  readonly published?: string
}

/** How the pool of base clusterings is made; the dataset's own way where nothing is said. */
export interface PoolEntry {
  readonly name: string
  readonly scale?: Scale
  /** Starts of k-means: plain k-means++ where nothing is said, k-means++ with candidates, or samples drawn at random. */
  readonly start?: 'plain' | 'greedy' | 'random'
  /** Of how many random starts the best is kept. */
  readonly starts?: number
  /** Seeds of the pools, where they are not those of the comparison. */
  readonly seeds?: readonly number[]
}

/** Methods that get so many repeats on datasets with more samples than this. */
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
  /** What is recorded of a run; the metrics where nothing is said. */
  readonly kind?: 'metrics' | 'weights' | 'links' | 'risk'
  readonly datasets: readonly string[]
  readonly methods: readonly string[]
  readonly ensembleSizes: readonly number[]
  readonly repeats: number
  /** Thresholds, where not all of those of the method are wanted. */
  readonly alphas?: readonly number[]
  /** Fewer repeats of slow methods on large datasets, or none. The last rule that fits counts. */
  readonly costly?: readonly CostlyRule[]
  readonly pools?: readonly PoolEntry[]
}

/** Everything that is described as data. */
export interface Catalogue {
  readonly datasets: readonly DatasetEntry[]
  readonly methods: readonly MethodEntry[]
  readonly experiments: readonly Experiment[]
}

/** The folder of the descriptions, beside the sources and beside the built library alike. */
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
