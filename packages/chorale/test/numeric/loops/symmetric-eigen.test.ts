import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import {
  symmetricEigen,
  symmetricEigenSteps,
  symmetricEigenvaluesSteps,
} from '../../../src/numeric/loops/symmetric-eigen.js'
import { randomFor } from '../../../src/numeric/random.js'
import { runToEnd } from '../../../src/pause.js'

/** Largest deviations from A V = V Λ and V V' = I. */
function defects(matrix: Float64Array, n: number) {
  const { values, vectors } = symmetricEigen(matrix, n)
  let residual = 0
  let orthogonality = 0
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      let product = 0
      let dot = 0
      for (let l = 0; l < n; l++) {
        product += matrix[i * n + l] * vectors[j * n + l]
        dot += vectors[i * n + l] * vectors[j * n + l]
      }
      residual = Math.max(residual, Math.abs(product - values[j] * vectors[j * n + i]))
      orthogonality = Math.max(orthogonality, Math.abs(dot - (i === j ? 1 : 0)))
    }
  }
  return { residual, orthogonality, values }
}

function randomSymmetric(n: number, seed: number): Float64Array {
  const random = randomFor(seed, n)
  const matrix = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * n + j] = random() - 0.5
      matrix[j * n + i] = matrix[i * n + j]
    }
  }
  return matrix
}

/** V diag(values) V' with V from a product of seeded reflections. */
function withSpectrum(spectrum: number[], seed: number): Float64Array {
  const n = spectrum.length
  const matrix = new Float64Array(n * n)
  spectrum.forEach((value, i) => {
    matrix[i * n + i] = value
  })
  const random = randomFor(seed, n)
  for (let reflection = 0; reflection < 3; reflection++) {
    const v = Array.from({ length: n }, () => random() - 0.5)
    const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0))
    const h = v.map(x => x / norm)
    const Ah = h.map((_, i) => h.reduce((sum, x, j) => sum + matrix[i * n + j] * x, 0))
    const hAh = h.reduce((sum, x, i) => sum + x * Ah[i], 0)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) matrix[i * n + j] += 4 * hAh * h[i] * h[j] - 2 * h[i] * Ah[j] - 2 * Ah[i] * h[j]
    }
  }
  return matrix
}

/** Half of the values are equal, one is zero. */
function repeatedSpectrum(size: number): number[] {
  return Array.from({ length: size }, (_, i) => (2 * i < size ? 1 : size - 1 - i))
}

