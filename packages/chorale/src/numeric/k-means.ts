import { checkClusterCount, checkInteger, checkSeed, InputError, invalid } from '../errors.js'
import { runToEnd, type Steps } from '../pause.js'
import type { Labels, Matrix } from '../types.js'
import type { HotLoops } from './loops/hot-loops.js'
import { squaredDistance } from './loops/squared-distance.js'
import { nearestCentre } from './nearest-centres.js'
import { createPointSet, loadPoints, type PointSet, packCentre, padCentres, pointSetBytes } from './point-set.js'
import { type Random, randomFor } from './random.js'
import { type Seeding, seedCentres } from './seeding.js'

export interface KMeansOptions {
  clusterCount: number
  /** Number of runs from different starts; the one with the lowest inertia is kept (ties go to the first). */
  restarts?: number
  maxIterations?: number
  seed: number
  /** Multiplicity of each point: a weight of 2 has the same effect as giving the point twice. */
  weights?: Float64Array
  loops: HotLoops
}

const DEFAULTS = { restarts: 1, maxIterations: 100 }

export interface KMeansResult {
  /** The nearest centre of each point (ties go to the lowest), numbered by the centres, not by first appearance. */
  readonly labels: Labels
  /** k x d */
  readonly centres: Matrix
  /** Σᵢ wᵢ |xᵢ - c(i)|², in f64. */
  readonly inertia: number
  readonly iterations: number
  /** Whether the labels stopped changing before `maxIterations`. */
  readonly converged: boolean
  /** Number of clusters with a point; lower than requested only if there are fewer distinct points. */
  readonly filledCount: number
}

/**
 * k-means: k-means++ starts, then Lloyd's iteration until no label changes.
 *
 * The assignment runs in f32 hot loops; a point whose two nearest centres are too close in f32 is decided in f64,
 * so the labels are those of an f64 computation. Sums are exact (see point-set.ts), so the order of the points and
 * weights in place of repeated points change nothing but the draws of the start.
 * A centre that loses all its points moves to the point that is farthest from its own centre, the first of equals;
 * several such centres go to different places.
 */
export function kMeans(points: Matrix, options: KMeansOptions): KMeansResult {
  return runToEnd(kMeansRuns(points, options))
}

/** The same in steps. */
export function* kMeansRuns(points: Matrix, options: KMeansOptions): Steps<KMeansResult> {
  const { clusterCount, seed, weights, loops } = options
  const { restarts = DEFAULTS.restarts, maxIterations = DEFAULTS.maxIterations } = options
  checkPoints('kMeans', points)
  checkClusterCount('kMeans', clusterCount, points.rowCount)
  checkInteger('kMeans', 'restarts', restarts, 1, 1e6)
  checkInteger('kMeans', 'maxIterations', maxIterations, 1, 1e6)
  checkSeed('kMeans', seed)
  checkWeights('kMeans', weights, points.rowCount)

  const size = { pointCount: points.rowCount, dimension: points.columnCount, capacity: clusterCount }
  checkRoom('kMeans', pointSetBytes(size))
  const set = createPointSet(size, loops)
  loadPoints(set, points.values, weights)
  let best: KMeansResult | undefined
  for (let restart = 0; restart < restarts; restart++) {
    const found = yield* kMeansSteps(set, { clusterCount, maxIterations, random: randomFor(seed, restart) })
    if (best === undefined || found.inertia < best.inertia) best = found
  }
  return best!
}

export interface KMeansRunOptions {
  clusterCount: number
  maxIterations: number
  random: Random
  seeding?: Seeding
}

/**
 * One start of k-means on prepared points, for callers that cluster the same points many times, in steps.
 */
