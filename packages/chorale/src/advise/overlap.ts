import { runToEnd, type Steps } from '../pause.js'
import type { Labels, Matrix } from '../types.js'

/** How much clusters overlap in an embedding. */
export interface Overlap {
  /** The overlap of the two closest clusters: the share of the smaller cluster's samples that lie between the two. */
  readonly worst: number
  /** The largest overlap of every cluster with another one. */
  readonly clusters: Float64Array
}

/** A sample lies between two clusters if it is in the middle half of the way between their centres. */
const BORDER = 0.5

/**
 * Measures how many samples lie between clusters: few if a gap in density separates them, many if a continuous cloud was cut.
 *
 *   s = 2 (x - (a + b)/2)·(a - b) / |a - b|²      -1 at centre b, 0 on the border, 1 at centre a
 *   overlap(A, B) = (½ #{x in A or B: |s| < ½} + ½) / (|smaller one| + 1)
 *
 * The terms ½ and 1 prevent a few outliers from looking like a cluster: with m samples and none in between, the overlap
 * is 1 / (2m + 2). The spectral embedding of an ensemble gives the same values for round clusters, rings and moons,
 * because samples are close there only if base clusterings keep them together. O(n k²).
 */
export function clusterOverlap(points: Matrix, labels: Labels): Overlap {
  return runToEnd(clusterOverlapSteps(points, labels))
}

/** The same in steps. */
export function* clusterOverlapSteps({ columnCount: d, values }: Matrix, labels: Labels): Steps<Overlap> {
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const { centres, sizes } = centresOf(values, d, labels, k)
  const directions = new Float64Array(k * k * d)
  const middles = new Float64Array(k * k)
  for (let a = 0; a < k; a++) {
    for (let b = 0; b < k; b++) if (a !== b) addDirection(a, b)
    yield
  }

  // Some milliseconds of work between two pauses.
  const span = Math.ceil(1e6 / (k * d))
  const between = new Float64Array(k * k)
  for (let i = 0; i < labels.length; i++) {
    const a = labels[i]
    for (let b = 0; b < k; b++) {
      if (b === a) continue
      const pair = a * k + b
      let s = -middles[pair]
      for (let q = 0; q < d; q++) s += values[i * d + q] * directions[pair * d + q]
      if (s < BORDER) between[pair]++
    }
    if (i % span === 0) yield
  }

  const clusters = new Float64Array(k)
  for (let a = 0; a < k; a++) {
    for (let b = 0; b < k; b++) {
      if (a === b) continue
      const count = between[a * k + b] + between[b * k + a]
      clusters[a] = Math.max(clusters[a], (count / 2 + 0.5) / (Math.min(sizes[a], sizes[b]) + 1))
    }
  }
  return { worst: clusters.reduce((most, value) => Math.max(most, value), 0), clusters }

  /** s as a product with a direction minus the product of the midpoint. Between coinciding centres lies everything. */
  function addDirection(a: number, b: number): void {
    let square = 0
    for (let q = 0; q < d; q++) {
      const difference = centres[a * d + q] - centres[b * d + q]
      square += difference * difference
    }
    if (square === 0) return
    for (let q = 0; q < d; q++) {
      const direction = (2 * (centres[a * d + q] - centres[b * d + q])) / square
      directions[(a * k + b) * d + q] = direction
      middles[a * k + b] += (direction * (centres[a * d + q] + centres[b * d + q])) / 2
    }
  }
}

function centresOf(values: Float64Array, d: number, labels: Labels, k: number) {
  const centres = new Float64Array(k * d)
  const sizes = new Float64Array(k)
  labels.forEach((label, i) => {
    sizes[label]++
    for (let q = 0; q < d; q++) centres[label * d + q] += values[i * d + q]
  })
  for (let at = 0; at < centres.length; at++) centres[at] /= sizes[Math.floor(at / d)]
  return { centres, sizes }
}
