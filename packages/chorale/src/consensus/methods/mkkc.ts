import { kernelLabels } from '../kernel-labels.js'
import { defineMethod } from '../method.js'
import { TRUE_OR_FALSE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

/** The value of the authors' package. */
const K_MEANS_ITERATIONS = 500

/**
 * Multiple kernel k-means, min-max: larger weights for the base clusterings that an embedding fits worst.
 *
 *   min over Z of max over θ >= 0, |θ|₂ <= 1 of Σₜ θₜ aₜ,   aₜ = tr(K⁽ᵗ⁾ (I - Z Z')),   K_θ = Σₜ θₜ K⁽ᵗ⁾
 *
 * S. Bang, Y. Yu, W. Wu: Robust multiple kernel k-means clustering using min-max optimization, arXiv 1803.02458. O(n
 * m²) once, then at most ten eigenproblems whose cost does not depend on n. Rows of Z are normalised to length 1 before
 * k-means. aₜ grows with k⁽ᵗ⁾, so base clusterings with many clusters dominate.
 *
 * (Reference: 1000 plain random starts of k-means. Here: 100 starts of k-means++, to save time; `restarts` sets the
 * number.) (Reference: recommends centring the kernels and normalising their diagonal. Here: K⁽ᵗ⁾ is used unchanged;
 * `centred` and `unitDiagonal` turn this on.) `weights` are θ divided by its sum; the direction is the same. `consensus`
 * skips labelings with one cluster. Such a labeling has a = 0, and so weight 0 in the reference, too.
 */
export const mkkc = defineMethod({
  name: 'mkkc',
  summary:
    'Runs multiple kernel k-means with larger weights for base clusterings that are hard to fit; fast and stable.',
  options: {
    restarts: wholeNumber(1, 10_000),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE,
  },
  defaults: { restarts: 100, unitRows: true },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows } = settings
    const { minMaxWeights } = await import('../min-max-weights.js')
    context.report('embedding', 0, 1)
    const run = await minMaxWeights(table, clusterCount, context, settings)
    context.report('labels', 0, 1)
    const labelOptions = { clusterCount, restarts, unitRows, maxIterations: K_MEANS_ITERATIONS }
    const { labels, ...rest } = await kernelLabels(table, run.found, labelOptions, context)
    context.report('labels', 1, 1)
    const theta = run.thetas[run.thetas.length - 1]
    const total = theta.reduce((sum, value) => sum + value, 0)
    return plainResult(labels, table.ensembleSize, {
      ...rest,
      weights: theta.map(value => value / total),
      objective: run.objectiveTrace[run.objectiveTrace.length - 1],
      objectiveTrace: run.objectiveTrace,
      iterations: run.thetas.length,
      converged: run.converged && rest.converged,
    })
  },
})
