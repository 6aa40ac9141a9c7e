import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLAIN_KERNELS } from '../../src/hot-loops/hot-loops.js'
import { symmetricEigen } from '../../src/hot-loops/symmetric-eigen.js'
import { createLeadingEigen } from '../../src/numeric/leading-eigen.js'
import { randomFor } from '../../src/numeric/random.js'

const leadingEigen = createLeadingEigen(PLAIN_KERNELS, 40)

/** Largest deviations from A v = λ v and V V' = I among the first `count`. */
function defects(matrix: Float64Array, n: number, count: number) {
  const { values, vectors } = leadingEigen(matrix, n, count)
  let [residual, orthogonality] = [0, 0]
  for (let j = 0; j < Math.min(count, n); j++) {
    for (let i = 0; i < n; i++) {
      let product = 0
      for (let l = 0; l < n; l++) product += matrix[i * n + l] * vectors[j * n + l]
      residual = Math.max(residual, Math.abs(product - values[j] * vectors[j * n + i]))
    }
    for (let i = 0; i <= j; i++) {
      let dot = 0
      for (let l = 0; l < n; l++) dot += vectors[i * n + l] * vectors[j * n + l]
      orthogonality = Math.max(orthogonality, Math.abs(dot - (i === j ? 1 : 0)))
    }
  }
  return { values, residual, orthogonality }
}

describe('createLeadingEigen', () => {
  it('solves the hand-worked 2 x 2 example', () => {
    const { values, vectors } = leadingEigen(Float64Array.of(2, 1, 1, 2), 2, 1)
    expect(values[0]).toBeCloseTo(3, 14)
    expect(values[1]).toBeCloseTo(1, 14)
    expect(Math.abs(vectors[0])).toBeCloseTo(Math.SQRT1_2, 15)
    expect(vectors[1]).toBeCloseTo(vectors[0], 15)
  })

  it('has the eigenvalues of symmetricEigen, and eigenvectors to rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), fc.nat(999), (n, count, seed) => {
        const random = randomFor(seed, n)
        const matrix = new Float64Array(n * n)
        for (let i = 0; i < n; i++) {
          for (let j = 0; j <= i; j++) {
            // Many zeros: the tridiagonal form falls apart.
            const value = random() < 0.5 ? 0 : random() - 0.5
            matrix[i * n + j] = value
            matrix[j * n + i] = value
          }
        }
        const { values, residual, orthogonality } = defects(matrix, n, count)
        const all = symmetricEigen(matrix, n).values
        for (let j = 0; j < n; j++) expect(Math.abs(values[j] - all[j])).toBeLessThan(1e-13)
        expect(residual).toBeLessThan(1e-12)
        expect(orthogonality).toBeLessThan(1e-13)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['the identity', (i: number, j: number) => (i === j ? 1 : 0)],
    ['zeros', () => 0],
    ['ones', () => 1],
    ['two equal blocks', (i: number, j: number) => (i % 2 === j % 2 ? 1 / (1 + Math.abs(i - j)) : 0)],
  ])('finds orthonormal eigenvectors of repeated eigenvalues: %s', (_, entry) => {
    const n = 16
    const matrix = Float64Array.from({ length: n * n }, (_, at) => entry(Math.floor(at / n), at % n))
    const { residual, orthogonality } = defects(matrix, n, 8)
    expect(residual).toBeLessThan(1e-13)
    expect(orthogonality).toBeLessThan(1e-13)
  })
})
