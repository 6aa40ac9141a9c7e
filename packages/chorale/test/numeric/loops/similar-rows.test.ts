import { describe, expect, it } from 'vitest'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { createSimilarRows } from '../../../src/numeric/loops/similar-rows.js'
import { randomFor } from '../../../src/numeric/random.js'

/** Rows in clusters of several labelings; some have no label. */
function randomMembers(rowCount: number, labelingCount: number, clustersEach: number, seed: number) {
  const random = randomFor(seed, 0)
  const clusters = Int32Array.from({ length: rowCount * labelingCount }, (_, at) =>
    random() < 0.05 ? -1 : Math.floor(at / rowCount) * clustersEach + Math.floor(clustersEach * random()),
  )
  const lists = Array.from({ length: labelingCount * clustersEach }, (): number[] => [])
  clusters.forEach((c, at) => {
    if (c >= 0) lists[c].push(at % rowCount)
  })
  const memberStarts = new Int32Array(lists.length + 1)
  lists.forEach((list, c) => {
    memberStarts[c + 1] = memberStarts[c] + list.length
  })
  const memberRows = Int32Array.from(lists.flat())
  const weights = Float64Array.from(lists, () => random())
  return { rowCount, labelingCount, clusters, memberStarts, memberRows, weights, divisor: 0.7 * labelingCount }
}

describe('createSimilarRows', () => {
  it('finds the hand-worked similarities, without the row itself', () => {
    const rows = createSimilarRows(PLAIN_KERNELS, {
      rowCount: 3,
      labelingCount: 2,
      clusters: Int32Array.of(0, 0, 1, 2, 3, 2),
      memberStarts: Int32Array.of(0, 2, 3, 5, 6),
      memberRows: Int32Array.of(0, 1, 2, 0, 2, 1),
      weights: Float64Array.of(1, 1, 0.5, 1),
      divisor: 2,
    })
    expect(rows.find(0, 0)).toBe(2)
    expect([...rows.columns.subarray(0, 2)]).toEqual([1, 2])
    expect([...rows.values.subarray(0, 2)]).toEqual([0.5, 0.25])
    expect(rows.find(0, 0.3)).toBe(1)
    expect(rows.columns[0]).toBe(1)
    expect(rows.total()).toBe(2)
  })

  it.each([1, 5, 203])('gives the same bits with SIMD and in plain TypeScript (%i rows)', async rowCount => {
    const members = randomMembers(rowCount, 7, 4, rowCount)
    const plain = createSimilarRows(PLAIN_KERNELS, members)
    const simd = createSimilarRows(await loadHotLoops('simd'), members)
    for (let r = 0; r < rowCount; r++) {
      const least = r % 2 === 0 ? 0 : 0.2
      const count = plain.find(r, least)
      expect(simd.find(r, least)).toBe(count)
      expect(simd.total()).toBe(plain.total())
      expect(simd.columns.slice(0, count)).toEqual(plain.columns.slice(0, count))
      expect(simd.values.slice(0, count)).toEqual(plain.values.slice(0, count))
    }
  })
})
