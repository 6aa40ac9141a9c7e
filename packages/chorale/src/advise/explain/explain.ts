import { adjustedMutualInformation } from '../../metrics/adjusted-mutual-information.js'
import { contentHash } from '../../numeric/content-hash.js'
import { sampleRows } from '../../numeric/sample-rows.js'
import { datasetRows } from '../../tables/features/dataset-rows.js'
import type { Dataset } from '../../tables/features/to-dataset.js'
import type { Labels } from '../../types.js'
import { clusterOverlap } from '../overlap.js'
import { type Cause, causesOf, type ExplanationKind, type Match } from './causes.js'
import { explanationWords } from './explanation-words.js'
import { intervalLabels } from './interval-labels.js'
import { type Remaining, remainingIn } from './remaining.js'

/** Something other than groups of similar samples that explains clusters. */
export interface Explanation {
  readonly kind: ExplanationKind
  /** The column; for other kinds what it is, in a few words. */
  readonly name: string
  /** How well it explains the clusters, from 0 to 1: the adjusted mutual information; of one cluster, the share. */
  readonly agreement: number
  /** The clusters that it explains. */
  readonly clusters: readonly number[]
  /**
   * Whether the clusters come from it: without it, the features do not separate them. Otherwise it only goes with clusters
   * that are there anyway, as the order of a file does that is sorted by its classes.
   */
  readonly isCause: boolean
  /** What was found: `The clusters are the values of sex.` */
  readonly sentence: string
  /** What to do about it. */
  readonly remedy: string
}

/** Samples that are looked at. Clusters too small for them are too small to be explained. */
const MOST_SAMPLES = 3000
const LEAST_SAMPLES = 10
/** The same for every seed of the user. */
const STREAM = 23

/** From this agreement on, something explains all clusters; sizes do so together with chance. */
const WHOLE = 0.8
const WHOLE_SIZE = 0.4
const LEAST_PER_GROUPED_VALUE = 10
/** A cluster is one value if this share of it has the value, and this share of the value is in it. */
const CLUSTER = 0.9
/**
 * A cluster comes from filled cells if nearly all of its rows have them, or if it has nearly all rows that have them and real
 * values lie between; both well above the share of all rows.
 */
const FILLED = { share: 0.5, held: 0.25, lift: 1.7 }
/** A smaller cluster may match a value by chance. */
const LEAST_MATCHED = { samples: 8, share: 0.015 }
/** A cluster is copies of one sample if at least this share of it is. */
const COPIED = 0.5

/** Clusters are gone without a column if what is left of them in the other features is below this. */
const GONE = { discrete: 0.6, continuous: 0.06, size: 0.3 }
/** At most this share of the samples lies between the clusters along a column with gaps. */
const GAP = 0.12
/** A discrete column that is the same partition is named even if the other features separate the clusters, too. */
const SAME = 0.97

/**
 * What explains clusters, other than groups of similar samples: a column, cells that were filled in, the order of the rows,
 * ids, the sizes of the rows, or copies of rows. Strongest first; empty if nothing does.
 *
 * Labels are compared with everything that could have made them by the adjusted mutual information: discrete columns by
 * their values, others by their best intervals. `places`: which rows of a file the samples are, if not all. Without a dataset only the order of the rows is looked at. A column that goes with the clusters is their cause only if they are gone
 * without it, because real groups are often visible in one column, too.
 *
 * @example
 * ```ts
 * import { cluster, explainClusters } from 'chorale'
 *
 * const rows = Array.from({ length: 90 }, (_, i) => ({ sex: i % 2, height: (i * 37) % 89, weight: (i * 23) % 83 }))
 * const { dataset, labels } = await cluster(rows, { clusterCount: 2 })
 * const [{ kind, name }] = explainClusters(dataset, labels)
 * console.log(kind, name) // column sex
 * ```
 *
 * @group Advise
 */
