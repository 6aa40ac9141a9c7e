import { isMostlyDiscrete } from '../base/discrete.js'
import { DISTANCES, type Distance, samplesForDistance } from '../base/distance.js'
import type { BuildEnsembleOptions } from '../base/generate.js'
import { fitRowsOf } from '../base/study.js'
import { principalComponents } from '../base/whitening/principal-components.js'
import { checkInteger, checkOneOf, checkOptionNames, checkSeed, InputError } from '../errors.js'
import { randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import type { Scale } from '../tables/features/scale.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import { isWide } from '../tables/features/wide.js'
import { toSamples } from '../tables/to-samples.js'
import type { Data } from '../tables/to-table.js'
import type { Ensemble, Labels, LongWork, Samples } from '../types.js'
import { type AdviceWords, adviceWords } from './advice-words.js'
import {
  type ClusterCountChoice,
  type ClusterCountEvidence,
  chooseClusterCount,
  type EvidenceKind,
  type Verdict,
} from './choose-cluster-count.js'
import { consensusDistribution, consensusSupport, deltaAreas } from './consensus-distribution.js'
import { type Convergence, ensembleConvergence, measureEnsembleSize } from './convergence.js'
import { createEvidence, type Evidence, type Sights, sightsOf } from './evidence.js'
import { clusterCountGrid, refinements } from './grid.js'
import { judgeChoice } from './judge-choice.js'
import { type LimitsOptions, limitsOf } from './limits.js'
import { ensembleView, type Look, lookAtLabelings, lookAtSamples, samplesAt, type View, wholeView } from './look.js'
import { type NullSilhouettes, silhouettesByClusterCount } from './null-silhouettes.js'
import { type StructureTest, testFeatures, testLabelings } from './structure-test.js'
import {
  type ConsistencyCheck,
  consistencyCheck,
  type EnsembleSizeAdvice,
  recommendEnsembleSize,
} from './theory/ensemble-size.js'
import { drawRandomData, mixingRatio } from './verdict/random-data.js'
import { adviseOnGraphs, structureOfGraphs } from './wide/advise-on-graphs.js'

/** Options of {@link advise}. */
export interface AdviseOptions extends LongWork, Pick<BuildEnsembleOptions, 'executor'> {
  /** The numbers of clusters to try. Default: 2 to min(√n, 50), all up to 12, then those around the best. */
  clusterCounts?: readonly number[]
  /**
   * The distance between samples, see {@link cluster}. Default: Euclidean, and for tables with many features the one that
   * `cluster` chooses.
   */
  distance?: Distance
  /** Number of resamples of the data. Default: 4 to 10, more for fewer samples, and twice as many in unclear cases. */
  resamples?: number
  /** The seed of the runs that measure the ensemble size. The advice on k does not depend on it. */
  seed?: number
  /** Whether to check the size of the ensemble; true by default. */
  convergence?: boolean
}

const OPTIONS = {
  clusterCounts: true,
  distance: true,
  resamples: true,
  seed: true,
  convergence: true,
  executor: true,
  signal: true,
  onProgress: true,
} satisfies Record<keyof AdviseOptions, true>

const DEFAULTS = { seed: 1 }
/** With fewer samples, clusters cannot be distinguished from chance. */
export const LEAST_SAMPLES = 20
/** The advice on k uses at most this many samples. */
export const MOST_SAMPLES = 2000
/** With more features, distances come from this many principal components. */
const MOST_FEATURES = 30
/** Labelings must be at least this many for a check of their number. */
const LEAST_LABELINGS = 12
const STREAM = 7

/** The criteria for one k. */
export interface ClusterCountCriteria extends ClusterCountEvidence {
  /** CDF of the consensus matrix of the resamples at 0.01, 0.02, ..., 1. */
  readonly cdf: Float64Array
  readonly area: number
  readonly deltaArea: number
  readonly pac: number
}

/** Advice on the number of clusters and the number of base clusterings, with the evidence. */
export interface Advice extends AdviceWords {
  readonly verdict: Verdict
  /** The best candidate; null if there is no evidence of clusters. */
  readonly clusterCount: number | null
  /** The next best candidate; null if there is no evidence of clusters, or if only one k was tried. */
  readonly runnerUp: number | null
  /** The k with the best evidence, however weak. The same as `clusterCount` if that is not null. */
  readonly leading: number
  /** Whether the evidence is about separated or about overlapping clusters; null if there is none. */
  readonly kind: EvidenceKind | null
  /** Whether leaving out one of the resamples changes the verdict or the number of clusters. */
  readonly isBorderline: boolean
  readonly sampleCount: number
  /** Number of given labelings; null for features. */
  readonly ensembleSize: number | null
  /** One entry per k, ascending. */
  readonly criteria: readonly ClusterCountCriteria[]
  readonly structure: StructureTest
  /** Null if it was not requested, for tables with many features, or if there are fewer than 12 labelings. */
  readonly convergence: Convergence | null
  /** Stability of clusters and samples under resampling, at the leading k. */
  readonly stability: StabilityReport
  /** The samples that the advice on k is based on, and their clusters for every k. */
  readonly looked: LookedSamples
  readonly theory: { readonly size: EnsembleSizeAdvice; readonly consistency: ConsistencyCheck | null }
  readonly resamples: number
  readonly seed: number
}

/** The samples that the advice is based on: all, or 2000 of them. */
interface LookedSamples {
  /** Their numbers, ascending. */
  readonly samples: Int32Array
  /** Two coordinates of each: features, or principal components; null for labelings. */
  readonly coordinates: Float64Array | null
  /** Their clusters, one entry per k. */
  readonly partitions: readonly { readonly clusterCount: number; readonly labels: Labels }[]
}

/** Stability by cluster and by sample. */
interface StabilityReport {
  readonly clusterCount: number
  /** Clusters of the samples `looked.samples`. */
  readonly labels: Labels
  /** Cluster consensus over the resamples, in [0, 1]. */
  readonly clusters: Float64Array
  /** Mean consensus of each of these samples with its own cluster, in [0, 1]. */
  readonly samples: Float64Array
}

/**
 * Recommends a number of clusters, says how strong the evidence is, and checks the size of the ensemble and the stability of
 * the result.
 *
 * Takes samples in any form that {@link cluster} takes, or an ensemble of given clusterings ({@link adoptLabelings}).
 * Values are used as they are: pass `toDataset(data)` to scale them first.
 *
 * @example
 * ```ts
 * import { advise, sampleShape } from 'chorale'
 *
 * const advice = await advise(sampleShape('blobs', { sampleCount: 200, clusterCount: 3 }))
 * console.log(advice.verdict, advice.clusterCount) // strong 3
 * ```
 *
 * @group Advise
 */
export async function advise(input: Data | Ensemble, options: AdviseOptions = {}): Promise<Advice> {
  checkOptionNames('advise', options, Object.keys(OPTIONS))
  if (options.distance !== undefined) checkOneOf('advise', 'distance', options.distance, DISTANCES)
  const ensemble = isEnsemble(input) ? input : null
  const given = isEnsemble(input) ? null : toSamples('advise', input).samples
  const sampleCount = given?.sampleCount ?? ensemble?.sampleCount ?? 0
  const { seed = DEFAULTS.seed, signal, onProgress, executor } = options
  const asked = checkedCounts(options, sampleCount)
  signal?.throwIfAborted()
  if (given !== null && isWide(given)) return adviseOnWide(given, asked, { ...options, scale: scaleOf(input) })

  const all = given === null ? null : samplesForDistance(given, options.distance ?? 'euclidean')
  const rows = all === null ? null : lookedRows(all)
  const looked = all === null || rows === null ? null : samplesAt(all, rows)
  const samples = looked === null ? null : withFewFeatures(looked, MOST_FEATURES)
  const source = samples ?? (ensemble as Ensemble)
  const counts = asked ?? clusterCountGrid(source.sampleCount)
  const resamples = options.resamples ?? standardResamples(source.sampleCount)
  const survey = await surveyOf(source, counts, {
    ...options,
    resamples,
    isRefined: asked === null,
    isFixed: options.resamples !== undefined,
    isDiscrete: looked !== null && hasFewValues(looked),
  })
  const structure =
    samples === null
      ? await testLabelings(source as Ensemble, { signal, onProgress })
      : await testFeatures(samples, survey.clusterCounts, { signal, onProgress, executor })
  const { evidence, choice } = judged(survey, structure)
  const words = adviceWords(choice, evidence, structure)

  const partitions: { clusterCount: number; labels: Labels }[] = []
  for (const clusterCount of survey.clusterCounts) {
    partitions.push({ clusterCount, labels: (await survey.whole.sight(clusterCount)).labels })
  }
  const { leading } = choice
  const leadingLabels = partitions.find(({ clusterCount }) => clusterCount === leading)!.labels
  const stability = stabilityOf(leading, leadingLabels, survey.sights.get(leading)!)
  return {
    ...choice,
    ...words,
    sampleCount,
    ensembleSize: ensemble?.labelings.length ?? null,
    criteria: criteriaOf(evidence, survey),
    structure,
    convergence: await convergenceOf(source, options, leading),
    ...ordered(rows, samples && coordinatesOf(samples), { partitions, stability }),
    theory: {
      size: recommendEnsembleSize(sampleCount),
      consistency: ensemble === null ? null : consistencyCheck(sampleCount, ensemble.labelings.length),
    },
    resamples: survey.lookCount,
    seed,
  }
}

/** How a dataset was scaled; null for other data. */
function scaleOf(input: Data | Ensemble): Scale | null {
  const { scaling } = input as Partial<Dataset>
  return scaling?.scale ?? null
}

/** The advice for a table with many features: its evidence comes from graphs of nearest samples, see `adviseOnGraphs`. */
async function adviseOnWide(
  given: Samples,
  asked: readonly number[] | null,
  { distance, resamples, seed = DEFAULTS.seed, scale, signal, onProgress }: AdviseOptions & { scale: Scale | null },
): Promise<Advice> {
  const rows = lookedRows(given)
  const samples = samplesAt(given, rows)
  const counts = asked ?? clusterCountGrid(samples.sampleCount, { isWide: true })
  const isOpen = scale === null || scale === 'none'
  const advice = await adviseOnGraphs(samples, counts, {
    distance: distance ?? (isOpen ? null : 'euclidean'),
    isRefined: asked === null,
    resamples,
    signal,
    onProgress,
  })
  const { survey, found, evidence, evidenceWithout } = advice
  if (found.length === 0) {
    throw new InputError('advise: clusterCounts must have a number for which there are enough different samples')
  }
  const settled = chooseClusterCount(evidence)
  const isBorderline = evidenceWithout.some(some => chooseClusterCount(some).leading !== settled.leading)
  const choice = { ...settled, isBorderline }
  const structure = structureOfGraphs(advice, choice.leading)
  const best = found.find(({ clusterCount }) => clusterCount === choice.leading)!
  const deltas = deltaAreas(found.map(({ consensus }) => consensus.area))
  const { clusters, items } = consensusSupport(best.looks, best.whole)
  const stability = {
    clusterCount: choice.leading,
    labels: best.whole,
    clusters,
    samples: Float64Array.from(best.whole, (label, i) => items[i * clusters.length + label]),
  }
  const partitions = found.map(({ clusterCount, whole }) => ({ clusterCount, labels: whole }))
  return {
    ...choice,
    ...adviceWords(choice, evidence, structure),
    sampleCount: given.sampleCount,
    ensembleSize: null,
    criteria: evidence.map((each, at) => ({ ...each, ...found[at].consensus, deltaArea: deltas[at] })),
    structure,
    convergence: null,
    ...ordered(rows, survey.coordinates, { partitions, stability }),
    theory: { size: recommendEnsembleSize(given.sampleCount), consistency: null },
    resamples: survey.lookCount,
    seed,
  }
}

/** A part of the samples, in an order that does not depend on the order of rows and columns. */
function lookedRows(samples: Samples): Int32Array {
  const rows = fitRowsOf(samples)
  if (rows.length <= MOST_SAMPLES) return rows
  return drawSubset(rows.length, MOST_SAMPLES, randomFor(STREAM, 0)).map(place => rows[place])
}

function hasFewValues({ sampleCount, featureCount, values }: Samples): boolean {
  return isMostlyDiscrete({ rowCount: sampleCount, columnCount: featureCount, values })
}

/** Fewer samples need more looks, and are looked at faster. */
function standardResamples(sampleCount: number): number {
  if (sampleCount <= 400) return 10
  return sampleCount <= 1200 ? 6 : 4
}

/** What all looks have seen. */
interface Survey {
  readonly clusterCounts: readonly number[]
  readonly sights: ReadonlyMap<number, Sights>
  readonly lookCount: number
  /** The evidence for each k from some of the looks. */
  evidenceFrom(looks: readonly number[]): ClusterCountEvidence[]
  readonly whole: View
}

async function surveyOf(
  source: Samples | Ensemble,
  clusterCounts: readonly number[],
  options: AdviseOptions & { resamples: number; isRefined: boolean; isFixed: boolean; isDiscrete: boolean },
): Promise<Survey> {
  const { signal, executor, onProgress, resamples } = options
  const mostClusters = Math.max(...clusterCounts)
  const how = (number: number) => ({ number, lookCount: resamples, mostClusters, executor, signal })
  const looks: Look[] = []
  const total = resamples + 1
  const addLooks = async (count: number) => {
    for (let added = 0; added < count; added++) {
      onProgress?.({ phase: 'resamples', done: Math.min(looks.length, resamples), total })
      const number = looks.length
      const look = isEnsemble(source)
        ? await lookAtLabelings(source, how(number))
        : await lookAtSamples(source, how(number))
      for (const clusterCount of counts) await sightsOf([look], clusterCount)
      looks.push(look)
    }
  }
  const limitsFor = {
    sampleCount: source.sampleCount,
    isOfLabelings: isEnsemble(source),
    isDiscrete: options.isDiscrete,
  }
  let counts = [...clusterCounts]
  await addLooks(resamples)
  const silhouettes = isEnsemble(source) ? [] : await silhouettesByClusterCount(source, counts, signal)
  const whole = isEnsemble(source)
    ? await ensembleView('labelings', source, how(looks.length))
    : await wholeView(source, how(resamples))
  const random = isEnsemble(source) ? null : await drawRandomData(source, mostClusters, signal)
  const mixings = new Map<number, number | null>()

  const gather = async (): Promise<Survey> => {
    const sights = new Map<number, Sights>()
    for (const clusterCount of counts) {
      sights.set(clusterCount, await sightsOf(looks, clusterCount))
      if (random === null || mixings.has(clusterCount)) continue
      const compared = await random.compare((await whole.sight(clusterCount)).labels)
      mixings.set(clusterCount, compared === null ? null : mixingRatio(compared))
    }
    const each = counts.map(clusterCount => createEvidence(clusterCount, sights.get(clusterCount)!))
    const evidenceFrom = (chosen: readonly number[]) =>
      each.map(one => withComparisons(one.of(chosen), silhouettes, mixings, limitsFor))
    return { clusterCounts: counts, sights, lookCount: looks.length, evidenceFrom, whole }
  }
  let survey = await gather()
  while (options.isRefined) {
    const more = refinements(survey.evidenceFrom(allOf(looks.length)))
    if (more.length === 0) break
    counts = [...counts, ...more].sort((a, b) => a - b)
    survey = await gather()
  }
  if (!options.isFixed && !isSettled(survey)) {
    await addLooks(resamples)
    survey = await gather()
  }
  onProgress?.({ phase: 'resamples', done: total, total })
  return survey
}

function withComparisons(
  evidence: Evidence,
  silhouettes: readonly NullSilhouettes[],
  mixings: ReadonlyMap<number, number | null>,
  limitsFor: LimitsOptions,
): ClusterCountEvidence {
  const own = silhouettes.find(({ clusterCount }) => clusterCount === evidence.clusterCount)
  return {
    ...evidence,
    silhouette: own?.silhouette ?? null,
    silhouetteOfNulls: own?.silhouetteOfNulls ?? null,
    mixing: mixings.get(evidence.clusterCount) ?? null,
    limits: limitsOf(evidence.clusterCount, limitsFor),
  }
}

/** Whether the answer stays the same without any one of the looks. */
function isSettled({ evidenceFrom, lookCount }: Survey): boolean {
  if (lookCount < 3) return true
  const answer = (looks: readonly number[]) => {
    const { verdict, clusterCount } = chooseClusterCount(evidenceFrom(looks))
    return `${verdict} ${clusterCount}`
  }
  const whole = answer(allOf(lookCount))
  return allOf(lookCount).every(left => answer(allOf(lookCount).filter(look => look !== left)) === whole)
}

/** The choice, graded by the test. */
function judged(
  survey: Survey,
  structure: StructureTest,
): { evidence: ClusterCountEvidence[]; choice: ClusterCountChoice & { isBorderline: boolean } } {
  const evidence = survey.evidenceFrom(allOf(survey.lookCount))
  return { evidence, choice: { ...judgeChoice(evidence, structure), isBorderline: !isSettled(survey) } }
}

function allOf(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}

function isEnsemble(input: Data | Ensemble | Samples): input is Ensemble {
  return typeof input === 'object' && input !== null && 'labelings' in input
}

/** The most clusters that can be asked about. */
export function mostClusters(sampleCount: number): number {
  return Math.floor(Math.min(sampleCount, MOST_SAMPLES) / 4)
}

function checkedCounts(options: AdviseOptions, sampleCount: number): number[] | null {
  const caller = 'advise'
  if (sampleCount < LEAST_SAMPLES) {
    throw new InputError(`${caller}: the number of samples must be at least ${LEAST_SAMPLES}; got ${sampleCount}`)
  }
  checkSeed(caller, options.seed ?? DEFAULTS.seed)
  checkInteger(caller, 'resamples', options.resamples ?? 2, 2, 1000)
  if (options.clusterCounts === undefined) return null
  const most = mostClusters(sampleCount)
  const counts = [...new Set(options.clusterCounts)].sort((a, b) => a - b)
  if (counts.length === 0) throw new InputError(`${caller}: clusterCounts must contain at least one number; got none`)
  for (const count of counts) checkInteger(caller, 'clusterCounts', count, 2, most)
  return counts
}

function criteriaOf(evidence: readonly ClusterCountEvidence[], survey: Survey): ClusterCountCriteria[] {
  const distributions = evidence.map(({ clusterCount }) =>
    consensusDistribution(resampledEnsemble(survey.sights.get(clusterCount)!)),
  )
  const deltas = deltaAreas(distributions.map(({ area }) => area))
  return evidence.map((each, at) => {
    const { cdf, area, pac } = distributions[at]
    return { ...each, cdf, area, deltaArea: deltas[at], pac }
  })
}

/** The clusterings of all looks by ensembles for one k, as labelings of all samples (-1 for samples not drawn). */
function resampledEnsemble(sights: Sights): Ensemble {
  const labelings = sights.flatMap(own => own.filter(({ overlap }) => overlap !== null).map(({ labels }) => labels))
  return {
    sampleCount: labelings[0].length,
    labelings,
    clusterCounts: labelings.map(labels => labels.reduce((most, label) => Math.max(most, label), 0) + 1),
    names: labelings.map((_, at) => `resample ${at + 1}`),
  }
}

function stabilityOf(clusterCount: number, labels: Labels, sights: Sights): StabilityReport {
  const { clusters, items } = consensusSupport(resampledEnsemble(sights), labels)
  const k = clusters.length
  return { clusterCount, labels, clusters, samples: Float64Array.from(labels, (label, i) => items[i * k + label]) }
}

/** The check of the ensemble size: of the runs that `cluster` would do, or of the given labelings. */
async function convergenceOf(
  source: Samples | Ensemble,
  { convergence = true, seed, signal, onProgress, executor }: AdviseOptions,
  clusterCount: number,
): Promise<Convergence | null> {
  if (!convergence) return null
  if (!isEnsemble(source)) {
    return measureEnsembleSize(source, { clusterCount, seed, signal, onProgress, executor })
  }
  if (source.labelings.length < LEAST_LABELINGS) return null
  return ensembleConvergence(source, { clusterCount, seed, signal, onProgress })
}

/** Puts what belongs to the looked samples in the order of their numbers. */
function ordered(
  rows: Int32Array | null,
  coordinates: Float64Array | null,
  found: { partitions: LookedSamples['partitions']; stability: StabilityReport },
): { looked: LookedSamples; stability: StabilityReport } {
  if (rows === null || coordinates === null) {
    const count = found.stability.labels.length
    const numbers = Int32Array.from({ length: count }, (_, i) => i)
    return { looked: { samples: numbers, coordinates: null, partitions: found.partitions }, stability: found.stability }
  }
  const order = [...rows.keys()].sort((a, b) => rows[a] - rows[b])
  const labelsInOrder = (labels: Labels) => Int32Array.from(order, at => labels[at])
  return {
    looked: {
      samples: Int32Array.from(order, at => rows[at]),
      coordinates: Float64Array.from(
        { length: 2 * order.length },
        (_, at) => coordinates[2 * order[at >> 1] + (at % 2)],
      ),
      partitions: found.partitions.map(({ clusterCount, labels }) => ({ clusterCount, labels: labelsInOrder(labels) })),
    },
    stability: {
      ...found.stability,
      labels: labelsInOrder(found.stability.labels),
      samples: Float64Array.from(order, at => found.stability.samples[at]),
    },
  }
}

/** Two features as they are, or the first two principal components of more. */
function coordinatesOf(samples: Samples): Float64Array {
  const { sampleCount: n, featureCount: d, values } = withFewFeatures(samples, 2)
  return Float64Array.from({ length: 2 * n }, (_, at) => (at % 2 < d ? values[(at >> 1) * d + (at % 2)] : 0))
}

/** Samples with at most `most` features: as they are, or their principal components. */
function withFewFeatures(samples: Samples, most: number): Samples {
  const { sampleCount: n, featureCount: d, values } = samples
  if (d <= most) return samples
  const { centre, axes, variances } = principalComponents({ rowCount: n, columnCount: d, values }, most)
  const count = variances.length
  const reduced = new Float64Array(n * count)
  for (let i = 0; i < n; i++) {
    for (let f = 0; f < d; f++) {
      const value = values[i * d + f] - centre[f]
      for (let q = 0; q < count; q++) reduced[i * count + q] += value * axes[f * count + q]
    }
  }
  return { sampleCount: n, featureCount: count, values: reduced }
}
