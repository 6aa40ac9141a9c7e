import { describe, expect, it } from 'vitest'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { createReferenceLinks } from '../../../src/numeric/loops/reference-links.js'
import { randomFor } from '../../../src/numeric/random.js'

describe('createReferenceLinks', () => {
  it('finds the hand-worked sums and links', () => {
    // Two labelings of two clusters each. References 0 and 1 are in clusters 0 and 2, reference 2 in clusters 1 and 2.
    const links = createReferenceLinks(PLAIN_KERNELS, {
      labelingCount: 2,
      referenceCount: 3,
      starts: Int32Array.of(0, 2, 3, 6, 6),
      members: Int32Array.of(0, 1, 2, 0, 1, 2),
      weights: Float64Array.of(3, 1, 1, 1),
      roots: Float64Array.of(1, 2, 5),
      alpha: 0.5,
    })
    links.addUp(Int32Array.of(9, 0, 2), 1)
    expect([...links.sums]).toEqual([4, 4, 1])
    expect(links.link(4)).toBe(2)
    expect([...links.indices.subarray(0, 2)]).toEqual([0, 1])
    expect(links.values[0]).toBeCloseTo(1 / Math.sqrt(5), 15)
    expect(links.values[1]).toBeCloseTo(2 / Math.sqrt(5), 15)
    links.addUp(Int32Array.of(-1, 3), 0)
    expect([...links.sums]).toEqual([0, 0, 0])
    expect(links.link(4)).toBe(0)
  })

  it.each([1, 6, 301])(
    'gives the same bits with SIMD and in plain TypeScript (%i references)',
    async referenceCount => {
      const random = randomFor(referenceCount, 0)
      const m = 7
      const lists = Array.from({ length: 4 * m }, () => [...Array(referenceCount).keys()].filter(() => random() < 0.3))
      const starts = new Int32Array(lists.length + 1)
      lists.forEach((list, c) => {
        starts[c + 1] = starts[c] + list.length
      })
      const given = {
        labelingCount: m,
        referenceCount,
        starts,
        members: Int32Array.from(lists.flat()),
        weights: Float64Array.from(lists, () => random()),
        roots: Float64Array.from({ length: referenceCount }, () => random()),
        alpha: 0.2,
      }
      const plain = createReferenceLinks(PLAIN_KERNELS, given)
      const simd = createReferenceLinks(await loadHotLoops('simd'), given)
      for (let row = 0; row < 50; row++) {
        const clusters = Int32Array.from({ length: m }, (_, t) =>
          random() < 0.1 ? -1 : 4 * t + Math.floor(4 * random()),
        )
        plain.addUp(clusters, 0)
        simd.addUp(clusters, 0)
        expect(simd.sums).toEqual(plain.sums)
        const count = plain.link(3)
        expect(simd.link(3)).toBe(count)
        expect(simd.indices.slice(0, count)).toEqual(plain.indices.slice(0, count))
        expect(simd.values.slice(0, count)).toEqual(plain.values.slice(0, count))
      }
    },
  )
})