export function explainClusters(
  dataset: Dataset | null,
  labels: Labels,
  places: Int32Array | null = null,
): Explanation[] {
  const n = labels.length
  const isWhole = n <= MOST_SAMPLES
  const hashOf = isWhole || dataset === null ? undefined : contentHash(dataset)
  const rows = sampleRows(n, { count: MOST_SAMPLES, seed: STREAM, hashOf })
  const part = isWhole || dataset === null ? dataset : datasetRows(dataset, rows)
  const own = isWhole ? labels : Int32Array.from(rows, row => labels[row])
  if (n < LEAST_SAMPLES || new Set(own).size < 2) return []
  const found = causesOf(part, places === null ? rows : rows.map(row => places[row]), own).flatMap(cause =>
    matchOf(cause, own),
  )
  // Of two continuous features that both show the clusters, each does so without the other.
  const isAlone = found.filter(isContinuousFeature).length < 2
  const matches = found
    .filter(match => isAlone || !isContinuousFeature(match))
    .sort((a, b) => b.agreement - a.agreement)
  const remaining = matches.length === 0 || part === null ? null : remainingIn(part)
  const explanations = matches.flatMap((match): Explanation[] => {
    const isCause = causes(match, own, remaining)
    if (isCause === null) return []
    const { cause, agreement, clusters } = match
    const { kind, name } = cause
    return [
      { kind, name, agreement, clusters, isCause, ...explanationWords(match, isCause, isWhole && places === null) },
    ]
  })
  // Columns that are filled in similar rows are the same explanation.
  const [filled] = explanations.filter(({ kind }) => kind === 'filled')
  return explanations.filter(each => each.kind !== 'filled' || each === filled)
}

function isContinuousFeature({ cause: { kind, codes, features } }: Match): boolean {
  return kind === 'column' && features !== null && codes === null
}

/** What a cause explains: all clusters, some clusters, or nothing. */
function matchOf(cause: Cause, labels: Labels): Match[] {
  const { kind, codes, numbers } = cause
  const all = [...new Set(labels)].sort((a, b) => a - b)
  const whole = { cause, clusters: all, value: -1, count: labels.length, clusterSize: labels.length }
  if (codes !== null && kind !== 'duplicates') {
    const agreement = adjustedMutualInformation(labels, codes)
    if (agreement >= WHOLE) return [{ ...whole, agreement, how: 'values' }]
    if (isCategory(cause) && isOften(codes)) {
      const agreement = adjustedMutualInformation(labels, commonLabels(codes, labels))
      if (agreement >= WHOLE) return [{ ...whole, agreement, how: 'groups' }]
    }
  }
  if (numbers !== null) {
    const agreement = adjustedMutualInformation(labels, intervalLabels(numbers, labels))
    if (agreement >= (kind === 'size' ? WHOLE_SIZE : WHOLE)) return [{ ...whole, agreement, how: 'intervals' }]
  }
  return codes === null ? [] : clusterMatches(cause, codes, labels)
}

/** Whether it is a text that is a feature. */
function isCategory({ kind, numbers, features }: Cause): boolean {
  return kind === 'column' && numbers === null && features !== null
}

/** Rare values are in one cluster by chance. */
function isOften(codes: Int32Array): boolean {
  return new Set(codes).size * LEAST_PER_GROUPED_VALUE <= codes.length
}

/** For every sample the most common label of the samples with the same value. */
function commonLabels(codes: Int32Array, labels: Labels): Int32Array {
  const counts = new Map<number, Map<number, number>>()
  codes.forEach((code, i) => {
    const own = counts.get(code) ?? new Map<number, number>()
    own.set(labels[i], (own.get(labels[i]) ?? 0) + 1)
    counts.set(code, own)
  })
  const common = new Map([...counts].map(([code, own]) => [code, [...own].reduce((a, b) => (b[1] > a[1] ? b : a))[0]]))
  return codes.map(code => common.get(code)!)
}

