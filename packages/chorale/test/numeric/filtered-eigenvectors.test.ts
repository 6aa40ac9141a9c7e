import { describe, expect, it } from 'vitest'
import { filteredEigenvectors } from '../../src/numeric/filtered-eigenvectors.js'
import { type LoopChoice, loadHotLoops } from '../../src/numeric/loops/hot-loops.js'
import { symmetricEigen } from '../../src/numeric/loops/symmetric-eigen.js'
import { randomFor } from '../../src/numeric/random.js'
import { runToEnd, type Steps } from '../../src/pause.js'

/** A positive semi-definite matrix with eigenvalues in [0, 1], three of them 1. */
function matrixOf(size: number): Float64Array {
  const random = randomFor(4, 0)
  const noise = Float64Array.from({ length: size * size }, () => random() - 0.5)
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) noise[a * size + b] = noise[b * size + a]
  const { vectors } = symmetricEigen(noise, size)
  const matrix = new Float64Array(size * size)
  for (let q = 0; q < size; q++) {
    const value = q < 3 ? 1 : 0.9 / (1 + (q - 3) / 4)
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) matrix[a * size + b] += value * vectors[q * size + a] * vectors[q * size + b]
    }
  }
  return matrix
}

async function leading(choice: LoopChoice, size: number, count: number) {
  const matrix = matrixOf(size)
  const operator = {
    size,
    *applySteps(y: Float64Array, x: Float64Array, width: number): Steps<void> {
      y.fill(0)
      yield
      for (let a = 0; a < size; a++) {
        for (let b = 0; b < size; b++) {
          for (let q = 0; q < width; q++) y[a * width + q] += matrix[a * size + b] * x[b * width + q]
        }
      }
    },
  }
  const steps = filteredEigenvectors(operator, { count, loops: await loadHotLoops(choice), random: randomFor(1, 0) })
  return { ...runToEnd(steps), matrix }
}

describe('filteredEigenvectors', () => {
  it('finds the leading eigenvalues, repeated ones too, and vectors that belong to them', async () => {
    const { values, vectors, next, converged, matrix } = await leading('plain', 60, 8)
    expect(next).toBeCloseTo(0.9 / (1 + 5 / 4), 2)
    expect(converged).toBe(true)
    const expected = [1, 1, 1, ...[0, 1, 2, 3, 4].map(q => 0.9 / (1 + q / 4))]
    expected.forEach((value, q) => {
      expect(values[q]).toBeCloseTo(value, 2)
    })
    for (let q = 0; q < 8; q++) {
      let error = 0
      for (let a = 0; a < 60; a++) {
        let image = 0
        for (let b = 0; b < 60; b++) image += matrix[a * 60 + b] * vectors[b * 8 + q]
        error += (image - values[q] * vectors[a * 8 + q]) ** 2
      }
      expect(Math.sqrt(error)).toBeLessThan(0.05)
    }
  })

  it('gives the same bits with SIMD and in plain TypeScript', async () => {
    const [plain, simd] = [await leading('plain', 50, 6), await leading('simd', 50, 6)]
    expect(simd.vectors).toEqual(plain.vectors)
    expect(simd.values).toEqual(plain.values)
  })

  it('gives all eigenvectors of a small matrix', async () => {
    const { values } = await leading('plain', 5, 9)
    expect(values.length).toBe(5)
    expect(values[4]).toBeCloseTo(0.72, 6)
  })
})
