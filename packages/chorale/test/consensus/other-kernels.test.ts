import { describe, expect, it } from 'vitest'
import { alternate } from '../../src/consensus/alternating-weights.js'
import { consensus } from '../../src/consensus/consensus.js'
import type { KernelShape } from '../../src/consensus/embedding/kernel-shape.js'
import { minMaxWeights } from '../../src/consensus/min-max-weights.js'
import { PLAIN_KERNELS } from '../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../src/pause.js'
import { expectClose, plantedEnsemble } from '../ensembles.js'
import { type Dense, jacobiEigen } from '../reference/jacobi.js'
import { tableOf } from './vectors.js'

const CONTEXT = { loops: PLAIN_KERNELS, pauser: new Pauser() }

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

/** The centred kernel, every entry over the roots of the two on the diagonal. */
function centredUnitKernel(labels: readonly number[]): Dense {
  const K = centredKernel(labels)
  return K.map((row, i) => row.map((value, j) => value / Math.sqrt(K[i][i] * K[j][j])))
}

const SHAPES = [
  [{ centred: true }, centredKernel],
  [{ unitDiagonal: true }, unitKernel],
  [{ centred: true, unitDiagonal: true }, centredUnitKernel],
] as const

/** Weights, eigenvalues and Z Z' of a run against a dense eigensolver, on three ensembles. */
async function expectDense(shape: KernelShape, kernelOf: (labels: readonly number[]) => Dense) {
  for (const seed of [1, 2, 3]) {
    const { labelings } = plantedEnsemble(seed, { sampleCount: 60, ensembleSize: 6, clusterCount: 4, noise: 0.25 })
    const k = 3
    const result = await consensus(labelings, { method: 'smkkm', ...shape, clusterCount: k })
    const loops = labelings.map(labels => kernelOf([...labels]))
    const sumAt = (weights: ArrayLike<number>) => {
      const K = loops[0].map((row, i) =>
        row.map((_, j) => loops.reduce((sum, Kt, t) => sum + weights[t] ** 2 * Kt[i][j], 0)),
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
    for (let t = 0; t < loops.length; t++) {
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

  it('matches the hand-worked example with centred kernels', async () => {
    // Three samples apart: 2/3 on the diagonal of C K C and -1/3 beside it, so 1 and -1/2; its eigenvalues are 3/2, 3/2, 0.
    const labelings = [
      [0, 1, 2],
      [2, 0, 1],
    ]
    const result = await consensus(labelings, {
      method: 'smkkm',
      centred: true,
      unitDiagonal: true,
      clusterCount: 2,
    })
    expectClose(result.weights, [0.5, 0.5], 1e-12)
    expectClose(result.eigenvalues!, [0.75, 0.75], 1e-12)
    expect(result.eigengap).toBeCloseTo(0.75, 12)
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

describe.each(SHAPES)('kernels with %o', (shape, kernelOf) => {
  it('smkkm has their eigenvectors, at weights that minimise their sum', () => expectDense(shape, kernelOf))

  it('mkkm and mkkc start from what their eigenvectors leave of each, and go on with better weights', async () => {
    const { labelings } = plantedEnsemble(4, { sampleCount: 60, ensembleSize: 6, clusterCount: 5, noise: 0.25 })
    const k = 3
    const loops = labelings.map(labels => kernelOf([...labels]))
    const misfitsAt = (coefficients: ArrayLike<number>) => {
      const K = loops[0].map((row, i) =>
        row.map((_, j) => loops.reduce((sum, Kt, t) => sum + coefficients[t] * Kt[i][j], 0)),
      )
      const Z = jacobiEigen(K).vectors.slice(0, k)
      return loops.map(Kt => {
        const trace = Kt.reduce((sum, row, i) => sum + row[i], 0)
        const spanned = Z.reduce(
          (sum, z) =>
            sum + Kt.reduce((part, row, i) => part + z[i] * row.reduce((dot, value, j) => dot + value * z[j], 0), 0),
          0,
        )
        return trace - spanned
      })
    }
    const table = tableOf(labelings)
    const minMin = await alternate(table, k, CONTEXT, shape)
    expectClose(minMin.misfits[0], misfitsAt(labelings.map(() => 1 / 36)), 1e-8)
    const total = minMin.misfits[0].reduce((sum, a) => sum + 1 / a, 0)
    const second = minMin.misfits[0].map(a => (1 / a / total) ** 2)
    expectClose(minMin.misfits[1], misfitsAt(second), 1e-8)

    const minMax = await minMaxWeights(table, k, CONTEXT, shape)
    const first = misfitsAt(labelings.map(() => 1))
    const length = Math.hypot(...first)
    expectClose(
      minMax.thetas[1],
      first.map(a => a / length),
      1e-9,
    )
  })
})

describe('mkkm with other kernels', () => {
  it('collapses on a base clustering that the embedding holds, whatever the scale of the kernels', async () => {
    // Centred, a labeling of three clusters has rank 2: two eigenvectors can hold it.
    const { labelings } = plantedEnsemble(5, { sampleCount: 80, ensembleSize: 5, clusterCount: 3, noise: 0.2 })
    for (const [shape] of SHAPES) {
      const { winner } = await alternate(tableOf(labelings), 3, CONTEXT, shape)
      expect(winner).toBeGreaterThanOrEqual(0)
    }
    expect((await alternate(tableOf(labelings), 2, CONTEXT, { centred: true })).winner).toBeGreaterThanOrEqual(0)
    expect((await alternate(tableOf(labelings), 2, CONTEXT, { unitDiagonal: true })).winner).toBe(-1)
  })

  it('refuses to imitate the published code with them', async () => {
    const options = { method: 'mkkm', centred: true, collapse: 'reference', clusterCount: 2 } as const
    await expect(
      consensus(
        [
          [0, 0, 1],
          [0, 1, 1],
        ],
        options,
      ),
    ).rejects.toThrow("collapse must be 'rule' when centred or unitDiagonal is true; got 'reference'")
  })
})
