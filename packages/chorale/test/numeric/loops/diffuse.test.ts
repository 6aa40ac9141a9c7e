import { beforeAll, describe, expect, it } from 'vitest'
import { createDiffusion } from '../../../src/numeric/loops/diffuse.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

/** Two layers in which each of n samples is linked to itself and the next one. */
function filledDiffusion(loops: HotLoops, n: number, width: number) {
  const diffusion = createDiffusion(loops, { n, m: 2, entryCount: 2 * n, width: 20 })
  const random = randomFor(1, width)
  for (let t = 0; t < 2; t++) {
    diffusion.setLayer(t, {
      starts: Int32Array.from({ length: n + 1 }, (_, i) => 2 * i),
      columns: Int32Array.from({ length: 2 * n }, (_, e) => ((e >> 1) + (e & 1)) % n),
      values: Float64Array.from({ length: 2 * n }, random),
      scales: Float64Array.from({ length: n }, random),
    })
    for (let at = 0; at < n * width; at++) diffusion.state(t)[at] = random()
  }
  diffusion.setLabels(Int32Array.from({ length: n }, (_, i) => (i % (width + 1)) - 1))
  return diffusion
}

describe('createDiffusion', () => {
  it('takes a step as the formula says', () => {
    const n = 3
    const diffusion = createDiffusion(PLAIN_KERNELS, { n, m: 2, entryCount: 1, width: 2 })
    const scales = Float64Array.of(1, 2, 3)
    const link = { starts: Int32Array.of(0, 1, 1, 1), columns: Int32Array.of(2), values: Float64Array.of(10) }
    diffusion.setLayer(0, { ...link, scales })
    diffusion.setLayer(1, { ...link, scales })
    diffusion.state(0).set([1, 0, 1, 0, 5, 0])
    diffusion.state(1).set([7, 0, 0, 0, 0, 0])
    diffusion.setLabels(Int32Array.of(-1, 1, 0))
    diffusion.sumStates(2)
    diffusion.diffuseLayer(0, 2, 0.5)
    diffusion.swap()
    // Row 0: half of 10 x 5 along the link and 1 x 7 from the other layer; the others hold nothing there, but half of their label.
    expect([...diffusion.state(0)]).toEqual([28.5, 0, 0, 0.5, 0.5, 0])
  })

  it.each([2, 4, 6, 8, 18])('gives the same bits with SIMD and in plain TypeScript (width %i)', width => {
    const [plain, fast] = [filledDiffusion(PLAIN_KERNELS, 1500, width), filledDiffusion(simd, 1500, width)]
    for (const diffusion of [plain, fast]) {
      for (let step = 0; step < 3; step++) {
        diffusion.sumStates(width)
        for (let t = 0; t < 2; t++) diffusion.diffuseLayer(t, width, 0.85)
        diffusion.swap()
      }
    }
    for (let t = 0; t < 2; t++) expect(fast.state(t)).toEqual(plain.state(t))
  })
})
