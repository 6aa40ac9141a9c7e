import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { randomFor } from '../numeric/random.js'
import type { Matrix } from '../types.js'
import type { FamilyName } from './base-decision.js'
import { mapRows } from './feature-map.js'
import { type Halves, halvesOf, heldOutLikelihood } from './mixture/held-out.js'
import { affordableDimension } from './mixture-cost.js'
import { principalComponents } from './whitening/principal-components.js'

/** A family of base clusterings, and why it was chosen. */
export interface FamilyChoice {
  readonly family: FamilyName
  readonly reason: string
}

/** Random halvings of the samples. */
const SPLITS = 4
/** With an expected loss below this, there are enough samples for full covariances. */
const SAFE_LOSS = 0.02
/** The loss in log-likelihood per feature beyond which full covariances clearly generalise worse than diagonal ones. */
const CLEAR_LOSS = 0.1
const SMALL_LOSS = 0.01
/**
 * With more clusters, every start of a mixture ends in another local optimum that joins some clusters and divides others.
 * On 24 kinds of draws with 16 to 30 clusters, cells were better on most, and three to ten times as fast.
 */
const MOST_COMPONENTS = 12
/** Mixtures of many more components: multiples of k, but at least so many in all. */
const FLEXIBLE = [
  { multiple: 3, least: 12 },
  { multiple: 6, least: 24 },
]
/** The same for every seed, so that another seed does not change the family. */
const STREAM = { shape: 1, flexible: 2 }

/**
 * Chooses the family of base clusterings by held-out likelihoods of mixtures of k normal distributions.
 *
 * - Many clusters, or enough samples for every covariance: cells.
 * - Full covariances clearly worse than diagonal ones: too few samples for the shape of clusters to be learnt from
 *   neighbours, so mixtures, which share what they learn over the samples of a cluster.
 * - About equal: mixtures if k components describe the samples as well as many more, that is, if clusters are not
 *   shapes; else cells.
 * - Full covariances better: cells.
 *
 * `given` are standardised, and may be some of the samples. Where there are many features, their principal components
 * take their place.
 */
export function* chooseFamily(
  given: Matrix,
  sampleCount: number,
  { clusterCount, loops }: { clusterCount: number; loops: HotLoops },
): Generator<unknown, FamilyChoice> {
  const { rowCount: n, columnCount: d } = given
  if (clusterCount > MOST_COMPONENTS) return cells('mixtures of so many normal distributions are rarely found')
  if (n < 4 * clusterCount || n < 20) return cells('there are too few samples to compare it with mixtures')
  if (expectedLoss(sampleCount, d, clusterCount) < SAFE_LOSS) {
    return cells('there are enough samples to learn the shape of every cluster')
  }
  // A covariance needs more samples than dimensions.
  if (d >= n / (2 * clusterCount)) return mixtures('there are too few samples for so many features')
  const points = leadingComponents(given, affordableDimension(n, clusterCount))
  const differences: number[] = []
  const random = randomFor(STREAM.shape, 0)
  for (const halves of halvesOf(points, SPLITS, random)) {
    const full = yield* heldOutLikelihood(halves, clusterCount, { shape: 'full', random, loops })
    const diagonal = yield* heldOutLikelihood(halves, clusterCount, { shape: 'diagonal', random, loops })
    differences.push(full - diagonal)
  }
  // What covariances lose by few samples, they lose the less the more samples there are.
  const found = median(differences)
  const gain = found < 0 ? (found * n) / sampleCount : found
  if (gain < -CLEAR_LOSS) return mixtures('there are too few samples to learn the shape of every cluster')
  if (gain > -SMALL_LOSS) return cells('the shape of clusters can be learned from the samples')
  return (yield* gainsByMore(points, clusterCount, loops))
    ? cells('clusters seem to have shapes that a normal distribution does not describe')
    : mixtures(`${clusterCount} normal distributions describe the samples as well as many more`)
}

function cells(reason: string): FamilyChoice {
  return { family: 'cells', reason: `Cells of samples, because ${reason}.` }
}

function mixtures(reason: string): FamilyChoice {
  return { family: 'mixtures', reason: `Mixtures of normal distributions, because ${reason}.` }
}

/** The points in their leading principal components, if they have more features than `most`. */
function leadingComponents(points: Matrix, most: number): Matrix {
  if (points.columnCount <= most) return points
  const { centre, axes, variances } = principalComponents(points, most)
  const map = { inputCount: points.columnCount, outputCount: variances.length, centre, matrix: axes }
  const values = mapRows(map, points.values, points.rowCount)
  return { rowCount: points.rowCount, columnCount: variances.length, values }
}

/**
 * The log-likelihood per feature that full covariances of half the samples lose to diagonal ones by overfitting, if the
 * features are independent: half a unit per additional parameter.
 */
function expectedLoss(sampleCount: number, d: number, clusterCount: number): number {
  return ((d - 1) * clusterCount) / (2 * sampleCount)
}

/** Whether mixtures of many more components describe held-out samples better than those of k. */
function* gainsByMore(given: Matrix, clusterCount: number, loops: HotLoops): Generator<unknown, boolean> {
  const counts = FLEXIBLE.map(({ multiple, least }) => Math.max(least, multiple * clusterCount))
  const points = leadingComponents(given, affordableDimension(given.rowCount, Math.max(...counts)))
  const random = randomFor(STREAM.flexible, 0)
  const best = function* (halves: Halves, count: number): Generator<unknown, number> {
    const full = yield* heldOutLikelihood(halves, count, { shape: 'full', random, loops })
    const diagonal = yield* heldOutLikelihood(halves, count, { shape: 'diagonal', random, loops })
    return Math.max(full, diagonal)
  }
  const gains = counts.map(() => 0)
  for (const halves of halvesOf(points, 1, random)) {
    const plain = yield* best(halves, clusterCount)
    for (const [at, count] of counts.entries()) gains[at] += (yield* best(halves, count)) - plain
  }
  return Math.max(...gains) > 0
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
