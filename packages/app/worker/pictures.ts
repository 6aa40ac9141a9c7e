import {
  type ConsensusResult,
  type Dataset,
  floatComponents,
  floatTable,
  type HotLoops,
  type Labels,
  type Matrix,
  METHOD_NAMES,
} from 'chorale/internal'
import { countText, embeddingPoints, percentText } from 'chorale-report/data'
import { someOf } from '../some-of.js'
import type { Axis, Picture } from './messages.js'
import { viewApart } from './view-apart.js'

/**
 * A plot of the embedding of a consensus, from the direction in which the clusters are best separated; null if the
 * embedding has only one dimension.
 */
export function embeddingPicture(
  { embedding, confidence }: ConsensusResult,
  labels: Labels,
  ownMethod: boolean,
): Picture | null {
  if (embedding === null) return null
  const view = viewApart(embedding, labels) ?? widestView(embedding, labels)
  if (view === null) return null
  const [across, up] = view.shares.map((_, q) => `direction ${q + 1}`)
  const source = ownMethod
    ? ''
    : ` This method has no embedding; the plot shows the embedding of the method ${METHOD_NAMES[0]} on the same base clusterings.`
  return {
    kind: 'consensus',
    places: spreadOut(robustlyFitted(Float32Array.from(view.coordinates)), confidence),
    across: { name: across, ticks: null },
    up: { name: up, ticks: null },
    words:
      'Samples that often share a base cluster are close together. Samples at the same position are spread into a ' +
      `disc, the most confident at its centre. Distances of outliers are compressed.${source}`,
  }
}

/** A plot of some rows as a plot of all samples, of which the others have no place. */
export function amongAll(picture: Picture | null, rows: Int32Array | null, count: number): Picture | null {
  if (picture === null || rows === null) return picture
  const places = new Float32Array(2 * count)
  const missing = new Uint8Array(count).fill(1)
  rows.forEach((row, at) => {
    places.set(picture.places.subarray(2 * at, 2 * at + 2), 2 * row)
    missing[row] = 0
  })
  const words = `${picture.words} It shows the ${countText(rows.length, 'row')} that the clusters were fitted on.`
  return { ...picture, places, missing, words }
}

/** A picture of a map. */
export function mapPicture(places: Float32Array, isOfFeatures: boolean): Picture {
  return {
    kind: 'map',
    places: robustlyFitted(places),
    across: { name: '', ticks: null },
    up: { name: '', ticks: null },
    words: isOfFeatures
      ? 'UMAP of the features: neighbours on the map have similar features. Distances between far groups, and axes, have no meaning.'
      : 'UMAP of the base clusterings: neighbours on the map often share a base cluster. Distances between far groups, and axes, have no meaning.',
  }
}

/** The embedding along its two directions of largest variance. */
function widestView(embedding: Matrix, labels: Labels) {
  const points = embeddingPoints(embedding, labels, { limit: Math.min(1e6, labels.length) })
  if (points === null) return null
  const { samples, directionCount, coordinates: found, shares } = points
  const coordinates = new Float64Array(2 * labels.length)
  samples.forEach((sample, at) => {
    coordinates[2 * sample] = found[at * directionCount]
    coordinates[2 * sample + 1] = found[at * directionCount + 1]
  })
  return { coordinates, shares: shares.slice(0, 2) }
}

/** A plot of the features: the two features, or the first two principal components of more. */
export function featurePlane(dataset: Dataset, loops: HotLoops): Picture {
  const { sampleCount: n, featureCount: d, values, featureNames, scaling } = dataset
  const means = new Float64Array(d)
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) means[j] += values[i * d + j] / n
  const directions = d > 2 ? principalDirections(dataset, loops) : axes(d)
  const raw = new Float32Array(2 * n)
  const along = [0, 0]
  for (let i = 0; i < n; i++) {
    for (let q = 0; q < 2; q++) {
      let sum = 0
      for (let j = 0; j < d; j++) sum += (values[i * d + j] - means[j]) * directions[q][j]
      raw[2 * i + q] = sum
      along[q] += sum * sum
    }
  }
  const { middle, half } = extentOf(raw)
  const places = raw.map((value, at) => (value - middle[at % 2]) / half)
  const total = d > 2 ? totalVariance(values, means, n, d) : 0
  const axis = (q: number): Axis => {
    if (d > 2) {
      const share = along[q] / (total || 1)
      return { name: `PC ${q + 1} (${percentText(share)} of the variance)`, ticks: { from: middle[q], by: half } }
    }
    if (q >= d) return { name: '', ticks: null }
    // The features themselves, in the units of the file.
    const { centre, spread } = scaling
    const from = centre[q] + spread[q] * (means[q] + middle[q])
    return { name: featureNames[q], ticks: { from, by: spread[q] * half } }
  }
  return {
    kind: 'features',
    places,
    across: axis(0),
    up: axis(1),
    words:
      d > 2
        ? 'The scaled features of the samples, projected onto their first two principal components.'
        : 'The samples, plotted by their features.',
  }
}

/** The sum of the squared distances to the mean. */
function totalVariance(values: Float64Array, means: Float64Array, n: number, d: number): number {
  let total = 0
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) total += (values[i * d + j] - means[j]) ** 2
  return total
}

function axes(d: number): Float64Array[] {
  return [0, 1].map(q => Float64Array.from({ length: d }, (_, j) => (j === q ? 1 : 0)))
}

/** Maximum number of samples to compute the directions from; fewer where they have many features. */
const MOST_ROWS = 20_000
const MOST_VALUES = 1e6
const LEAST_ROWS = 1000

