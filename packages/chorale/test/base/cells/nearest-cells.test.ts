import { describe, expect, it } from 'vitest'
import { drawCells } from '../../../src/base/cells/draw-cells.js'
import { createCellFinder, createCentreFinder } from '../../../src/base/cells/nearest-cells.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

const rowsOf = (count: number, d: number, seed: number) => {
  const random = randomFor(seed, 0)
  return Float64Array.from({ length: count * d }, () => random())
}

describe('createCellFinder', () => {
  it.each([
    [1, 1],
    [5, 2],
    [47, 3],
    [48, 2],
    [300, 4],
  ])('finds the nearest of %i centres in %i dimensions, as a search through all does', (p, d) => {
    const centres = rowsOf(p, d, 1)
    const rows = rowsOf(50, d, 2)
    const { count, cells, distances } = createCellFinder(
      { rowCount: p, columnCount: d, values: centres },
      PLAIN_KERNELS,
    )(rows, 50, 4)
    expect(count).toBe(Math.min(4, p))
    for (let r = 0; r < 50; r++) {
      const all = Array.from({ length: p }, (_, c) => {
        let sum = 0
        for (let f = 0; f < d; f++) sum += (rows[r * d + f] - centres[c * d + f]) ** 2
        return sum
      }).sort((a, b) => a - b)
      const found = Array.from(distances.subarray(r * count, (r + 1) * count))
      found.forEach((distance, q) => {
        expect(distance).toBeCloseTo(all[q], 12)
      })
      expect(new Set(cells.subarray(r * count, (r + 1) * count)).size).toBe(count)
    }
  })
})

describe('createCellFinder with SIMD', () => {
  it.each([
    [1, 1, 1],
    [47, 3, 5],
    [300, 10, 4],
    [301, 40, 7],
  ])('gives the same bits as plain TypeScript (%i centres, %i features, %i cells)', async (p, d, wanted) => {
    // Rounded values, so that many distances are equal.
    const values = rowsOf(p, d, 3).map(value => Math.round(8 * value))
    const rows = rowsOf(5000, d, 4).map(value => Math.round(8 * value))
    const centres = { rowCount: p, columnCount: d, values }
    const plain = createCellFinder(centres, PLAIN_KERNELS)(rows, 5000, wanted)
    const simd = createCellFinder(centres, await loadHotLoops('simd'))(rows, 5000, wanted)
    expect(simd).toEqual(plain)
  })
})

describe('createCellFinder for many rows', () => {
  it.each([1, 1e-30, 1e30, 1e100])('decides what f32 cannot: outliers, equal centres, values times %d', async scale => {
    const d = 6
    const values = rowsOf(200, d, 5).map(value => scale * value)
    values.copyWithin(0, 10 * d, 20 * d)
    const rows = rowsOf(1000, d, 6).map((value, at) => scale * (at < 60 ? 1e4 * value : value))
    rows.set(values.subarray(0, 40 * d), 100 * d)
    const centres = { rowCount: 200, columnCount: d, values }
    const plain = createCellFinder(centres, PLAIN_KERNELS)(rows, 1000, 5)
    expect(createCellFinder(centres, await loadHotLoops('simd'))(rows, 1000, 5)).toEqual(plain)
  })

  it('finds the same cells for rows in any block', async () => {
    const centres = { rowCount: 300, columnCount: 4, values: rowsOf(300, 4, 7) }
    const search = createCellFinder(centres, await loadHotLoops('simd'))
    const rows = rowsOf(2000, 4, 8)
    const whole = search(rows, 2000, 3)
    const half = search(rows.subarray(4000), 1000, 3)
    expect(half.cells).toEqual(whole.cells.subarray(3000))
    expect(half.distances).toEqual(whole.distances.subarray(3000))
  })
})

describe('createCentreFinder', () => {
  it('takes the first of equally near centres', async () => {
    const centres = { rowCount: 3, columnCount: 1, values: Float64Array.of(5, 1, -1) }
    const rows = new Float64Array(100)
    for (const choice of ['simd', 'plain'] as const) {
      expect(createCentreFinder(centres, await loadHotLoops(choice))(rows, 100, 1).cells).toEqual(
        new Int32Array(100).fill(1),
      )
    }
  })
})

describe('drawCells', () => {
  it('gives different centres, at most as many as asked for, each the mean of some rows', () => {
    const values = rowsOf(200, 2, 3)
    const cells = drawCells({ rowCount: 200, columnCount: 2, values }, 30, {
      loops: PLAIN_KERNELS,
      random: randomFor(1, 0),
    })
    expect(cells.rowCount).toBeGreaterThan(20)
    expect(cells.rowCount).toBeLessThanOrEqual(30)
    expect(Math.min(...cells.values)).toBeGreaterThanOrEqual(Math.min(...values))
    expect(Math.max(...cells.values)).toBeLessThanOrEqual(Math.max(...values))
  })

  it('gives one cell per distinct row where there are few', () => {
    const values = Float64Array.of(1, 1, 1, 5, 5, 9)
    const cells = drawCells({ rowCount: 6, columnCount: 1, values }, 5, {
      loops: PLAIN_KERNELS,
      random: randomFor(1, 0),
    })
    expect(Array.from(cells.values).sort()).toEqual([1, 5, 9])
  })
})
