import { describe, expect, it } from 'vitest'
import { gramProduct } from '../../../src/consensus/embedding/kernel-gram-product.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'
import { expectClose, type Labelings, unstructuredEnsemble } from '../../ensembles.js'
import { tableOf } from '../similarity/samples.js'

/** |a ∩ b| / √(|a| |b|) for all pairs of clusters, in order of appearance. */
function denseGram(labelings: Labelings): number[][] {
  const clusters = labelings.flatMap(labels =>
    [...new Set(labels)].filter(label => label >= 0).map(label => labels.map(l => l === label)),
  )
  const size = (members: boolean[]) => members.filter(Boolean).length
  return clusters.map(a => clusters.map(b => size(a.map((member, i) => member && b[i])) / Math.sqrt(size(a) * size(b))))
}

function product(labelings: Labelings, loops = PLAIN_KERNELS) {
  const gram = gramProduct(loops, tableOf(labelings))
  const random = randomFor(5, 0)
  const x = Float64Array.from({ length: gram.size * 8 }, () => random() - 0.5)
  const y = new Float64Array(x.length)
  gram.multiplyInto(y, x)
  return { size: gram.size, x, y }
}

describe('gramProduct', () => {
  it('matches the hand-worked example of two crossing labelings', () => {
    const gram = gramProduct(
      PLAIN_KERNELS,
      tableOf([
        [0, 0, 1, 1],
        [0, 1, 0, 1],
      ]),
    )
    const x = new Float64Array(32)
    x[0] = 1
    const y = new Float64Array(32)
    gram.multiplyInto(y, x)
    expect([0, 8, 16, 24].map(at => y[at])).toEqual([1, 0, 0.5, 0.5])
  })

  // Few labelings of many samples are counted; many labelings of few samples go through the rows.
  it.each([
    ['counted', { sampleCount: 60, ensembleSize: 4, missing: 0.1 }],
    ['through the rows', { sampleCount: 5, ensembleSize: 40, missing: 0.1 }],
  ])('multiplies by the shares of common samples: %s', (_, shape) => {
    const labelings = unstructuredEnsemble(3, shape)
    const { size, x, y } = product(labelings)
    const dense = denseGram(labelings)
    expect(size).toBe(dense.length)
    for (let b = 0; b < 8; b++) {
      expectClose(
        dense.map((_, c) => y[c * 8 + b]),
        dense.map(row => row.reduce((sum, share, c) => sum + share * x[c * 8 + b], 0)),
        1e-13,
      )
    }
  })

  it('gives the same bits with SIMD and in plain TypeScript', async () => {
    const simd = await loadHotLoops('simd')
    for (const shape of [
      { sampleCount: 60, ensembleSize: 4, missing: 0.1 },
      { sampleCount: 5, ensembleSize: 40, missing: 0 },
    ]) {
      const labelings = unstructuredEnsemble(3, shape)
      expect(product(labelings, simd).y).toEqual(product(labelings).y)
    }
  })
})
