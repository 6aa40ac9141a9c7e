import type { LabelTable } from '../ensemble/label-table.js'
import type { Subspace } from '../numeric/subspace.js'
import { type SymmetricEigen, symmetricEigen } from '../numeric/symmetric-eigen.js'
import { sumByCluster } from '../similarity/cluster-product.js'
import { type TopOfBoth, topOfBoth, type WithinRows } from './spectrum.js'
import type { WeightEvaluation, WeightObjective } from './weight-objective.js'

/** An evaluation with the eigenpairs of the projected matrix. */
interface ProjectedEvaluation extends WeightEvaluation {
  readonly eigen: SymmetricEigen
  readonly top: TopOfBoth
}

interface ProjectedObjective extends WeightObjective {
  evaluate(weights: Float64Array): ProjectedEvaluation
}

/**
 * Q' U⁽ᵗ⁾ for the panels of a subspace, kept up to date as the subspace grows: how the basis looks to every cluster.
 */
export class ProjectedIndicators {
  readonly #table: LabelTable
  readonly #roots: Float64Array
  /** Per panel: P x width sums. */
  #panels: Float64Array[] = []

  constructor(table: LabelTable) {
    this.#table = table
    this.#roots = table.multiplicity.map(Math.sqrt)
  }

  /** Forgets all panels, after a restart of the subspace. */
  reset(): void {
    this.#panels = []
  }

  /** Q' U, dimension x P. */
  project(subspace: Subspace): Float64Array {
    const { clusterSizes } = this.#table
    const P = clusterSizes.length
    while (this.#panels.length < subspace.panelCount) {
      this.#panels.push(sumByCluster(subspace.panel(this.#panels.length), subspace.width, this.#table, this.#roots))
    }
    const out = new Float64Array(subspace.dimension * P)
    let row = 0
    for (let p = 0; p < subspace.panelCount; p++) {
      for (let a = 0; a < subspace.rank(p); a++, row++) {
        for (let c = 0; c < P; c++) {
          out[row * P + c] = this.#panels[p][c * subspace.width + a] / Math.sqrt(clusterSizes[c])
        }
      }
    }
    return out
  }
}

/** A small space in which M(w) is nearly diagonal: the leading Ritz vectors of a subspace. */
export interface LeadingSpace {
  readonly dimension: number
  /** Its vectors in the coordinates of the subspace: dimension x q. */
  readonly rows: Float64Array
  /** The fixed part of M on it: dimension x dimension. */
  readonly fixed: Float64Array
  /** Its vectors as every cluster sees them: dimension x P. */
  readonly indicators: Float64Array
}

/** The leading Ritz vectors of M(w) in the subspace. */
export function leadingSpace(
  subspace: Subspace,
  projected: ProjectedIndicators,
  { clusterStarts }: LabelTable,
  factors: Float64Array,
  weights: Float64Array,
  most: number,
): LeadingSpace {
  const q = subspace.dimension
  const P = clusterStarts[factors.length]
  const fixed = subspace.projected()
  const indicators = projected.project(subspace)
  const scaled = indicators.slice()
  for (let t = 0; t < factors.length; t++) {
    const coefficient = weights[t] * weights[t] * factors[t]
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      for (let i = 0; i < q; i++) scaled[i * P + c] *= coefficient
    }
  }
  const matrix = fixed.slice()
  for (let i = 0; i < q; i++) {
    for (let j = 0; j <= i; j++) {
      let dot = 0
      for (let c = 0; c < P; c++) dot += scaled[i * P + c] * indicators[j * P + c]
      matrix[i * q + j] += dot
      matrix[j * q + i] = matrix[i * q + j]
    }
  }
  const dimension = Math.min(most, q)
  const rows = symmetricEigen(matrix, q).vectors.slice(0, dimension * q)
  const half = timesRows(rows, dimension, fixed, q)
  const inside = new Float64Array(dimension * dimension)
  for (let a = 0; a < dimension; a++) {
    for (let b = 0; b < dimension; b++) {
      for (let j = 0; j < q; j++) inside[a * dimension + b] += half[a * q + j] * rows[b * q + j]
    }
  }
  return { dimension, rows, fixed: inside, indicators: timesRows(rows, dimension, indicators, q) }
}

