import type { Dataset, Labels } from 'chorale/internal'
import { symmetricEigen } from 'chorale/internal'
import { centre, drawSamples, type EmbeddingPoints, leadingSign, scatterMatrix } from './embedding-points.js'

/** Maximum number of points. */
const MOST_POINTS = 1500

/** Up to this many features, the principal components are exact; above, they are computed by iteration. */
const MOST_EXACT = 64
const ROUNDS = 30

/** The samples in the plane of the two features, or of the first two principal components of more. */
export interface FeaturePoints extends EmbeddingPoints {
  /** What the two axes show: a feature, or a principal component. */
  readonly axes: readonly [across: string, up: string]
}

/**
 * A map of the samples by their features: their places on the earth if latitude and longitude are among them; otherwise as they
 * were clustered, the two features or the first two principal components.
 * Null with one feature.
 */
export function featurePoints(dataset: Dataset, labels: Labels, seed = 1): FeaturePoints | null {
  const { sampleCount, featureCount: d, values, featureNames } = dataset
  if (d < 2) return null
  const samples = drawSamples(labels, MOST_POINTS, seed)
  const places = placesOf(dataset, samples)
  if (places !== null) return places
  const rows = new Float64Array(samples.length * d)
  samples.forEach((sample, at) => {
    rows.set(values.subarray(sample * d, (sample + 1) * d), at * d)
  })
  centre(rows, samples.length, d)
  const directions = d === 2 ? [Float64Array.of(1, 0), Float64Array.of(0, 1)] : principalDirections(rows, d)
  const total = rows.reduce((sum, value) => sum + value * value, 0)
  const coordinates = new Float64Array(2 * samples.length)
  const shares = directions.map((direction, q) => {
    let square = 0
    for (let at = 0; at < samples.length; at++) {
      let sum = 0
      for (let j = 0; j < d; j++) sum += rows[at * d + j] * direction[j]
      coordinates[2 * at + q] = sum
      square += sum * sum
    }
    return total > 0 ? square / total : 0
  })
  const axes = d === 2 ? ([featureNames[0], featureNames[1]] as const) : (['component 1', 'component 2'] as const)
  return { sampleCount, samples, directionCount: 2, coordinates, shares, axes }
}

const LATITUDE = /^lat(itude)?$/i
const LONGITUDE = /^(lon|lng|long|longitude)$/i

/** The samples where they are on the earth, if latitude and longitude are features: a degree is as wide as in the middle. */
function placesOf(dataset: Dataset, samples: Int32Array): FeaturePoints | null {
  const { sampleCount, featureCount: d, values, featureNames, scaling } = dataset
  const [up, across] = [LATITUDE, LONGITUDE].map(name => featureNames.findIndex(feature => name.test(feature)))
  if (up < 0 || across < 0) return null
  const degrees = [across, up].map(feature =>
    Float64Array.from(samples, i => scaling.centre[feature] + scaling.spread[feature] * values[i * d + feature]),
  )
  const isOnEarth = degrees[0].every(x => Math.abs(x) <= 360) && degrees[1].every(y => Math.abs(y) <= 90)
  if (!isOnEarth) return null
  const [west, south] = degrees.map(column => column.reduce((sum, degree) => sum + degree, 0) / samples.length)
  const width = Math.cos((south * Math.PI) / 180)
  const coordinates = Float64Array.from({ length: 2 * samples.length }, (_, at) =>
    at % 2 === 0 ? (degrees[0][at >> 1] - west) * width : degrees[1][at >> 1] - south,
  )
  const squares = [0, 1].map(q => coordinates.reduce((sum, x, at) => sum + (at % 2 === q ? x * x : 0), 0))
  const total = squares[0] + squares[1]
  const shares = squares.map(square => (total > 0 ? square / total : 0))
  return {
    sampleCount,
    samples,
    directionCount: 2,
    coordinates,
    shares,
    axes: [featureNames[across], featureNames[up]],
  }
}

/** The two directions of largest variance of centred rows. */
function principalDirections(rows: Float64Array, d: number): Float64Array[] {
  const found =
    d <= MOST_EXACT
      ? [0, 1].map(q => symmetricEigen(scatterMatrix(rows, d), d).vectors.slice(q * d, (q + 1) * d))
      : iterated(rows, d)
  return found.map(direction => {
    const sign = leadingSign(direction)
    return direction.map(value => sign * value)
  })
}

/** Subspace iteration: enough digits for a chart, without a d x d matrix. */
function iterated(rows: Float64Array, d: number): Float64Array[] {
  let directions = [0, 1].map(q => Float64Array.from({ length: d }, (_, j) => 1 + (((j + 1) * (q + 1) * 0.618) % 1)))
  for (let round = 0; round < ROUNDS; round++) {
    orthonormalise(directions)
    const next = directions.map(() => new Float64Array(d))
    for (let from = 0; from < rows.length; from += d) {
      directions.forEach((direction, q) => {
        let dot = 0
        for (let j = 0; j < d; j++) dot += rows[from + j] * direction[j]
        for (let j = 0; j < d; j++) next[q][j] += dot * rows[from + j]
      })
    }
    directions = next
  }
  orthonormalise(directions)
  return directions
}

function orthonormalise([first, second]: Float64Array[]): void {
  normalise(first)
  const dot = first.reduce((sum, value, j) => sum + value * second[j], 0)
  for (let j = 0; j < second.length; j++) second[j] -= dot * first[j]
  normalise(second)
}

function normalise(vector: Float64Array): void {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (length > 0) for (let j = 0; j < vector.length; j++) vector[j] /= length
}
