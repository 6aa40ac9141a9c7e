import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { dot } from '../../numeric/loops/vector.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { blockWidth, type TopEigenpairs, topEigenpairs } from '../../numeric/top-eigenpairs.js'
import type { Pauser } from '../../pause.js'
import type { Matrix } from '../../types.js'
import { solveByFixedPoint } from '../embedding/fixed-point.js'
import { projectedObjective } from '../embedding/projected-objective.js'
import { REDUCED_GRADIENT_TOLERANCE } from '../embedding/reduced-gradient.js'
import type {
  Solver,
  WeightEvaluation,
  WeightObjective,
  WeightSolution,
  WeightStep,
} from '../embedding/weight-objective.js'
import { type SymmetricMatrix, symmetricMatrix } from './symmetric-matrix.js'

/** The leading eigenpairs of F C F', computed in the space of the features. */
export interface FactorEvaluation extends WeightEvaluation {
  readonly eigenvalues: Float64Array
  /** The next eigenvalue. */
  readonly next: number
  /** q x k: Z = F projection. */
  readonly projection: Matrix
  readonly converged: boolean
}

export interface FactorSpaceOptions {
  readonly clusterCount: number
  /** p, the number of anchor features, which come first. */
  readonly anchorCount: number
  /** First cluster of each labeling; the cluster features follow the anchor features. */
  readonly clusterStarts: Int32Array
  readonly loops: HotLoops
  readonly seed: number
  readonly pauser: Pauser
}

/** Solvers other than the fixed point work on this many leading vectors, as a multiple of k. */
const LEADING = 3

/**
 * Eigenpairs of M(w) = F C F', C = 1 for anchors and wₜ² for the clusters of labeling t, from the Gram matrix G = F'F:
 *
 *   C^½ G C^½ Y = Y Λ,   Z = F C^½ Y Λ^-½
 *
 * Once G is computed, nothing depends on the number of samples. O(q² k) per product, with q = p + P.
 */
export class FactorSpace implements WeightObjective {
  readonly ensembleSize: number
  readonly #options: FactorSpaceOptions
  readonly #size: number
  readonly #gram: SymmetricMatrix
  #last: { weights: Float64Array; evaluation: FactorEvaluation; found: TopEigenpairs } | null = null

  /** `gram` is the lower triangle of F'F. */
  constructor(gram: Float64Array, options: FactorSpaceOptions) {
    const { clusterCount, clusterStarts, loops } = options
    this.#options = options
    this.ensembleSize = clusterStarts.length - 1
    this.#size = Math.sqrt(gram.length)
    this.#gram = symmetricMatrix(loops, gram, this.#size, blockWidth(Math.min(clusterCount, this.#size)))
  }

  async evaluate(weights: Float64Array): Promise<FactorEvaluation> {
    const last = this.#last
    if (last?.weights.every((weight, t) => weight === weights[t])) return last.evaluation
    const { clusterCount, loops, seed, pauser } = this.#options
    const roots = this.#roots(weights)
    const found = await topEigenpairs(this.#operator(roots), {
      count: Math.min(clusterCount, this.#size),
      loops,
      seed,
      pauser,
      start: last === null ? undefined : { values: last.found.vectors, columns: last.found.values.length },
    })
    const eigenvalues = new Float64Array(clusterCount)
    eigenvalues.set(found.values.map(value => Math.max(0, value)))
    const projection = this.#projection(roots, found)
    const evaluation = {
      eigenvalues,
      projection,
      objective: eigenvalues.reduce((sum, value) => sum + value, 0),
      spans: this.#spans(this.#images(projection)),
      next: Math.max(0, found.next),
      converged: found.converged,
    }
    this.#last = { weights, evaluation, found }
    return evaluation
  }

  /** The weights that minimise J. A solver that needs many evaluations works on a small space around the optimum. */
  async solve(solver: Solver, onStep?: (step: WeightStep) => void): Promise<WeightSolution> {
    const { pauser } = this.#options
    const isQuick = solver === solveByFixedPoint
    const quick = await solveByFixedPoint(this, { pauser, onStep: isQuick ? onStep : undefined })
    if (isQuick) return quick
    const tolerance = REDUCED_GRADIENT_TOLERANCE / 10
    return solver(await this.#near(quick.weights), { tolerance, pauser, onStep })
  }

  /** √C: 1 for anchors, wₜ for clusters. */
  #roots(weights: Float64Array): Float64Array {
    const { anchorCount: p, clusterStarts } = this.#options
    const roots = new Float64Array(this.#size).fill(1)
    weights.forEach((weight, t) => {
      roots.fill(weight, p + clusterStarts[t], p + clusterStarts[t + 1])
    })
    return roots
  }

  #operator(roots: Float64Array): BlockOperator {
    const q = this.#size
    const { input, output, width, multiply } = this.#gram
    return {
      size: q,
      applyInto: (y, x, columns) => {
        for (let a = 0; a < q; a++) {
          for (let b = 0; b < columns; b++) input[a * width + b] = roots[a] * x[a * columns + b]
        }
        multiply()
        for (let a = 0; a < q; a++) {
          for (let b = 0; b < columns; b++) y[a * columns + b] = roots[a] * output[a * width + b]
        }
      },
    }
  }

