import { describe, expect, it } from 'vitest'
import { loadHotLoops, PLAIN_KERNELS } from '../../src/hot-loops/hot-loops.js'
import { createTridiagonalise } from '../../src/hot-loops/tridiagonal.js'
import { randomFor } from '../../src/numeric/random.js'

function randomSymmetric(size: number): Float64Array {
  const random = randomFor(size, 3)
  const matrix = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * size + j] = random() - 0.5
      matrix[j * size + i] = matrix[i * size + j]
    }
  }
  return matrix
}

describe('createTridiagonalise', () => {
  it('leaves a tridiagonal matrix as it is, but for signs', () => {
    const reduced = createTridiagonalise(PLAIN_KERNELS, 3)(Float64Array.of(1, 2, 0, 2, 3, 4, 0, 4, 5), 3)
    expect([...reduced.diagonal.subarray(0, 3)]).toEqual([1, 3, 5])
    expect([...reduced.beside.subarray(0, 2)].map(Math.abs)).toEqual([2, 4])
  })

  it('keeps the trace and the sum of squares', () => {
    const size = 21
    const matrix = randomSymmetric(size)
    const { diagonal, beside } = createTridiagonalise(PLAIN_KERNELS, size)(matrix, size)
    let [trace, squares] = [0, 0]
    for (let i = 0; i < size; i++) {
      trace += diagonal[i] - matrix[i * size + i]
      squares += diagonal[i] ** 2 + (i + 1 < size ? 2 * beside[i] ** 2 : 0)
    }
    expect(trace).toBeCloseTo(0, 12)
    expect(squares).toBeCloseTo(
      matrix.reduce((sum, value) => sum + value * value, 0),
      12,
    )
  })

  it('reflects back: Q, T and Q transposed multiply to the matrix', () => {
    const size = 8
    const matrix = randomSymmetric(size)
    const { diagonal, beside, block, reflectBack } = createTridiagonalise(PLAIN_KERNELS, size)(matrix, size)
    block.fill(0)
    for (let i = 0; i < size; i++) block[9 * i] = 1
    reflectBack()
    const Q = block.slice()
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let entry = 0
        for (let a = 0; a < size; a++) {
          entry += Q[8 * i + a] * diagonal[a] * Q[8 * j + a]
          if (a + 1 < size) {
            entry += beside[a] * (Q[8 * i + a] * Q[8 * j + a + 1] + Q[8 * i + a + 1] * Q[8 * j + a])
          }
        }
        expect(entry).toBeCloseTo(matrix[i * size + j], 12)
      }
    }
  })

  it.each([1, 2, 3, 8, 17, 40, 64])('gives the same bits with SIMD and in plain TypeScript (%i rows)', async size => {
    // One room for all sizes: what an earlier matrix left behind must not matter.
    const simd = createTridiagonalise(await loadHotLoops('simd'), 64)
    const plain = createTridiagonalise(PLAIN_KERNELS, 64)
    for (const reduce of [simd, plain]) reduce(randomSymmetric(64), 64)
    const matrix = randomSymmetric(size)
    const [a, b] = [simd(matrix, size), plain(matrix, size)]
    for (const part of ['diagonal', 'beside', 'betas'] as const) {
      expect([...a[part].subarray(0, size)]).toEqual([...b[part].subarray(0, size)])
    }
    for (let k = 0; k < size; k++) {
      const at = k * a.stride
      expect([...a.reflectors.subarray(at, at + size)]).toEqual([...b.reflectors.subarray(at, at + size)])
    }
    for (const { block, reflectBack } of [a, b]) {
      for (let i = 0; i < 8 * size; i++) block[i] = Math.sin(i)
      reflectBack()
    }
    expect([...a.block.subarray(0, 8 * size)]).toEqual([...b.block.subarray(0, 8 * size)])
  })
})