/** The two leading principal directions of evenly spread rows. */
function principalDirections(dataset: Dataset, loops: HotLoops): Float64Array[] {
  const { sampleCount: n, featureCount: d } = dataset
  const rows = someOf(n, Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(MOST_VALUES / d))))
  const steps = floatComponents(floatTable(dataset, rows), 2, loops)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { axes: found, variances } = step.value
  const count = variances.length
  return [0, 1].map(q => Float64Array.from({ length: d }, (_, j) => (q < count ? found[j * count + q] : 0)))
}

/** Positions that differ by less than this count as the same. */
const SAME = 1 / 150

/** The golden angle: samples that are placed with it fill a disc evenly. */
const TURN = Math.PI * (3 - Math.sqrt(5))

/** Spreads samples at the same position into a disc whose area is proportional to their number. */
export function spreadOut(places: Float32Array<ArrayBuffer>, confidence: Float64Array): Float32Array<ArrayBuffer> {
  const count = places.length / 2
  const step = Math.min(0.0125, 0.4 / Math.sqrt(count))
  const groups = new Map<number, number[]>()
  for (let i = 0; i < count; i++) {
    const key = Math.round(places[2 * i] / SAME) * 4096 + Math.round(places[2 * i + 1] / SAME)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [i])
    else group.push(i)
  }
  for (const group of groups.values()) {
    if (group.length === 1) continue
    group.sort((a, b) => confidence[b] - confidence[a] || a - b)
    group.forEach((sample, at) => {
      const distance = step * Math.sqrt(at)
      places[2 * sample] += distance * Math.cos(at * TURN)
      places[2 * sample + 1] += distance * Math.sin(at * TURN)
    })
  }
  return fitted(places)
}

/** Moves and scales the positions into [-1, 1], with the same scale in both directions. */
export function fitted(places: Float32Array): Float32Array<ArrayBuffer> {
  const { middle, half } = extentOf(places)
  return Float32Array.from(places, (value, at) => (value - middle[at % 2]) / half)
}

/** The middle of the positions in both directions, and half the length of the longer side. */
function extentOf(places: Float32Array): { middle: [number, number]; half: number } {
  let left = Infinity
  let right = -Infinity
  let bottom = Infinity
  let top = -Infinity
  for (let at = 0; at < places.length; at += 2) {
    left = Math.min(left, places[at])
    right = Math.max(right, places[at])
    bottom = Math.min(bottom, places[at + 1])
    top = Math.max(top, places[at + 1])
  }
  return { middle: [(left + right) / 2, (bottom + top) / 2], half: Math.max(right - left, top - bottom) / 2 || 1 }
}

/** The share of the samples that keep their distances in {@link robustlyFitted}. */
const KEPT = 0.96

/** The length of the margin for the others, as a share of the part that is kept. */
const MARGIN = 0.2

/** Samples that the quantiles are computed from. */
const MOST_FOR_QUANTILES = 20_000

/**
 * Scales the positions into [-1, 1] by quantiles: a few far samples cannot squeeze all others into a point. What lies
 * beyond the quantiles is compressed into a margin; the order along each axis stays. Both directions have their own
 * scale.
 */
export function robustlyFitted(places: Float32Array): Float32Array<ArrayBuffer> {
  const scaled = new Float32Array(places.length)
  const chosen = someOf(places.length / 2, MOST_FOR_QUANTILES)
  for (let q = 0; q < 2; q++) {
    const sorted = Float32Array.from(chosen, i => places[2 * i + q]).sort()
    const quantile = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
    const least = sorted[0]
    const most = sorted[sorted.length - 1]
    let low = quantile((1 - KEPT) / 2)
    let high = quantile((1 + KEPT) / 2)
    if (high - low > 0.8 * (most - least) || high === low) {
      low = least
      high = most
    }
    const half = (high - low) / 2 || 1
    const middle = (high + low) / 2
    for (let i = q; i < places.length; i += 2) {
      const value = (places[i] - middle) / half
      const beyond = Math.abs(value) - 1
      scaled[i] = beyond <= 0 ? value : Math.sign(value) * (1 + (MARGIN * beyond) / (beyond + 1))
    }
  }
  return stretched(scaled)
}

/** Fits both directions into [-1, 1] separately. */
function stretched(places: Float32Array): Float32Array<ArrayBuffer> {
  const ranges = [0, 1].map(q => {
    let least = Infinity
    let most = -Infinity
    for (let at = q; at < places.length; at += 2) {
      least = Math.min(least, places[at])
      most = Math.max(most, places[at])
    }
    return { middle: (least + most) / 2, half: (most - least) / 2 || 1 }
  })
  return Float32Array.from(places, (value, at) => (value - ranges[at % 2].middle) / ranges[at % 2].half)
}

/**
 * Turns and mirrors positions so that they come as close as possible to those of the same samples in another picture
 * (Procrustes in the plane): a sample stays where it was as far as the data allow.
 */
export function alignedTo(places: Float32Array, target: Float32Array): Float32Array<ArrayBuffer> {
  let xx = 0
  let xy = 0
  let yx = 0
  let yy = 0
  for (let at = 0; at < places.length; at += 2) {
    xx += places[at] * target[at]
    xy += places[at] * target[at + 1]
    yx += places[at + 1] * target[at]
    yy += places[at + 1] * target[at + 1]
  }
  // The better of the best rotation and the best reflection.
  const isMirrored = Math.hypot(xx - yy, xy + yx) > Math.hypot(xx + yy, xy - yx)
  const sign = isMirrored ? -1 : 1
  const angle = Math.atan2(xy - sign * yx, xx + sign * yy)
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  const turned = new Float32Array(places.length)
  for (let at = 0; at < places.length; at += 2) {
    const x = places[at]
    const y = sign * places[at + 1]
    turned[at] = cosine * x - sine * y
    turned[at + 1] = sine * x + cosine * y
  }
  return fitted(turned)
}