  /** C^½ Y Λ^-½, with a column of zeros for a zero eigenvalue. */
  #projection(roots: Float64Array, { values, vectors }: TopEigenpairs): Matrix {
    const q = this.#size
    const k = this.#options.clusterCount
    const projection = new Float64Array(q * k)
    for (let z = 0; z < values.length; z++) {
      const factor = values[z] > ZERO * values[0] ? 1 / Math.sqrt(values[z]) : 0
      for (let a = 0; a < q; a++) projection[a * k + z] = factor * roots[a] * vectors[a * values.length + z]
    }
    return { rowCount: q, columnCount: k, values: projection }
  }

  /** G projection = F'Z, q x k. */
  #images({ columnCount: k, values }: Matrix): Matrix {
    const q = this.#size
    const { input, output, width, multiply } = this.#gram
    const images = new Float64Array(q * k)
    for (let from = 0; from < k; from += width) {
      const columns = Math.min(width, k - from)
      input.fill(0)
      for (let a = 0; a < q; a++) {
        for (let b = 0; b < columns; b++) input[a * width + b] = values[a * k + from + b]
      }
      multiply()
      for (let a = 0; a < q; a++) {
        for (let b = 0; b < columns; b++) images[a * k + from + b] = output[a * width + b]
      }
    }
    return { rowCount: q, columnCount: k, values: images }
  }

  /** sₜ = |U⁽ᵗ⁾' Z|² */
  #spans({ columnCount: k, values }: Matrix): Float64Array {
    const { anchorCount: p, clusterStarts } = this.#options
    const spans = new Float64Array(this.ensembleSize)
    for (let t = 0; t < spans.length; t++) {
      const from = (p + clusterStarts[t]) * k
      spans[t] = dot(values, from, values, from, (p + clusterStarts[t + 1]) * k - from)
    }
    return spans
  }

  /** J on the leading eigenvectors of M at these weights. Correct to second order near these weights. */
  async #near(weights: Float64Array): Promise<WeightObjective> {
    const { clusterCount, anchorCount: p, clusterStarts, loops, seed, pauser } = this.#options
    const count = Math.min(LEADING * clusterCount, this.#size)
    const roots = this.#roots(weights)
    const found = await topEigenpairs(this.#operator(roots), { count, loops, seed, pauser })
    const { values, columnCount: k } = this.#images(leadingProjection(roots, found, this.#size))
    const productOf = (from: number, to: number) => {
      const full = new Float64Array(k * k)
      for (let a = from; a < to; a++) {
        for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) full[i * k + j] += values[a * k + i] * values[a * k + j]
      }
      return full
    }
    const kernelsOf = Array.from({ length: this.ensembleSize }, (_, t) =>
      upperTriangle(productOf(p + clusterStarts[t], p + clusterStarts[t + 1]), k),
    )
    const space = { dimension: k, rows: new Float64Array(0), fixed: productOf(0, p), kernels: kernelsOf }
    const ones = new Float64Array(this.ensembleSize).fill(1)
    const within = { values: new Float64Array(0), rows: new Int32Array(0) }
    return projectedObjective(space, ones, within, { clusterCount, loops })
  }
}

/** Eigenvalues below this share of the largest count as zero. */
const ZERO = 1e-13

function leadingProjection(roots: Float64Array, { values, vectors }: TopEigenpairs, q: number): Matrix {
  const kept = values.filter(value => value > ZERO * values[0]).length
  const out = new Float64Array(q * kept)
  for (let a = 0; a < q; a++) {
    for (let z = 0; z < kept; z++) {
      out[a * kept + z] = (roots[a] * vectors[a * values.length + z]) / Math.sqrt(values[z])
    }
  }
  return { rowCount: q, columnCount: kept, values: out }
}

function upperTriangle(matrix: Float64Array, size: number): Float64Array {
  const upper = new Float64Array((size * (size + 1)) / 2)
  for (let i = 0, at = 0; i < size; i++) for (let j = i; j < size; j++) upper[at++] = matrix[i * size + j]
  return upper
}
