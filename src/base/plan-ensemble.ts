import { checkInteger, InputError } from '../check.js'
import { countText } from '../count-text.js'
import type { HotLoops } from '../hot-loops/hot-loops.js'
import { hash32 } from '../numeric/random.js'
import type { Samples } from '../types.js'
import { type CellsPlan, LABELINGS_PER_SET } from './cells-plan.js'
import { standardEnsembleSize } from './ensemble-size.js'
import type { FeatureMap } from './feature-map.js'
import { BASE_CLUSTERER_NAMES, type BaseClustererName, type CellClustererName, isCellClusterer } from './index.js'
import { type KMeansVariation, planKMeans } from './k-means-options.js'
import type { MixtureSpace, MixturesPlan } from './mixtures-plan.js'
import type { OwnClusterer, OwnLabelingOptions } from './own-clusterer.js'
import type { EnsemblePlan, PartPlan } from './plan.js'
import { fitRowsOf, standardSpace, studySamples } from './study.js'

/** The base clusterers of an ensemble: 'auto', a name, or a list of names and own clusterers that take turns. */
export type BaseChoice = 'auto' | BaseClustererName | readonly (BaseClustererName | OwnClusterer)[]

export interface PlanOptions extends KMeansVariation {
  base?: BaseChoice
  ensembleSize?: number
}

/** A plan, the labelings that run in the calling thread, and remarks on both. */
export interface PlannedEnsemble {
  readonly plan: EnsemblePlan
  readonly own: readonly { readonly clusterer: OwnClusterer; readonly options: OwnLabelingOptions }[]
  readonly notes: readonly string[]
}

const CALLER = 'buildEnsemble'
/** Sets of cells: this many for small tables, fewer for large ones, which need fewer for the same answer. */
const SETS = { most: 16, least: 5, mostUpTo: 2000, power: 0.6 }
const CELL_FAMILY: readonly CellClustererName[] = ['spectral-cells', 'genie-cells']
/** Base clusterings by k-means of the default, for features with very few values. */
const K_MEANS_COUNT = 100
/** Mixtures of the default, half of them in each of two spaces. */
const MIXTURE_COUNT = 40
/** Samples that a mixture is fitted to. */
const MIXTURE_SAMPLES = 3000
/** The largest number of clusters of a labeling of cells: at least this, where there are enough samples. */
const CLUSTERS = 50

/** Checks the options, studies the samples for 'auto', and plans the base clusterings. */
export function* planEnsemble(
  samples: Samples,
  options: PlanOptions,
  seed: number,
  loops: HotLoops,
): Generator<unknown, PlannedEnsemble> {
  const { base = 'k-means' } = options
  const { sampleCount: n } = samples
  if (options.ensembleSize !== undefined) checkInteger(CALLER, 'ensembleSize', options.ensembleSize, 2, 10_000)
  if (base === 'auto') return yield* planAuto(samples, options, seed, loops)

  const list = checkedList(base)
  const isOnlyKMeans = list.every(item => item === 'k-means')
  const size = options.ensembleSize ?? (isOnlyKMeans ? standardEnsembleSize(n) : standardCellLabelings(n))
  const hasKMeans = list.includes('k-means')
  if (!hasKMeans) checkNoVariation(options)
  const counts = list.map((_, at) => Math.ceil((size - at) / list.length))
  const parts: PartPlan[] = []
  if (hasKMeans) {
    const { clusterCount, ...others } = options
    const variation = isOnlyKMeans || options.generator === 'fixed-k' ? { ...others, clusterCount } : others
    const ensembleSize = countOf(list, counts, item => item === 'k-means')
    parts.push(planKMeans(CALLER, samples, variation, { ensembleSize, seed }))
    if (isOnlyKMeans) return { plan: { parts }, own: [], notes: [] }
  }

  const fitRows = fitRowsOf(samples)
  yield 'order'
  const maxClusterCount = mostClusters(n, options)
  const cellNames = list.filter((item): item is CellClustererName => typeof item === 'string' && isCellClusterer(item))
  if (cellNames.length > 0) {
    const labelingCount = countOf(list, counts, item => cellNames.includes(item as CellClustererName))
    parts.push(cellsPart(samples, { clusterers: cellNames, labelingCount, fitRows, map: null, seed, maxClusterCount }))
  }
  if (list.includes('gaussian-mixture')) {
    const labelingCount = countOf(list, counts, item => item === 'gaussian-mixture')
    const spaces = [standardSpace(samples, fitRows)]
    parts.push(mixturesPart(samples, options, { labelingCount, fitRows, spaces, seed }))
  }
  const owners = list.flatMap((item, at) => (typeof item === 'string' ? [] : [{ clusterer: item, count: counts[at] }]))
  const own = owners.flatMap(({ clusterer, count }, at) =>
    Array.from({ length: count }, (_, t) => {
      const number = hash32(at, t)
      return { clusterer, options: { number, seed, maxClusterCount, fitRows } }
    }),
  )
  return { plan: { parts }, own, notes: [] }
}

