import { beforeAll, describe, expect, it } from 'vitest'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { createPanelStore } from '../../../src/numeric/loops/panels.js'
import { randomFor } from '../../../src/numeric/random.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

function filledStore(loops: HotLoops, rowCount: number, width: number) {
  const store = createPanelStore(loops, rowCount, width, 3)
  for (let p = 0; p < 3; p++) {
    const random = randomFor(p, width)
    store.panel(p).forEach((_, at, panel) => {
      panel[at] = random() - 0.5
    })
  }
  return store
}

describe('createPanelStore', () => {
  it('takes inner products column by column', () => {
    const store = createPanelStore(PLAIN_KERNELS, 2, 8, 2)
    store.panel(0).set([1, 2, 0, 0, 0, 0, 0, 0, 3, 4])
    store.panel(1).set([5, 0, 0, 0, 0, 0, 0, 0, 6, 7])
    const gram = new Float64Array(64)
    store.gramInto(gram, 0, 1)
    expect([gram[0], gram[1], gram[8], gram[9], gram[10]]).toEqual([23, 21, 34, 28, 0])
  })

  it('adds one panel times coefficients to another', () => {
    const store = createPanelStore(PLAIN_KERNELS, 1, 8, 2)
    store.panel(0).set([1, 2])
    store.panel(1).set([100, 0])
    const coefficients = new Float64Array(64)
    coefficients[0] = 3 // column 0 into column 0
    coefficients[8 + 1] = 5 // column 1 into column 1
    store.update(1, 0, coefficients)
    expect([...store.panel(1)]).toEqual([103, 10, 0, 0, 0, 0, 0, 0])
  })

  it('scales the rows of one panel into another, or adds them to it', () => {
    const store = createPanelStore(PLAIN_KERNELS, 2, 8, 2)
    store.panel(0).set([1, 2, 0, 0, 0, 0, 0, 0, 3, 4])
    store.panel(1).fill(9)
    store.scale(1, 0, Float64Array.of(10, -1))
    expect([...store.panel(1)]).toEqual([10, 20, 0, 0, 0, 0, 0, 0, -3, -4, 0, 0, 0, 0, 0, 0])
    store.addScaled(1, 0, Float64Array.of(1, 2))
    expect([...store.panel(1)]).toEqual([11, 22, 0, 0, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0])
  })

  it('takes a step of the Chebyshev recurrence', () => {
    const store = createPanelStore(PLAIN_KERNELS, 1, 8, 3)
    store.panel(0).set([1, 2])
    store.panel(1).set([3, 5])
    store.panel(2).set([10, 20])
    store.recur(2, 1, 0, 0.5)
    // 2 (0.5 * 10 - 3) - 1 and 2 (0.5 * 20 - 5) - 2
    expect([...store.panel(2)]).toEqual([3, 8, 0, 0, 0, 0, 0, 0])
  })

  it.each([8, 16, 24])('gives the same bits with SIMD and in plain TypeScript (width %i)', width => {
    const [plain, fast] = [filledStore(PLAIN_KERNELS, 1300, width), filledStore(simd, 1300, width)]
    const [a, b] = [new Float64Array(width * width), new Float64Array(width * width)]
    plain.gramInto(a, 0, 1)
    fast.gramInto(b, 0, 1)
    expect(b).toEqual(a)
    plain.update(2, 0, a)
    fast.update(2, 0, b)
    expect(fast.panel(2)).toEqual(plain.panel(2))
    const factors = plain.panel(0).slice(0, 1300)
    for (const store of [plain, fast]) {
      store.scale(2, 1, factors)
      store.addScaled(2, 0, factors)
      store.recur(2, 1, 0, 0.7)
    }
    expect(fast.panel(2)).toEqual(plain.panel(2))
  })
})
