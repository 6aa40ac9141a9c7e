import type { Labels, Matrix } from '../types.js'

/** How far clusters run into each other in an embedding. */
export interface Overlap {
  /** Of the pair of clusters that is least apart: the share of the smaller one's samples that lie between the two. */
  readonly worst: number
  /** The same of every cluster: its worst pair. */
  readonly clusters: Float64Array
}

/** A sample lies between two clusters when it is in the half of the way between their centres that is nearer to the border. */
const BORDER = 0.5

/**
 * How many samples lie between clusters: few where a gap of density separates them, many where a continuous cloud was cut.
 *
 *   s = 2 (x - (a + b)/2)·(a - b) / |a - b|²      -1 at centre b, 0 on the border, 1 at centre a
 *   overlap(A, B) = (½ #{x in A or B: |s| < ½} + ½) / (|smaller one| + 1)
 *
 * The halves in numerator and denominator keep a handful of outliers from looking like a cluster of its own: with m samples
 * and nothing in between, the overlap is 1 / (2m + 2). In the spectral embedding of an ensemble this is the same for round
 * clusters, rings and moons, because there only what the base clusterings keep together is near. O(n k²).
 */
export function clusterOverlap({ columnCount: d, values }: Matrix, labels: Labels): Overlap {
  const k = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const { centres, sizes } = centresOf(values, d, labels, k)
  const directions = new Float64Array(k * k * d)
  const middles = new Float64Array(k * k)
  for (let a = 0; a < k; a++) for (let b = 0; b < k; b++) if (a !== b) addDirection(a, b)

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

  /** s as a product with a direction, less the product of its middle; centres that coincide have everything between them. */
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
