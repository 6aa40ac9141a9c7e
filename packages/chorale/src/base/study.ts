import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { randomFor } from '../numeric/random.js'
import { drawSpread } from '../numeric/subset.js'
import { isWide } from '../tables/features/wide.js'
import type { Matrix, Samples } from '../types.js'
import { isOfKMeans } from './base-decision.js'
import { canonicalOrder } from './canonical-order.js'
import { chooseFamily, type FamilyChoice } from './choose-family.js'
import { isMostlyDiscrete } from './discrete.js'
import { givenOf } from './distance.js'
import { composed, type FeatureMap, mappedSamples, mapRows, scalingMap } from './feature-map.js'
import { type GraphStudy, studyGraphs } from './graphs/study-graphs.js'
import type { MixtureSpace } from './mixtures-plan.js'
import { noiseWeights } from './whitening/feature-weights.js'
import { localWhitening } from './whitening/local-whitening.js'
import { principalComponents } from './whitening/principal-components.js'

/** The cells and mixtures of larger tables come from this many samples; the others follow. */
const SKETCH_SIZE = 30_000
/** Above this many samples, rows are taken as they come, without sorting them by their values. */
const SORTED_UP_TO = 200_000
/** Samples that show the shape of clusters and which features matter. */
const STUDIED = 2000
/** Dimensions in which distances are computed; more features are reduced to principal components. */
const MOST_DIMENSIONS = 100
/** The same for mixtures, whose covariances grow with the square. */
const MOST_MIXTURE_DIMENSIONS = 64
/** The share of variance that is kept where many features are noise. */
const KEPT_SHARE = 0.95
/** The same for every seed. */
const STREAM = 3

/** The results of the study that comes before the base clusterings. */
export interface Study extends FamilyChoice {
  /** Samples to fit to, in an order that does not depend on the order of rows and columns. */
  readonly fitRows: Int32Array
  /** The coordinates in which neighbouring samples differ about equally in all directions; null if nothing uses them. */
  readonly whitened: FeatureMap | null
  /** Coordinates of mixtures: principal components of the standardised and of the whitened features. */
  readonly spaces: readonly MixtureSpace[]
  /** Features that are nearly unrelated to the clusters; none if all features have the same weight. */
  readonly weakFeatures: readonly number[]
  /** Components and nearest rows, for tables with many features; otherwise null. */
  readonly graphs: GraphStudy | null
}

/**
 * Studies a part of the samples: which features matter, the shape of clusters, and which family finds them. `known` is
 * the family if it is already decided; everything else is the same as when it was.
 */
export function* studySamples(
  samples: Samples,
  { clusterCount, loops, known }: { clusterCount: number; loops: HotLoops; known?: FamilyChoice },
): Generator<unknown, Study> {
  const fitRows = fitRowsOf(samples)
  yield 'order'
  if (known === undefined ? isWide(samples) : known.family === 'graphs') {
    const graphs = yield* studyGraphs(samples, fitRows, { clusterCount, loops })
    return { ...(known ?? WIDE), fitRows, whitened: graphs.map, spaces: [], weakFeatures: [], graphs }
  }
  const simple = known ?? (clusterCount > MOST_SHAPES ? VOTES : null)
  if (simple !== null && isOfKMeans(simple.family)) {
    return { ...simple, fitRows, whitened: null, spaces: [], weakFeatures: [], graphs: null }
  }
  const studied = studiedPart(samples, fitRows)

  const standard = standardising(studied)
  const weights = noiseWeights(scaled(standard, studied), { clusterCount, loops })
  yield 'weights'
  const isWeighted = weights !== null
  const scaling = isWeighted ? weighted(standard, weights) : UNCHANGED
  const start = coordinates(scaling, studied, isWeighted, loops)
  yield 'components'
  const points = through(start, studied)
  const whitened = composed(start, localWhitening(points, loops), points.columnCount)
  yield 'whitening'

  const unitStart = isWeighted ? start : coordinates(standard, studied, false, loops)
  const unit = through(unitStart, studied)
  const chosen =
    known ?? (yield* chooseFamily(scaled(standardising(unit), unit), samples.sampleCount, { clusterCount, loops }))
  const { family, reason } = chosen.family === 'cells' && isMostlyDiscrete(studied) ? DISCRETE : chosen
  const spaces =
    family !== 'mixtures'
      ? []
      : [mixtureSpace(unitStart, studied, loops), mixtureSpace(whitenedUnit(unitStart, unit, loops), studied, loops)]
  const weakFeatures = weights === null ? [] : [...weights.keys()].filter(f => weights[f] < WEAK)
  return { family, reason, fitRows, whitened, spaces, weakFeatures, graphs: null }
}

const WIDE: FamilyChoice = {
  family: 'graphs',
  reason: 'Graphs of nearest rows in principal components, because there are many features.',
}

/**
 * With more clusters, cells are too few to learn the shape of each from them: at 160 clusters, a vote of runs of k-means
 * was as accurate on four kinds of draws (mean ARI .705 and .701), and ten times as fast.
 */
