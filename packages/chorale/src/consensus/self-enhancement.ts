import type { LabelTable } from '../labelings/label-table.js'
import { blockInverse, solveBlocksInto } from '../numeric/block-inverse.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import type { Pauser } from '../pause.js'
import { findEntropies } from './similarity/cluster-weights.js'
import { coAssociation } from './similarity/co-association.js'
import { targetInto, updateBounded, updateError, updateSmooth } from './similarity/enhancement-steps.js'
import { acrossInto, createGrouped, type GroupedMatrix, groupedCoAssociation } from './similarity/grouped-matrix.js'

const TOLERANCE = 1e-2
export const MAX_ITERATIONS = 100

export interface SelfEnhancement {
  readonly Q: GroupedMatrix
  readonly C: GroupedMatrix
  readonly E: GroupedMatrix
  /** The five quantities of the stopping rule, for each iteration. */
  readonly stopTrace: number[][]
  readonly converged: boolean
}

/** The ADMM of `eccms`. */
export async function selfEnhancement(
  table: LabelTable,
  { alpha, lambda, theta, loops }: { alpha: number; lambda: number; theta: number; loops: HotLoops },
  pauser?: Pauser,
  onIteration?: (iteration: number) => void,
): Promise<SelfEnhancement> {
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
