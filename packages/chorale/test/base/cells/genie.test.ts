import { describe, expect, it } from 'vitest'
import { cellGaps, genieLabels, spanningTrees } from '../../../src/base/cells/genie.js'
import { PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'

const line = (...places: number[]) => ({ rowCount: places.length, columnCount: 1, values: Float64Array.from(places) })

describe('cellGaps', () => {
  it('is the width of the empty slab between the samples of two cells', () => {
    // Cells at 0 and 10, samples at 1, 4 and 8: the slab is from 4 to 8.
    const near = {
      count: 2,
      cells: Int32Array.of(0, 1, 0, 1, 1, 0),
      distances: Float64Array.of(1, 81, 16, 36, 4, 64),
    }
    const { a, b, gaps, apart } = cellGaps(near, line(0, 10))
    expect([...a, ...b, ...apart]).toEqual([0, 1, 10])
    expect(gaps[0]).toBeCloseTo(4, 12)
  })

  it('counts half the distance for a side without samples', () => {
    const near = { count: 2, cells: Int32Array.of(0, 1), distances: Float64Array.of(4, 64) }
    expect(cellGaps(near, line(0, 10)).gaps[0]).toBeCloseTo(3 + 5, 12)
  })
})

describe('spanningTrees', () => {
  it('takes the shortest links, then joins separate parts by the distance of centres', () => {
    const pairs = { a: Int32Array.of(0, 1, 0, 3), b: Int32Array.of(1, 2, 2, 4) }
    const lengths = [Float64Array.of(2, 1, 3, 5), Float64Array.of(1, 4, 2, 3)]
    const trees = spanningTrees(pairs, lengths, line(0, 1, 2, 7, 8), PLAIN_KERNELS)
    expect(trees.map(({ a, b, lengths }) => [[...a], [...b], [...lengths]])).toEqual([
      [
        [1, 0, 3, 2],
        [2, 1, 4, 3],
        [1, 2, 5, 5],
      ],
      [
        [0, 0, 3, 2],
        [1, 2, 4, 3],
        [1, 2, 3, 5],
      ],
    ])
  })
})

describe('genieLabels', () => {
  const tree = {
    a: Int32Array.of(0, 1, 2, 3),
    b: Int32Array.of(1, 2, 3, 4),
    lengths: Float64Array.of(1, 2, 3, 9),
  }
  const sizes = Float64Array.of(1, 1, 1, 1, 1)

  it('is single linkage without a limit', () => {
    expect([...genieLabels(tree, sizes, { clusterCount: 2, giniLimit: 1 })]).toEqual([0, 0, 0, 0, 1])
    expect([...genieLabels(tree, sizes, { clusterCount: 3, giniLimit: 1 })]).toEqual([0, 0, 0, 1, 2])
  })

  it('joins the smallest cluster first while sizes are uneven', () => {
    // After 0-1 the sizes are 2, 1, 1, 1 with Gini index 0.2; 1-2 would follow, but with a limit of 0.1 so does
    // the shortest link at a cluster of size 1, which is the same; then 3, 1, 1 (0.4) takes 2-3 or 3-4.
    const labels = genieLabels(tree, Float64Array.of(10, 10, 10, 1, 1), { clusterCount: 3, giniLimit: 0.1 })
    // Sizes 10, 10, 10, 1, 1: the smallest are 3 and 4; their shortest link is 2-3.
    expect([...labels]).toEqual([0, 1, 2, 2, 2])
  })

  it('gives every cell its own cluster for as many clusters as cells', () => {
    expect([...genieLabels(tree, sizes, { clusterCount: 5, giniLimit: 0.3 })]).toEqual([0, 1, 2, 3, 4])
  })
})
