import { defineMethod } from '../method.js'
import { FRACTION, POSITIVE } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { LWCA_THETA } from '../similarity/cluster-weights.js'
import { LINKS, TREE } from '../step-words.js'

/**
 * Ensemble clustering by self-enhancement. The method splits the locally weighted co-association A into a part C that
 * is smooth along the confident links Q, and an error E that is zero on these links. Average linkage on C gives the
 * clusters.
 *
 *   min over C, E of tr(C' Φ C) + λ/2 |E|²,   A = C + E,  E = 0 where Q > 0,  0 <= C = C' <= 1
 *   Q = CA cut at α, without diagonal;   Φ = diag(Q 1) - Q
 *
 * Y. Jia, S. Tao, R. Wang, Y. Wang: Ensemble clustering via co-association matrix self-enhancement, TNNLS 2023. The
 * ADMM of the paper with unit steps; 20 to 53 iterations in our tests, and the same C to 1e-10.
 *
 * (Reference: n x n matrices and products, O(n³) per iteration. Here: samples with equal labels share their entries, r
 * x r numbers for r distinct rows, and (2Φ + 2I)⁻¹ is stored by connected components of the links, O(r² s) for
 * components of s rows.) As the reference does, this code reads the lower triangle of C, which is symmetric only after
 * convergence; its last digits depend on the order of the samples. 4 n² + 96 r² bytes. `consensus` skips labelings with
 * one cluster. Such a labeling would raise all of CA by 1/m and let more links pass α. Without it, α is a share of the
 * informative labelings.
 */
export const eccms = defineMethod({
  name: 'eccms',
  summary: 'Strengthens the confident links of the weighted co-association, then applies average linkage; slow.',
  options: { alpha: FRACTION, lambda: POSITIVE, theta: POSITIVE },
  defaults: { alpha: 0.75, lambda: 0.01, theta: LWCA_THETA },
  cost: ({ sampleCount, distinctRows = sampleCount }) => ({
    bytes: matrixBytes(sampleCount, distinctRows),
    growth: 'n² memory, n³ time',
  }),
  alternatives: ['balanced', 'lwgp', 'sec'],
  steps: () => [`${LINKS}. Strengthened the confident links (method eccms).`, TREE],
  async run({ table }, { clusterCount, alpha, lambda, theta }, { loops, pauser, report, checkMemory }) {
    const { cutTree, linkage, triangleLength } = await import('../../numeric/linkage.js')
    const { MAX_ITERATIONS, selfEnhancement } = await import('../self-enhancement.js')
    const { sampleCount: n, rowCount: r, ensembleSize } = table
    checkMemory(matrixBytes(n, r), `matrices of all pairs of ${n} samples`)
    const run = await selfEnhancement(table, { alpha, lambda, theta, loops }, pauser, iteration =>
      report('similarity', iteration, MAX_ITERATIONS),
    )

    report('labels', 0, 1)
    const { pairs } = run.C
    const values = new Float64Array(triangleLength(n))
    for (let j = 0, at = 0; j < n; j++) {
      for (let i = j + 1; i < n; i++) values[at++] = 1 - pairs[table.rowOf[i] * r + table.rowOf[j]]
      await pauser.pause()
    }
    const tree = await linkage({ size: n, values }, { rule: 'average', pauser })
    report('labels', 1, 1)
    const { stopTrace, converged } = run
    return plainResult(cutTree(tree, clusterCount), ensembleSize, { iterations: stopTrace.length, converged, alpha })
  },
})

/** Bytes for n samples with r distinct label rows. */
function matrixBytes(n: number, r: number): number {
  return 4 * n * n + 96 * r * r
}
