import { beforeAll, describe, expect, it } from 'vitest'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../src/numeric/random.js'
import type { BlockOperator } from '../../src/numeric/subspace.js'
import { topEigenpairs } from '../../src/numeric/top-eigenpairs.js'

let loops: HotLoops
beforeAll(async () => {
  loops = await loadHotLoops()
})

/** H diag(spectrum) H with one reflection H: dense eigenvectors, known spectrum, O(n) products. */
function reflected(spectrum: number[]): BlockOperator & { eigenvector(j: number): Float64Array } {
  const n = spectrum.length
  const random = randomFor(n, 1)
  const v = Float64Array.from({ length: n }, () => random() - 0.5)
  const norm = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0))
  for (let i = 0; i < n; i++) v[i] /= norm
  const reflect = (x: Float64Array, width: number) => {
    const dots = new Float64Array(width)
    for (let i = 0; i < n; i++) for (let b = 0; b < width; b++) dots[b] += v[i] * x[i * width + b]
    for (let i = 0; i < n; i++) for (let b = 0; b < width; b++) x[i * width + b] -= 2 * v[i] * dots[b]
  }
  return {
    size: n,
    *applySteps(y, x, width) {
      y.set(x)
      yield
      reflect(y, width)
      for (let at = 0; at < y.length; at++) y[at] *= spectrum[Math.floor(at / width)]
      reflect(y, width)
    },
    eigenvector(j) {
      const e = new Float64Array(n)
      e[j] = 1
      reflect(e, 1)
      return e
    },
  }
}

/** Σ over the wanted space of 1 - |projection|²: 0 when the true eigenvectors lie in the found space. */
function missed(operator: ReturnType<typeof reflected>, vectors: Float64Array, count: number): number {
  let loss = 0
  for (let j = 0; j < count; j++) {
    const truth = operator.eigenvector(j)
    let inside = 0
    for (let b = 0; b < count; b++) {
      let dot = 0
      for (let i = 0; i < truth.length; i++) dot += truth[i] * vectors[i * count + b]
      inside += dot * dot
    }
    loss = Math.max(loss, Math.abs(1 - inside))
  }
  return loss
}

const decaying = (n: number) => Array.from({ length: n }, (_, i) => 100 / (i + 1))

describe('topEigenpairs', () => {
  it('finds a known spectrum and its space to 1e-10', async () => {
    const operator = reflected(decaying(700))
    const { values, vectors, next, converged } = await topEigenpairs(operator, { count: 6, loops, seed: 1 })
    values.forEach((value, j) => {
      expect(value).toBeCloseTo(100 / (j + 1), 11)
    })
    expect(next).toBeCloseTo(100 / 7, 3)
    expect(converged).toBe(true)
    expect(missed(operator, vectors, 6)).toBeLessThan(1e-14)
  })

  it('finds repeated eigenvalues with their multiplicity', async () => {
    const operator = reflected([9, 9, 9, 9, 5, 5, ...decaying(400).map(value => value / 50)])
    const { values, vectors } = await topEigenpairs(operator, { count: 6, loops, seed: 1 })
    expect([...values].map(value => Math.round(value * 1e10) / 1e10)).toEqual([9, 9, 9, 9, 5, 5])
    expect(missed(operator, vectors, 6)).toBeLessThan(1e-14)
  })

  it('separates clustered eigenvalues from those behind a small gap', async () => {
    const operator = reflected([2, 2 - 1e-9, 2 - 2e-9, 1.9, ...Array.from({ length: 600 }, (_, i) => 1.89 - i / 400)])
    const { values, vectors, converged } = await topEigenpairs(operator, { count: 4, loops, seed: 3 })
    expect(converged).toBe(true)
    expect(values[3]).toBeCloseTo(1.9, 12)
    expect(missed(operator, vectors, 4)).toBeLessThan(1e-13)
  })

  it('gives orthonormal vectors with small residuals', async () => {
    const operator = reflected(decaying(300))
    const { vectors, residual } = await topEigenpairs(operator, { count: 5, loops, seed: 2 })
    for (let a = 0; a < 5; a++) {
      for (let b = 0; b < 5; b++) {
        let dot = 0
        for (let i = 0; i < 300; i++) dot += vectors[i * 5 + a] * vectors[i * 5 + b]
        expect(dot).toBeCloseTo(a === b ? 1 : 0, 13)
      }
    }
    expect(residual).toBeLessThan(1e-9)
  })

  it.each([1, 2, 5, 9])('solves a whole space of %i dimensions', async n => {
    const operator = reflected(decaying(n))
    const { values } = await topEigenpairs(operator, { count: n, loops, seed: 1 })
    values.forEach((value, j) => {
      expect(value).toBeCloseTo(100 / (j + 1), 11)
    })
  })

  it('finds zeros where the rank is smaller than wanted', async () => {
    const operator = reflected([3, 2, ...new Array(98).fill(0)])
    const { values, converged } = await topEigenpairs(operator, { count: 4, loops, seed: 1 })
    expect(converged).toBe(true)
    expect([...values].map(value => Math.abs(Math.round(value * 1e10) / 1e10))).toEqual([3, 2, 0, 0])
  })

  it('needs fewer products from a good start', async () => {
    const spectrum = decaying(500)
    const cold = await topEigenpairs(reflected(spectrum), { count: 5, loops, seed: 1 })
    const moved = reflected(spectrum.map((value, i) => value * (1 + 1e-6 * Math.sqrt(i))))
    const warm = await topEigenpairs(moved, { count: 5, loops, seed: 1, start: { values: cold.vectors, columns: 5 } })
    expect(warm.products).toBeLessThan(cold.products)
    expect(warm.values[4]).toBeCloseTo(20 * (1 + 2e-6), 10)
  })

  it('says so when it stops before the residuals are small', async () => {
    const operator = reflected(Array.from({ length: 800 }, (_, i) => 1 - i * 1e-6))
    const { converged } = await topEigenpairs(operator, { count: 3, loops, seed: 1, maxProducts: 4 })
    expect(converged).toBe(false)
  })

  it('gives the same bits with SIMD and in plain TypeScript', async () => {
    const options = { count: 4, seed: 5 }
    const fast = await topEigenpairs(reflected(decaying(260)), { ...options, loops })
    const plain = await topEigenpairs(reflected(decaying(260)), { ...options, loops: PLAIN_KERNELS })
    expect(loops.kind).toBe('simd')
    expect(fast).toEqual(plain)
  })
})
