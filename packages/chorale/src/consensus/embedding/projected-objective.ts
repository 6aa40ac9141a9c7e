import type { LabelTable } from '../../labelings/label-table.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { createPanelStore, type PanelStore } from '../../numeric/loops/panels.js'
import { type SymmetricEigen, symmetricEigen } from '../../numeric/loops/symmetric-eigen.js'
import { addScaled, dot } from '../../numeric/loops/vector.js'
import type { Subspace } from '../../numeric/subspace.js'
import type { ClusterProduct } from '../similarity/cluster-product.js'
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
 * Q' U⁽ᵗ⁾ for the panels of a subspace, kept up to date as the subspace grows: the projections of the basis on every cluster.
 * Stored as separate panels, one row per cluster, so that all operations on them are panel products.
 */
export class ProjectedIndicators {
  readonly #table: LabelTable
  readonly #product: ClusterProduct
  readonly #roots: Float64Array
  readonly #store: PanelStore
  #panelCount = 0

  constructor(loops: HotLoops, table: LabelTable, product: ClusterProduct, { width, capacity }: Subspace) {
    this.#table = table
    this.#product = product
    this.#roots = table.multiplicity.map(Math.sqrt)
    this.#store = createPanelStore(loops, table.clusterSizes.length, width, capacity + LEADING_PANELS)
  }

  /** Removes all panels after a restart of the subspace. */
  reset(): void {
    this.#panelCount = 0
  }

  /** matrix += Q' (Σₜ coefficientₜ K⁽ᵗ⁾) Q for the whole basis, dimension x dimension. */
  addKernels(matrix: Float64Array, subspace: Subspace, coefficients: Float64Array): void {
    this.#update(subspace)
    const { width } = subspace
    const q = subspace.dimension
    const { clusterStarts } = this.#table
    const scratch = subspace.capacity
    const gram = new Float64Array(width * width)
    for (let p = 0, row = 0; p < subspace.panelCount; row += subspace.rank(p++)) {
      const scaled = this.#store.panel(scratch)
      scaled.set(this.#store.panel(p))
      for (let t = 0; t < coefficients.length; t++) {
        for (let at = clusterStarts[t] * width; at < clusterStarts[t + 1] * width; at++) scaled[at] *= coefficients[t]
      }
      for (let r = 0, column = 0; r <= p; column += subspace.rank(r++)) {
        this.#store.gramInto(gram, scratch, r)
        for (let a = 0; a < subspace.rank(p); a++) {
          for (let b = 0; b < subspace.rank(r) && column + b <= row + a; b++) {
            matrix[(row + a) * q + column + b] += gram[a * width + b]
            if (column + b < row + a) matrix[(column + b) * q + row + a] += gram[a * width + b]
          }
        }
      }
    }
  }

  /** (Y' U⁽ᵗ⁾)(Y' U⁽ᵗ⁾)' for every labeling, Y = Q C with coefficient rows C; upper triangles row by row. */
  kernelsOf(rows: Float64Array, count: number, subspace: Subspace): Float64Array[] {
    this.#update(subspace)
    const { width, capacity } = subspace
    const { clusterStarts, ensembleSize } = this.#table
    const panels = Math.ceil(count / width)
    for (let panel = 0; panel < panels; panel++) {
      this.#store.panel(capacity + panel).fill(0)
      const last = Math.min(count, (panel + 1) * width)
      for (const [p, coefficients] of subspace.coefficientsOf(rows, panel * width, last)) {
        this.#store.update(capacity + panel, p, coefficients)
      }
    }
    const gram = new Float64Array(width * width)
    return Array.from({ length: ensembleSize }, (_, t) => {
      const kernel = new Float64Array((count * (count + 1)) / 2)
      for (let first = 0; first < panels; first++) {
        for (let second = first; second < panels; second++) {
          this.#store.gramInto(gram, capacity + first, capacity + second, clusterStarts[t], clusterStarts[t + 1])
          copyUpper(kernel, count, gram, width, first * width, second * width)
        }
      }
      return kernel
    })
  }

  #update(subspace: Subspace): void {
    const { clusterSizes } = this.#table
    const { width } = subspace
    for (; this.#panelCount < subspace.panelCount; this.#panelCount++) {
      const sums = this.#product.sumByCluster(subspace.panel(this.#panelCount), this.#roots)
      const panel = this.#store.panel(this.#panelCount)
      for (let c = 0; c < clusterSizes.length; c++) {
        const scale = 1 / Math.sqrt(clusterSizes[c])
        for (let a = 0; a < width; a++) panel[c * width + a] = scale * sums[c * width + a]
      }
    }
  }
}

