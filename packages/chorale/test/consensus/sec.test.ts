import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { ensembleRows, weightedKMeans } from '../../src/consensus/weighted-rows.js'
import { expectClose, expectSamePartition } from '../ensembles.js'
import { columnsOf, HAND, POOLS, poolVectors, tableOf, type Vectors } from './vectors.js'

function itMatchesTheVectors(name: string, vectors: () => Vectors): void {
  it(`${name}: follows the reference from its starting samples`, async () => {
    const golden = vectors()
    const table = tableOf(columnsOf(golden))
    const points = ensembleRows(table)
    expect(Array.from(table.rowOf, r => points.weights[r])).toEqual(golden.SEC.weights)
    for (const run of [golden.SEC, golden.SEC.case_with_emptied_cluster]) {
      if (run === undefined) continue
      const start = run.initial_centre_rows_1based.map(i => i - 1)
      const { labels, objectiveTrace, converged } = await weightedKMeans(points, start, 'reference')
      expect(converged).toBe(true)
      expectSamePartition(
        table.rowOf.map(r => labels[r]),
        run.labels,
      )
      expectClose(objectiveTrace, run.objective_history, 1e-12)
    }
  })
}

describe('sec', () => {
  itMatchesTheVectors('hand12', () => HAND)

  it('gives a centre that lost all samples the costliest one, and keeps k clusters', async () => {
    const table = tableOf(columnsOf(HAND))
    const points = ensembleRows(table)
    // Three centres in one place: two of them are empty at once.
    const twin = Array.from(table.rowOf).findIndex((row, i, rows) => i > 0 && rows.indexOf(row) < i)
    const start = [Array.from(table.rowOf).indexOf(table.rowOf[twin]), twin, twin]
    const refilled = await weightedKMeans(points, start, 'refill')
    expect(new Set(refilled.labels).size).toBe(3)
    const reference = await weightedKMeans(points, start, 'reference')
    expect(new Set(reference.labels).size).toBeLessThan(3)
  })

  it('keeps the best of several starts', async () => {
    const objective = async (restarts: number) =>
      (await consensus(columnsOf(HAND), { clusterCount: 3, method: 'sec', restarts })).objective!
    expect(await objective(20)).toBeLessThanOrEqual(await objective(1))
  })
})

describeWithData('sec on the golden pools', () => {
  for (const pool of POOLS) itMatchesTheVectors(pool, () => poolVectors(pool))
})
