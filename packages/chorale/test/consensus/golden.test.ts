import { expect, it } from 'vitest'
import { describeWithData, firstColumns, poolColumns, referenceJson } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { unitRows } from '../../src/consensus/labels-from-embedding.js'
import type { Matrix } from '../../src/types.js'

interface GoldenGpec {
  pool: string
  k: number
  alpha: number
  w: number[]
  J: number
  eigs: number[]
  proj_row0: number[]
  kmeans_inertia: number
}

interface GoldenBalanced {
  columns: string[]
  k: number
  alpha: number
  lambda: number
  eigenvalues: number[]
  next_eigenvalue: number
  proj_row0: number[]
  kmeans_inertia: number
}

/** The first entries of row 0 of Z Z', free of signs and rotations. */
function projectionRow({ columnCount: k, values }: Matrix, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    let dot = 0
    for (let q = 0; q < k; q++) dot += values[q] * values[i * k + q]
    return dot
  })
}

/** Σ of squared distances of the unit rows of Z to the means of their clusters. */
function inertiaOf(embedding: Matrix, labels: Int32Array, k: number): number {
  const { rowCount, columnCount, values } = unitRows(embedding)
  const sums = new Float64Array(k * columnCount)
  const sizes = new Float64Array(k)
  for (let i = 0; i < rowCount; i++) {
    sizes[labels[i]]++
    for (let q = 0; q < columnCount; q++) sums[labels[i] * columnCount + q] += values[i * columnCount + q]
  }
  let inertia = 0
  for (let i = 0; i < rowCount; i++) {
    for (let q = 0; q < columnCount; q++) {
      inertia += (values[i * columnCount + q] - sums[labels[i] * columnCount + q] / sizes[labels[i]]) ** 2
    }
  }
  return inertia
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual).toHaveLength(expected.length)
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(tolerance)
}

describeWithData('gpec on the golden pools', () => {
  const golden = referenceJson<Record<string, GoldenGpec>>('golden/gpec.json')
  for (const [name, expected] of Object.entries(golden)) {
    const labelings = () => poolColumns(name.split(' ')[0], firstColumns(20))

    it.each(['fixed-point', 'reduced-gradient'] as const)(
      `${name}: finds weights, objective and embedding (%s)`,
      async solver => {
        const { k: clusterCount, alpha } = expected
        const result = await consensus(labelings(), { clusterCount, method: 'gpec', alpha, solver, restarts: 200 })
        // The reduced gradient stops when no weight moves by 1e-6.
        const tolerance = solver === 'fixed-point' ? 1e-8 : 2e-6
        expectClose(result.weights, expected.w, tolerance)
        expect(Math.abs(result.objective! - expected.J)).toBeLessThan(1e-8)
        expectClose(result.eigenvalues!, expected.eigs, tolerance)
        expectClose(projectionRow(result.embedding!, 20), expected.proj_row0, 1e-7)
        expect(result.converged).toBe(true)
        expect(inertiaOf(result.embedding!, result.labels, clusterCount)).toBeLessThan(expected.kmeans_inertia * 1.001)
      },
    )
  }
})

describeWithData('balanced on the golden pools', () => {
  const golden = referenceJson<Record<string, GoldenBalanced>>('golden/balanced.json')
  it.each(Object.keys(golden))('%s: finds eigenvalues, embedding and inertia', async pool => {
    const { columns, k, lambda, alpha, ...expected } = golden[pool]
    const result = await consensus(poolColumns(pool, columns), { clusterCount: k, lambda, alpha, restarts: 200 })
    expectClose(result.eigenvalues!, expected.eigenvalues, 1e-8)
    expect(result.eigengap).toBeCloseTo(expected.eigenvalues[k - 1] - expected.next_eigenvalue, 3)
    expectClose(projectionRow(result.embedding!, 20), expected.proj_row0, 1e-7)
    expect(inertiaOf(result.embedding!, result.labels, k)).toBeLessThan(expected.kmeans_inertia * 1.001)
  })
})
