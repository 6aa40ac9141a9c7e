import { describe, expect, it } from 'vitest'
import { contentHashes, fittedRows, otherRows } from '../src/cluster/fit-rows.js'
import { randomFor } from '../src/numeric/random.js'
import { sampleShape } from '../src/sample-shape.js'
import type { Samples } from '../src/types.js'

const samples = sampleShape('blobs', { sampleCount: 3000, clusterCount: 3, seed: 4 })

/** The rows in another order. */
function shuffled({ sampleCount: n, featureCount: d, values }: Samples): Samples {
  const random = randomFor(8, 0)
  const order = Array.from({ length: n }, (_, row) => ({ row, at: random() })).sort((a, b) => a.at - b.at)
  return {
    sampleCount: n,
    featureCount: d,
    values: Float64Array.from(order.flatMap(({ row }) => [...values.subarray(row * d, (row + 1) * d)])),
  }
}

/** The contents of rows, in an order of their own. */
function contents({ featureCount: d, values }: Samples, rows: Int32Array): string[] {
  return Array.from(rows, row => values.subarray(row * d, (row + 1) * d).join()).sort()
}

describe('the rows of another fit', () => {
  const hashes = contentHashes(samples)
  const fitted = fittedRows(hashes, 1000)

  it('are disjoint from the first fit, and from the rows that both are compared on', () => {
    const { fit, check } = otherRows(hashes, fitted, { fit: 500, check: 200 })
    expect([fit.length, check.length]).toEqual([500, 200])
    expect(new Set([...fitted, ...fit, ...check]).size).toBe(1700)
  })

  it('are the rows that are left, in the same proportion, if there are too few', () => {
    const { fit, check } = otherRows(hashes, fitted, { fit: 5000, check: 5000 })
    expect([fit.length, check.length]).toEqual([1000, 1000])
    expect(new Set([...fitted, ...fit, ...check]).size).toBe(3000)
  })

  it('do not depend on the order of the rows', () => {
    const other = shuffled(samples)
    const otherHashes = contentHashes(other)
    const otherFitted = fittedRows(otherHashes, 1000)
    expect(contents(other, otherFitted)).toEqual(contents(samples, fitted))
    const [first, second] = [
      otherRows(hashes, fitted, { fit: 500, check: 200 }),
      otherRows(otherHashes, otherFitted, { fit: 500, check: 200 }),
    ]
    expect(contents(other, second.fit)).toEqual(contents(samples, first.fit))
    expect(contents(other, second.check)).toEqual(contents(samples, first.check))
  })
})
