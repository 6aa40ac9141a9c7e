import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { selfEnhancement } from '../../src/consensus/self-enhancement.js'
import type { GroupedMatrix } from '../../src/consensus/similarity/grouped-matrix.js'
import { PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { expectClose, expectSamePartition } from '../ensembles.js'
import { columnsOf, expectMatrix, HAND, POOLS, poolVectors, tableOf, type Vectors } from './vectors.js'

function itMatchesTheVectors(name: string, vectors: () => Vectors): void {
  it(`${name}: has the reference's matrices and iterations`, async () => {
    const { ECCMS: golden, input } = vectors()
    const table = tableOf(columnsOf(vectors()))
    const run = await selfEnhancement(table, { alpha: 0.75, lambda: 0.01, theta: 0.4, loops: PLAIN_KERNELS })
    const entry =
      ({ pairs, own }: GroupedMatrix) =>
      (i: number, j: number) => {
        const [g, h] = [table.rowOf[i], table.rowOf[j]]
        return i === j ? own[g] : pairs[g * table.rowCount + h]
      }
    expect(run.stopTrace).toHaveLength(golden.iterations)
    run.stopTrace.forEach((quantities, t) => {
      const expected = golden.stop_quantities_per_iteration_C_E_F_Y1_Y2[t]
      const finite = quantities.filter((_, at) => expected[at] !== null)
      expectClose(
        finite,
        expected.filter(value => value !== null),
        1e-10,
      )
    })
    expectMatrix(entry(run.Q), input.n, golden.HC_no_diag, 1e-12)
    expectMatrix(entry(run.C), input.n, golden.C, 1e-10)
    expectMatrix(entry(run.E), input.n, golden.E, 1e-10)
  })

  it(`${name}: finds every cut that no tie decides`, async () => {
    for (const [k, { labels, tie_stable }] of Object.entries(vectors().ECCMS.labels_by_k)) {
      if (!tie_stable) continue
      const result = await consensus(columnsOf(vectors()), { clusterCount: Number(k), method: 'eccms' })
      expectSamePartition(result.labels, labels)
    }
  })
}

describe('eccms', () => {
  itMatchesTheVectors('hand12', () => HAND)

  it('cannot choose alpha by itself', async () => {
    const work = consensus(columnsOf(HAND), { clusterCount: 3, method: 'eccms', alpha: 'auto' })
    await expect(work).rejects.toThrow(
      'consensus: alpha must be a number above 0 and at most 1 for method eccms; got auto',
    )
  })
})

describeWithData('eccms on the golden pools', () => {
  for (const pool of POOLS) itMatchesTheVectors(pool, () => poolVectors(pool))
})
