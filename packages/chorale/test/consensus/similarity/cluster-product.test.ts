import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClusterProduct } from '../../../src/consensus/similarity/cluster-product.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'
import { anyEnsemble, expectClose } from '../../ensembles.js'
import { tableOf } from './samples.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

describe('createClusterProduct', () => {
  it('sums the scaled rows of every cluster as in the hand-worked example, gaps left out', () => {
    const table = tableOf([
      [0, 0, 1],
      [0, -1, 0],
    ])
    const x = new Float64Array(24)
    x.set([1, 10], 0)
    x.set([2, 20], 8)
    x.set([4, 40], 16)
    for (const loops of [PLAIN_KERNELS, simd]) {
      const sums = createClusterProduct(loops, table, 8).sumByCluster(x, Float64Array.of(1, 2, 3))
      // Rows scaled by 1, 2, 3: 1 10, 4 40, 12 120.
      expect([0, 1, 2].map(c => [...sums.slice(c * 8, c * 8 + 2)])).toEqual([
        [5, 50],
        [12, 120],
        [13, 130],
      ])
    }
  })

  it("adds R B diag(f) B' R x to what is there, the same bits with SIMD and in plain TypeScript", () => {
    fc.assert(
      fc.property(anyEnsemble, fc.constantFrom(8, 16, 24), fc.nat(1000), (labelings, width, seed) => {
        const table = tableOf(labelings)
        const { rowCount, ensembleSize, clusters, clusterSizes } = table
        const random = randomFor(seed, 0)
        const draw = (length: number) => Float64Array.from({ length }, () => random() - 0.5)
        const [x, y] = [draw(rowCount * width), draw(rowCount * width)]
        const [scale, factor] = [draw(rowCount), draw(clusterSizes.length)]
        const expected = y.slice()
        for (let r = 0; r < rowCount; r++) {
          for (let q = 0; q < rowCount; q++) {
            let entry = 0
            for (let t = 0; t < ensembleSize; t++) {
              const c = clusters[t * rowCount + r]
              if (c >= 0 && c === clusters[t * rowCount + q]) entry += scale[r] * factor[c] * scale[q]
            }
            for (let b = 0; b < width; b++) expected[r * width + b] += entry * x[q * width + b]
          }
        }
        const fast = y.slice()
        createClusterProduct(PLAIN_KERNELS, table, width).add(y, x, scale, factor)
        createClusterProduct(simd, table, width).add(fast, x, scale, factor)
        expectClose(y, expected, 1e-13)
        expect(fast).toEqual(y)
      }),
    )
  })
})
