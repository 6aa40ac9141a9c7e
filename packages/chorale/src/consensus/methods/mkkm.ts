import { InputError } from '../../errors.js'
import { kernelLabels } from '../kernel-labels.js'
import { COLLAPSES, defineMethod } from '../method.js'
import { oneOf, TRUE_OR_FALSE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

/**
 * Multiple kernel k-means, min-min: larger weights for the base clusterings that an embedding fits best.
 *
 *   min over θ, Z of tr(K_θ (I - Z Z')),   K_θ = Σₜ θₜ² K⁽ᵗ⁾,   θₜ ~ 1/aₜ,  aₜ = tr(K⁽ᵗ⁾ (I - Z Z'))
 *
 * H.-C. Huang, Y.-Y. Chuang, C.-S. Chen: Multiple kernel fuzzy clustering, IEEE TFS 20(1), 2012, in the crisp form that
 * the SimpleMKKM code includes. O(n m²) once; the cost of an iteration does not depend on n, see kernel-spectrum.ts.
 *
 * **It collapses on ensembles.** If any k⁽ᵗ⁾ <= k, Z can contain all of K⁽ᵗ⁾: aₜ goes to 0 in about three iterations,
 * and θ goes to one base clustering. (Reference: continues with rounding noise of either sign, stops anywhere from 5 to
 * 51 iterations or fails, and k - k⁽ᵗ⁾ columns of its Z are arbitrary, so it is not reproducible. Here: stop when min
 * aₜ < 1e-8, with θ = 1 at that t and Z of this iteration, which is still well defined; scores are higher.)
 * `collapse: 'reference'` gives the closest reproducible model of the published code: the indicators of the winner and
 * seeded random directions.
 *
 * (Reference: the SimpleMKKM code centres the kernels and normalises their diagonal to 1. Here: `centred` and
 * `unitDiagonal` turn this on.) `consensus` skips labelings with one cluster. This is necessary here: such a labeling
 * would win at once, because the constant vector is in every Z.
 */
export const mkkm = defineMethod({
  name: 'mkkm',
  summary:
    'Runs multiple kernel k-means with larger weights for base clusterings that are easy to fit; for comparison only.',
  options: {
    restarts: wholeNumber(1, 10_000),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE,
    collapse: oneOf(COLLAPSES),
  },
  defaults: { restarts: 20, unitRows: false, collapse: 'rule' },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows, collapse, centred, unitDiagonal } = settings
    if (collapse === 'reference' && (centred || unitDiagonal)) {
      throw new InputError("consensus: collapse must be 'rule' when centred or unitDiagonal is true; got 'reference'")
    }
    const { alternate, winnerAndNoise } = await import('../alternating-weights.js')
    context.report('embedding', 0, 1)
    const run = await alternate(table, clusterCount, context, settings)
    context.report('labels', 0, 1)
    const imitated = collapse === 'reference' && run.winner >= 0
    const { labels, ...rest } = imitated
      ? { labels: await winnerAndNoise(table, run.winner, { clusterCount, restarts }, context) }
      : await kernelLabels(table, run.found, { clusterCount, restarts, unitRows }, context)
    context.report('labels', 1, 1)
    const { weights, objectiveTrace } = run
    return plainResult(labels, table.ensembleSize, {
      ...rest,
      weights,
      objectiveTrace,
      iterations: objectiveTrace.length,
      converged: run.converged,
      objective: objectiveTrace[objectiveTrace.length - 1],
      warnings:
        run.winner >= 0
          ? [`The weights collapsed to base clustering ${run.winner + 1} (skipped ones not counted).`]
          : [],
    })
  },
})