describe('symmetricEigen', () => {
  it('solves the hand-worked 2 x 2 example', () => {
    const { values, vectors } = symmetricEigen(Float64Array.from([2, 1, 1, 2]), 2)
    expect(values[0]).toBeCloseTo(3, 14)
    expect(values[1]).toBeCloseTo(1, 14)
    expect(Math.abs(vectors[0])).toBeCloseTo(Math.SQRT1_2, 14)
    expect(vectors[0]).toBeCloseTo(vectors[1], 14)
  })

  it('solves matrices of size 0 and 1, zero matrices and diagonal ones', () => {
    expect(symmetricEigen(new Float64Array(0), 0).values).toHaveLength(0)
    expect([...symmetricEigen(Float64Array.of(-3), 1).values]).toEqual([-3])
    expect(defects(new Float64Array(25), 5)).toMatchObject({ residual: 0, orthogonality: 0 })
    expect([...symmetricEigen(Float64Array.from([1, 0, 0, 0, 5, 0, 0, 0, 3]), 3).values]).toEqual([5, 3, 1])
  })

  it('finds the known spectrum of the path graph', () => {
    const n = 40
    const matrix = new Float64Array(n * n)
    for (let i = 0; i + 1 < n; i++) matrix[i * n + i + 1] = matrix[(i + 1) * n + i] = 1
    const { values } = symmetricEigen(matrix, n)
    values.forEach((value, j) => {
      expect(value).toBeCloseTo(2 * Math.cos((Math.PI * (j + 1)) / (n + 1)), 13)
    })
  })

  it('finds repeated and clustered eigenvalues', () => {
    const spectrum = [5, 5, 5, 2, 2 - 1e-13, 2 - 2e-13, 1, 1e-9, 0, 0, 0, -4, -4]
    const { residual, orthogonality, values } = defects(withSpectrum(spectrum, 3), spectrum.length)
    values.forEach((value, j) => {
      expect(value).toBeCloseTo(spectrum[j], 12)
    })
    expect(residual).toBeLessThan(1e-13)
    expect(orthogonality).toBeLessThan(1e-13)
  })

  it("satisfies A V = V diag(λ) and V V' = I for random matrices of any size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 0, max: 1000 }), (n, seed) => {
        const { residual, orthogonality } = defects(randomSymmetric(n, seed), n)
        expect(residual).toBeLessThan(1e-13)
        expect(orthogonality).toBeLessThan(1e-13)
      }),
      { numRuns: 40 },
    )
  })

  it('solves large matrices of low rank, whose zeros are rounding', () => {
    // The Gram matrix of 176 vectors in 73 dimensions, at the size of the largest blocks.
    const [n, rank] = [176, 73]
    const random = randomFor(4, 0)
    const factors = Float64Array.from({ length: n * rank }, () => random() - 0.5)
    const matrix = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        for (let l = 0; l < rank; l++) matrix[i * n + j] += factors[i * rank + l] * factors[j * rank + l]
      }
    }
    const { residual, orthogonality, values } = defects(matrix, n)
    expect(residual).toBeLessThan(1e-12)
    expect(orthogonality).toBeLessThan(1e-12)
    expect(Math.abs(values[rank])).toBeLessThan(1e-13)
  })

  it('keeps its accuracy at very large and very small scales', () => {
    for (const scale of [1e-150, 1e150]) {
      const matrix = randomSymmetric(20, 9).map(value => value * scale)
      expect(defects(matrix, 20).residual / scale).toBeLessThan(1e-13)
    }
  })

  it('leaves its input untouched', () => {
    const matrix = randomSymmetric(10, 1)
    const copy = matrix.slice()
    symmetricEigen(matrix, 10)
    expect(matrix).toEqual(copy)
  })

  it.each(['simd', 'plain'] as const)('is divided into steps of some milliseconds (%s)', async choice => {
    const size = 300
    const matrix = withSpectrum(repeatedSpectrum(size), 5)
    const loops = await loadHotLoops(choice)
    const steps = symmetricEigenSteps(matrix, size, loops)
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      count++
      // Other work between two steps must not matter.
      symmetricEigen(randomSymmetric(20, count), 20, loops)
    }
    expect(count).toBeGreaterThanOrEqual(6)
    const { values, vectors } = step.value
    expect(values).toEqual(symmetricEigen(matrix, size).values)
    expect(vectors).toEqual(symmetricEigen(matrix, size).vectors)
  })

  it.each([1, 2, 3, 5, 8, 17, 40, 81])(
    'gives the same bits with SIMD and in plain TypeScript (%i rows)',
    async size => {
      const loops = await loadHotLoops('simd')
      // A larger one first: what it leaves behind in the shared memory must not matter.
      symmetricEigen(randomSymmetric(90, 3), 90, loops)
      for (const matrix of [randomSymmetric(size, 4), withSpectrum(repeatedSpectrum(size), 5)]) {
        const [simd, plain] = [symmetricEigen(matrix, size, loops), symmetricEigen(matrix, size)]
        expect(simd.values).toEqual(plain.values)
        expect(simd.vectors).toEqual(plain.vectors)
        const valuesBy = (kind: HotLoops) => runToEnd(symmetricEigenvaluesSteps(matrix, size, kind))
        expect(valuesBy(loops)).toEqual(valuesBy(PLAIN_KERNELS))
      }
    },
  )
})
