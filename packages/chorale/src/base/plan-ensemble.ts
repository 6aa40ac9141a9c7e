import { countText } from '../count-text.js'
import { checkInteger, invalid } from '../errors.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { hash32 } from '../numeric/random.js'
import type { Samples } from '../types.js'
import { type BaseDecision, type FamilyName, type FamilySizes, isOfKMeans } from './base-decision.js'
import { CALLER, largestInCells, standardCellLabelings } from './base-sizes.js'
import { standardEnsembleSize } from './ensemble-size.js'
import { cellsPart, familyNamed, kMeansSizes, mixtureCounts, mixturesPart } from './families.js'
import { BASE_CLUSTERER_NAMES, type BaseClustererName, type CellClustererName, isCellClusterer } from './index.js'
import { type KMeansVariation, planKMeans } from './k-means-options.js'
import type { OwnClusterer, OwnLabelingOptions } from './own-clusterer.js'
import type { EnsemblePlan, PartPlan } from './plan.js'
import { fitRowsOf, type Study, standardSpace, studySamples } from './study.js'

/** The base clusterers of an ensemble: 'auto', a name, or a list of names and own clusterers that take turns. */
export type BaseChoice = 'auto' | BaseClustererName | readonly (BaseClustererName | OwnClusterer)[]

export interface PlanOptions extends KMeansVariation {
  base?: BaseChoice
  ensembleSize?: number
}

/** The decisions, and what was computed and given on the way to them. */
export interface DecidedBase {
  readonly decision: BaseDecision
  /** The study of the samples, if the family was chosen by it. */
  readonly study: Study | null
  /** The caller's own base clusterers, in the order of their names in the decision. */
  readonly own: readonly OwnClusterer[]
}

/** A plan, the labelings that run in the calling thread, and remarks on both. */
export interface PlannedEnsemble {
  readonly plan: EnsemblePlan
  readonly own: readonly { readonly clusterer: OwnClusterer; readonly options: OwnLabelingOptions }[]
  readonly notes: readonly string[]
}

/** Checks the options, studies the samples for 'auto', and decides everything about the base clusterings. */
export function* decideBase(samples: Samples, options: PlanOptions, loops: HotLoops): Generator<unknown, DecidedBase> {
  const { base = 'k-means' } = options
  if (options.ensembleSize !== undefined) checkInteger(CALLER, 'ensembleSize', options.ensembleSize, 2, 10_000)
  return base === 'auto' ? yield* chooseBase(samples, options, loops) : decideListed(samples, base, options)
}

/** The default: cells in whitened coordinates, mixtures where these describe the samples better, or k-means. */
function* chooseBase(samples: Samples, options: PlanOptions, loops: HotLoops): Generator<unknown, DecidedBase> {
  const { clusterCount, ensembleSize, maxClusterCount } = options
  if (clusterCount === undefined) {
    throw invalid(CALLER, 'clusterCount', `be the number of clusters for base 'auto'`, undefined)
  }
  checkInteger(CALLER, 'clusterCount', clusterCount, 1, samples.sampleCount)
  checkNoVariation(options)
  largestInCells(samples.sampleCount, { maxClusterCount, clusterCount })
  const study = yield* studySamples(samples, { clusterCount, loops })
  const { family, reason, weakFeatures } = study
  const sizes = familyNamed(family).sizes({ samples, clusterCount, ensembleSize, maxClusterCount })
  const weakFeatureCount = isOfKMeans(family) ? 0 : weakFeatures.length
  return { decision: { family, reason, ...sizes, clusterCount, weakFeatureCount }, study, own: [] }
}

/** The base clusterers that the caller named. */
function decideListed(
  samples: Samples,
  base: BaseClustererName | readonly (BaseClustererName | OwnClusterer)[],
  options: PlanOptions,
): DecidedBase {
  const list = checkedList(base)
  const clusterers = list.map(item => (typeof item === 'string' ? item : item.name))
  const isOnlyKMeans = list.every(item => item === 'k-means')
  const ensembleSize =
    options.ensembleSize ??
    (isOnlyKMeans ? standardEnsembleSize(samples.sampleCount) : standardCellLabelings(samples.sampleCount))
  const runs = list.includes('k-means') ? kMeansRuns(samples, clusterers, { ...options, ensembleSize }) : null
  if (runs === null) checkNoVariation(options)
  const to = isOnlyKMeans ? 0 : largestInCells(samples.sampleCount, options)
  const clusterCounts = isOnlyKMeans && runs !== null ? runs.clusterCounts : { from: 2, to }
  const decision = {
    family: 'listed' as const,
    reason: 'You chose the base clusterers.',
    clusterers,
    ensembleSize,
    clusterCounts,
    clusterCount: clusterers.includes('gaussian-mixture') ? (options.clusterCount ?? null) : null,
    kMeans: runs?.kMeans ?? null,
    weakFeatureCount: 0,
  }
  return { decision, study: null, own: list.filter(item => typeof item !== 'string') }
}

/** Checks the options of k-means and fills in the defaults. */
function kMeansRuns(
  samples: Samples,
  clusterers: readonly string[],
  { clusterCount, ...others }: PlanOptions & { ensembleSize: number },
): FamilySizes {
  const isOnlyKMeans = clusterers.every(name => name === 'k-means')
  const variation = isOnlyKMeans || others.generator === 'fixed-k' ? { ...others, clusterCount } : others
  const ensembleSize = turnsOf(clusterers, others.ensembleSize, name => name === 'k-means')
  return kMeansSizes(planKMeans(CALLER, samples, variation, { ensembleSize, seed: 0 }), others)
}

