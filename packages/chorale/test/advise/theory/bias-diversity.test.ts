import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kernelTraces } from '../../../src/advise/theory/kernel-traces.js'
import { biasDiversity, empiricalExcessRisk } from '../../../src/internal.js'
import { adoptLabelings } from '../../../src/labelings/adopt.js'
import { randomFor } from '../../../src/numeric/random.js'
import { anyEnsemble, type Labelings, plantedEnsemble, unstructuredEnsemble } from '../../ensembles.js'
import { denseGpec } from '../../reference/dense.js'
import { type Dense, jacobiEigen } from '../../reference/jacobi.js'

/** The kernels as the paper writes them, n x n. */
function denseKernel(labels: ArrayLike<number>): Dense {
  const all = Array.from(labels)
  return all.map(a => all.map(b => (a >= 0 && a === b ? 1 / all.filter(label => label === a).length : 0)))
}

const combined = (loops: Dense[], weights: ArrayLike<number>): Dense =>
  loops[0].map((row, i) => row.map((_, j) => loops.reduce((sum, K, t) => sum + weights[t] * K[i][j], 0)))

const product = (A: Dense, B: Dense) => A.reduce((sum, row, i) => sum + row.reduce((s, a, j) => s + a * B[i][j], 0), 0)

const distance = (A: Dense, B: Dense) => {
  const difference = combined([A, B], [1, -1])
  return product(difference, difference)
}

/** Bias, diversity and |K^w - K*|² straight from the definitions. */
function denseDecomposition(loops: Dense[], weights: ArrayLike<number>, expected: Dense) {
  const m = loops.length
  const weighted = combined(loops, weights)
  const single = loops.map((K, t) => combined([K], [m * weights[t]]))
  return {
    bias: single.reduce((sum, K) => sum + distance(K, expected), 0),
    diversity: single.reduce((sum, K) => sum + distance(K, weighted), 0),
    squaredDistance: distance(weighted, expected),
    table: {
      bias: -2 * product(weighted, expected),
      minusDiversity: product(weighted, weighted),
      total: product(weighted, weighted) - 2 * product(weighted, expected),
    },
  }
}

function drawWeights(count: number, seed: number): number[] {
  const random = randomFor(seed, 3)
  const raw = Array.from({ length: count }, () => 0.1 + random())
  const total = raw.reduce((a, b) => a + b)
  return raw.map(weight => weight / total)
}

/** Equal to 1e-12 of the size of the numbers involved. */
function expectSame(found: number, wanted: number, size: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, size))
}

