import { describe, expect, it } from 'vitest'
import { chooseFit, FIT_SECONDS, fitSeconds } from '../../src/consensus/choose-fit.js'
import { MEMORY_LIMIT } from '../../src/consensus/memory-limit.js'

const question = { sampleCount: 5000, rowCount: 1000, ensembleSize: 20, clusterTotal: 200, bytes: 1e6 }

describe('chooseFit', () => {
  it('takes all rows while that takes seconds and the links are few', () => {
    expect(chooseFit(question)).toEqual({ rows: 5000, of: 5000, reason: 'few rows' })
    expect(fitSeconds(question, 1000)).toBeCloseTo(0.052)
    expect(chooseFit({ ...question, rowCount: 9500 }).reason).toBe('few rows')
    expect(chooseFit({ ...question, bytes: MEMORY_LIMIT }).reason).toBe('few rows')
  })

  it('takes a sample that takes the time that is allowed where all rows would take longer', () => {
    const large = { ...question, sampleCount: 1e6, rowCount: 50_001 }
    const fit = chooseFit(large)
    expect(fit).toMatchObject({ of: 1e6, reason: 'too slow' })
    expect(fitSeconds(large, fit.rows)).toBeLessThanOrEqual(FIT_SECONDS)
    expect(fitSeconds(large, fit.rows + 1)).toBeGreaterThan(FIT_SECONDS)
  })

  it('takes the more rows the fewer labelings pairs of them share', () => {
    const large = { ...question, sampleCount: 1e6, rowCount: 1e6 }
    // 1.9e-8 seconds per pair: 16,222 rows in 5 s. With 400 / 1200 shared labels: 14,285.
    expect(chooseFit({ ...large, clusterTotal: 0 }).rows).toBe(16_222)
    expect(chooseFit({ ...large, clusterTotal: 1200 }).rows).toBe(14_285)
  })

  it('takes a sample whose links fit where those of all rows would take more than the limit', () => {
    const wide = { ...question, sampleCount: 90_000, rowCount: 9000, bytes: 1e9, memoryLimit: 2.4e8 }
    expect(chooseFit(wide)).toEqual({ rows: 4264, of: 90_000, reason: 'too much memory' })
    // However little memory there is, a sample has 1000 rows; the method then says that they do not fit.
    expect(chooseFit({ ...wide, memoryLimit: 1000 }).rows).toBe(1000)
  })

  it('never takes more rows than there are', () => {
    expect(chooseFit({ ...question, sampleCount: 800, rowCount: 800, memoryLimit: 10 }).rows).toBe(800)
  })
})