const MOST_SHAPES = 150

const VOTES: FamilyChoice = {
  family: 'votes',
  reason: 'The tightest runs of k-means, because there are too many clusters to learn the shape of each.',
}

const DISCRETE: FamilyChoice = {
  family: 'k-means',
  reason: 'Runs of k-means, because at least half of the features have very few values.',
}

/** A weight below this is that of noise: the clusters explain less than 6 % of the variance. */
const WEAK = 0.25

/** The samples that cells and mixtures come from, in an order that does not depend on the order of rows and columns. */
export function fitRowsOf(samples: Samples): Int32Array {
  const { sampleCount: n } = samples
  return spreadOf(n <= SORTED_UP_TO ? canonicalOrder(givenOf(samples)) : null, n, SKETCH_SIZE)
}

function studiedPart(samples: Samples, fitRows: Int32Array): Matrix {
  return mappedSamples(samples, spreadOf(fitRows, fitRows.length, STUDIED), null)
}

/** Principal components of the standardised features. */
export function standardSpace(samples: Samples, fitRows: Int32Array): MixtureSpace {
  const studied = studiedPart(samples, fitRows)
  return mixtureSpace(coordinates(standardising(studied), studied, false), studied)
}

/** At most `most` samples, evenly spread over an order (null = as they come), each drawn from its own stretch. */
function spreadOf(order: Int32Array | null, n: number, most: number): Int32Array {
  if (n <= most) return order ?? Int32Array.from({ length: n }, (_, i) => i)
  const places = drawSpread(n, most, randomFor(STREAM, most))
  return order === null ? places : places.map(place => order[place])
}

function through(map: FeatureMap, points: Matrix): Matrix {
  const { rowCount } = points
  return { rowCount, columnCount: map.outputCount, values: mapRows(map, points.values, rowCount) }
}

/** (x - centre) * scale, feature by feature; null = 0 and 1. */
interface FeatureScaling {
  readonly centre: Float64Array | null
  readonly scales: Float64Array | null
}

const UNCHANGED: FeatureScaling = { centre: null, scales: null }

/** The scaling that gives every feature the mean 0 and the standard deviation 1; constants become 0. */
function standardising({ rowCount: n, columnCount: d, values }: Matrix): FeatureScaling {
  const centre = new Float64Array(d)
  const scales = new Float64Array(d)
  for (let i = 0; i < n; i++) for (let f = 0; f < d; f++) centre[f] += values[i * d + f] / n
  for (let i = 0; i < n; i++) for (let f = 0; f < d; f++) scales[f] += (values[i * d + f] - centre[f]) ** 2 / n
  for (let f = 0; f < d; f++) scales[f] = scales[f] > 0 ? 1 / Math.sqrt(scales[f]) : 0
  return { centre, scales }
}

function weighted({ centre, scales }: FeatureScaling, weights: Float64Array): FeatureScaling {
  return { centre, scales: weights.map((weight, f) => weight * (scales?.[f] ?? 1)) }
}

function scaled({ centre, scales }: FeatureScaling, { rowCount, columnCount: d, values }: Matrix): Matrix {
  const out = values.map((value, at) => (value - (centre?.[at % d] ?? 0)) * (scales?.[at % d] ?? 1))
  return { rowCount, columnCount: d, values: out }
}

/**
 * Scaled features as coordinates. Where there are too many of them, or where most of the variance lies in a few, the
 * coordinates are principal components.
 */
function coordinates(scaling: FeatureScaling, points: Matrix, isConcentrated: boolean, loops?: HotLoops): FeatureMap {
  const { rowCount, columnCount: d } = points
  const centre = scaling.centre ?? new Float64Array(d)
  const scales = scaling.scales ?? new Float64Array(d).fill(1)
  if (d <= MOST_DIMENSIONS && d < rowCount && !isConcentrated) return scalingMap(scales, centre)
  const { axes, variances } = principalComponents(scaled(scaling, points), MOST_DIMENSIONS, loops)
  const count = isConcentrated ? leading(variances) : variances.length
  const matrix = new Float64Array(d * count)
  for (let f = 0; f < d; f++) {
    for (let q = 0; q < count; q++) matrix[f * count + q] = scales[f] * axes[f * variances.length + q]
  }
  return { inputCount: d, outputCount: count, centre, matrix }
}

/** The number of components with most of the variance. */
function leading(variances: Float64Array): number {
  const total = variances.reduce((sum, variance) => sum + variance, 0)
  let sum = 0
  let count = 0
  while (count < variances.length && sum < KEPT_SHARE * total) sum += variances[count++]
  return Math.max(1, count)
}

function mixtureSpace(map: FeatureMap, points: Matrix, loops?: HotLoops): MixtureSpace {
  const { axes, variances } = principalComponents(through(map, points), MOST_MIXTURE_DIMENSIONS, loops)
  return { map: composed(map, axes, variances.length), variances }
}

function whitenedUnit(map: FeatureMap, points: Matrix, loops: HotLoops): FeatureMap {
  return composed(map, localWhitening(points, loops), points.columnCount)
}
