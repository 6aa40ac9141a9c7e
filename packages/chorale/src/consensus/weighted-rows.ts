import type { LabelTable } from '../labelings/label-table.js'
import { drawIndex, type Random } from '../numeric/random.js'
import type { Pauser } from '../pause.js'
import type { EmptyCentres } from './method.js'

/** A safety limit: Lloyd's iteration always ends, and the reference has no limit. */
const MAX_ITERATIONS = 1000

/** Distinct rows of B with their weights. */
export interface EnsembleRows {
  readonly table: LabelTable
  /** The weight w of one sample of each row. */
  readonly weights: Float64Array
}

export function ensembleRows(table: LabelTable): EnsembleRows {
  const { ensembleSize: m, rowCount, clusters, clusterSizes } = table
  const weights = new Float64Array(rowCount)
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r]
      if (c >= 0) weights[r] += clusterSizes[c]
    }
  }
  return { table, weights }
}

/** k different samples, in the order drawn. */
export function drawSamples(sampleCount: number, count: number, random: Random): Int32Array {
  const samples = Int32Array.from({ length: sampleCount }, (_, i) => i)
  for (let drawn = 0; drawn < count; drawn++) {
    const at = drawn + drawIndex(sampleCount - drawn, random)
    const sample = samples[at]
    samples[at] = samples[drawn]
    samples[drawn] = sample
  }
  return samples.slice(0, count)
}

export interface SecRun {
  /** One label per distinct row. */
  readonly labels: Int32Array
  readonly objective: number
  /** Σ w |x - centre|² after every update of the centres. */
  readonly objectiveTrace: number[]
  readonly converged: boolean
}

/** Lloyd's iteration from given samples as centres. Ties go to the lowest centre. */
export async function weightedKMeans(
  points: EnsembleRows,
  start: ArrayLike<number>,
  emptyCentres: EmptyCentres,
  pauser?: Pauser,
): Promise<SecRun> {
  const { table, weights } = points
  const k = start.length
  const centres = new Float64Array(k * table.clusterSizes.length)
  for (let c = 0; c < k; c++) addRow(centres, c, table, table.rowOf[start[c]], 1 / weights[table.rowOf[start[c]]])
  let labels = nearestCentres(points, centres, k)
  const objectiveTrace: number[] = []
  for (;;) {
    if (emptyCentres === 'refill') refillEmpty(points, centres, labels, k)
    else closeGaps(labels, k)
    moveCentres(points, centres, labels, k)
    objectiveTrace.push(totalDistance(points, centres, labels, k))
    const next = nearestCentres(points, centres, k)
    const converged = next.every((label, r) => label === labels[r])
    if (converged || objectiveTrace.length === MAX_ITERATIONS) {
      return { labels, objective: objectiveTrace[objectiveTrace.length - 1], objectiveTrace, converged }
    }
    labels = next
    await pauser?.pause()
  }
}

/** centre c += factor times row r of B. */
function addRow(centres: Float64Array, c: number, table: LabelTable, r: number, factor: number): void {
  const P = table.clusterSizes.length
  for (let t = 0; t < table.ensembleSize; t++) {
    const cluster = table.clusters[t * table.rowCount + r]
    if (cluster >= 0) centres[c * P + cluster] += factor
  }
}

/** argmax over centres of centre·x - |centre|²/2. */
function nearestCentres({ table, weights }: EnsembleRows, centres: Float64Array, k: number): Int32Array {
  const { ensembleSize: m, rowCount, clusters, clusterSizes } = table
  const P = clusterSizes.length
  const halves = new Float64Array(k)
  // The centres of each cluster are adjacent, so that a row of B reads consecutive memory.
  const byCluster = new Float64Array(P * k)
  for (let c = 0; c < k; c++) {
    for (let p = 0; p < P; p++) {
      const value = centres[c * P + p]
      halves[c] += value * value
      byCluster[p * k + c] = value
    }
    halves[c] /= 2
  }
  const labels = new Int32Array(rowCount)
  const products = new Float64Array(k)
  for (let r = 0; r < rowCount; r++) {
    products.fill(0)
    for (let t = 0; t < m; t++) {
      const at = clusters[t * rowCount + r] * k
      if (at >= 0) for (let c = 0; c < k; c++) products[c] += byCluster[at + c]
    }
    let most = Number.NEGATIVE_INFINITY
    for (let c = 0; c < k; c++) {
      const gain = products[c] / weights[r] - halves[c]
      if (gain > most) {
        most = gain
        labels[r] = c
      }
    }
  }
  return labels
}

/** Renumbers the labels in use from 0 in ascending order, so that empty clusters come last. */
function closeGaps(labels: Int32Array, k: number): void {
  const numbers = new Int32Array(k)
  for (const label of labels) numbers[label] = 1
  let next = 0
  for (let c = 0; c < k; c++) numbers[c] = numbers[c] === 1 ? next++ : -1
  for (let r = 0; r < labels.length; r++) labels[r] = numbers[labels[r]]
}

/** Moves the row with the largest cost, from a cluster with more than one row, to each empty cluster. */
function refillEmpty(points: EnsembleRows, centres: Float64Array, labels: Int32Array, k: number): void {
  const rowCounts = new Int32Array(k)
  for (const label of labels) rowCounts[label]++
  if (!rowCounts.includes(0)) return
  const distances = rowDistances(points, centres, labels, k)
  for (let c = 0; c < k; c++) {
    if (rowCounts[c] > 0) continue
    let farthest = -1
    for (let r = 0; r < labels.length; r++) {
      if (rowCounts[labels[r]] > 1 && (farthest < 0 || distances[r] > distances[farthest])) farthest = r
    }
    if (farthest < 0) return
    rowCounts[labels[farthest]]--
    rowCounts[c] = 1
    labels[farthest] = c
    distances[farthest] = 0
  }
}

/** Moves centres to their weighted means, or to zero for an empty cluster. Σ w x / Σ w = (sum of rows of B) / Σ w. */
function moveCentres({ table, weights }: EnsembleRows, centres: Float64Array, labels: Int32Array, k: number): void {
  const P = table.clusterSizes.length
  const mass = new Float64Array(k)
  centres.fill(0)
  for (let r = 0; r < labels.length; r++) {
    mass[labels[r]] += table.multiplicity[r] * weights[r]
    addRow(centres, labels[r], table, r, table.multiplicity[r])
  }
  for (let c = 0; c < k; c++) {
    if (mass[c] > 0) for (let p = 0; p < P; p++) centres[c * P + p] /= mass[c]
  }
}

/** w |x - centre|² of one sample of every row. */
function rowDistances({ table, weights }: EnsembleRows, centres: Float64Array, labels: Int32Array, k: number) {
  const P = table.clusterSizes.length
  const squares = new Float64Array(k)
  for (let c = 0; c < k; c++) for (let p = c * P; p < (c + 1) * P; p++) squares[c] += centres[p] * centres[p]
  const distances = new Float64Array(labels.length)
  for (let r = 0; r < labels.length; r++) {
    let square = squares[labels[r]]
    for (let t = 0; t < table.ensembleSize; t++) {
      const cluster = table.clusters[t * table.rowCount + r]
      if (cluster < 0) continue
      const centre = centres[labels[r] * P + cluster]
      const d = 1 / weights[r] - centre
      square += d * d - centre * centre
    }
    distances[r] = weights[r] * square
  }
  return distances
}

function totalDistance(points: EnsembleRows, centres: Float64Array, labels: Int32Array, k: number): number {
  const { multiplicity } = points.table
  return rowDistances(points, centres, labels, k).reduce((total, distance, r) => total + multiplicity[r] * distance, 0)
}
