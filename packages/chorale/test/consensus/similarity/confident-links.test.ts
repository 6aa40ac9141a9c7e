import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { coAssociation } from '../../../src/consensus/similarity/co-association.js'
import { confidentLinks } from '../../../src/consensus/similarity/confident-links.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../../src/pause.js'
import { anyEnsemble, expectClose, plantedEnsemble, unstructuredEnsemble } from '../../ensembles.js'
import { cutAt, linksAt, matrixOf, onRows, similaritiesOf, tableOf, WIDTH } from './samples.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

const NWCA = { kind: 'nwca', lambda: 0.5 } as const
const alphas = fc.constantFrom(0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 1)

describe('confidentLinks: corners', () => {
  it('stops when the signal is aborted', async () => {
    const labelings = unstructuredEnsemble(1, { sampleCount: 20, ensembleSize: 3 })
    const similarity = coAssociation(tableOf(labelings), NWCA)
    const abort = new AbortController()
    const pauser = new Pauser(abort.signal)
    pauser.pause = async () => pauser.check()
    abort.abort(new Error('enough'))
    await expect(
      confidentLinks(similarity, { alpha: 0.1, width: WIDTH, loops: PLAIN_KERNELS, pauser }),
    ).rejects.toThrow('enough')
  })

  it('is the identity at alpha 1 where no two samples are alike enough', async () => {
    const similarity = coAssociation(
      tableOf([
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ]),
      NWCA,
    )
    const links = await linksAt(similarity, 1)
    expect(links.linkShare).toBe(0)
    expect([...links.lengths]).toEqual([1, 1, 1, 1])
    expect(matrixOf(4, links.multiplyInto)).toEqual([0, 1, 2, 3].map(i => [0, 1, 2, 3].map(j => (i === j ? 1 : 0))))
  })

  it('links samples of one row when they are alike enough, at alpha 1 too', async () => {
    const similarity = coAssociation(
      tableOf([
        [0, 0, 1, 1],
        [0, 0, 1, 1],
      ]),
      NWCA,
    )
    const links = await linksAt(similarity, 1)
    expect([...links.within]).toEqual([1, 1])
    expectClose(links.lengths, [Math.SQRT2, Math.SQRT2], 1e-15)
    expect(links.linkShare).toBeCloseTo(4 / 12, 15)
  })

  it('has no share of links for one sample', async () => {
    expect((await linksAt(coAssociation(tableOf([[0], [0]]), { kind: 'ca' }), 0.5)).linkShare).toBe(0)
  })

  it('keeps an entry that equals alpha', async () => {
    // CA of 0 and 2 is exactly 1/2.
    const similarity = coAssociation(
      tableOf([
        [0, 0, 1, 1],
        [0, 0, 0, 1],
      ]),
      { kind: 'ca' },
    )
    const at = await linksAt(similarity, 0.5)
    const above = await linksAt(similarity, 0.5 + 2 ** -53)
    const [first, third] = [similarity.table.rowOf[0], similarity.table.rowOf[2]]
    expect(matrixOf(3, at.multiplyInto)[first][third]).toBeCloseTo(Math.SQRT2 * 0.5, 15)
    expect(matrixOf(3, above.multiplyInto)[first][third]).toBe(0)
  })
})

describe('confidentLinks', () => {
  it('matches the hand-worked example: b, D and Q of a row of two samples', async () => {
    // Samples 0 and 1 are one row. CA: 0-1 1, 0-2 and 1-2 2/3, 2-3 1/3, 0-3 and 1-3 0; alpha 1/2 drops 2-3.
    const similarity = coAssociation(
      tableOf([
        [0, 0, 0, 1],
        [0, 0, 0, 1],
        [0, 0, 1, 1],
      ]),
      { kind: 'ca' },
    )
    const links = await linksAt(similarity, 0.5)
    expect([...links.within]).toEqual([1, 1, 1])
    expectClose(links.lengths, [Math.sqrt(1 + 1 + 4 / 9), Math.sqrt(1 + 8 / 9), 1], 1e-15)
    const q = Math.SQRT2 * (2 / 3)
    expectClose(matrixOf(3, links.multiplyInto).flat(), [2, q, 0, q, 1, 0, 0, 0, 1], 1e-15)
    expect(links.linkShare).toBeCloseTo(6 / 12, 15)
  })

  it('is the dense threshold on distinct rows, in whichever form it is stored', async () => {
    const forms = { rows: 0, complement: 0 }
    await fc.assert(
      fc.asyncProperty(anyEnsemble, alphas, fc.boolean(), async (labelings, alpha, plain) => {
        const similarity = coAssociation(tableOf(labelings), NWCA)
        const { table } = similarity
        const links = await linksAt(similarity, alpha, plain ? PLAIN_KERNELS : simd)
        forms[links.form]++
        const H = cutAt(similaritiesOf(similarity), alpha)
        expectClose(matrixOf(table.rowCount, links.multiplyInto).flat(), onRows(H, table).flat(), 1e-12)
        const columnLengths = H.map(row => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)))
        expectClose(
          Array.from(table.rowOf, r => links.lengths[r]),
          columnLengths,
          1e-13,
        )
        const linked = H.flatMap((row, i) => row.filter((value, j) => i !== j && value > 0)).length
        expect(links.linkShare).toBeCloseTo(linked / (H.length * (H.length - 1)), 14)
        for (let r = 0; r < table.rowCount; r++) {
          expect(links.within[r]).toBe(similarity.within[r] >= alpha ? similarity.within[r] : 0)
        }
      }),
    )
    expect(Math.min(forms.rows, forms.complement)).toBeGreaterThan(10)
  })

  it('stores what the threshold keeps or what it removes, whichever is less', async () => {
    const { labelings } = plantedEnsemble(7, { sampleCount: 40, ensembleSize: 6, clusterCount: 3, noise: 0.3 })
    const similarity = coAssociation(tableOf(labelings), NWCA)
    const { rowCount } = similarity.table
    const counts = (alpha: number) => {
      let [kept, removed] = [0, 0]
      for (let r = 0; r < rowCount; r++) {
        for (let q = 0; q < rowCount; q++) {
          const value = r === q ? 0 : similarity.entry(r, q)
          if (value >= alpha) kept++
          else if (value > 0) removed++
        }
      }
      return { kept, removed }
    }
    for (const alpha of [0.01, 0.1, 0.3, 0.6, 0.9]) {
      const { kept, removed } = counts(alpha)
      const links = await linksAt(similarity, alpha)
      expect(links.form).toBe(removed < kept ? 'complement' : 'rows')
      expect(links.entryCount).toBe(rowCount + Math.min(kept, removed))
    }
  })

  it('never stores the complement where labels are missing: S is then not of low rank', async () => {
    const labelings = unstructuredEnsemble(4, { sampleCount: 30, ensembleSize: 5, largest: 2, missing: 0.1 })
    expect((await linksAt(coAssociation(tableOf(labelings), NWCA), 0.01)).form).toBe('rows')
  })
})
