import type { Breath } from '../breathe.js'
import type { LabelTable } from '../ensemble/label-table.js'
import type { Kernels } from '../kernels/kernels.js'
import { randomFor } from '../numeric/random.js'
import { type BlockOperator, Subspace } from '../numeric/subspace.js'
import {
  allowedResidual,
  blockWidth,
  firstColumns,
  largestNorm,
  panelCapacity,
  startingBlock,
  subtractScaled,
} from '../numeric/top-eigenpairs.js'
import { type ClusterProduct, createClusterProduct } from '../similarity/cluster-product.js'
import { solveByFixedPoint } from './fixed-point.js'
import { leadingSpace, ProjectedIndicators, projectedObjective, timesRows } from './projected-objective.js'
import { REDUCED_GRADIENT_TOLERANCE } from './reduced-gradient.js'
import type { TopOfBoth, WithinRows } from './spectrum.js'
import { type Solver, uniformWeights, type WeightSolution, type WeightStep } from './weight-objective.js'

export interface WeightedEmbeddingOptions {
  /** k */
  clusterCount: number
  solver: Solver
  /** fₜ: what K⁽ᵗ⁾ is multiplied by in the objective. */
  factors: Float64Array
  kernels: Kernels
  seed: number
  breath: Breath
  /** Eigenvectors of a similar problem, rowCount x columns, to start from. */
  start?: { values: Float64Array; columns: number }
  onStep?: (step: WeightStep) => void
}

export interface WeightedEmbedding extends Omit<WeightSolution, 'evaluations'> {
  readonly top: TopOfBoth
  /** Eigenvectors on the distinct rows as columns: rowCount x acrossCount. */
  readonly vectors: Float64Array
}

/** Allowed error of the embedding's space. */
const TOLERANCE = 1e-11

/** The weights are first solved for when the residual is below this share of the last wanted eigenvalue. */
const ROUGH = 1e-3

/** Weights count as found when a round moves none of them by more than this. */
const STILL = 1e-9

/** Where J has a kink no weights are found; after so many attempts the last ones are kept. */
const MAX_ATTEMPTS = 5

/** Rounds after which the search gives up. */
const MAX_ROUNDS = 500

/**
 * The weights w that minimise J and the embedding Z that belongs to them, for the exact operator
 *
 *   M(w) = fixed + Σₜ wₜ² fₜ K⁽ᵗ⁾                                                          (Sec. 5.2)
 *
 * A subspace Q is grown by the residuals of M(w). In every round the leading Ritz vectors of Q make a small factor
 * space in which w is solved for afresh, at no cost in n; the exact residual of M(w) decides when to stop. So the
 * small space only guides the search: at the end Z and w are those of the exact operator to 1e-11.
 */
export async function weightedEmbedding(
  table: LabelTable,
  fixed: BlockOperator,
  within: WithinRows,
  options: WeightedEmbeddingOptions,
): Promise<WeightedEmbedding> {
  const { clusterCount: k, solver, factors, kernels, seed, breath, start, onStep } = options
  const width = blockWidth(k)
  const subspace = new Subspace(kernels, fixed, width, panelCapacity(width))
  const clusterProduct = createClusterProduct(kernels, table, width)
  const indicators = new ProjectedIndicators(kernels, table, clusterProduct, subspace)
  const product = weightedKernelProduct(table, factors, clusterProduct)
  subspace.expand(startingBlock(fixed.size, width, randomFor(seed, 0), start))

  // First rough eigenvectors; then weights and eigenvectors together, guided by the quick solver; then the solver
  // that was asked for, once; then the eigenvectors that belong to its weights.
  let stage: 'rough' | 'guide' | 'solve' | 'settle' = 'rough'
  let solution: Omit<WeightSolution, 'evaluations'> = {
    weights: uniformWeights(table.ensembleSize),
    ...{ objective: 0, objectiveTrace: [], iterations: 0, converged: false },
  }
  let attempts = 0
  for (let round = 1; ; round++) {
    // A larger space lets the quick solver follow the path of the exact one to the last digits; a solver that asks for
    // hundreds of evaluations gets the smaller one. Once the subspace is everything, so is the leading space: exact.
    const patient = stage === 'solve' && solver !== solveByFixedPoint
    const everything = subspace.dimension >= fixed.size && !patient
    const most = everything ? fixed.size : (stage === 'solve' && !patient ? 4 : 2) * width
    const space = leadingSpace(subspace, indicators, squaredTimes(solution.weights, factors), most)
    const objective = projectedObjective(space, factors, within, k)
    let moved = 0
    if (stage === 'guide' && attempts < MAX_ATTEMPTS) {
      const { weights } = solution
      solution = await solveByFixedPoint(objective, { start: weights, breath })
      moved = weights.reduce((most, weight, t) => Math.max(most, Math.abs(solution.weights[t] - weight)), 0)
      if (!solution.converged) attempts++
    }
    if (stage === 'solve') {
      const tolerance = solver === solveByFixedPoint ? undefined : REDUCED_GRADIENT_TOLERANCE / 10
      solution = await solver(objective, { tolerance, breath, onStep })
      stage = 'settle'
    }
    const { eigen, top } = objective.evaluate(solution.weights)

    const pairs = Math.min(width, space.dimension)
    const coefficients = timesRows(eigen.vectors, pairs, space.rows, space.dimension)
    const ritz = subspace.combine(coefficients, pairs)
    const residuals = subspace.combineImages(coefficients, pairs)
    product(residuals, ritz, solution.weights)
    subtractScaled(residuals, ritz, eigen.values, width, pairs)

    const wanted = Math.max(1, top.acrossCount)
    const residual = largestNorm(residuals, width, wanted)
    const gap = eigen.values[wanted - 1] - (eigen.values[wanted] ?? 0)
    const precise = everything || residual <= allowedResidual(eigen.values[0], gap, TOLERANCE)
    if (stage === 'settle' && (precise || round >= MAX_ROUNDS)) {
      const vectors = firstColumns(ritz, width, top.acrossCount)
      const J = top.values.reduce((sum, value) => sum + value, 0)
      return { ...solution, objective: J, converged: solution.converged && precise, top, vectors }
    }

    if (stage === 'guide' && ((precise && (everything || moved <= STILL)) || round >= MAX_ROUNDS)) stage = 'solve'
    if (stage === 'rough' && (precise || residual <= ROUGH * eigen.values[wanted - 1])) stage = 'guide'
    if (precise || subspace.dimension >= fixed.size) continue
    if (subspace.full) {
      subspace.compress(timesRows(eigen.vectors, space.dimension, space.rows, space.dimension), space.dimension)
      indicators.reset()
    }
    await breath.take()
    subspace.expand(residuals)
  }
}

/** y += Σₜ wₜ² fₜ K⁽ᵗ⁾ x on the distinct rows. */
function weightedKernelProduct(table: LabelTable, factors: Float64Array, clusterProduct: ClusterProduct) {
  const { ensembleSize: m, clusterStarts, clusterSizes, multiplicity } = table
  const roots = multiplicity.map(Math.sqrt)
  const clusterFactor = new Float64Array(clusterSizes.length)
  return (y: Float64Array, x: Float64Array, weights: Float64Array) => {
    for (let t = 0; t < m; t++) {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
        clusterFactor[c] = (weights[t] * weights[t] * factors[t]) / clusterSizes[c]
      }
    }
    clusterProduct.add(y, x, roots, clusterFactor)
  }
}

/** wₜ² fₜ */
function squaredTimes(weights: Float64Array, factors: Float64Array): Float64Array {
  return weights.map((weight, t) => weight * weight * factors[t])
}
