import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kernelGramObjective } from '../../../src/consensus/embedding/kernel-gram.js'
import { KernelSpectrum } from '../../../src/consensus/embedding/kernel-spectrum.js'
import { PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { randomFor } from '../../../src/numeric/random.js'
import { anyEnsemble, expectClose, type Labelings } from '../../ensembles.js'
import { jacobiEigen } from '../../reference/jacobi.js'
import { tableOf } from '../similarity/samples.js'

const objectiveOf = (labelings: Labelings, k: number, factors?: Float64Array) =>
  kernelGramObjective(new KernelSpectrum(PLAIN_KERNELS, tableOf(labelings), k), factors)

/** Kₜ on samples: 1/|c| within a cluster, 0 elsewhere and where not covered. */
function baseKernel(labels: number[]): number[][] {
  return labels.map(a => labels.map(b => (a >= 0 && a === b ? 1 / labels.filter(label => label === a).length : 0)))
}

/** J and s of Σ wₜ² fₜ Kₜ, dense. */
function denseObjective(labelings: Labelings, weights: Float64Array, k: number, factors: Float64Array) {
  const loops = labelings.map(baseKernel)
  const M = loops[0].map((row, i) =>
    row.map((_, j) => loops.reduce((sum, K, t) => sum + weights[t] ** 2 * factors[t] * K[i][j], 0)),
  )
  const { values, vectors } = jacobiEigen(M)
  const top = vectors.slice(0, k)
  const spans = loops.map((K, t) => {
    const quadratic = (z: number[]) =>
      z.reduce((sum, a, i) => sum + a * K[i].reduce((dot, b, j) => dot + b * z[j], 0), 0)
    return factors[t] * top.reduce((sum, z) => sum + quadratic(z), 0)
  })
  const J = values.slice(0, k).reduce((a, b) => a + b, 0)
  return { objective: J, spans, gap: values[k - 1] - (values[k] ?? 0) }
}

/** Weights on the simplex, none of them small. */
function drawWeights(count: number, seed: number): Float64Array {
  const random = randomFor(seed, 7)
  const raw = Float64Array.from({ length: count }, () => 0.2 + random())
  const total = raw.reduce((a, b) => a + b)
  return raw.map(weight => weight / total)
}

describe('kernelGramObjective', () => {
  it('adds zeros for more eigenvalues than there are clusters', () => {
    const same = [0, 0, 1, 1]
    const { objective, spans } = objectiveOf([same, same], 4).evaluate(Float64Array.of(0.5, 0.5))
    expect(objective).toBeCloseTo(1, 14)
    expectClose(spans, [2, 2], 1e-13)
  })

  it('matches the hand-worked example of two crossing labelings', () => {
    // The constant vector is in both: w₁² + w₂². The others stand apart: w₁², w₂².
    const labelings = [
      [0, 0, 1, 1],
      [0, 1, 0, 1],
    ]
    const { objective, spans } = objectiveOf(labelings, 2).evaluate(Float64Array.of(0.6, 0.4))
    expect(objective).toBeCloseTo(0.36 + 0.16 + 0.36, 14)
    expectClose(spans, [2, 1], 1e-13)
  })

  it('has the J and, where a gap defines them, the s of the dense matrices', () => {
    let compared = 0
    fc.assert(
      fc.property(anyEnsemble, fc.integer({ min: 1, max: 4 }), fc.nat(999), (labelings, k, seed) => {
        const weights = drawWeights(labelings.length, seed)
        const factors = drawWeights(labelings.length, seed + 1)
        const { objective, spans } = objectiveOf(labelings, k, factors).evaluate(weights)
        const dense = denseObjective(labelings, weights, Math.min(k, labelings[0].length), factors)
        expect(Math.abs(objective - dense.objective)).toBeLessThan(1e-12)
        if (dense.gap < 1e-3) return
        compared++
        expectClose(spans, dense.spans, 1e-10)
      }),
      { numRuns: 60 },
    )
    expect(compared).toBeGreaterThan(20)
  })

  it('has 2 wₜ sₜ as its gradient', () => {
    const labelings = [
      [0, 0, 0, 1, 1, 2, 2, 2, 3],
      [0, 0, 1, 1, 1, 1, 2, 2, 2],
      [0, 1, 1, 0, 2, 2, 2, 0, 1],
    ]
    const objective = objectiveOf(labelings, 3)
    const weights = Float64Array.of(0.5, 0.3, 0.2)
    const { spans } = objective.evaluate(weights)
    const h = 1e-5
    const slopes = weights.map((weight, t) => {
      const at = (value: number) => objective.evaluate(weights.with(t, value)).objective
      return (at(weight + h) - at(weight - h)) / (2 * h)
    })
    expectClose(
      slopes,
      spans.map((span, t) => 2 * weights[t] * span),
      1e-8,
    )
  })

  // Once, the eigenvectors of one part were exact, and those of the other, with larger eigenvalues, were not looked for.
  it('finds the largest eigenvalues at every point where the labelings fall into parts', () => {
    const labelings = [
      [1, 0, 2, 2, 4, 0, 3, 4],
      [2, 2, 1, 1, 0, 2, 2, 1],
      [1, 1, 1, 0, 1, 2, 0, 2],
    ]
    const [a, b] = [drawWeights(3, 131), drawWeights(3, 631)]
    const objective = objectiveOf(labelings, 2)
    for (const weights of [a.map((weight, t) => (weight + b[t]) / 2), a, b]) {
      const dense = denseObjective(labelings, weights, 2, new Float64Array(3).fill(1))
      expect(objective.evaluate(weights).objective).toBeCloseTo(dense.objective, 12)
    }
  })

  it('is convex on the simplex', () => {
    fc.assert(
      fc.property(anyEnsemble, fc.integer({ min: 1, max: 4 }), fc.nat(999), (labelings, k, seed) => {
        const objective = objectiveOf(labelings, k)
        const [a, b] = [drawWeights(labelings.length, seed), drawWeights(labelings.length, seed + 500)]
        const middle = objective.evaluate(a.map((weight, t) => (weight + b[t]) / 2)).objective
        const ends = (objective.evaluate(a).objective + objective.evaluate(b).objective) / 2
        expect(middle).toBeLessThanOrEqual(ends + 1e-12)
      }),
      { numRuns: 50 },
    )
  })
})
