import {
  type ConsensusResult,
  type Dataset,
  embeddingPoints,
  type Labels,
  type Matrix,
  METHOD_NAMES,
  percentText,
} from '../../src/internal.js'
import { someOf } from '../some-of.js'
import type { Picture } from './messages.js'
import { orthonormalise } from './orthonormal.js'
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
  const [across, up] = view.shares.map((share, q) => `direction ${q + 1} (${percentText(share)} of the variance)`)
  const source = ownMethod
    ? ''
    : ` This method has no embedding; the plot shows the embedding of the method ${METHOD_NAMES[0]} on the same base clusterings.`
  return {
    places: spreadOut(fitted(Float32Array.from(view.coordinates)), confidence),
    across,
    up,
    words:
      'Samples that often share a base cluster are close together. Samples at the same position are spread into a ' +
      `disc, the most confident at its centre.${source}`,
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
export function featurePlane({ sampleCount: n, featureCount: d, values, featureNames }: Dataset): Picture {
  const means = new Float64Array(d)
  for (let at = 0; at < n * d; at++) means[at % d] += values[at] / n
  const directions = d > 2 ? principalDirections(values, means, n, d) : axes(d)
  const raw = new Float32Array(2 * n)
  for (let i = 0; i < n; i++) {
    for (let q = 0; q < 2; q++) {
      let sum = 0
      for (let j = 0; j < d; j++) sum += (values[i * d + j] - means[j]) * directions[q][j]
      raw[2 * i + q] = sum
    }
  }
  const [across, up] =
    d > 2 ? ['first principal component', 'second principal component'] : [featureNames[0], featureNames[1] ?? '']
  const words =
    d > 2
      ? 'The features of the samples, projected onto the first two principal components.'
      : 'The samples, plotted by their features.'
  return { places: fitted(raw), across, up, words }
}

function axes(d: number): Float64Array[] {
  return [0, 1].map(q => Float64Array.from({ length: d }, (_, j) => (j === q ? 1 : 0)))
}

/** Rounds of the iteration; a plot does not need high precision. */
const ROUNDS = 24

/** Maximum number of samples to compute the directions from. */
const MOST_ROWS = 20_000

/** The two leading principal directions, by subspace iteration on evenly spread rows. */
function principalDirections(values: Float64Array, means: Float64Array, n: number, d: number): Float64Array[] {
  const directions = [0, 1].map(q =>
    Float64Array.from({ length: d }, (_, j) => 1 / (1 + ((j + q * 3) % 7)) + (q ? -j % 2 : 0)),
  )
  const rows = someOf(n, MOST_ROWS)
  const next = [new Float64Array(d), new Float64Array(d)]
  for (let round = 0; round < ROUNDS; round++) {
    orthonormalise(directions)
    for (const direction of next) direction.fill(0)
    for (const i of rows) {
      for (let q = 0; q < 2; q++) {
        let dot = 0
        for (let j = 0; j < d; j++) dot += (values[i * d + j] - means[j]) * directions[q][j]
        for (let j = 0; j < d; j++) next[q][j] += dot * (values[i * d + j] - means[j])
      }
    }
    for (let q = 0; q < 2; q++) directions[q].set(next[q])
  }
  orthonormalise(directions)
  return directions
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
  const least = [Infinity, Infinity]
  const most = [-Infinity, -Infinity]
  for (let at = 0; at < places.length; at++) {
    least[at % 2] = Math.min(least[at % 2], places[at])
    most[at % 2] = Math.max(most[at % 2], places[at])
  }
  const half = Math.max(most[0] - least[0], most[1] - least[1]) / 2 || 1
  return Float32Array.from(places, (value, at) => (value - (least[at % 2] + most[at % 2]) / 2) / half)
}
