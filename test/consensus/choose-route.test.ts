import { describe, expect, it, vi } from 'vitest'
import { chooseRoute, EXACT_ROWS } from '../../src/consensus/choose-route.js'
import { MEMORY_LIMIT } from '../../src/consensus/memory-limit.js'

const question = { rowCount: 1000, clusterTotal: 200, clusterCount: 4, exactBytes: () => 1e6 }

describe('chooseRoute', () => {
  it('is exact while rows and links are few, and says what that takes', () => {
    expect(chooseRoute(question)).toEqual({ kind: 'exact', reason: 'it fits', cost: { bytes: 1e6 } })
    expect(chooseRoute({ ...question, rowCount: EXACT_ROWS }).kind).toBe('exact')
    expect(chooseRoute({ ...question, exactBytes: () => MEMORY_LIMIT }).kind).toBe('exact')
  })

  it('goes through anchors beyond 50,000 rows, without a look at the links', () => {
    const exactBytes = vi.fn(() => 0)
    expect(chooseRoute({ ...question, rowCount: 50_001, exactBytes })).toEqual({
      kind: 'anchors',
      anchorCount: 500,
      reason: 'too many rows',
      cost: { bytes: 24 * 700 ** 2 },
    })
    expect(exactBytes).not.toHaveBeenCalled()
  })

  it('goes through anchors where the links would take more than the limit', () => {
    const route = { kind: 'anchors', anchorCount: 500, reason: 'too much memory' }
    expect(chooseRoute({ ...question, exactBytes: () => MEMORY_LIMIT + 1 })).toMatchObject(route)
    expect(chooseRoute({ ...question, memoryLimit: 999_999 })).toMatchObject(route)
    expect(chooseRoute({ ...question, exactRows: 999 })).toMatchObject({ ...route, reason: 'too many rows' })
  })

  it('takes 50 anchors per cluster where that is more than 500, but never more than there are rows', () => {
    expect(chooseRoute({ ...question, clusterCount: 15, exactRows: 10 })).toMatchObject({ anchorCount: 750 })
    expect(chooseRoute({ ...question, clusterCount: 30, exactRows: 10 })).toMatchObject({ anchorCount: 1000 })
  })

  it('takes the anchors that are asked for, and is exact where every row would be one', () => {
    expect(chooseRoute({ ...question, anchors: 999 })).toMatchObject({ anchorCount: 999, reason: 'asked for' })
    expect(chooseRoute({ ...question, anchors: 1000 })).toMatchObject({
      kind: 'exact',
      reason: 'as many anchors as rows',
    })
  })
})
