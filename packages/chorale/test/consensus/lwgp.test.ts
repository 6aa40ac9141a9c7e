import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { expectClose, expectSamePartition } from '../ensembles.js'
import { columnsOf, expectMatrix, HAND, POOLS, poolVectors, type Vectors } from './vectors.js'

function itMatchesTheVectors(name: string, vectors: () => Vectors): void {
  it(`${name}: finds eigenvalues, both Gram matrices and the best labels`, async () => {
    const { input, LWGP: golden, ...rest } = vectors()
    const { n, k } = input
    const labelings = columnsOf({ input, LWGP: golden, ...rest })
    const result = await consensus(labelings, { clusterCount: k, method: 'lwgp', restarts: 200 })
    const eigenvalues = result.eigenvalues!
    expectClose(eigenvalues, golden.eigenvalues_desc.slice(0, k), 1e-10)

    // The reference's embedding is D^-1/2 U Σ.
    const U = result.embedding!.values
    const gram = (i: number, j: number) => {
      let dot = 0
      for (let q = 0; q < k; q++) dot += eigenvalues[q] * U[i * k + q] * U[j * k + q]
      return dot / Math.sqrt(golden.dx[i] * golden.dx[j])
    }
    const lengths = Array.from({ length: n }, (_, i) => Math.sqrt(gram(i, i)) + 1e-10)
    expectMatrix(gram, n, golden.embedding_gram_raw, 1e-10)
    expectMatrix((i, j) => gram(i, j) / lengths[i] / lengths[j], n, golden.embedding_gram_row_normalised, 1e-10)
    if (golden.two_seeds_same_partition) expectSamePartition(result.labels, golden.labels_best)
  })
}

describe('lwgp', () => {
  itMatchesTheVectors('hand12', () => HAND)

  it('has no direction beyond the rank: one cluster per distinct label row at most', async () => {
    const result = await consensus(
      [
        [0, 0, 1, 1],
        [0, 0, 1, 1],
      ],
      { clusterCount: 4, method: 'lwgp' },
    )
    expect([...result.labels]).toEqual([0, 0, 1, 1])
    expectClose(result.eigenvalues!, [1, 1, 0, 0], 1e-14)
  })
})

describeWithData('lwgp on the golden pools', () => {
  for (const pool of POOLS) itMatchesTheVectors(pool, () => poolVectors(pool))
})
