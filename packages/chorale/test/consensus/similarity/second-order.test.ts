import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coAssociation } from '../../../src/consensus/similarity/co-association.js'
import {
  secondOrderDegrees,
  secondOrderSimilarity,
  secondOrderWithinRows,
} from '../../../src/consensus/similarity/second-order.js'
import { anyEnsemble, expectClose, type Labelings } from '../../ensembles.js'
import { jacobiEigen } from '../../reference/jacobi.js'
import { cutAt, denseSecondOrder, linksAt, matrixOf, onRows, similaritiesOf, tableOf, WIDTH } from './samples.js'

const alphas = fc.constantFrom(0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 1)

/** The operator on rows, as a matrix, beside the dense one on samples. */
async function both(labelings: Labelings, alpha: number) {
  const similarity = coAssociation(tableOf(labelings), { kind: 'nwca', lambda: 0.5 })
  const { table } = similarity
  const links = await linksAt(similarity, alpha)
  const operator = secondOrderSimilarity(links)
  return {
    table,
    links,
    rows: matrixOf(table.rowCount, operator.applySteps),
    samples: denseSecondOrder(cutAt(similaritiesOf(similarity), alpha)),
  }
}

describe('secondOrderSimilarity: corners', () => {
  it('is 1 for one sample', async () => {
    const { rows } = await both([[0], [0]], 0.5)
    expect(rows).toEqual([[1]])
  })

  it('is the identity where nothing is linked, and every vector inside a row keeps its length', async () => {
    // Samples 0 and 1 are alike, but labeling 2 breaks up their cluster of labeling 1: similar by 0.6 only.
    const { links, rows } = await both(
      [
        [0, 0, 0, 0, 1],
        [0, 0, 1, 2, 3],
      ],
      1,
    )
    expect(rows).toEqual([0, 1, 2, 3].map(r => [0, 1, 2, 3].map(q => (r === q ? 1 : 0))))
    expect(secondOrderWithinRows(links)[0]).toBe(1)
  })
})

describe('secondOrderSimilarity', () => {
  it('matches the hand-worked example', async () => {
    // Links 0-1 and 1-2 of 1/2 each: H = [[1, h, 0], [h, 1, h], [0, h, 1]] with h = 1/2.
    const similarity = coAssociation(
      tableOf([
        [0, 0, 1],
        [0, 1, 1],
      ]),
      { kind: 'ca' },
    )
    const links = await linksAt(similarity, 0.5)
    const rows = matrixOf(3, secondOrderSimilarity(links).applySteps)
    const side = 1 / Math.sqrt(1.25 * 1.5)
    expectClose(rows.flat(), [1, side, 0.2, side, 1, side, 0.2, side, 1], 1e-15)
    expectClose(
      secondOrderDegrees(links, similarity.table.multiplicity, WIDTH),
      [1.2 + side, 1 + 2 * side, 1.2 + side],
      1e-15,
    )
    const scaled = matrixOf(3, secondOrderSimilarity(links, { scale: 2, degrees: Float64Array.of(1, 4, 9) }).applySteps)
    expectClose(scaled.flat(), [2, side, 0.4 / 3, side, 0.5, side / 3, 0.4 / 3, side / 3, 2 / 9], 1e-15)
  })

  it("is the dense H'H on distinct rows", async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, alphas, async (labelings, alpha) => {
        const { table, rows, samples } = await both(labelings, alpha)
        expectClose(rows.flat(), onRows(samples, table).flat(), 1e-12)
      }),
    )
  })

  it('has a unit diagonal on samples', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, alphas, async (labelings, alpha) => {
        const { table, links, rows } = await both(labelings, alpha)
        // On a row of μ samples the operator shows 1 + (μ - 1) x, and inside it 1 - x, x = K̃ between two of them.
        const inside = secondOrderWithinRows(links)
        const diagonal = Array.from(table.multiplicity, (mu, r) => (rows[r][r] + (mu - 1) * inside[r]) / mu)
        expectClose(diagonal, new Array(table.rowCount).fill(1), 1e-12)
      }),
    )
  })

  it('has, with the eigenvalues inside rows, the whole spectrum of the dense matrix', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, alphas, async (labelings, alpha) => {
        const { table, links, rows, samples } = await both(labelings, alpha)
        const spectrum = jacobiEigen(rows).values
        secondOrderWithinRows(links).forEach((value, r) => {
          for (let copy = 1; copy < table.multiplicity[r]; copy++) spectrum.push(value)
        })
        spectrum.sort((a, b) => b - a)
        expectClose(spectrum, jacobiEigen(samples).values, 1e-12)
        expect(spectrum.at(-1)).toBeGreaterThan(-1e-13)
      }),
      { numRuns: 60 },
    )
  })

  it('has spectrum within [0, 1], the largest 1, when divided by its degrees', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnsemble, alphas, async (labelings, alpha) => {
        const { table, links, samples } = await both(labelings, alpha)
        const degrees = secondOrderDegrees(links, table.multiplicity, WIDTH)
        const rowSums = samples.map(row => row.reduce((a, b) => a + b))
        expectClose(
          Array.from(table.rowOf, r => degrees[r]),
          rowSums,
          1e-12,
        )
        const normalised = matrixOf(table.rowCount, secondOrderSimilarity(links, { degrees }).applySteps)
        const { values } = jacobiEigen(normalised)
        expect(values[0]).toBeCloseTo(1, 12)
        expect(values.at(-1)).toBeGreaterThan(-1e-13)
      }),
      { numRuns: 60 },
    )
  })
})
