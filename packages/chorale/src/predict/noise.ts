import { samplesForDistance } from '../base/distance.js'
import type { FeatureMap } from '../base/feature-map.js'
import type { GeneratedEnsemble } from '../base/generate.js'
import { NEIGHBOUR_GRAPHS } from '../base/graphs-plan.js'
import { contentHash } from '../numeric/content-hash.js'
import { log2 } from '../numeric/exp-log.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { mapRows } from '../numeric/loops/map-rows.js'
import { sampleHashed } from '../numeric/sample-rows.js'
import type { Labels, Matrix, Samples } from '../types.js'

/**
 * Which rows belong to no cluster.
 *
 *   u(x) = the logarithm of the distance from x to its NEIGHBOURS-th nearest reference row of its own cluster
 *   z(x) = (u(x) - min(median of the cluster, L + WIDER T)) / T
 *
 * L is the median of u in a typical cluster, and T the width of the lower half of its values, from the 5th percentile to
 * the median: the lower half, because rows of no cluster are far away and can only widen the upper one. A row is noise if
 * z > CUT. Clusters may have different densities, but only up to a limit: rows of no cluster can make up a cluster of
 * their own, and that is much thinner than the others.
 *
 * The constants come from draws with 10 % of background (docs/embeddings.md has the precision and recall) and without any.
 */
export interface NoiseModel {
  /** From features to the coordinates of the references; null: the features themselves. */
  readonly map: FeatureMap | null
  /** Rows of the fit, those of each cluster together. */
  readonly references: Matrix
  /** The first reference of every cluster, and the number of all. */
  readonly starts: Int32Array
  /** What u is compared with in every cluster. */
  readonly centres: Float64Array
  /** T; 0 if distances cannot tell noise, because most rows are equal. */
  readonly width: number
  /** Squared distances count as at least this: equal rows are not infinitely dense. */
  readonly least: number
}

/** Rank of the neighbour whose distance counts; a row that is a reference is its own first neighbour. */
const NEIGHBOURS = 8
/** References: at most `most` for each cluster and about `all` together, but not fewer than `fewest` for each. */
const REFERENCES = { most: 200, all: 4000, fewest: 20 }
/** How many widths thinner than a typical one a cluster may be. */
const WIDER = 1.5
/** How many widths beyond the median of its cluster a row is noise. */
const CUT = 3
/** From here on an outlier score is noise. */
const NOISE_SCORE = 0.5
/** The same references for every seed. */
const STREAM = 41
/** Share of the median squared distance below which distances do not differ. */
const LEAST_SHARE = 1e-3

/** Learns from the rows of a fit what belongs to no cluster. The samples are those of the ensemble before its distance. */
export function noiseModel(
  given: Samples,
  labels: Labels,
  { models, distance }: Pick<GeneratedEnsemble, 'models' | 'distance'>,
  loops: HotLoops,
): NoiseModel {
  const map =
    models.flatMap(model => ('base' in model && model.base === NEIGHBOUR_GRAPHS ? [model.map] : []))[0] ?? null
  const samples = samplesForDistance(given, distance)
  const { sampleCount: n } = samples
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const members = membersOf(labels, clusterCount)
  const most = Math.min(REFERENCES.most, Math.max(REFERENCES.fewest, Math.floor(REFERENCES.all / clusterCount)))
  const hashOf = contentHash(samples)
  // By their contents, so that the order of the rows does not matter.
  const chosen = members.map(rows => {
    const hashes = Uint32Array.from(rows, hashOf)
    const places = sampleHashed(hashes, { count: Math.min(most, rows.length), seed: STREAM })
    return Array.from(places, place => rows[place])
  })
  const starts = new Int32Array(clusterCount + 1)
  for (let c = 0; c < clusterCount; c++) starts[c + 1] = starts[c] + chosen[c].length
  const references = pickedRows(samples, chosen.flat(), map, loops)
  const open = { map, references, starts, centres: new Float64Array(clusterCount), width: 1, least: 0 }

  const squares = neighbourSquares(open, samples.values, n, labels, loops)
  const least = LEAST_SHARE * (quantile(squares.slice().sort(), 0.5) || quantile(squares.slice().sort(), 1))
  const far = squares.map(square => halfLog(square, least))
  const spreads = members.map(rows => {
    const sorted = Float64Array.from(rows, row => far[row]).sort()
    return { weight: rows.length, centre: quantile(sorted, 0.5), width: quantile(sorted, 0.5) - quantile(sorted, 0.05) }
  })
  const width = typical(spreads, 'width')
  const limit = typical(spreads, 'centre') + WIDER * width
  const centres = Float64Array.from(spreads, ({ centre }) => Math.min(centre, limit))
  return { ...open, centres, width, least }
}

