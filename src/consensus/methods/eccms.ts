import type { LabelTable } from '../../ensemble/label-table.js'
import type { HotLoops } from '../../hot-loops/hot-loops.js'
import { blockInverse, solveBlocksInto } from '../../numeric/block-inverse.js'
import type { Pauser } from '../../pause.js'
import { findEntropies, LWCA_THETA } from '../../similarity/cluster-weights.js'
import { coAssociation } from '../../similarity/co-association.js'
import { acrossInto, createGrouped, type GroupedMatrix, groupedCoAssociation } from '../../similarity/grouped-matrix.js'
import { defineMethod } from '../method.js'
import { FRACTION, POSITIVE } from '../option-rules.js'
import { plainResult } from '../plain-result.js'
import { LINKS, TREE } from '../step-words.js'

const TOLERANCE = 1e-2
const MAX_ITERATIONS = 100

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

export interface SelfEnhancement {
  readonly Q: GroupedMatrix
  readonly C: GroupedMatrix
  readonly E: GroupedMatrix
  /** The five quantities of the stopping rule, for each iteration. */
  readonly stopTrace: number[][]
  readonly converged: boolean
}

export async function selfEnhancement(
  table: LabelTable,
  { alpha, lambda, theta, loops }: { alpha: number; lambda: number; theta: number; loops: HotLoops },
  pauser?: Pauser,
  onIteration?: (iteration: number) => void,
): Promise<SelfEnhancement> {
  const { targetInto, updateBounded, updateError, updateSmooth } = await import('../../similarity/enhancement-steps.js')
  const { rowCount: r } = table
  const Q = confidentPairs(table, alpha)
  if (pauser) await findEntropies(table, pauser)
  const A = groupedCoAssociation(coAssociation(table, { kind: 'lwca', theta }))
  const { inverse, inside } = smoother(loops, Q, table)
  const C = createGrouped(r)
  const E = createGrouped(r)
  const F = createGrouped(r)
  const Y2 = createGrouped(r)
  const run = { A, Q, C, E, F, Y1: { pairs: A.pairs.slice(), own: A.own.slice() }, Y2 }
  const across = new Float64Array(r * r)
  const solved = new Float64Array(r * r)

  const stopTrace: number[][] = []
  let converged = false
  while (!converged && stopTrace.length < MAX_ITERATIONS) {
    onIteration?.(stopTrace.length)
    const insideX = targetInto(across, run, inside, table)
    solveBlocksInto(solved, inverse, across, r)
    const changeC = updateSmooth(run, solved, insideX, table)
    await pauser?.pause()
    const [changeE, misfitY1] = updateError(run, lambda, table)
    const [changeF, misfitY2] = updateBounded(run, table)
    const quantities = [changeC, changeE, changeF, misfitY1, misfitY2]
    stopTrace.push(quantities)
    // The maximum in the reference ignores 0/0.
    converged = quantities.every(value => Number.isNaN(value) || value < TOLERANCE)
    await pauser?.pause()
  }
  return { Q, C, E, stopTrace, converged }
}

/** CA without its diagonal and without entries below α. */
function confidentPairs(table: LabelTable, alpha: number): GroupedMatrix {
  const Q = groupedCoAssociation(coAssociation(table, { kind: 'ca' }))
  for (let at = 0; at < Q.pairs.length; at++) if (Q.pairs[at] < alpha) Q.pairs[at] = 0
  Q.own.fill(0)
  return Q
}

/** (2Φ + 2I)⁻¹, as its two parts. */
function smoother(loops: HotLoops, Q: GroupedMatrix, table: LabelTable) {
  const { rowCount: r, multiplicity } = table
  const B = createGrouped(r)
  for (let g = 0; g < r; g++) {
    let degree = -Q.pairs[g * r + g]
    for (let h = 0; h < r; h++) {
      degree += multiplicity[h] * Q.pairs[g * r + h]
      B.pairs[g * r + h] = -2 * Q.pairs[g * r + h]
    }
    B.own[g] = 2 * degree + 2
  }
  const across = new Float64Array(r * r)
  acrossInto(across, B, table)
  return { inverse: blockInverse(loops, across, r), inside: B.own.map((own, g) => 1 / (own - B.pairs[g * r + g])) }
}
