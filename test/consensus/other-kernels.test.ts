import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/consensus.js'
import { expectClose, plantedEnsemble } from '../ensembles.js'
import { type Dense, jacobiEigen } from '../reference/jacobi.js'

/** C K C of one labeling, from the definition: C = I - 11'/n. */
function centredKernel(labels: readonly number[]): Dense {
  const n = labels.length
  const sizeOf = (label: number) => labels.filter(other => other === label).length
  const K = labels.map(a => labels.map(b => (a === b ? 1 / sizeOf(a) : 0)))
  const C = labels.map((_, i) => labels.map((_, j) => (i === j ? 1 : 0) - 1 / n))
  const product = (A: Dense, B: Dense) =>
    A.map(row => B[0].map((_, j) => row.reduce((sum, a, i) => sum + a * B[i][j], 0)))
  return product(product(C, K), C)
}

/** 1 for samples of one cluster. */
function unitKernel(labels: readonly number[]): Dense {
  return labels.map(a => labels.map(b => (a === b ? 1 : 0)))
}

/** Weights, eigenvalues and Z Z' of a run against a dense eigensolver, on three ensembles. */
async function expectDense(option: 'centred' | 'unitDiagonal', kernelOf: (labels: readonly number[]) => Dense) {
  for (const seed of [1, 2, 3]) {
    const { labelings } = plantedEnsemble(seed, { sampleCount: 60, ensembleSize: 6, clusterCount: 4, noise: 0.25 })
    const k = 3
    const result = await consensus(labelings, { method: 'smkkm', [option]: true, clusterCount: k })
    const kernels = labelings.map(labels => kernelOf([...labels]))
    const sumAt = (weights: ArrayLike<number>) => {
      const K = kernels[0].map((row, i) =>
        row.map((_, j) => kernels.reduce((sum, Kt, t) => sum + weights[t] ** 2 * Kt[i][j], 0)),
      )
      return jacobiEigen(K)
    }
    const { values, vectors } = sumAt(result.weights)
    const best = values.slice(0, k).reduce((a, b) => a + b, 0)
    expect(result.objective).toBeCloseTo(best, 10)
    expectClose(result.eigenvalues!, values.slice(0, k), 1e-10)
    expect(result.eigengap).toBeCloseTo(values[k - 1] - values[k], 10)
    const Z = result.embedding!.values
    const n = labelings[0].length
    for (let i = 0; i < n; i += 7) {
      for (let j = 0; j < n; j += 5) {
        let [ours, theirs] = [0, 0]
        for (let q = 0; q < k; q++) {
          ours += Z[i * k + q] * Z[j * k + q]
          theirs += vectors[q][i] * vectors[q][j]
        }
        expect(ours).toBeCloseTo(theirs, 8)
      }
    }
    // No weights nearby are better.
    for (let t = 0; t < kernels.length; t++) {
      const other = Array.from(result.weights, (weight, s) => (s === t ? weight + 0.01 : weight) / 1.01)
      const sum = sumAt(other)
        .values.slice(0, k)
        .reduce((a, b) => a + b, 0)
      expect(sum).toBeGreaterThan(best)
    }
  }
}

describe('smkkm with kernels of diagonal 1', () => {
  it('matches the hand-worked example', async () => {
    // Two equal labelings with blocks of 3 and 1 samples: the largest eigenvalue of a² K⁽¹⁾ + b² K⁽²⁾ is 3 (a² + b²).
    const labelings = [
      [0, 0, 0, 1],
      [0, 0, 0, 1],
    ]
    const result = await consensus(labelings, { method: 'smkkm', unitDiagonal: true, clusterCount: 1 })
    expectClose(result.weights, [0.5, 0.5], 1e-12)
    expect(result.objective).toBeCloseTo(1.5, 12)
  })

  it('has the eigenvectors of the kernel, at weights that minimise their sum', () =>
    expectDense('unitDiagonal', unitKernel))

  it('refuses to centre them too', async () => {
    const options = { method: 'smkkm', centred: true, unitDiagonal: true, clusterCount: 2 } as const
    await expect(
      consensus(
        [
          [0, 0, 1],
          [0, 1, 1],
        ],
        options,
      ),
    ).rejects.toThrow('centred must be false with unitDiagonal')
  })
})

describe('smkkm with centred kernels', () => {
  it('matches the hand-worked example', async () => {
    // Two equal labelings: C K C has the one eigenvalue 1, on (1, 1, -1, -1) / 2. J = w₁² + w₂² is least at ½ and ½.
    const labelings = [
      [0, 0, 1, 1],
      [1, 1, 0, 0],
    ]
    const result = await consensus(labelings, { method: 'smkkm', centred: true, clusterCount: 1 })
    expectClose(result.weights, [0.5, 0.5], 1e-12)
    expect(result.objective).toBeCloseTo(0.5, 12)
    const [first] = result.embedding!.values
    expectClose(result.embedding!.values, [first, first, -first, -first], 1e-12)
    expect(Math.abs(first)).toBeCloseTo(0.5, 12)
  })

  it('has the eigenvectors of the centred kernel, at weights that minimise their sum', () =>
    expectDense('centred', centredKernel))

  it('refuses labelings with gaps', async () => {
    const labelings = [
      [0, 0, 1, -1],
      [0, 1, 1, 0],
    ]
    await expect(consensus(labelings, { method: 'smkkm', centred: true, clusterCount: 2 })).rejects.toThrow(
      'centred must be false for labelings with missing labels',
    )
  })
})