/** The family of the tightest runs of k-means with k clusters, for a given reason. */
export function decideVotes(samples: Samples, clusterCount: number, reason: string): BaseDecision {
  const sizes = familyNamed('votes').sizes({ samples, clusterCount })
  return { family: 'votes', reason, ...sizes, clusterCount, weakFeatureCount: 0 }
}

/** Plans the base clusterings of a decision. `study` is that of {@link decideBase}; without it, it is repeated. */
export function* ensembleOf(
  samples: Samples,
  { decision, study, own }: DecidedBase,
  seed: number,
  loops: HotLoops,
): Generator<unknown, PlannedEnsemble> {
  const { family } = decision
  if (family === 'listed') return yield* listedEnsemble(samples, decision, own, seed)
  const known = { family, reason: decision.reason }
  const found = study ?? (yield* studySamples(samples, { clusterCount: decision.clusterCount ?? 1, loops, known }))
  const parts = familyNamed(family as FamilyName).parts(samples, decision, found, seed)
  return { plan: { parts }, own: [], notes: weakNotes(decision, samples) }
}

function weakNotes({ weakFeatureCount }: BaseDecision, { featureCount }: Samples): string[] {
  if (weakFeatureCount === 0) return []
  const weak = countText(weakFeatureCount, 'feature')
  return [`Gave ${weak} of ${featureCount} little weight, because they have little to do with the clusters.`]
}

function* listedEnsemble(
  samples: Samples,
  { clusterers, ensembleSize, kMeans, clusterCounts, clusterCount }: BaseDecision,
  owners: readonly OwnClusterer[],
  seed: number,
): Generator<unknown, PlannedEnsemble> {
  const parts: PartPlan[] = []
  if (kMeans !== null) {
    const runs = turnsOf(clusterers, ensembleSize, name => name === 'k-means')
    parts.push(planKMeans(CALLER, samples, kMeans, { ensembleSize: runs, seed }))
    if (clusterers.every(name => name === 'k-means')) return { plan: { parts }, own: [], notes: [] }
  }

  const fitRows = fitRowsOf(samples)
  yield 'order'
  const maxClusterCount = clusterCounts.to
  const cellNames = clusterers.filter((name): name is CellClustererName => isCellClusterer(name))
  if (cellNames.length > 0) {
    const labelingCount = turnsOf(clusterers, ensembleSize, name => isCellClusterer(name))
    parts.push(
      cellsPart(samples, {
        clusterers: cellNames,
        labelingCount,
        fitRows,
        map: null,
        seed,
        minClusterCount: clusterCounts.from,
        maxClusterCount,
      }),
    )
  }
  if (clusterers.includes('gaussian-mixture')) {
    const labelingCount = turnsOf(clusterers, ensembleSize, name => name === 'gaussian-mixture')
    const spaces = [standardSpace(samples, fitRows)]
    parts.push(
      mixturesPart(samples, { labelingCount, clusterCounts: mixtureCounts(clusterCount ?? 2), fitRows, spaces, seed }),
    )
  }
  const own = owners.flatMap((clusterer, at) => {
    const count = turnsOf(clusterers, ensembleSize, name => name === clusterer.name)
    return Array.from({ length: count }, (_, t) => {
      const number = hash32(at, t)
      return { clusterer, options: { number, seed, maxClusterCount, fitRows } }
    })
  })
  return { plan: { parts }, own, notes: [] }
}

/** The number of base clusterings of some of the clusterers, which take turns. */
function turnsOf(clusterers: readonly string[], ensembleSize: number, isWanted: (name: string) => boolean): number {
  return clusterers.reduce(
    (sum, name, at) => sum + (isWanted(name) ? Math.ceil((ensembleSize - at) / clusterers.length) : 0),
    0,
  )
}

function checkedList(base: BaseClustererName | readonly (BaseClustererName | OwnClusterer)[]) {
  const list = typeof base === 'string' ? [base] : base
  const isOwn = (item: unknown) =>
    typeof item === 'object' && item !== null && typeof (item as OwnClusterer).cluster === 'function'
  const isKnown = (item: unknown) => BASE_CLUSTERER_NAMES.includes(item as BaseClustererName)
  const wrong = Array.isArray(list) ? list.find(item => !isOwn(item) && !isKnown(item)) : list
  if (Array.isArray(list) && list.length > 0 && wrong === undefined) return withDifferentNames([...new Set(list)])
  throw invalid(
    CALLER,
    'base',
    `be auto, one or more of ${BASE_CLUSTERER_NAMES.join(', ')}, or your own`,
    String(wrong),
  )
}

function withDifferentNames(list: (BaseClustererName | OwnClusterer)[]): (BaseClustererName | OwnClusterer)[] {
  const names = list.map(item => (typeof item === 'string' ? item : item.name))
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice === undefined) return list
  throw invalid(CALLER, 'base', 'have clusterers with different names', `${twice} twice`)
}

/** Options that only k-means takes. */
function checkNoVariation(options: PlanOptions): void {
  for (const name of ['generator', 'sampleShare', 'featureShare', 'seeding'] as const) {
    if (options[name] === undefined) continue
    throw invalid(CALLER, name, `be left out for base ${String(options.base)}, which does not use it`, options[name])
  }
}