export function* kMeansSteps(
  set: PointSet,
  { clusterCount: k, maxIterations, random, seeding }: KMeansRunOptions,
): Steps<KMeansResult> {
  const { labels, sums } = set.assign.tables
  const clusters: Clusters = {
    clusterCount: k,
    groupCount: padCentres(set, k),
    mass: new Float64Array(k),
    members: new Int32Array(k),
    stale: new Uint8Array(k),
    moves: new Float64Array(k),
    hasMoved: false,
  }
  yield* seedCentres(set, k, random, seeding)
  for (let c = 0; c < k; c++) packCentre(set, c)
  labels.fill(UNLABELED)
  sums.fill(0)

  let iterations = 0
  let converged = false
  while (!converged && iterations < maxIterations) {
    iterations++
    converged = (yield* reassign(set, clusters)) === 0
    if (!converged) moveCentres(set, clusters)
    yield
  }
  // The labels always belong to the centres that are returned.
  if (!converged) yield* reassign(set, clusters)

  return {
    labels: labels.slice(0, set.pointCount),
    centres: centresOf(set, k),
    inertia: set.assign.inertia() / set.scale / set.scale,
    iterations,
    converged,
    filledCount: clusters.members.reduce((count, members) => count + (members > 0 ? 1 : 0), 0),
  }
}

/** The centres in data coordinates. */
function centresOf({ dimension: d, shift, scale, assign }: PointSet, k: number): Matrix {
  const { exactCentres } = assign.tables
  const values = new Float64Array(k * d)
  for (let c = 0; c < k; c++) {
    for (let j = 0; j < d; j++) values[c * d + j] = shift[j] + exactCentres[c * d + j] / scale
  }
  return { rowCount: k, columnCount: d, values }
}

/** Neither a label nor the complement of one. */
const UNLABELED = 0x7fffffff

/** The state of a run, in addition to the tables of the hot loop. */
interface Clusters {
  readonly clusterCount: number
  /** Groups of centres in the tables. */
  readonly groupCount: number
  /** Weight of the members, and their number: fractional weights need not sum to exactly 0. */
  readonly mass: Float64Array
  readonly members: Int32Array
  /** 1 if a member was added or removed since the centre was last computed. */
  readonly stale: Uint8Array
  /** How far each centre moved in the last iteration, if there was one. */
  readonly moves: Float64Array
  hasMoved: boolean
}

/** Assigns every point to its nearest centre; returns how many labels changed. */
function* reassign(set: PointSet, clusters: Clusters): Steps<number> {
  const { clusterCount, groupCount, mass, members, stale } = clusters
  const { labels, next, touched, weights, rows, exactCentres } = set.assign.tables
  if (clusters.hasMoved) setSteps(set, clusters)
  const touchedCount = yield* set.assign.nearest(groupCount, 2 * set.rounding, clusters.hasMoved)
  let moved = 0
  for (let t = 0; t < touchedCount; t++) {
    const i = touched[t]
    // The rest is the padding of the last block.
    if (i >= set.pointCount) break
    if (next[i] < 0) next[i] = nearestCentre(rows, i, exactCentres, clusterCount, set.dimension)
    const from = labels[i]
    const to = next[i]
    if (from === to) continue
    touched[moved++] = i
    if (from !== UNLABELED) {
      mass[from] -= weights[i]
      members[from] -= 1
      stale[from] = 1
    }
    mass[to] += weights[i]
    members[to] += 1
    stale[to] = 1
  }
  set.assign.move(moved, clusterCount)
  return moved
}

/** What the last move can have taken off the margin of a point of each cluster: its own centre and any other moved. */
function setSteps({ assign }: PointSet, { clusterCount, moves }: Clusters): void {
  const { steps } = assign.tables
  let largest = 0
  for (let c = 0; c < clusterCount; c++) largest = Math.max(largest, moves[c])
  // The factor outweighs the rounding to f32.
  for (let c = 0; c < clusterCount; c++) steps[c] = (moves[c] + largest) * (1 + 1e-6)
}

