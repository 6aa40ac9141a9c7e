import { coverageFactors } from '../coverage-factors.js'
import { kernelLabels } from '../kernel-labels.js'
import { defineMethod } from '../method.js'
import { TRUE_OR_FALSE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

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
export const smkkm = defineMethod({
  name: 'smkkm',
  summary: 'Simple multiple kernel k-means: the weights for which even the best embedding fits worst.',
  options: {
    restarts: wholeNumber(1, 10_000),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE,
  },
  defaults: { restarts: 20, unitRows: false },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows } = settings
    const { loops, pauser, onStep, report } = context
    report('embedding', 0, 1)
    const factors = coverageFactors(table)
    const { kernelGramObjective } = await import('../../embedding/kernel-gram.js')
    const { KernelSpectrum } = await import('../../embedding/kernel-spectrum.js')
    const { solveByReducedGradient } = await import('../../embedding/reduced-gradient.js')
    const spectrum = new KernelSpectrum(loops, table, clusterCount, settings)
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
  },
})
