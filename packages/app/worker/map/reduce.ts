import { randomFor } from 'chorale/internal'
import type { Points } from './neighbours.js'

/** Up to this many dimensions, distances are computed from the values themselves. */
const FEW_DIMENSIONS = 100

/** Dimensions that are kept of more. */
const COMPONENTS = 30
const PROJECTIONS = 128

/** Up to this many values of the landmarks, principal components are computed; more get a random projection. */
const MOST_VALUES = 2e7

/** Rounds of the power iteration; neighbours need no high precision. */
const ROUNDS = 3

/** Projections to which one feature contributes. */
const TARGETS = 8

/** A linear map from the features of a sample to a few dimensions, which keeps distances approximately. */
export interface Reduction {
  readonly dimension: number
  into(row: number, target: Float64Array, start: number): void
}

/** Rows of features: n x d values. */
export interface Rows {
  readonly sampleCount: number
  readonly featureCount: number
  readonly values: Float64Array
}

/** Chooses a reduction from the rows of the landmarks. */
export function reductionOf(rows: Rows, landmarks: Int32Array): Reduction {
  const { featureCount: d, values } = rows
  if (d <= FEW_DIMENSIONS) {
    return {
      dimension: d,
      into(row, target, start) {
        for (let j = 0; j < d; j++) target[start + j] = values[row * d + j]
      },
    }
  }
  return landmarks.length * d <= MOST_VALUES ? principalReduction(rows, landmarks) : randomReduction(rows)
}

/** The reduced rows of some samples. */
export function reduced({ dimension, into }: Reduction, samples: Int32Array): Points {
  const values = new Float64Array(samples.length * dimension)
  for (let at = 0; at < samples.length; at++) into(samples[at], values, at * dimension)
  return { count: samples.length, dimension, values }
}

/** Principal components of the landmarks, by subspace iteration. */
function principalReduction({ featureCount: d, values }: Rows, landmarks: Int32Array): Reduction {
  const dimension = Math.min(COMPONENTS, landmarks.length)
  const random = randomFor(1, 0)
  const means = new Float64Array(d)
  for (const i of landmarks) for (let j = 0; j < d; j++) means[j] += values[i * d + j] / landmarks.length
  let axes = Array.from({ length: dimension }, () => Float64Array.from({ length: d }, () => random() - 0.5))
  orthonormaliseAll(axes)
  for (let round = 0; round < ROUNDS; round++) {
    const next = axes.map(() => new Float64Array(d))
    for (const i of landmarks) {
      axes.forEach((axis, q) => {
        let dot = 0
        for (let j = 0; j < d; j++) dot += (values[i * d + j] - means[j]) * axis[j]
        const target = next[q]
        for (let j = 0; j < d; j++) target[j] += dot * (values[i * d + j] - means[j])
      })
    }
    axes = next
    orthonormaliseAll(axes)
  }
  return {
    dimension,
    into(row, target, start) {
      axes.forEach((axis, q) => {
        let dot = 0
        for (let j = 0; j < d; j++) dot += (values[row * d + j] - means[j]) * axis[j]
        target[start + q] = dot
      })
    },
  }
}

/** A sparse random projection: each feature is added to a few dimensions with a random sign. */
function randomReduction({ featureCount: d, values }: Rows): Reduction {
  const random = randomFor(1, 0)
  const targets = Int32Array.from({ length: d * TARGETS }, () => Math.floor(random() * PROJECTIONS))
  const signs = Int8Array.from({ length: d * TARGETS }, () => (random() < 0.5 ? -1 : 1))
  return {
    dimension: PROJECTIONS,
    into(row, target, start) {
      target.fill(0, start, start + PROJECTIONS)
      for (let j = 0; j < d; j++) {
        const value = values[row * d + j]
        for (let at = j * TARGETS; at < (j + 1) * TARGETS; at++) target[start + targets[at]] += signs[at] * value
      }
    },
  }
}

/**
 * Labelings as points: each base cluster has a random direction, and a sample is the sum of the directions of its
 * clusters. The squared distance of two samples is approximately proportional to the labelings in which they differ.
 */
export function labelingReduction(labelings: readonly Int32Array[]): Reduction {
  const random = randomFor(1, 0)
  const directions = labelings.map(labels => {
    const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
    return Float32Array.from({ length: clusterCount * PROJECTIONS }, () => (random() < 0.5 ? -1 : 1))
  })
  return {
    dimension: PROJECTIONS,
    into(row, target, start) {
      target.fill(0, start, start + PROJECTIONS)
      labelings.forEach((labels, t) => {
        const from = labels[row] * PROJECTIONS
        if (from < 0) return
        for (let q = 0; q < PROJECTIONS; q++) target[start + q] += directions[t][from + q]
      })
    },
  }
}

/** Gram-Schmidt, in place. A vector that depends on those before it becomes 0. */
function orthonormaliseAll(vectors: readonly Float64Array[]): void {
  vectors.forEach((vector, q) => {
    const before = Math.sqrt(dotOf(vector, vector))
    for (let p = 0; p < q; p++) {
      const overlap = dotOf(vector, vectors[p])
      for (let j = 0; j < vector.length; j++) vector[j] -= overlap * vectors[p][j]
    }
    const length = Math.sqrt(dotOf(vector, vector))
    const scale = length > 1e-9 * before ? 1 / length : 0
    for (let j = 0; j < vector.length; j++) vector[j] *= scale
  })
}

function dotOf(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j]
  return sum
}
