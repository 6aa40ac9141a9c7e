import { describe, expect, it } from 'vitest'
import { findEqual, storedRows } from '../../../src/consensus/rules/stored-rows.js'

describe('storedRows', () => {
  // Three rows in two labelings of two and three clusters: (1, 2), (0, -), (1, 0).
  const rows = storedRows({ rowCount: 3, labelings: Int32Array.of(1, 0, 1, 2, -1, 0) }, Int32Array.of(0, 2, 5))

  it('lists the clusters of every row, and the rows of every cluster', () => {
    expect([...rows.clusters]).toEqual([1, 4, 0, -1, 1, 2])
    expect([...rows.starts]).toEqual([0, 1, 3, 4, 4, 5])
    expect([...rows.members]).toEqual([1, 0, 2, 2, 0])
  })

  it('are found by their clusters, wherever these are', () => {
    const find = findEqual(rows)
    expect(find(Int32Array.of(9, 1, 4), 1)).toBe(0)
    expect(find(Int32Array.of(0, -1), 0)).toBe(1)
    expect(find(Int32Array.of(1, 2), 0)).toBe(2)
    expect(find(Int32Array.of(0, 2), 0)).toBe(-1)
    expect(find(Int32Array.of(-1, -1), 0)).toBe(-1)
  })

  it('may be none', () => {
    const empty = storedRows({ rowCount: 0, labelings: new Int32Array(0) }, Int32Array.of(0, 2))
    expect(findEqual(empty)(Int32Array.of(1), 0)).toBe(-1)
  })
})
