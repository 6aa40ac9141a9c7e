import { describe, expect, it } from 'vitest'
import { createCrossSums } from '../../../src/numeric/loops/cross-sums.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

describe('createCrossSums', () => {
  it('sums the hand-worked example and skips rows without a group', () => {
    const groups = Int32Array.of(0, 0, 1, -1, 2, 3, 3, 2)
    const membership = { rowCount: 4, layerCount: 2, groupCount: 4, groups }
    const sums = createCrossSums(PLAIN_KERNELS, membership, Int32Array.of(0, 2, 4))
    expect([...sums.table(0, 1, Float64Array.of(1, 2, 4, 8))]).toEqual([1, 2, 0, 4])
    expect([...sums.table(1, 0, Float64Array.of(1, 2, 4, 8))]).toEqual([1, 0, 2, 4])
  })

  it('gives the same bits with SIMD and in plain TypeScript', async () => {
    const random = randomFor(5, 0)
    const rowCount = 5000
    const starts = Int32Array.of(0, 7, 20)
    const groups = Int32Array.from({ length: 2 * rowCount }, (_, at) => {
      if (random() < 0.05) return -1
      return at < rowCount ? Math.floor(7 * random()) : 7 + Math.floor(13 * random())
    })
    const mass = Float64Array.from({ length: rowCount }, () => random())
    const membership = { rowCount, layerCount: 2, groupCount: 20, groups }
    const simd = await loadHotLoops('simd')
    const plain = createCrossSums(PLAIN_KERNELS, membership, starts).table(0, 1, mass)
    expect(createCrossSums(simd, membership, starts).table(0, 1, mass)).toEqual(plain)
  })
})