/** C R for coefficient rows C (count x inner) and R (inner x any). */
export function timesRows(coefficients: Float64Array, count: number, rows: Float64Array, inner: number): Float64Array {
  const length = rows.length / inner
  const out = new Float64Array(count * length)
  for (let a = 0; a < count; a++) {
    for (let i = 0; i < inner; i++) {
      const c = coefficients[a * inner + i]
      for (let j = 0; j < length; j++) out[a * length + j] += c * rows[i * length + j]
    }
  }
  return out
}

/**
 * J(w) on a small space with basis Y: every w is free of n.
 *
 *   Y' M(w) Y = A + Σₜ wₜ² fₜ Eₜ,   A = Y' (fixed part) Y,   Eₜ = (Y' U⁽ᵗ⁾)(Y' U⁽ᵗ⁾)'
 *
 * fₜ scales K⁽ᵗ⁾: 1 for complete labelings. Eigenvalues inside rows do not depend on w and are merged in.
 */
export function projectedObjective(
  { dimension: q, fixed, indicators }: LeadingSpace,
  clusterStarts: Int32Array,
  factors: Float64Array,
  within: WithinRows,
  k: number,
): ProjectedObjective {
  const m = factors.length
  const kernels = projectedKernels(indicators, q, clusterStarts)
  return {
    ensembleSize: m,
    evaluate(weights) {
      const matrix = fixed.slice()
      for (let t = 0; t < m; t++) {
        const coefficient = weights[t] * weights[t] * factors[t]
        const kernel = kernels[t]
        for (let i = 0, at = 0; i < q; i++) {
          for (let j = i; j < q; j++, at++) matrix[i * q + j] += coefficient * kernel[at]
        }
      }
      for (let i = 0; i < q; i++) for (let j = 0; j < i; j++) matrix[i * q + j] = matrix[j * q + i]
      const eigen = symmetricEigen(matrix, q)
      const top = topOfBoth(eigen.values, within, k)
      const objective = top.values.reduce((sum, value) => sum + value, 0)
      const spans = new Float64Array(m)
      for (let t = 0; t < m; t++) {
        for (let j = 0; j < top.acrossCount; j++) {
          spans[t] += factors[t] * quadraticForm(kernels[t], eigen.vectors.subarray(j * q, j * q + q))
        }
      }
      return { objective, spans, eigen, top }
    },
  }
}

/** Eₜ for every labeling, upper triangle row by row. */
function projectedKernels(indicators: Float64Array, q: number, clusterStarts: Int32Array): Float64Array[] {
  const m = clusterStarts.length - 1
  const P = clusterStarts[m]
  return Array.from({ length: m }, (_, t) => {
    const kernel = new Float64Array((q * (q + 1)) / 2)
    const [first, last] = [clusterStarts[t], clusterStarts[t + 1]]
    for (let i = 0, at = 0; i < q; i++) {
      for (let j = i; j < q; j++, at++) {
        let dot = 0
        for (let c = first; c < last; c++) dot += indicators[i * P + c] * indicators[j * P + c]
        kernel[at] = dot
      }
    }
    return kernel
  })
}

/** v' E v from the upper triangle of E. */
function quadraticForm(upper: Float64Array, v: Float64Array): number {
  let sum = 0
  for (let i = 0, at = 0; i < v.length; i++) {
    sum += upper[at++] * v[i] * v[i]
    let cross = 0
    for (let j = i + 1; j < v.length; j++) cross += upper[at++] * v[j]
    sum += 2 * v[i] * cross
  }
  return sum
}
