import { beforeAll, describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../test/reference-data.js'
import { discretise, nearestRotation } from '../../src/consensus/embedding/discretise.js'
import { multiplexEmbedding } from '../../src/consensus/multiplex-embedding.js'
import { adaptiveMultiplex } from '../../src/consensus/similarity/multiplex.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { type HotLoops, loadHotLoops } from '../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../src/pause.js'
import { expectClose, expectSamePartition } from '../ensembles.js'
import { columnsOf, expectMatrix, HAND, POOLS, poolVectors, type Vectors } from './vectors.js'

let loops: HotLoops
beforeAll(async () => {
  loops = await loadHotLoops()
})

function itMatchesTheVectors(name: string, vectors: () => Vectors): void {
  it(`${name}: has the reference's graph, spectrum and labels once distances are rounded`, async () => {
    const { CEAM: golden, input } = vectors()
    const { n, m, k } = input
    const { labelings, clusterCounts } = adoptLabelings(columnsOf(vectors()))
    const multiplex = await adaptiveMultiplex(labelings, clusterCounts, {
      alpha: 0.85,
      epochs: 5,
      neighbours: golden.knn,
      loops,
    })
    const mean = new Float64Array(n * n)
    for (const { starts, columns, values } of multiplex.layers) {
      for (let i = 0; i < n; i++)
        for (let e = starts[i]; e < starts[i + 1]; e++) mean[i * n + columns[e]] += values[e] / m
    }
    expectMatrix((i, j) => mean[i * n + j], n, golden.quantised_1e10.W_mean_normalised, 1e-10)
    const { embedding, eigenvalues } = await multiplexEmbedding(multiplex, n, k, {
      loops,
      seed: 1,
      pauser: new Pauser(),
    })
    if (golden.quantised_1e10.same_partition_as_reference) {
      expectClose(
        eigenvalues.map(value => 1 - value),
        golden.laplacian_smallest_eigenvalues.slice(1, k + 1),
        1e-9,
      )
    }
    expectSamePartition(discretise(embedding, 0).labels, golden.quantised_1e10.labels)
  })
}

describe('ceam', () => {
  itMatchesTheVectors('hand12', () => HAND)
})

describe('nearestRotation', () => {
  it('is orthogonal, also where the matrix has no full rank', () => {
    for (const M of [
      [2, 1, 0, 0, 3, 1, 1, 0, 1],
      [0, 0, 0, 1, 2, 3, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]) {
      const { rotation: R } = nearestRotation(Float64Array.from(M), 3)
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) {
          const dot = R[a * 3] * R[b * 3] + R[a * 3 + 1] * R[b * 3 + 1] + R[a * 3 + 2] * R[b * 3 + 2]
          expect(dot).toBeCloseTo(a === b ? 1 : 0, 12)
        }
      }
    }
  })

  it('gives back a rotation, and the trace of its scale', () => {
    const [c, s] = [0.6, 0.8]
    const { trace, rotation } = nearestRotation(Float64Array.of(2 * c, -2 * s, 2 * s, 2 * c), 2)
    expect(trace).toBeCloseTo(4, 14)
    expectClose(rotation, [c, s, -s, c], 1e-14)
  })
})

describe('discretise', () => {
  it('does not depend on signs and rotations of the embedding', () => {
    const values = [1, 0.1, 0.9, 0, 0.1, 1, 0, 0.8, 1, 0]
    const turned = values.flatMap((_, at) => {
      if (at % 2 === 1) return []
      const [x, y] = [values[at], values[at + 1]]
      return [0.6 * x - 0.8 * y, -0.8 * x - 0.6 * y]
    })
    const labels = (numbers: number[]) =>
      discretise({ rowCount: 5, columnCount: 2, values: Float64Array.from(numbers) }, 0).labels
    expectSamePartition(labels(values), [0, 0, 1, 1, 0])
    expectSamePartition(labels(turned), [0, 0, 1, 1, 0])
  })
})

describeWithData('ceam on the golden pools', () => {
  for (const pool of POOLS) itMatchesTheVectors(pool, () => poolVectors(pool))
})
