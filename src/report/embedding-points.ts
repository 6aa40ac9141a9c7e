import { checkInteger, checkOptionNames } from '../check.js'
import { randomFor } from '../numeric/random.js'
import { drawSubset } from '../numeric/subset.js'
import { symmetricEigen } from '../numeric/symmetric-eigen.js'
import type { Labels, Matrix } from '../types.js'

/** Options of {@link embeddingPoints}. */
export interface EmbeddingPointsOptions {
  /** Points at most. */
  limit?: number
  /** Draws the points when there are more samples than that. */
  seed?: number
}

const DEFAULTS = { limit: 1500, seed: 1 }

/** Of every cluster at least so many samples are drawn, if it has them. */
const LEAST_PER_CLUSTER = 12

/** Directions to look along. */
const MOST_DIRECTIONS = 3

/** Coordinates of the embedding that are looked at; beyond so many clusters no flat picture can show them all. */
const MOST_COORDINATES = 64

/** The embedding as a flat picture. */
export interface EmbeddingPoints {
  readonly sampleCount: number
  /** The samples that are drawn, ascending; all of them up to the limit. */
  readonly samples: Int32Array
  /** 2 or 3. */
  readonly directionCount: number
  /** samples.length x directionCount. */
  readonly coordinates: Float64Array
  /** The share of the variation of the drawn samples along each direction. */
  readonly shares: readonly number[]
}

/**
 * The rows of Z, scaled to length 1 as the method sees them, along the directions in which they differ most
 * (principal components: a rotation, nothing is stretched). Null where the embedding has one dimension only.
 *
 * Every dimension of Z takes part, so that a first eigenvector that is the same for all samples wastes no axis.
 *
 * @example
 * ```ts
 * import { cluster, sampleShape } from 'chorale'
 * import { embeddingPoints } from 'chorale/report'
 *
 * const { consensus, labels } = await cluster(sampleShape('blobs'), { clusterCount: 3 })
 * const points = embeddingPoints(consensus.embedding!, labels, { limit: 100 })
 * console.log(points?.samples.length, points?.directionCount) // 90 3
 * ```
 */
export function embeddingPoints(
  embedding: Matrix,
  labels: Labels,
  options: EmbeddingPointsOptions = {},
): EmbeddingPoints | null {
  checkOptionNames('embeddingPoints', options, ['limit', 'seed'] satisfies (keyof EmbeddingPointsOptions)[])
  const { limit, seed } = { ...DEFAULTS, ...options }
  checkInteger('embeddingPoints', 'limit', limit, 1, 1e6)
  const { rowCount, columnCount } = embedding
  if (columnCount < 2) return null
  const samples = drawSamples(labels, limit, seed)
  const width = Math.min(columnCount, MOST_COORDINATES)
  const rows = unitRows(embedding, samples, width)
  centre(rows, samples.length, width)
  const { values, vectors } = symmetricEigen(scatterMatrix(rows, width), width)

  const directionCount = Math.min(width, MOST_DIRECTIONS)
  const coordinates = new Float64Array(samples.length * directionCount)
  for (let q = 0; q < directionCount; q++) {
    const sign = leadingSign(vectors.subarray(q * width, (q + 1) * width))
    for (let at = 0; at < samples.length; at++) {
      let sum = 0
      for (let j = 0; j < width; j++) sum += rows[at * width + j] * vectors[q * width + j]
      coordinates[at * directionCount + q] = sign * sum
    }
  }
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const shares = Array.from(values.subarray(0, directionCount), value => (total > 0 ? Math.max(0, value) / total : 0))
  return { sampleCount: rowCount, samples, directionCount, coordinates, shares }
}

/** All samples, or so many that every cluster shows in proportion to its size, small ones a little more. */
function drawSamples(labels: Labels, limit: number, seed: number): Int32Array {
  const n = labels.length
  if (n <= limit) return Int32Array.from(labels, (_, i) => i)
  const members: number[][] = []
  labels.forEach((label, i) => {
    members[label] ??= []
    members[label].push(i)
  })
  const clusters = members.filter(cluster => cluster !== undefined)
  const least = Math.min(LEAST_PER_CLUSTER, Math.floor(limit / clusters.length))
  const open = limit - clusters.reduce((sum, cluster) => sum + Math.min(least, cluster.length), 0)
  const drawn = clusters.flatMap((cluster, c) => {
    const certain = Math.min(least, cluster.length)
    const size = certain + Math.floor((open * (cluster.length - certain)) / n)
    return Array.from(drawSubset(cluster.length, size, randomFor(seed, c)), at => cluster[at])
  })
  return Int32Array.from(drawn).sort()
}

function unitRows({ columnCount, values }: Matrix, samples: Int32Array, width: number): Float64Array {
  const rows = new Float64Array(samples.length * width)
  samples.forEach((sample, at) => {
    const row = values.subarray(sample * columnCount, (sample + 1) * columnCount)
    let square = 0
    for (const value of row) square += value * value
    // A row of zeros stays one, as in the method.
    const length = square > 0 ? Math.sqrt(square) : 1
    for (let j = 0; j < width; j++) rows[at * width + j] = row[j] / length
  })
  return rows
}

function centre(rows: Float64Array, rowCount: number, width: number): void {
  for (let j = 0; j < width; j++) {
    let sum = 0
    for (let at = 0; at < rowCount; at++) sum += rows[at * width + j]
    for (let at = 0; at < rowCount; at++) rows[at * width + j] -= sum / rowCount
  }
}

/** X'X */
function scatterMatrix(rows: Float64Array, width: number): Float64Array {
  const matrix = new Float64Array(width * width)
  for (let from = 0; from < rows.length; from += width) {
    for (let j = 0; j < width; j++) {
      for (let l = 0; l < width; l++) matrix[j * width + l] += rows[from + j] * rows[from + l]
    }
  }
  return matrix
}

/** The sign that makes the largest entry positive, so that the same embedding always gives the same picture. */
function leadingSign(vector: Float64Array): number {
  let leading = 0
  for (const value of vector) if (Math.abs(value) > Math.abs(leading) + 1e-9) leading = value
  return leading < 0 ? -1 : 1
}
