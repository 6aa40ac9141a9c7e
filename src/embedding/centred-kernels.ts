import type { LabelTable } from '../ensemble/label-table.js'
import type { KernelGramObjective } from './kernel-gram.js'
import type { WeightEvaluation } from './weight-objective.js'

/**
 * The objective of kernels that are centred, from the plain one with one more eigenvector.
 *
 *   C K⁽ᵗ⁾ C = K⁽ᵗ⁾ - 11'/n,   because K⁽ᵗ⁾ 1 = 1 for a labeling without gaps
 *
 * So the constant vector, which has the largest eigenvalue Σₜ wₜ², is all that is lost: J falls by Σₜ wₜ² and every sₜ by 1.
 */
export function centredObjective(plain: KernelGramObjective): KernelGramObjective {
  return {
    ensembleSize: plain.ensembleSize,
    evaluate: weights => withoutConstant(plain.evaluate(weights), squares(weights)),
    along(weights, direction) {
      const evaluate = plain.along(weights, direction)
      return step => withoutConstant(evaluate(step), squares(weights.map((w, t) => w + step * direction[t])))
    },
  }
}

function squares(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight * weight, 0)
}

function withoutConstant(evaluation: WeightEvaluation, lost: number): WeightEvaluation {
  return {
    narrow: () => evaluation.narrow?.() ?? false,
    get bounds() {
      const { low, high } = evaluation.bounds ?? { low: evaluation.objective, high: evaluation.objective }
      return { low: low - lost, high: high - lost }
    },
    get objective() {
      return evaluation.objective - lost
    },
    get spans() {
      return evaluation.spans.map(span => span - 1)
    },
  }
}

/**
 * Eigenvectors on distinct rows, turned so that the first is constant, and without it: rowCount x (columns - 1). They span
 * the constant vector; a reflection takes its coordinates to the first axis.
 */
export function withoutConstantColumn(
  { rowCount, sampleCount, multiplicity }: LabelTable,
  vectors: Float64Array,
  columns: number,
): Float64Array {
  const mirror = new Float64Array(columns)
  for (let r = 0, at = 0; r < rowCount; r++) {
    const constant = Math.sqrt(multiplicity[r] / sampleCount)
    for (let j = 0; j < columns; j++, at++) mirror[j] += constant * vectors[at]
  }
  mirror[0] += mirror[0] < 0 ? -1 : 1
  const length = mirror.reduce((sum, value) => sum + value * value, 0)
  const out = new Float64Array(rowCount * (columns - 1))
  for (let r = 0; r < rowCount; r++) {
    const row = vectors.subarray(r * columns, (r + 1) * columns)
    const share = (2 * row.reduce((sum, value, j) => sum + value * mirror[j], 0)) / length
    for (let j = 1; j < columns; j++) out[r * (columns - 1) + j - 1] = row[j] - share * mirror[j]
  }
  return out
}
