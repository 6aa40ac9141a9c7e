import type { LabelTable } from '../../labelings/label-table.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { symmetricEigenSteps } from '../../numeric/loops/symmetric-eigen.js'
import { randomFor } from '../../numeric/random.js'
import { type BlockOperator, Subspace } from '../../numeric/subspace.js'
import {
  allowedResidual,
  blockWidth,
  firstColumns,
  largestNorm,
  panelCapacity,
  startingBlock,
  subtractScaled,
} from '../../numeric/top-eigenpairs.js'
import type { Pauser } from '../../pause.js'
import { runToEnd } from '../../pause.js'
import { type ClusterProduct, createClusterProduct } from '../similarity/cluster-product.js'
import { leadingSpace, ProjectedIndicators, projectedObjective } from './projected-objective.js'
import { type TopOfBoth, topOfBoth, type WithinRows } from './spectrum.js'
import type { WeightEvaluation, WeightObjective } from './weight-objective.js'

export interface ExactObjectiveOptions {
  /** k */
  clusterCount: number
  /** fₜ, the factor of K⁽ᵗ⁾ in the objective. */
  factors: Float64Array
  loops: HotLoops
  seed: number
  pauser: Pauser
  /** Allowed error of the space of the embedding. */
  tolerance?: number
  /** Eigenvectors of a similar problem, rowCount x columns, to start from. */
  start?: { values: Float64Array; columns: number }
}

export interface ExactEvaluation extends WeightEvaluation {
  readonly top: TopOfBoth
  /** Eigenvectors on the distinct rows as columns: rowCount x acrossCount. */
  readonly vectors: Float64Array
  /** Whether the error of the space they span is within the tolerance. */
  readonly precise: boolean
}

/** Maximum number of products with a block per evaluation. */
const MAX_PRODUCTS = 500

/**
 * J(w) and Z(w) of the exact operator
 *
 *   M(w) = fixed + Σₜ wₜ² fₜ K⁽ᵗ⁾                                                          (Sec. 5.2)
 *
 * A subspace is grown by the residuals of M(w) until they are small against the gap, and kept for the next w: weights
 * near the last ones need only a few products.
 */
export class ExactObjective implements WeightObjective {
  readonly ensembleSize: number
  readonly #table: LabelTable
  readonly #fixed: BlockOperator
  readonly #within: WithinRows
  readonly #options: ExactObjectiveOptions
  readonly #subspace: Subspace
  readonly #indicators: ProjectedIndicators
  readonly #product: ClusterProduct
  readonly #roots: Float64Array
  #last: { weights: Float64Array; evaluation: ExactEvaluation } | null = null

  constructor(table: LabelTable, fixed: BlockOperator, within: WithinRows, options: ExactObjectiveOptions) {
    const { clusterCount, loops, seed, start } = options
    const width = blockWidth(Math.min(clusterCount, table.rowCount))
    this.ensembleSize = table.ensembleSize
    this.#table = table
    this.#fixed = fixed
    this.#within = within
    this.#options = options
    this.#subspace = new Subspace(loops, fixed, width, panelCapacity(width))
    this.#product = createClusterProduct(loops, table, width)
    this.#indicators = new ProjectedIndicators(loops, table, this.#product, this.#subspace)
    this.#roots = table.multiplicity.map(Math.sqrt)
    runToEnd(this.#subspace.expand(startingBlock(fixed.size, width, randomFor(seed, 0), start)))
  }

  async evaluate(weights: Float64Array): Promise<ExactEvaluation> {
    if (this.#last?.weights.every((weight, t) => weight === weights[t])) return this.#last.evaluation
    const subspace = this.#subspace
    const { width } = subspace
    const { pauser } = this.#options
    for (let products = 0; ; products++) {
      const q = subspace.dimension
      const matrix = subspace.projected()
      this.#indicators.addKernels(matrix, subspace, this.#coefficients(weights))
      const { values, vectors } = await pauser.run(symmetricEigenSteps(matrix, q, this.#options.loops))
      const top = topOfBoth(values, this.#within, this.#options.clusterCount)

      const pairs = Math.min(width, q)
      const ritz = await pauser.run(subspace.combine(vectors, pairs))
      const residuals = await pauser.run(subspace.combineImages(vectors, pairs))
      this.#product.add(residuals, ritz, this.#roots, this.#clusterFactors(weights))
      subtractScaled(residuals, ritz, values, width, pairs)
      const wanted = Math.max(1, top.acrossCount)
      const gap = values[wanted - 1] - (values[wanted] ?? 0)
      const residual = largestNorm(residuals, width, wanted)
      const precise = q >= this.#fixed.size || residual <= allowedResidual(values[0], gap, this.#options.tolerance)
      if (!precise && products < MAX_PRODUCTS) {
        if (subspace.full) {
          await pauser.run(subspace.compress(vectors, q))
          this.#indicators.reset()
        }
        if ((await pauser.run(subspace.expand(residuals))) > 0) continue
      }
      const evaluation = {
        objective: top.values.reduce((sum, value) => sum + value, 0),
        spans: this.#spans(ritz, top.acrossCount),
        vectors: firstColumns(ritz, width, top.acrossCount),
        top,
        precise: precise || products < MAX_PRODUCTS,
      }
      this.#last = { weights, evaluation }
      return evaluation
    }
  }

  /**
   * J(w) on the leading Ritz vectors of M at these weights: right to second order near them and free of n, for solvers
   * that need hundreds of evaluations.
   */
  near(weights: Float64Array): WeightObjective {
    const space = leadingSpace(this.#subspace, this.#indicators, this.#coefficients(weights))
    return projectedObjective(space, this.#options.factors, this.#within, this.#options)
  }

  /** wₜ² fₜ */
  #coefficients(weights: Float64Array): Float64Array {
    return weights.map((weight, t) => weight * weight * this.#options.factors[t])
  }

  /** wₜ² fₜ / |c| for every cluster. */
  #clusterFactors(weights: Float64Array): Float64Array {
    const { clusterStarts, clusterSizes } = this.#table
    const factors = new Float64Array(clusterSizes.length)
    this.#coefficients(weights).forEach((coefficient, t) => {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) factors[c] = coefficient / clusterSizes[c]
    })
    return factors
  }

  /** sₜ = fₜ |U⁽ᵗ⁾' Z|² for the first `count` columns. */
  #spans(block: Float64Array, count: number): Float64Array {
    const { clusterStarts, clusterSizes } = this.#table
    const { width } = this.#subspace
    const sums = this.#product.sumByCluster(block, this.#roots)
    return this.#options.factors.map((factor, t) => {
      let span = 0
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
        let square = 0
        for (let b = 0; b < count; b++) square += sums[c * width + b] * sums[c * width + b]
        span += square / clusterSizes[c]
      }
      return factor * span
    })
  }
}
