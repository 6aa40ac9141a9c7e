import { type KMeansResult, kMeansSteps } from '../numeric/k-means.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { nearestCentres } from '../numeric/nearest-centres.js'
import { createPointSet, loadPoints, type PointSet } from '../numeric/point-set.js'
import { type Random, randomFor } from '../numeric/random.js'
import { drawSpread } from '../numeric/subset.js'
import type { Labels, Samples } from '../types.js'
import { type BaseClustering, clusterCountOf } from './base-clustering.js'
import { type BasePlan, drawBasePlan, type KMeansPlan } from './k-means-plan.js'
import { columnCountOf, viewRows } from './view.js'

/** Above this many samples or values, the centres come from a subset, and one pass labels all samples. */
export const FIT_LIMIT = 200_000
const FIT_VALUES = 100_000_000

/**
 * The size of that subset: about 500 samples per cluster for 100 clusters, so centres are accurate to 1/20 of the
 * spread.
 */
export const FIT_SIZE = 50_000

/** The number of samples used to compute the centres. */
function fitSize(sampleCount: number, featureCount: number): number {
  if (sampleCount <= FIT_LIMIT && sampleCount * featureCount <= FIT_VALUES) return sampleCount
  return Math.min(sampleCount, FIT_SIZE, Math.floor(FIT_VALUES / featureCount))
}

const MAX_ITERATIONS = 100

/** If the drawn samples or features do not differ, they are drawn again, up to this many times. */
const ATTEMPTS = 10

/**
 * All randomness of base clustering t comes from the stream (seed, t), so it does not matter where or when it is
 * computed. Point sets are reused for base clusterings of the same shape.
 */
export function createKMeansTasks(
  given: Samples,
  plan: KMeansPlan,
  loops: HotLoops,
): (t: number) => Generator<unknown, BaseClustering[]> {
  const { order } = plan
  const samples = order === null ? given : samplesAt(given, order)
  const capacity = plan.generator === 'fixed-k' ? plan.clusterCount : plan.maxClusterCount
  const sets = new Map<string, PointSet>()
  /** The set that contains all samples with all features, once it is loaded. */
  let whole: PointSet | undefined

  return function* baseClustering(t) {
    const random = randomFor(plan.seed, t)
    for (let attempt = 1; ; attempt++) {
      const base = drawBasePlan(plan, t, random)
      const result = yield* cluster(base, random)
      if (clusterCountOf(result.model) > 1 || attempt === ATTEMPTS) return [result]
    }
  }

  function* cluster(base: BasePlan, random: Random): Generator<unknown, BaseClustering> {
    const covered = base.rows?.length ?? samples.sampleCount
    const size = Math.max(base.clusterCount, fitSize(covered, columnCountOf(base.view, samples.featureCount)))
    const sampled = size < covered
    const fitted = sampled ? rowsAt(base.rows, drawSpread(covered, size, random)) : base.rows
    const set = load(base, fitted)
    const { clusterCount } = base
    const run = yield* kMeansSteps(set, { clusterCount, maxIterations: MAX_ITERATIONS, random, seeding: plan.seeding })
    const nearest = sampled
      ? yield* nearestCentres(viewRows(samples, base.rows, base.view), run.centres, loops)
      : run.labels
    return number(base, nearest, run, samples, order)
  }

  function load({ view }: BasePlan, rows: Int32Array | null): PointSet {
    const everything = rows === null && view.features === null && view.projection === null
    if (everything && whole !== undefined) return whole
    const source = viewRows(samples, rows, view)
    const { rowCount: pointCount, columnCount: dimension } = source
    const shape = `${pointCount} x ${dimension}`
    const set = sets.get(shape) ?? createPointSet({ pointCount, dimension, capacity }, loops)
    sets.set(shape, set)
    // Another view of the same shape overwrites the set of all samples.
    if (whole === set) whole = undefined
    if (everything) {
      whole = set
      loadPoints(set, samples.values)
    } else {
      const values = new Float64Array(pointCount * dimension)
      source.read(0, pointCount, values)
      loadPoints(set, values)
    }
    return set
  }
}

/** The samples at the given places among the covered ones; `rows` is null when all samples are covered. */
function rowsAt(rows: Int32Array | null, places: Int32Array): Int32Array {
  return rows === null ? places : places.map(at => rows[at])
}

/** The runs with the smallest inertia, in their order. */
export function tightest(runs: readonly BaseClustering[], count: number): BaseClustering[] {
  const inertias = runs.map(({ model }) => ('inertia' in model ? model.inertia : Infinity))
  const places = [...runs.keys()].sort((a, b) => inertias[a] - inertias[b] || a - b)
  const kept = new Set(places.slice(0, count))
  return runs.filter((_, at) => kept.has(at))
}

/** The samples in another order. */
function samplesAt({ sampleCount, featureCount: d, values }: Samples, order: Int32Array): Samples {
  const ordered = new Float64Array(sampleCount * d)
  order.forEach((row, at) => {
    ordered.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  return { sampleCount, featureCount: d, values: ordered }
}

/**
 * Builds the labels of all samples from the labels of the covered samples. Clusters and their centres are numbered by
 * first appearance.
 */
function number(
  base: BasePlan,
  nearest: Labels,
  run: KMeansResult,
  { sampleCount, featureCount }: Samples,
  rowOrder: Int32Array | null,
): BaseClustering {
  const { kind, rows, view } = base
  const labels = new Int32Array(sampleCount).fill(-1)
  for (let i = 0; i < nearest.length; i++) {
    const place = rows === null ? i : rows[i]
    labels[rowOrder === null ? place : rowOrder[place]] = nearest[i]
  }
  const numbers = new Int32Array(run.centres.rowCount).fill(-1)
  const order: number[] = []
  for (let i = 0; i < sampleCount; i++) {
    const c = labels[i]
    if (c < 0) continue
    if (numbers[c] < 0) {
      numbers[c] = order.length
      order.push(c)
    }
    labels[i] = numbers[c]
  }

  const p = run.centres.columnCount
  const values = new Float64Array(order.length * p)
  order.forEach((c, at) => {
    values.set(run.centres.values.subarray(c * p, (c + 1) * p), at * p)
  })
  const centres = { rowCount: order.length, columnCount: p, values }
  const { inertia, iterations, converged } = run
  const fit = { centres, fittedCount: run.labels.length, inertia, iterations, converged }
  return { labels, model: { kind, featureCount, ...view, ...fit } }
}
