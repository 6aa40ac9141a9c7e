import { canonicalSamples } from '../../labelings/canonical-rows.js'
import { randomFor } from '../../numeric/random.js'
import { defineMethod, EMPTY_CENTRES } from '../method.js'
import { oneOf, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import type { SecRun } from '../weighted-rows.js'

/**
 * Spectral ensemble clustering: solves the normalised cut of the co-association as weighted k-means on the rows of B.
 *
 *   w_i = Σₜ |cₜ(i)|,  x_i = B_i / w_i,   min Σᵢ w_i |x_i - centre(i)|²
 *
 * H. Liu, J. Wu, T. Liu, D. Tao, Y. Fu: Spectral ensemble clustering via weighted k-means, TKDE 29(5), 2017.
 * O(n m k) per iteration, O(n m + P k) memory: suitable for large n. One start from k randomly drawn samples, as in the
 * reference. Results vary widely; `restarts` keeps the best of several.
 *
 * (Reference: a centre without samples becomes the zero vector and mostly stays empty, so the result may have fewer
 * than k clusters. Here: it moves to the sample with the largest w_i |x_i - centre|², because the caller requested k;
 * `emptyCentres: 'reference'` does what the reference does.) Missing labels are zero entries of B. `consensus` skips
 * labelings with one cluster. Such a labeling would add n to every w_i and the same entry to every row: it only dampens
 * the differences.
 */
export const sec = defineMethod({
  name: 'sec',
  summary: 'Runs weighted k-means on the base clusters; the cheapest method, best with at least ten restarts.',
  options: { restarts: wholeNumber(1, 10_000), emptyCentres: oneOf(EMPTY_CENTRES) },
  defaults: { restarts: 1, emptyCentres: 'refill' },
  steps: () => ['Clustered the samples with weighted k-means on their base clusters (method sec).'],
  async run({ table }, { clusterCount, restarts, emptyCentres }, { seed, pauser, report }) {
    // Loaded on demand: few runs use this method.
    const { drawSamples, ensembleRows, weightedKMeans } = await import('../weighted-rows.js')
    const points = ensembleRows(table)
    // The draw does not depend on the order of the samples.
    const samples = canonicalSamples(table)
    let best: SecRun | undefined
    for (let restart = 0; restart < restarts; restart++) {
      report('labels', restart, restarts)
      const drawn = drawSamples(table.sampleCount, clusterCount, randomFor(seed, restart))
      const start = drawn.map(place => samples[place])
      const run = await weightedKMeans(points, start, emptyCentres, pauser)
      if (best === undefined || run.objective < best.objective) best = run
    }
    report('labels', restarts, restarts)
    const { labels, objective, objectiveTrace, converged } = best!
    return plainResult(
      table.rowOf.map(r => labels[r]),
      table.ensembleSize,
      { objective, objectiveTrace, iterations: objectiveTrace.length, converged },
    )
  },
})
