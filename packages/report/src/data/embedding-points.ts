import type { Labels, Matrix } from 'chorale/internal'
import { checkInteger, checkOptionNames, drawSubset, randomFor, symmetricEigen } from 'chorale/internal'

/** Options of {@link embeddingPoints}. */
export interface EmbeddingPointsOptions {
  /** Maximum number of points. */
  limit?: number
  /** Seed for choosing the points if there are more samples than that. */
  seed?: number
}

const DEFAULTS = { limit: 1500, seed: 1 }

/** Minimum number of points per cluster, if it has as many samples. */
const LEAST_PER_CLUSTER = 12

/** Number of directions. */
const MOST_DIRECTIONS = 3

/** Number of coordinates of the embedding that are used. A flat chart cannot show more clusters than this. */
const MOST_COORDINATES = 64

/** The embedding as points along two or three directions. */
export interface EmbeddingPoints {
  readonly sampleCount: number
  /** The chosen samples, ascending; all samples up to the limit. */
  readonly samples: Int32Array
  /** 2 or 3. */
  readonly directionCount: number
  /** samples.length x directionCount. */
  readonly coordinates: Float64Array
  /** The share of the variation of the chosen samples along each direction. */
  readonly shares: readonly number[]
}

/**
 * The rows of Z, scaled to length 1 as in the method, along the directions in which they differ most
 * (principal components, a rotation without stretching). Null if the embedding has only one dimension.
 *
 * All dimensions of Z are used, so that a first eigenvector that is the same for all samples takes no axis.
 *
 * @example
 * ```ts
 * import { cluster, sampleShape } from 'chorale'
 * import { embeddingPoints } from 'chorale-report'
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

/** All samples, or a choice in proportion to the cluster sizes, with a minimum for small clusters. */
export function drawSamples(labels: Labels, limit: number, seed: number): Int32Array {
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
    // A row of zeros stays zero, as in the method.
    const length = square > 0 ? Math.sqrt(square) : 1
    for (let j = 0; j < width; j++) rows[at * width + j] = row[j] / length
  })
  return rows
}

export function centre(rows: Float64Array, rowCount: number, width: number): void {
  for (let j = 0; j < width; j++) {
    let sum = 0
    for (let at = 0; at < rowCount; at++) sum += rows[at * width + j]
    for (let at = 0; at < rowCount; at++) rows[at * width + j] -= sum / rowCount
  }
}

/** X'X */
export function scatterMatrix(rows: Float64Array, width: number): Float64Array {
  const matrix = new Float64Array(width * width)
  for (let from = 0; from < rows.length; from += width) {
    for (let j = 0; j < width; j++) {
      for (let l = 0; l < width; l++) matrix[j * width + l] += rows[from + j] * rows[from + l]
    }
  }
  return matrix
}

/** The sign that makes the largest entry positive, so that the same embedding always gives the same chart. */
export function leadingSign(vector: Float64Array): number {
  let leading = 0
  for (const value of vector) if (Math.abs(value) > Math.abs(leading) + 1e-9) leading = value
  return leading < 0 ? -1 : 1
}