describe('kernelTraces', () => {
  it('is the hand-worked value', () => {
    // |c and c'|² / (|c| |c'|): 1/2 + 1/6 + 4/6 = 4/3.
    const { values } = kernelTraces(
      adoptLabelings([
        [0, 0, 1, 1],
        [0, 1, 1, 1],
      ]),
    )
    expect([...values]).toEqual([2, expect.closeTo(4 / 3, 14), expect.closeTo(4 / 3, 14), 2])
  })

  it('is the trace of the dense kernels, gaps included, to 1e-12', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const loops = labelings.map(denseKernel)
        const m = labelings.length
        const { values } = kernelTraces(adoptLabelings(labelings))
        for (const [s, A] of loops.entries()) {
          for (const [t, B] of loops.entries()) expectSame(values[s * m + t], product(A, B), 1)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('biasDiversity', () => {
  it('rejects weights and classes of another length, and another stand-in', async () => {
    const labelings = [
      [0, 0, 1],
      [0, 1, 1],
    ]
    await expect(biasDiversity(labelings, { clusterCount: 2, weights: [1] })).rejects.toThrow(
      'biasDiversity: weights must have one entry per base clustering (2); got 1',
    )
    await expect(biasDiversity(labelings, { clusterCount: 2, expectation: { truth: [1] } })).rejects.toThrow(
      'biasDiversity: truth must have one class per sample (3); got 1',
    )
    await expect(biasDiversity(labelings, { clusterCount: 2, expectation: 'guess' as never })).rejects.toThrow(
      /expectation must be/,
    )
  })

  it('has no distance where all base clusterings are the truth', async () => {
    const truth = ['x', 'x', 'y', 'z']
    const found = await biasDiversity([truth, truth], { clusterCount: 3, expectation: { truth } })
    expect(found).toMatchObject({ bias: 0, diversity: 0, squaredDistance: 0, eigengap: 1, loss: 0, bound: 0 })
  })

  it('is Lemma A.6 and the dense definitions to 1e-12, for the truth and the mean kernel', async () => {
    for (let seed = 0; seed < 12; seed++) {
      const missing = seed % 3 === 0 ? 0.2 : 0
      const labelings = unstructuredEnsemble(seed, { sampleCount: 30, ensembleSize: 6, repeated: 0.3, missing })
      const truth = unstructuredEnsemble(seed + 100, { sampleCount: 30, ensembleSize: 2 })[0]
      const weights = drawWeights(labelings.length, seed)
      const loops = labelings.map(denseKernel)
      for (const expectation of ['mean', { truth }] as const) {
        const expected =
          expectation === 'mean'
            ? combined(
                loops,
                loops.map(() => 1 / 6),
              )
            : denseKernel(truth)
        const found = await biasDiversity(labelings, { clusterCount: 3, weights, expectation })
        const dense = denseDecomposition(loops, weights, expected)
        expectSame(found.squaredDistance, (found.bias - found.diversity) / 6, found.bias)
        expectSame(found.bias, dense.bias, dense.bias)
        expectSame(found.diversity, dense.diversity, dense.bias)
        expectSame(found.squaredDistance, dense.squaredDistance, dense.bias)
        expectSame(found.table.bias, dense.table.bias, dense.bias)
        expectSame(found.table.minusDiversity, dense.table.minusDiversity, dense.bias)
        expectSame(found.table.total, dense.table.total, dense.bias)
      }
    }
  })

  it('is the dense second-order similarity too, through its operator', async () => {
    for (const [seed, missing] of [
      [1, 0],
      [2, 0],
      [3, 0.15],
    ] as const) {
      const { labelings } = plantedEnsemble(seed, {
        sampleCount: 40,
        ensembleSize: 6,
        clusterCount: 3,
        noise: 0.1,
        missing,
      })
      // A labeling of one cluster is left out of the similarity, yet has a kernel.
      const all: Labelings = [...labelings, new Array<number>(40).fill(0)]
      const weights = drawWeights(all.length, seed)
      const { secondOrder } = denseGpec(all, { clusterCount: 3, alpha: 0.1, lambda: 1 })
      const found = await biasDiversity(all, { clusterCount: 3, weights, expectation: 'second-order' })
      const dense = denseDecomposition(all.map(denseKernel), weights, secondOrder)
      expect(found.bias / dense.bias).toBeCloseTo(1, 10)
      expect(found.squaredDistance / dense.squaredDistance).toBeCloseTo(1, 10)
      const { values } = jacobiEigen(secondOrder)
      expect(found.eigengap).toBeCloseTo(values[2] - values[3], 9)
    }
  })

  it("bounds the loss by Weyl's inequality, with the spectral norm of the dense matrix, far below Theorem 4.1", async () => {
    for (let seed = 0; seed < 6; seed++) {
      const planted = { sampleCount: 40, ensembleSize: 5, clusterCount: 3, noise: 0.2 }
      const { labelings, truth } = plantedEnsemble(seed, planted)
      const weights = drawWeights(5, seed)
      const loops = labelings.map(denseKernel)
      for (const expectation of ['mean', 'second-order', { truth }] as const) {
        const found = await biasDiversity(labelings, { clusterCount: 3, weights, expectation })
        expect(found.weylBound).toBeGreaterThanOrEqual(found.loss - 1e-12)
        if (expectation === 'second-order') continue
        expect(found.weylBound).toBeLessThan(found.bound / 10)
        const expected = expectation === 'mean' ? combined(loops, new Array(5).fill(1 / 5)) : denseKernel(truth)
        const { values } = jacobiEigen(combined([combined(loops, weights), expected], [1, -1]))
        const norm = Math.max(...Array.from(values, Math.abs))
        expect(found.weylBound / ((3 / 40) * norm)).toBeCloseTo(1, 5)
      }
    }
  })

  it('bounds the loss (Theorem 4.1)', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const { labelings, truth } = plantedEnsemble(seed, {
        sampleCount: 60,
        ensembleSize: 5,
        clusterCount: 3,
        noise: 0.2,
      })
      for (const expectation of ['mean', 'second-order', { truth }] as const) {
        const weights = drawWeights(5, seed)
        const { loss, bound, constant, eigengap } = await biasDiversity(labelings, {
          clusterCount: 3,
          weights,
          expectation,
        })
        expect(constant).toBeCloseTo(3 / 60 + (2 * Math.SQRT2) / eigengap, 12)
        expect(loss).toBeLessThanOrEqual(bound)
      }
    }
  })

  it('has an infinite constant where K* has no gap', async () => {
    const { constant, bound } = await biasDiversity(
      [
        [0, 0, 1, 1],
        [0, 1, 1, 1],
      ],
      {
        clusterCount: 2,
        expectation: { truth: ['a', 'b', 'c', 'c'] },
      },
    )
    expect([constant, bound]).toEqual([Infinity, Infinity])
  })
})

describe('empiricalExcessRisk', () => {
  it('is 0 where the ensemble is the truth, and k less what the embedding spans elsewhere', () => {
    const truth = [0, 0, 1, 1, 2]
    expect(empiricalExcessRisk([truth, truth], truth).value).toBeCloseTo(0, 12)
    for (let seed = 0; seed < 5; seed++) {
      const planted = plantedEnsemble(seed, { sampleCount: 40, ensembleSize: 6, clusterCount: 3, noise: 0.3 })
      const loops = planted.labelings.map(denseKernel)
      const { vectors } = jacobiEigen(
        combined(
          loops,
          loops.map(() => 1 / 6),
        ),
      )
      const K = denseKernel(planted.truth)
      const captured = vectors.slice(0, 3).reduce(
        (sum, z) =>
          sum +
          product(
            K,
            z.map(a => z.map(b => a * b)),
          ),
        0,
      )
      const { value, perSample } = empiricalExcessRisk(planted.labelings, planted.truth)
      expect(value).toBeCloseTo(3 - captured, 9)
      expect(perSample).toBeCloseTo(value / 40, 14)
    }
  })

  it('does not depend on how clusters and classes are named', () => {
    const { labelings, truth } = plantedEnsemble(4, { sampleCount: 40, ensembleSize: 5, clusterCount: 3, noise: 0.2 })
    const renamed = labelings.map(labels => labels.map(label => `c${9 - label}`))
    const { value } = empiricalExcessRisk(
      renamed,
      truth.map(label => `class ${label}`),
    )
    expect(value).toBeCloseTo(empiricalExcessRisk(labelings, truth).value, 10)
  })
})
