import { describe, expect, it } from 'vitest'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { createLinkGram } from '../../../src/numeric/loops/link-gram.js'
import { randomFor } from '../../../src/numeric/random.js'

describe('createLinkGram', () => {
  it('adds up the hand-worked products', () => {
    const gram = createLinkGram(PLAIN_KERNELS, {
      anchorCount: 2,
      labelingCount: 2,
      indicators: Float64Array.of(1, 10, 100),
    })
    const indices = Int32Array.of(0, 1)
    gram.add({ indices, values: Float64Array.of(2, 3), count: 2, clusters: Int32Array.of(0, 2), at: 0 }, 1, 0.5)
    gram.add({ indices, values: Float64Array.of(4, 0), count: 1, clusters: Int32Array.of(7, 1, -1), at: 1 }, 2, 1)
    const expected = [36, 0, 6, 9, 1, 1.5, 40, 0, 100, 150]
    expect([...gram.finish()]).toEqual(expected)
    // Nothing is added twice, and clear starts again.
    expect([...gram.finish()]).toEqual(expected)
    gram.clear()
    expect([...gram.finish()]).toEqual(new Array(10).fill(0))
  })

  it('gives the same bits with SIMD and in plain TypeScript, over several collections of rows', async () => {
    const random = randomFor(3, 0)
    const anchorCount = 150
    const labelingCount = 3
    const extent = { anchorCount, labelingCount, indicators: Float64Array.from({ length: 12 }, () => random()) }
    const plain = createLinkGram(PLAIN_KERNELS, extent)
    const simd = createLinkGram(await loadHotLoops('simd'), extent)
    for (let r = 0; r < 2500; r++) {
      const indices = Int32Array.from([...Array(anchorCount).keys()].filter(() => random() < 0.7))
      const values = Float64Array.from(indices, () => random())
      const clusters = Int32Array.from({ length: 3 }, (_, t) =>
        random() < 0.1 ? -1 : 4 * t + Math.floor(4 * random()),
      )
      const row = { indices, values, count: indices.length, clusters, at: 0 }
      const [weight, root] = [random(), random()]
      plain.add(row, weight, root)
      simd.add(row, weight, root)
    }
    expect(simd.finish()).toEqual(plain.finish())
  })
})
