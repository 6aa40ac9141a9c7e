import { describe, expect, it } from 'vitest'
import { cellLinkage, cutCells } from '../../../src/base/cells/cell-linkage.js'

const line = (...places: number[]) => ({ rowCount: places.length, columnCount: 1, values: Float64Array.from(places) })
const ones = (count: number) => new Float64Array(count).fill(1)

describe('cellLinkage', () => {
  it('merges by the average distance', () => {
    // 0, 1 | 4, 6: 1, then 2, then the mean of 4, 6, 3, 5.
    const { merges } = cellLinkage(line(0, 1, 4, 6), ones(4), 'average')
    expect(merges.map(({ height }) => height)).toEqual([1, 2, 4.5])
  })

  it("merges by Ward's rule: the sum of squares that a merge adds", () => {
    // {0, 1}: 1/2. {4, 6}: 4/2 = 2. Then 2 * 2 / 4 times the squared distance of the means, 4.5².
    const { merges } = cellLinkage(line(0, 1, 4, 6), ones(4), 'ward')
    const heights = merges.map(({ height }) => height)
    ;[0.5, 2, 20.25].forEach((expected, at) => {
      expect(heights[at]).toBeCloseTo(expected, 12)
    })
  })

  it('lets cells weigh as much as they have samples', () => {
    // Weights 1 and 100 at 0 and 1: 100/101 is added; 1 and 1 at 3 and 4.2: 0.72 is added, and comes first.
    const { merges } = cellLinkage(line(0, 1, 3, 4.2), Float64Array.of(1, 100, 1, 1), 'ward')
    expect(merges[0].height).toBeCloseTo(0.72, 12)
    expect(merges[1].height).toBeCloseTo(100 / 101, 12)
  })
})

describe('cutCells', () => {
  it('undoes the last merges and numbers clusters by first appearance', () => {
    const tree = cellLinkage(line(9, 0, 1, 8), ones(4), 'average')
    expect([...cutCells(tree, 1)]).toEqual([0, 0, 0, 0])
    expect([...cutCells(tree, 2)]).toEqual([0, 1, 1, 0])
    expect([...cutCells(tree, 4)]).toEqual([0, 1, 2, 3])
  })
})