/** The default: cells in whitened coordinates, mixtures where these describe the samples better, or k-means. */
function* planAuto(
  samples: Samples,
  options: PlanOptions,
  seed: number,
  loops: HotLoops,
): Generator<unknown, PlannedEnsemble> {
  const { clusterCount, ensembleSize } = options
  if (clusterCount === undefined) {
    throw new InputError(`${CALLER}: clusterCount must be the number of clusters for base 'auto'; got undefined`)
  }
  checkInteger(CALLER, 'clusterCount', clusterCount, 1, samples.sampleCount)
  checkNoVariation(options)
  const maxClusterCount = mostClusters(samples.sampleCount, options)
  const { family, fitRows, whitened, spaces, weakFeatures } = yield* studySamples(samples, { clusterCount, loops })
  if (family === 'k-means') {
    const size = ensembleSize ?? K_MEANS_COUNT
    const part = planKMeans(CALLER, samples, { maxClusterCount: options.maxClusterCount }, { ensembleSize: size, seed })
    return { plan: { parts: [part] }, own: [], notes: [] }
  }
  const part =
    family === 'mixtures'
      ? mixturesPart(samples, options, { labelingCount: ensembleSize ?? MIXTURE_COUNT, fitRows, spaces, seed })
      : cellsPart(samples, {
          clusterers: CELL_FAMILY,
          labelingCount: ensembleSize ?? standardCellLabelings(samples.sampleCount),
          fitRows,
          map: whitened,
          seed,
          maxClusterCount,
        })
  const weak = countText(weakFeatures.length, 'feature')
  const weighted = `Gave ${weak} of ${samples.featureCount} little weight, because they have little to do with the clusters.`
  return { plan: { parts: [part] }, own: [], notes: weakFeatures.length > 0 ? [weighted] : [] }
}

/** The default number of labelings of cells: 128 up to 2,000 samples, then fewer, down to 40. */
export function standardCellLabelings(n: number): number {
  const { most, least, mostUpTo, power } = SETS
  const sets = Math.round(most * Math.min(1, mostUpTo / n) ** power)
  return LABELINGS_PER_SET * CELL_FAMILY.length * Math.max(least, sets)
}

export function mostClusters(n: number, { maxClusterCount, clusterCount = 0 }: PlanOptions): number {
  if (maxClusterCount === undefined) {
    return Math.max(2, Math.min(Math.floor(Math.sqrt(n)), Math.max(CLUSTERS, 2 * clusterCount)))
  }
  checkInteger(CALLER, 'maxClusterCount', maxClusterCount, 2, n)
  return maxClusterCount
}

function cellsPart(
  { sampleCount }: Samples,
  given: {
    clusterers: readonly CellClustererName[]
    labelingCount: number
    fitRows: Int32Array
    map: FeatureMap | null
    seed: number
    maxClusterCount: number
  },
): CellsPlan {
  return { part: 'cells', sampleCount, ...given }
}

function mixturesPart(
  { sampleCount }: Samples,
  { clusterCount = 2 }: PlanOptions,
  given: { labelingCount: number; fitRows: Int32Array; spaces: readonly MixtureSpace[]; seed: number },
): MixturesPlan {
  const { fitRows, labelingCount, spaces, seed } = given
  const step = Math.max(1, fitRows.length / MIXTURE_SAMPLES)
  const rows = Int32Array.from({ length: Math.floor(fitRows.length / step) }, (_, at) => fitRows[Math.floor(at * step)])
  const from = Math.max(2, clusterCount)
  return {
    part: 'mixtures',
    sampleCount,
    labelingCount,
    seed,
    spaces,
    fitRows: rows,
    clusterCounts: { from, to: 2 * from },
  }
}

function checkedList(base: BaseClustererName | readonly (BaseClustererName | OwnClusterer)[]) {
  const list = typeof base === 'string' ? [base] : base
  const isOwn = (item: unknown) =>
    typeof item === 'object' && item !== null && typeof (item as OwnClusterer).cluster === 'function'
  const isKnown = (item: unknown) => BASE_CLUSTERER_NAMES.includes(item as BaseClustererName)
  const wrong = Array.isArray(list) ? list.find(item => !isOwn(item) && !isKnown(item)) : list
  if (Array.isArray(list) && list.length > 0 && wrong === undefined) return [...new Set(list)]
  throw new InputError(
    `${CALLER}: base must be auto, one or more of ${BASE_CLUSTERER_NAMES.join(', ')}, or your own; got ${String(wrong)}`,
  )
}

/** Options that only k-means takes. */
function checkNoVariation(options: PlanOptions): void {
  for (const name of ['generator', 'sampleShare', 'featureShare', 'seeding'] as const) {
    if (options[name] === undefined) continue
    throw new InputError(
      `${CALLER}: ${name} must be left out for base ${String(options.base)}, which does not use it; got ${options[name]}`,
    )
  }
}

function countOf<Item>(list: readonly Item[], counts: readonly number[], isWanted: (item: Item) => boolean): number {
  return list.reduce((sum, item, at) => sum + (isWanted(item) ? counts[at] : 0), 0)
}
