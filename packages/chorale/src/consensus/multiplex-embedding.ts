import type { BlockOperator } from '../numeric/subspace.js'
import { topEigenpairs } from '../numeric/top-eigenpairs.js'
import type { Matrix } from '../types.js'
import type { MethodContext } from './method.js'
import type { Multiplex } from './similarity/multiplex.js'

/** Eigenvectors of D^-1/2 W D^-1/2 after D^1/2 1; their eigenvalues are 1 minus those of L. */
export async function multiplexEmbedding(
  { layers }: Multiplex,
  n: number,
  k: number,
  { loops, seed, pauser }: Pick<MethodContext, 'loops' | 'seed' | 'pauser'>,
) {
  const degrees = new Float64Array(n)
  for (const { starts, values } of layers) {
    for (let i = 0; i < n; i++) for (let e = starts[i]; e < starts[i + 1]; e++) degrees[i] += values[e]
  }
  const inverseRoots = degrees.map(degree => 1 / Math.sqrt(degree))
  const total = degrees.reduce((sum, degree) => sum + degree, 0)
  const constant = degrees.map(degree => Math.sqrt(degree / total))

  // (I + matrix) / 2: the spectrum is in [0, 1], in the same order.
  const operator: BlockOperator = {
    size: n,
    *applySteps(y, x, width) {
      y.fill(0)
      for (const { starts, columns, values } of layers) {
        for (let i = 0; i < n; i++) {
          for (let e = starts[i]; e < starts[i + 1]; e++) {
            const v = values[e] * inverseRoots[i] * inverseRoots[columns[e]]
            for (let b = 0; b < width; b++) y[i * width + b] += v * x[columns[e] * width + b]
          }
          if (i % 256 === 0) yield
        }
      }
      const shares = new Float64Array(width)
      for (let i = 0; i < n; i++) for (let b = 0; b < width; b++) shares[b] += constant[i] * x[i * width + b]
      for (let i = 0, at = 0; i < n; i++) {
        for (let b = 0; b < width; b++, at++) y[at] = (y[at] + x[at]) / 2 - constant[i] * shares[b]
      }
    },
  }
  const found = await topEigenpairs(operator, { count: k, loops, seed, pauser })
  const embedding: Matrix = { rowCount: n, columnCount: k, values: found.vectors }
  const eigenvalues = found.values.map(value => 2 * value - 1)
  const eigengap = 2 * (found.values[k - 1] - found.next)
  return { embedding, eigenvalues, eigengap, converged: found.converged }
}
