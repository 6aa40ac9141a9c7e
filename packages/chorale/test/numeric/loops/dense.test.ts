import { beforeAll, describe, expect, it } from 'vitest'
import { createDenseMatrix } from '../../../src/numeric/loops/dense.js'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

describe('createDenseMatrix', () => {
  it('multiplies, with room to spare filled by zeros', () => {
    const matrix = createDenseMatrix(PLAIN_KERNELS, 1, 3)
    expect([matrix.size, matrix.width]).toEqual([2, 8])
    matrix.values[0] = 2
    matrix.input.set([1, 2, 3])
    matrix.multiply()
    expect([...matrix.output]).toEqual([2, 4, 6, ...new Array<number>(13).fill(0)])
  })

  it.each([
    [1, 1],
    [7, 20],
    [300, 333],
  ])('gives the same bits with SIMD and in plain TypeScript (%i rows, %i columns)', (rows, columns) => {
    const [plain, fast] = [PLAIN_KERNELS, simd].map(loops => {
      const matrix = createDenseMatrix(loops, rows, columns)
      const random = randomFor(rows, columns)
      for (let at = 0; at < matrix.values.length; at++) matrix.values[at] = random() - 0.5
      for (let at = 0; at < matrix.input.length; at++) matrix.input[at] = random() - 0.5
      matrix.multiply()
      return matrix.output
    })
    expect(fast).toEqual(plain)
  })
})
