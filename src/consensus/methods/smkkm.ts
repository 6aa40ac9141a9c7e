import { kernelGramObjective } from '../../embedding/kernel-gram.js'
import { KernelSpectrum } from '../../embedding/kernel-spectrum.js'
import { solveByReducedGradient } from '../../embedding/reduced-gradient.js'
import { kernelLabels } from '../kernel-labels.js'
import type { Method } from '../method.js'
import { plainResult } from '../plain-result.js'
import { coverageFactors } from './gpec.js'

const DEFAULTS = { restarts: 20, unitRows: false }

/**
 * Simple multiple kernel k-means on the base kernels: weights that make even the best embedding fit badly.
 *
 *   min over w of max over Z'Z = I of tr(Z' K^w Z),   K^w = Σₜ wₜ² K⁽ᵗ⁾;   k-means on Z
 *
 * X. Liu: SimpleMKKM: simple multiple kernel k-means, TPAMI 45(4), 2023. Its reduced gradient with golden-section
 * search, evaluation by evaluation: 80 to 1300 of them, which cost nothing in n beyond the first O(n m²).
 *
 * (Reference: returns the eigenvectors of the last trial of its search. Here: those of the final weights, because they
 * belong together; both lie within the last bracket of the search.) (Reference: its demonstration centres the kernels, scales
 * them to a diagonal of 1, and scales the rows of Z. Here: none of it; `centred`, `unitDiagonal` and `unitRows` do.)
 * Missing labels: K⁽ᵗ⁾ is multiplied by n over the samples covered, as in GPEC. A labeling of
 * one cluster, left out at the door, is the constant vector, which every K⁽ᵗ⁾ has: it would only take weight from the
 * others.
 */
export const smkkm: Method = async ({ table }, options, context) => {
  const { clusterCount, restarts, unitRows } = { ...DEFAULTS, ...options }
  const { loops, pauser, onStep, report } = context
  report('embedding', 0, 1)
  const factors = coverageFactors(table)
  const spectrum = new KernelSpectrum(loops, table, clusterCount, options)
  const solution = await solveByReducedGradient(kernelGramObjective(spectrum, factors), { pauser, onStep })
  const start = solution.weights.map((weight, t) => weight * Math.sqrt(factors[t]))
  const found = spectrum.evaluate({ start })

  report('labels', 0, 1)
  const { labels, ...rest } = kernelLabels(table, found, { clusterCount, restarts, unitRows }, context)
  report('labels', 1, 1)
  const { weights, objectiveTrace, iterations } = solution
  return plainResult(labels, table.ensembleSize, {
    ...rest,
    weights,
    objective: solution.objective,
    objectiveTrace,
    iterations,
    converged: solution.converged && rest.converged,
  })
}
