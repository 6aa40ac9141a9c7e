import { coverageFactors } from '../coverage-factors.js'
import { kernelLabels } from '../kernel-labels.js'
import { defineMethod } from '../method.js'
import { TRUE_OR_FALSE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

/**
 * Simple multiple kernel k-means on the base kernels, with the weights for which even the best embedding fits worst.
 *
 *   min over w of max over Z'Z = I of tr(Z' K^w Z),   K^w = Σₜ wₜ² K⁽ᵗ⁾;   k-means on Z
 *
 * X. Liu: SimpleMKKM: simple multiple kernel k-means, TPAMI 45(4), 2023. The solver repeats the reduced gradient of the
 * paper with its golden-section search, evaluation by evaluation. It needs 80 to 1300 evaluations; after the first
 * O(n m²), their cost does not depend on n.
 *
 * (Reference: returns the eigenvectors of the last trial of its search. Here: those of the final weights, so that both
 * belong together; both are within the last bracket of the search.) (Reference: its demonstration centres the kernels,
 * normalises their diagonal to 1, and normalises the rows of Z. Here: none of this by default; `centred`,
 * `unitDiagonal` and `unitRows` turn it on.) Missing labels: K⁽ᵗ⁾ is multiplied by n over the number of covered
 * samples, as in GPEC.
 * `consensus` skips labelings with one cluster. Such a labeling is the constant vector, which every K⁽ᵗ⁾ contains: it
 * would only take weight from the others.
 */
export const smkkm = defineMethod({
  name: 'smkkm',
  summary: 'Runs simple multiple kernel k-means with the weights for which even the best embedding fits worst.',
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
    const { kernelGramObjective } = await import('../embedding/kernel-gram.js')
    const { KernelSpectrum } = await import('../embedding/kernel-spectrum.js')
    const { solveByReducedGradient } = await import('../embedding/reduced-gradient.js')
    const spectrum = new KernelSpectrum(loops, table, clusterCount, settings)
    const solution = await solveByReducedGradient(kernelGramObjective(spectrum, factors), { pauser, onStep })
    const start = solution.weights.map((weight, t) => weight * Math.sqrt(factors[t]))
    const found = await spectrum.evaluateWithPauses({ start }, pauser)

    report('labels', 0, 1)
    const { labels, ...rest } = await kernelLabels(table, found, { clusterCount, restarts, unitRows }, context)
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
