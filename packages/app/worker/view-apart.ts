import type { Labels, Matrix } from 'chorale/internal'
import { orthonormalise } from './orthonormal.js'

/** Two directions of an embedding. */
interface View {
  /** Two coordinates of each sample. */
  readonly coordinates: Float64Array
  /** The share of the variance along each direction. */
  readonly shares: readonly [number, number]
}

/** Up to this many clusters, the two directions of largest variance show all of them. */
const FEW_CLUSTERS = 3

/** With more clusters than this, no view separates them. */
const MANY_CLUSTERS = 60

/** Keeps the system solvable if the centres span fewer dimensions than the embedding has. */
const RIDGE = 1e-6

/**
 * The view of an embedding in which its clusters are best separated. Clear clusters lie at the corners of a simplex,
 * which has the same variance in every direction: two principal directions separate a few clusters and put all others at
 * one position. This view uses the two directions in which the cluster centres lie on a circle, similar clusters next to
 * each other. Null for few clusters, where the principal directions are enough, and for very many.
 */
export function viewApart(embedding: Matrix, labels: Labels): View | null {
  const { rowCount: n, columnCount: d } = embedding
  const clusters = [...new Set(labels)].sort((a, b) => a - b)
  if (d < 2 || clusters.length <= FEW_CLUSTERS || clusters.length > MANY_CLUSTERS) return null
  const rows = centredUnitRows(embedding)
  const centres = clusterCentres(rows, d, labels, clusters)
  const directions = directionsToCircle(centres, d)
  const coordinates = new Float64Array(2 * n)
  const along = [0, 0]
  let total = 0
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) total += rows[i * d + j] ** 2
    for (let q = 0; q < 2; q++) {
      let sum = 0
      for (let j = 0; j < d; j++) sum += rows[i * d + j] * directions[q][j]
      coordinates[2 * i + q] = sum
      along[q] += sum * sum
    }
  }
  return { coordinates, shares: [along[0] / (total || 1), along[1] / (total || 1)] }
}

function centredUnitRows({ rowCount: n, columnCount: d, values }: Matrix): Float64Array {
  const rows = new Float64Array(n * d)
  const means = new Float64Array(d)
  for (let i = 0; i < n; i++) {
    let squares = 0
    for (let j = 0; j < d; j++) squares += values[i * d + j] ** 2
    const length = Math.sqrt(squares) || 1
    for (let j = 0; j < d; j++) {
      rows[i * d + j] = values[i * d + j] / length
      means[j] += rows[i * d + j] / n
    }
  }
  return rows.map((value, at) => value - means[at % d])
}

function clusterCentres(rows: Float64Array, d: number, labels: Labels, clusters: readonly number[]): Float64Array[] {
  const sums = new Map(clusters.map(cluster => [cluster, { sum: new Float64Array(d), size: 0 }]))
  labels.forEach((label, i) => {
    const of = sums.get(label)!
    of.size++
    for (let j = 0; j < d; j++) of.sum[j] += rows[i * d + j]
  })
  return [...sums.values()].map(({ sum, size }) => sum.map(value => value / size))
}

/** The two orthogonal directions in which the centres come closest to the corners of a regular polygon. */
function directionsToCircle(centres: readonly Float64Array[], d: number): [Float64Array, Float64Array] {
  const products = new Float64Array(d * d)
  const wanted = [new Float64Array(d), new Float64Array(d)]
  chainOf(centres).forEach((c, place) => {
    const angle = (2 * Math.PI * place) / centres.length
    for (let j = 0; j < d; j++) {
      wanted[0][j] += centres[c][j] * Math.cos(angle)
      wanted[1][j] += centres[c][j] * Math.sin(angle)
      for (let l = 0; l < d; l++) products[j * d + l] += centres[c][j] * centres[c][l]
    }
  })
  const trace = centres.reduce((sum, centre) => sum + squaredLength(centre), 0)
  for (let j = 0; j < d; j++) products[j * d + j] += RIDGE * (trace || 1)
  const directions: [Float64Array, Float64Array] = [solve(products, wanted[0]), solve(products, wanted[1])]
  orthonormalise(directions)
  return directions
}

/** An order of the centres: each is followed by the nearest remaining one. */
function chainOf(centres: readonly Float64Array[]): number[] {
  const chain = [0]
  const left = new Set(centres.keys())
  left.delete(0)
  while (left.size > 0) {
    const last = centres[chain[chain.length - 1]]
    const distance = (c: number) => squaredLength(centres[c].map((value, j) => value - last[j]))
    const next = [...left].reduce((best, c) => (distance(c) < distance(best) ? c : best))
    chain.push(next)
    left.delete(next)
  }
  return chain
}

/** Solves a system with a symmetric positive definite matrix, by elimination. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const d = right.length
  const a = matrix.slice()
  const b = right.slice()
  for (let p = 0; p < d; p++) {
    for (let row = p + 1; row < d; row++) {
      const factor = a[row * d + p] / a[p * d + p]
      for (let j = p; j < d; j++) a[row * d + j] -= factor * a[p * d + j]
      b[row] -= factor * b[p]
    }
  }
  for (let p = d - 1; p >= 0; p--) {
    for (let j = p + 1; j < d; j++) b[p] -= a[p * d + j] * b[j]
    b[p] /= a[p * d + p]
  }
  return b
}

function squaredLength(vector: Float64Array): number {
  return vector.reduce((sum, value) => sum + value * value, 0)
}
