import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adoptLabelings, consensusMatrix } from '../../chorale/src/internal.js'
import { anyEnsemble, expectClose, plantedEnsemble } from '../../chorale/test/ensembles.js'
import { clusterSimilarity } from '../src/data/cluster-similarity.js'
import { groupCoAssociation } from '../src/data/group-co-association.js'
import { heatmapCells } from '../src/data/heatmap-cells.js'
import { LABELINGS } from './inputs.js'

/** Mean of the entries of a block of the whole matrix. */
function blockMean(labelings: number[][], rows: number[], columns: number[]): number {
  const matrix = consensusMatrix(labelings)
  const out = new Float64Array(matrix.sampleCount)
  let sum = 0
  for (const i of rows) {
    matrix.rowInto(out, i)
    for (const j of columns) sum += out[j]
  }
  return sum / (rows.length * columns.length)
}

describe('groupCoAssociation', () => {
  it('matches the hand-worked example', () => {
    // Groups {0, 1}, {2}, {3, 4, 5}; agreeing pairs out of all pairs of two groups, over three labelings.
    const groups = Int32Array.of(0, 0, 1, 2, 2, 2)
    const { values } = groupCoAssociation(adoptLabelings(LABELINGS), groups, 3, { withSelf: true })
    expectClose(values, [1, 4 / 6, 0, 4 / 6, 1, 3 / 9, 0, 3 / 9, 23 / 27], 1e-15)
  })

  it('leaves a sample out of the pairs with itself when asked to', () => {
    const groups = Int32Array.of(0, 0, 1, 2, 2, 2)
    const { values } = groupCoAssociation(adoptLabelings(LABELINGS), groups, 3, { withSelf: false })
    expect(values[0]).toBe(1)
    expect(values[4]).toBeNaN()
    expect(values[8]).toBeCloseTo(14 / 18, 15)
  })

  it('is the mean of the block of the co-association matrix', () => {
    const { labelings, truth } = plantedEnsemble(1, { sampleCount: 40, ensembleSize: 7, clusterCount: 4, noise: 0.2 })
    const { values } = groupCoAssociation(adoptLabelings(labelings), Int32Array.from(truth), 4, { withSelf: true })
    const members = (group: number) => truth.flatMap((c, i) => (c === group ? [i] : []))
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        expect(values[a * 4 + b]).toBeCloseTo(blockMean(labelings, members(a), members(b)), 12)
      }
    }
  })

  it('counts only pairs that a labeling covers', () => {
    const { values } = groupCoAssociation(
      adoptLabelings([
        [0, 0, -1, 1],
        [0, 1, 0, 0],
      ]),
      Int32Array.of(0, 0, 1, 1),
      2,
      {
        withSelf: true,
      },
    )
    // First labeling: 2 covered in group 0, 1 in group 1, no agreement; second: sample 0 with 2 and 3.
    expectClose(values, [6 / 8, 2 / 6, 2 / 6, 5 / 5], 1e-15)
  })
})

describe('clusterSimilarity', () => {
  it('weighs clusters by their pairs of samples', () => {
    const { within, between, clusters } = clusterSimilarity(adoptLabelings(LABELINGS), Int32Array.of(0, 0, 0, 1, 1, 1))
    expect(clusters).toEqual([0, 1])
    // Pairs within: cluster 0 agrees in 3 + 3 + 1 of 9, cluster 1 in 3 + 1 + 3 of 9; between: 3 of 27.
    expect(within).toBeCloseTo(14 / 18, 15)
    expect(between).toBeCloseTo(3 / 27, 15)
  })

  it('has no share within a single sample', () => {
    const { shares } = clusterSimilarity(adoptLabelings(LABELINGS), Int32Array.of(0, 0, 0, 0, 0, 1))
    expect(shares[3]).toBeNaN()
  })
})

describe('heatmapCells', () => {
  it('rejects a size that is no whole number', () => {
    expect(() => heatmapCells(adoptLabelings(LABELINGS), new Int32Array(6), { size: 2.5 })).toThrow(
      'heatmapCells: size must be an integer from 1 to 4096; got 2.5',
    )
  })

  it('is the co-association matrix itself when there is room', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const ensemble = adoptLabelings(labelings)
        const labels = ensemble.labelings[0].map(label => Math.max(0, label))
        const { size, values, order } = heatmapCells(ensemble, labels)
        const matrix = consensusMatrix(ensemble)
        const row = new Float64Array(size)
        expect(size).toBe(ensemble.sampleCount)
        for (let a = 0; a < size; a++) {
          matrix.rowInto(row, order[a])
          expectClose(
            values.subarray(a * size, (a + 1) * size),
            Array.from(order, j => row[j]),
            1e-12,
          )
        }
      }),
      { numRuns: 50 },
    )
  })

  it('never mixes clusters in a cell, and gives each at least one', () => {
    const sizes = [500, 3, 1, 96]
    const labels = Int32Array.from(sizes.flatMap((size, c) => new Array<number>(size).fill(c)))
    const { size, cellStarts, blocks, order } = heatmapCells(adoptLabelings([labels, labels]), labels, { size: 50 })
    expect(size).toBe(50)
    expect(cellStarts[size]).toBe(600)
    // 46 cells to share: 38.33, 0.23, 0.08 and 7.36, and one for each.
    expect(blocks.map(({ start, end }) => end - start)).toEqual([39, 1, 1, 9])
    for (const { cluster, start, end } of blocks) {
      for (let at = cellStarts[start]; at < cellStarts[end]; at++) expect(labels[order[at]]).toBe(cluster)
    }
  })

  it('cuts evenly where there are more clusters than half the cells', () => {
    const labels = Int32Array.from({ length: 90 }, (_, i) => i % 30)
    const { size, cellStarts, blocks } = heatmapCells(adoptLabelings([labels, labels]), labels, { size: 20 })
    expect(size).toBe(20)
    expect(Array.from(cellStarts.subarray(0, 4))).toEqual([0, 4, 9, 13])
    expect(blocks.at(-1)!.end).toBe(20)
    expect(blocks.every(({ start, end }) => end > start)).toBe(true)
  })

  it('puts samples that share coarse clusters next to each other', () => {
    const ensemble = adoptLabelings([
      [0, 1, 2, 3, 0, 1],
      [0, 1, 0, 1, 0, 1],
    ])
    expect(Array.from(heatmapCells(ensemble, new Int32Array(6)).order)).toEqual([0, 4, 2, 1, 5, 3])
  })
})