/** The clusters that are one value of a cause, as one match. */
function clusterMatches(cause: Cause, codes: Int32Array, labels: Labels): Match[] {
  const { kind } = cause
  const clusterSizes = new Map<number, number>()
  const valueSizes = new Map<number, number>()
  const pairs = new Map<string, { cluster: number; value: number; count: number }>()
  labels.forEach((cluster, i) => {
    const value = codes[i]
    clusterSizes.set(cluster, (clusterSizes.get(cluster) ?? 0) + 1)
    if (value < 0) return
    valueSizes.set(value, (valueSizes.get(value) ?? 0) + 1)
    const key = `${cluster} ${value}`
    const pair = pairs.get(key) ?? { cluster, value, count: 0 }
    pair.count++
    pairs.set(key, pair)
  })
  const least = Math.max(LEAST_MATCHED.samples, LEAST_MATCHED.share * labels.length)
  const matches = [...pairs.values()].flatMap(({ cluster, value, count }): Match[] => {
    // That no cell was filled explains nothing.
    if ((kind === 'filled' && value === 0) || count < least) return []
    const clusterSize = clusterSizes.get(cluster)!
    const share = count / clusterSize
    const valueSize = valueSizes.get(value)!
    const held = count / valueSize
    const agreement = kind === 'filled' ? Math.sqrt(share * held) : Math.min(share, held)
    const isFilled =
      kind === 'filled' &&
      ((share >= CLUSTER && held >= FILLED.held) || (share >= FILLED.share && held >= CLUSTER)) &&
      share >= (FILLED.lift * valueSize) / labels.length
    const isMatch = isFilled || agreement >= (kind === 'duplicates' ? COPIED : CLUSTER)
    return isMatch ? [{ cause, agreement, clusters: [cluster], how: 'cluster', value, count, clusterSize }] : []
  })
  if (matches.length === 0) return []
  const strongest = matches.reduce((best, each) => (each.agreement > best.agreement ? each : best))
  return [{ ...strongest, clusters: matches.flatMap(({ clusters }) => clusters).sort((a, b) => a - b) }]
}

/** Whether the clusters come from what they match; null if that is only how real groups look. */
function causes(
  { cause, clusters, agreement, how }: Match,
  labels: Labels,
  remaining: Remaining | null,
): boolean | null {
  const { kind, features, codes, isBatch } = cause
  if (kind === 'duplicates') return true
  // Without features there is only the order of the rows.
  if (remaining === null) return false
  if (kind === 'size') return remaining.perSize(labels) < GONE.size ? true : null
  // What is no feature cannot have made the clusters, but a batch differs in the features.
  if (features === null) return isBatch ? true : how === 'cluster' ? null : false
  // With one column of numbers there is nothing else that could decide; the values of one text are no groups of samples.
  if (features.size === remaining.featureCount) return isCategory(cause) ? true : null
  const own = how === 'cluster' ? labels.map(label => (clusters.includes(label) ? label + 1 : 0)) : labels
  const left = remaining.without(features, own)
  // A cloud is often cut along one of its columns. What makes clusters has gaps of its own, or is far larger than the rest.
  // Groups in two features are often apart along one of them.
  if (codes === null && remaining.featureCount <= 2) return null
  if (codes === null)
    return left < GONE.continuous && (cause.isDominant || overlapAlong(cause.numbers!, labels) <= GAP) ? true : null
  if (left < GONE.discrete) return true
  return kind === 'filled' || (how === 'values' && agreement >= SAME) ? false : null
}

/** The overlap of the two closest clusters along one column. */
function overlapAlong(numbers: Float64Array, labels: Labels): number {
  const numberOf = new Map([...new Set(labels)].map((label, at) => [label, at]))
  const own = labels.map(label => numberOf.get(label)!)
  return clusterOverlap({ rowCount: labels.length, columnCount: 1, values: numbers }, own).worst
}
