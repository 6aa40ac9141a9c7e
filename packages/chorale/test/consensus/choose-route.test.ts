import { describe, expect, it, vi } from 'vitest'
import { chooseRoute, EXACT_SECONDS } from '../../src/consensus/choose-route.js'
import { MEMORY_LIMIT } from '../../src/consensus/memory-limit.js'

const question = { rowCount: 1000, ensembleSize: 20, clusterTotal: 200, clusterCount: 4, exactBytes: () => 1e6 }

describe('chooseRoute', () => {
  it('is exact while that takes seconds and the links are few, and says what that takes', () => {
    const route = chooseRoute(question)
    expect(route).toMatchObject({ kind: 'exact', reason: 'it fits', cost: { bytes: 1e6 } })
    expect(route.cost.seconds).toBeCloseTo(0.052)
    expect(chooseRoute({ ...question, rowCount: 9500 }).kind).toBe('exact')
    expect(chooseRoute({ ...question, exactBytes: () => MEMORY_LIMIT }).kind).toBe('exact')
  })

  it('goes through anchors where an exact run would take longer, without a look at the links', () => {
    const exactBytes = vi.fn(() => 0)
    expect(chooseRoute({ ...question, rowCount: 50_001, exactBytes })).toMatchObject({
      kind: 'anchors',
      anchorCount: 500,
      reason: 'too slow',
      cost: { bytes: 24 * 700 ** 2 },
    })
    expect(exactBytes).not.toHaveBeenCalled()
  })

  it('is exact where that is asked for, however long it takes', () => {
    expect(chooseRoute({ ...question, rowCount: 50_001, exact: true })).toMatchObject({
      kind: 'exact',
      reason: 'asked for',
    })
  })

  it.each([20, 40, 100])(
    'grows smoothly with the rows, and is exact while that takes seconds or anchors are no faster (m = %i)',
    ensembleSize => {
      const at = (rowCount: number) =>
        chooseRoute({ ...question, rowCount, ensembleSize, clusterTotal: 50 * ensembleSize })
      let stepsDown = 0
      for (let rowCount = 1000; rowCount < 1e6; rowCount = Math.ceil(rowCount * 1.02)) {
        const before = at(rowCount)
        const after = at(Math.ceil(rowCount * 1.02))
        expect(after.cost.seconds).toBeLessThan(1.05 * before.cost.seconds)
        if (after.cost.seconds < before.cost.seconds) stepsDown++
        const anchored = chooseRoute({
          ...question,
          rowCount,
          ensembleSize,
          clusterTotal: 50 * ensembleSize,
          anchors: 500,
        })
        const most = Math.max(EXACT_SECONDS, anchored.cost.seconds)
        if (before.kind === 'exact') expect(before.cost.seconds).toBeLessThanOrEqual(most)
      }
      expect(stepsDown).toBeLessThanOrEqual(1)
      expect(at(1e6).kind).toBe('anchors')
    },
  )

  it('goes through anchors where the links would take more than the limit', () => {
    const route = { kind: 'anchors', anchorCount: 500, reason: 'too much memory' }
    expect(chooseRoute({ ...question, exactBytes: () => MEMORY_LIMIT + 1 })).toMatchObject(route)
    expect(chooseRoute({ ...question, memoryLimit: 999_999 })).toMatchObject(route)
    expect(chooseRoute({ ...question, exactRows: 999 })).toMatchObject({ ...route, reason: 'too slow' })
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