/** Panels of a leading space. */
const LEADING_PANELS = 2

/** Copies a block at (row, column) into the upper triangle of a symmetric matrix of the given size. */
function copyUpper(
  upper: Float64Array,
  size: number,
  block: Float64Array,
  width: number,
  row: number,
  column: number,
): void {
  for (let a = 0; a < width && row + a < size; a++) {
    const i = row + a
    const start = i * size - (i * (i - 1)) / 2 - i
    for (let b = 0; b < width && column + b < size; b++) {
      if (column + b >= i) upper[start + column + b] = block[a * width + b]
    }
  }
}

/** A small space in which M(w) is nearly diagonal: the leading Ritz vectors of a subspace. */
export interface LeadingSpace {
  readonly dimension: number
  /** Its vectors in the coordinates of the subspace: dimension x q. */
  readonly rows: Float64Array
  /** The fixed part of M on it: dimension x dimension. */
  readonly fixed: Float64Array
  /** Every base kernel on it, upper triangle row by row. */
  readonly kernels: readonly Float64Array[]
}

/** The leading Ritz vectors of fixed + Σₜ coefficientₜ K⁽ᵗ⁾ in the subspace. */
export function leadingSpace(
  subspace: Subspace,
  indicators: ProjectedIndicators,
  coefficients: Float64Array,
): LeadingSpace {
  const q = subspace.dimension
  const fixed = subspace.projected()
  const matrix = fixed.slice()
  indicators.addKernels(matrix, subspace, coefficients)
  const dimension = Math.min(LEADING_PANELS * subspace.width, q)
  const rows = symmetricEigen(matrix, q, subspace.loops).vectors.slice(0, dimension * q)
  const half = timesRows(rows, dimension, fixed, q)
  const inside = new Float64Array(dimension * dimension)
  for (let a = 0; a < dimension; a++) {
    for (let b = 0; b < dimension; b++) inside[a * dimension + b] = dot(half, a * q, rows, b * q, q)
  }
  return { dimension, rows, fixed: inside, kernels: indicators.kernelsOf(rows, dimension, subspace) }
}

/** C R for coefficient rows C (count x inner) and R (inner x any). */
function timesRows(coefficients: Float64Array, count: number, rows: Float64Array, inner: number): Float64Array {
  const length = rows.length / inner
  const out = new Float64Array(count * length)
  for (let a = 0; a < count; a++) {
    for (let i = 0; i < inner; i++) addScaled(out, a * length, rows, i * length, length, coefficients[a * inner + i])
  }
  return out
}

/**
 * J(w) on a small space with basis Y; the cost for every w does not depend on n.
 *
 *   Y' M(w) Y = A + Σₜ wₜ² fₜ Eₜ,   A = Y' (fixed part) Y,   Eₜ = (Y' U⁽ᵗ⁾)(Y' U⁽ᵗ⁾)'
 *
 * fₜ scales K⁽ᵗ⁾: 1 for complete labelings. Eigenvalues inside rows do not depend on w and are merged in.
 */
export function projectedObjective(
  { dimension: q, fixed, kernels }: LeadingSpace,
  factors: Float64Array,
  within: WithinRows,
  { clusterCount: k, loops }: { clusterCount: number; loops: HotLoops },
): ProjectedObjective {
  const m = factors.length
  return {
    ensembleSize: m,
    evaluate(weights) {
      const matrix = fixed.slice()
      for (let t = 0; t < m; t++) {
        const coefficient = weights[t] * weights[t] * factors[t]
        const kernel = kernels[t]
        for (let i = 0, at = 0; i < q; at += q - i++) addScaled(matrix, i * q + i, kernel, at, q - i, coefficient)
      }
      for (let i = 0; i < q; i++) for (let j = 0; j < i; j++) matrix[i * q + j] = matrix[j * q + i]
      const eigen = symmetricEigen(matrix, q, loops)
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

/** v' E v from the upper triangle of E. */
function quadraticForm(upper: Float64Array, v: Float64Array): number {
  let sum = 0
  for (let i = 0, at = 0; i < v.length; i++) {
    sum += upper[at++] * v[i] * v[i]
    const rest = v.length - i - 1
    sum += 2 * v[i] * dot(upper, at, v, i + 1, rest)
    at += rest
  }
  return sum
}