/** Scores rows with their clusters: 0 in the middle of a cluster, to 1 infinitely far away; above 0.5 is noise. */
export function outlierScores(
  model: NoiseModel,
  rows: Float64Array,
  rowCount: number,
  labels: Labels,
  loops: HotLoops,
): Float64Array {
  const { centres, width, least } = model
  const squares = neighbourSquares(model, rows, rowCount, labels, loops)
  return squares.map((square, i) => {
    if (labels[i] < 0) return Number.NaN
    const beyond = width > 0 ? Math.max(0, halfLog(square, least) - centres[labels[i]]) / width : 0
    return beyond / (beyond + CUT)
  })
}

/** Takes rows of no cluster out of their clusters; returns the outlier score of every row. */
export function markNoise(
  model: NoiseModel,
  rows: Float64Array,
  { labels, confidence }: { readonly labels: Labels; readonly confidence: Float64Array },
  loops: HotLoops,
): Float64Array {
  const scores = outlierScores(model, rows, labels.length, labels, loops)
  for (let i = 0; i < labels.length; i++) {
    if (!(scores[i] > NOISE_SCORE)) continue
    labels[i] = -1
    confidence[i] = 0
  }
  return scores
}

/** The logarithm of a distance from its square. */
function halfLog(square: number, least: number): number {
  return 0.5 * log2(Math.max(square, least, Number.MIN_VALUE))
}

/**
 * The squared distance of every row to its NEIGHBOURS-th nearest reference of its cluster, or to the last one. What a map
 * leaves out of a row counts as distance, too: it is as far from the references as from everything else.
 */
function neighbourSquares(
  { map, references, starts }: NoiseModel,
  rows: Float64Array,
  rowCount: number,
  labels: Labels,
  loops: HotLoops,
): Float64Array {
  const { columnCount: p, values } = references
  const seen = map === null ? rows : mapRows(loops, map, rows, rowCount)
  const nearest = new Float64Array(NEIGHBOURS)
  return Float64Array.from({ length: rowCount }, (_, i) => {
    const cluster = labels[i]
    if (cluster < 0) return Number.NaN
    nearest.fill(Infinity)
    let found = 0
    for (let r = starts[cluster]; r < starts[cluster + 1]; r++, found++) {
      let square = 0
      for (let q = 0; q < p; q++) square += (seen[i * p + q] - values[r * p + q]) ** 2
      let at = NEIGHBOURS
      while (at > 0 && square < nearest[at - 1]) at--
      if (at === NEIGHBOURS) continue
      nearest.copyWithin(at + 1, at, NEIGHBOURS - 1)
      nearest[at] = square
    }
    const rest = map === null ? 0 : unseenSquare(map, rows, seen, i)
    return nearest[Math.min(found, NEIGHBOURS) - 1] + rest
  })
}

/** The squared length of what a map with orthonormal axes leaves out of a row. */
function unseenSquare(
  { inputCount: d, outputCount: p, centre }: FeatureMap,
  rows: Float64Array,
  seen: Float64Array,
  i: number,
) {
  let square = 0
  for (let f = 0; f < d; f++) square += (rows[i * d + f] - centre[f]) ** 2
  for (let q = 0; q < p; q++) square -= seen[i * p + q] ** 2
  return Math.max(0, square)
}

function pickedRows(samples: Samples, rows: readonly number[], map: FeatureMap | null, loops: HotLoops): Matrix {
  const { featureCount: d, values } = samples
  const picked = new Float64Array(rows.length * d)
  rows.forEach((row, at) => {
    picked.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  if (map === null) return { rowCount: rows.length, columnCount: d, values: picked }
  const { outputCount: columnCount } = map
  return { rowCount: rows.length, columnCount, values: mapRows(loops, map, picked, rows.length) }
}

function membersOf(labels: Labels, clusterCount: number): number[][] {
  const members: number[][] = Array.from({ length: clusterCount }, () => [])
  labels.forEach((label, row) => {
    members[label].push(row)
  })
  return members
}

/** The value of the cluster in which the middle row is, when clusters are sorted by it. */
function typical<Key extends 'centre' | 'width'>(
  spreads: readonly ({ readonly weight: number } & Record<Key, number>)[],
  key: Key,
): number {
  const sorted = spreads.filter(({ weight }) => weight > 0).sort((a, b) => a[key] - b[key])
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let sum = 0
  for (const each of sorted) {
    sum += each.weight
    if (sum >= half) return each[key]
  }
  return 0
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}
