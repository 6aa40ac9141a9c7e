import fc from 'fast-check'
import { munkres } from 'munkres'
import { describe, expect, it } from 'vitest'
import { bestAssignment } from '../../src/numeric/assignment.js'

describe('bestAssignment', () => {
  it('finds the largest sum, not the largest gain', () => {
    // 9 + 1 is less than 8 + 7.
    expect([...bestAssignment(Float64Array.of(9, 8, 7, 1), 2, 2)]).toEqual([1, 0])
  })

  it('leaves columns without a row', () => {
    expect([...bestAssignment(Float64Array.of(1, 5, 2, 1, 6, 5), 2, 3)]).toEqual([1, 2].map(c => c))
  })

  it('has the sum of another algorithm, and every column at most once', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 4 }))
    const problem = sizes.chain(([rows, more]) =>
      fc.tuple(
        fc.constant(rows),
        fc.constant(rows + more),
        fc.array(fc.integer({ min: 0, max: 20 }), { minLength: rows * (rows + more), maxLength: rows * (rows + more) }),
      ),
    )
    fc.assert(
      fc.property(problem, ([rows, columns, values]) => {
        const gains = Float64Array.from(values)
        const found = bestAssignment(gains, rows, columns)
        expect(new Set(found).size).toBe(rows)
        const sum = found.reduce((total, c, r) => total + gains[r * columns + c], 0)
        const costs = Array.from({ length: rows }, (_, r) =>
          Array.from({ length: columns }, (_, c) => -gains[r * columns + c]),
        )
        expect(sum).toBe(munkres(costs).reduce((total, [r, c]) => total - costs[r][c], 0))
      }),
    )
  })
})
