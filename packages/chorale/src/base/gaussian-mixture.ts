import { exp } from '../numeric/exp-log.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../numeric/random.js'
import type { Samples } from '../types.js'
import type { BaseClustering } from './base-clustering.js'
import { mappedSamples } from './feature-map.js'
import { inSampleOrder } from './in-sample-order.js'
import { fitMixture, type GaussianMixture, mixtureLabels } from './mixture/gaussian-mixture.js'
import { startAtSamples, startByKMeans } from './mixture/start.js'
import { affordableDimension } from './mixture-cost.js'
import { firstColumns, type MixtureModel } from './mixture-model.js'
import type { MixtureSpace, MixturesPlan } from './mixtures-plan.js'
import { numberByAppearance } from './number-by-appearance.js'
import { labelInBlocks } from './row-labeler.js'

/** Drawn for every mixture: what is added to the variances, by its logarithm, from 0.001 to 0.1. */
const LOG_REGULARISATION = { from: -3 * Math.LN10, to: -Math.LN10 }
/** Drawn for every mixture: the share of variance of the components that it uses. */
const VARIANCE_SHARE = { from: 0.6, to: 0.95 }
const MAX_ITERATIONS = 30
/** Samples per component and dimension that a full covariance needs at least. */
const SAMPLES_PER_DIMENSION = 2
/** Separates the streams of mixtures from those of other base clusterings with the same seed. */
const STREAM = 0x61a5

/** Computes any mixture of a plan. All randomness of mixture t comes from the stream (seed, t). */
export function createMixtureTasks(
  samples: Samples,
  plan: MixturesPlan,
  loops: HotLoops,
): (t: number) => Generator<unknown, BaseClustering[]> {
  const { fitRows, spaces, clusterCounts } = plan
  const isWhole = fitRows.length === samples.sampleCount
  const points = new Map<MixtureSpace, Float64Array>()
  const coordinatesOf = (space: MixtureSpace) => {
    const known = points.get(space) ?? mappedSamples(samples, fitRows, space.map).values
    points.set(space, known)
    return known
  }

  return function* mixtureTask(t) {
    const random = randomFor(hash32(plan.seed, STREAM), t)
    const space = spaces[t % spaces.length]
    const turn = Math.floor(t / spaces.length)
    const rowCount = fitRows.length
    const { from, to } = clusterCounts
    const clusterCount = Math.min(rowCount - 1, from + Math.floor(random() * (to - from + 1)))
    const regularisation = exp(LOG_REGULARISATION.from + (LOG_REGULARISATION.to - LOG_REGULARISATION.from) * random())
    const share = VARIANCE_SHARE.from + (VARIANCE_SHARE.to - VARIANCE_SHARE.from) * random()
    const most = dimensionOf(space, rowCount, from)
    const dimension = turn % 2 === 1 ? componentsWith(space.variances, share, most) : most
    const values = firstColumns(coordinatesOf(space), space.map.outputCount, dimension)
    const fitted = { rowCount, columnCount: dimension, values }
    const start =
      turn % 4 < 2
        ? yield* startByKMeans(fitted, clusterCount, random, loops)
        : startAtSamples(fitted, clusterCount, random)
    yield

    const mixture = yield* fitMixture(fitted, {
      start,
      clusterCount,
      shape: 'full',
      regularisation,
      maxIterations: MAX_ITERATIONS,
    })
    const { featureCount } = samples
    const model: MixtureModel = { kind: 'mixture', base: 'gaussian-mixture', featureCount, map: space.map, mixture }
    const found = isWhole
      ? inSampleOrder(mixtureLabels(mixture, values, rowCount, { loops }), fitRows)
      : (yield* labelInBlocks([model], samples, loops))[0]
    const { labels, numbers } = numberByAppearance(found)
    return [{ labels, model: { ...model, mixture: componentsInOrder(mixture, numbers) } }]
  }
}

/** The most dimensions: all components, unless there are too few samples for full covariances, or too many to be quick. */
function dimensionOf({ map, variances }: MixtureSpace, rowCount: number, clusterCount: number): number {
  const informative = variances.filter(variance => variance > 0).length
  const room = Math.floor(rowCount / (SAMPLES_PER_DIMENSION * clusterCount))
  return Math.max(1, Math.min(map.outputCount, informative, room, affordableDimension(rowCount, clusterCount)))
}

/** The number of leading components with a share of the total variance. */
function componentsWith(variances: Float64Array, share: number, most: number): number {
  const total = variances.reduce((sum, variance) => sum + variance, 0)
  let sum = 0
  let count = 0
  while (count < most && sum < share * total) sum += variances[count++]
  return Math.max(1, count)
}

/** The components by their numbers; those without samples (-1) are left out. */
function componentsInOrder({ means, factors, constants }: GaussianMixture, numbers: Int32Array): GaussianMixture {
  const { columnCount: d } = means
  const count = numbers.reduce((sum, number) => sum + (number >= 0 ? 1 : 0), 0)
  const ordered = {
    means: { rowCount: count, columnCount: d, values: new Float64Array(count * d) },
    factors: new Float64Array(count * d * d),
    constants: new Float64Array(count),
  }
  numbers.forEach((number, c) => {
    if (number < 0) return
    ordered.means.values.set(means.values.subarray(c * d, (c + 1) * d), number * d)
    ordered.factors.set(factors.subarray(c * d * d, (c + 1) * d * d), number * d * d)
    ordered.constants[number] = constants[c]
  })
  return ordered
}