function moveCentres(set: PointSet, clusters: Clusters): void {
  const { clusterCount, mass, members, stale, moves } = clusters
  const { dimension: d } = set
  const { exactCentres, sums, rows } = set.assign.tables
  const empty: number[] = []
  for (let c = 0; c < clusterCount; c++) if (members[c] === 0) empty.push(c)
  const places = empty.length > 0 ? farthestPoints(set, empty.length) : []

  for (const c of empty) {
    sums.fill(0, c * d, (c + 1) * d)
    mass[c] = 0
    stale[c] = 0
  }
  moves.fill(0)
  for (let c = 0; c < clusterCount; c++) {
    if (stale[c] === 0) continue
    let square = 0
    for (let j = c * d; j < (c + 1) * d; j++) {
      const mean = sums[j] / mass[c]
      const change = mean - exactCentres[j]
      square += change * change
      exactCentres[j] = mean
    }
    moves[c] = Math.sqrt(square)
    packCentre(set, c)
    stale[c] = 0
  }
  places.forEach((i, at) => {
    const c = empty[at]
    moves[c] = Math.sqrt(squaredDistance(rows, i * d, exactCentres, c * d, d, Infinity))
    exactCentres.set(rows.subarray(i * d, (i + 1) * d), c * d)
    packCentre(set, c)
  })
  clusters.hasMoved = true
}

/**
 * Up to `count` points, each the farthest from its centre and from the points taken before it.
 * Fewer where all others coincide with one of those; their centres then stay where they are, without points.
 */
function farthestPoints(set: PointSet, count: number): number[] {
  const { pointCount: n, dimension: d } = set
  const { labels, rows, exactCentres } = set.assign.tables
  const distances = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    distances[i] = squaredDistance(rows, i * d, exactCentres, labels[i] * d, d, Infinity)
  }

  const places: number[] = []
  while (places.length < count) {
    let farthest = 0
    for (let i = 1; i < n; i++) if (distances[i] > distances[farthest]) farthest = i
    if (!(distances[farthest] > 0)) break
    places.push(farthest)
    for (let i = 0; i < n; i++) {
      distances[i] = Math.min(distances[i], squaredDistance(rows, i * d, rows, farthest * d, d, distances[i]))
    }
  }
  return places
}

/** Squares must stay finite. */
const LARGEST = 1e150

export function checkPoints(caller: string, { rowCount, columnCount, values }: Matrix): void {
  if (rowCount < 1 || columnCount < 1) {
    throw invalid(caller, 'points', 'have at least one row and one column', `${rowCount} x ${columnCount}`)
  }
  if (values.length !== rowCount * columnCount) {
    throw invalid(caller, 'points', `have rowCount x columnCount values (${rowCount * columnCount})`, values.length)
  }
  for (let at = 0; at < values.length; at++) {
    if (Math.abs(values[at]) <= LARGEST) continue
    const place = `row ${Math.floor(at / columnCount)}, column ${at % columnCount}`
    throw invalid(caller, 'points', `be finite numbers of size at most ${LARGEST}`, `${values[at]} at ${place}`)
  }
}

function checkRoom(caller: string, byteCount: number): void {
  if (byteCount < 2 ** 31 - 2 ** 20) return
  const gigabytes = (byteCount / 2 ** 30).toFixed(1)
  throw new InputError(
    `${caller}: points must fit into 2 GiB of working memory (12 bytes per value); they need ${gigabytes} GiB`,
  )
}

function checkWeights(caller: string, weights: Float64Array | undefined, pointCount: number): void {
  if (weights === undefined) return
  if (weights.length !== pointCount) {
    throw invalid(caller, 'weights', `have one value per point (${pointCount})`, `${weights.length} values`)
  }
  const bad = weights.findIndex(weight => !(Number.isFinite(weight) && weight > 0))
  if (bad < 0) return
  throw invalid(caller, 'weights', 'be finite numbers above 0', `${weights[bad]} at ${bad}`)
}
