import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../test/reference-data.js'
import { consensus } from '../../src/consensus/consensus.js'
import { stableClusters } from '../../src/consensus/stable-clusters.js'
import { expectClose, expectSamePartition } from '../ensembles.js'
import { columnsOf, HAND, POOLS, poolVectors, tableOf, type Vectors } from './vectors.js'

function itMatchesTheVectors(name: string, vectors: () => Vectors): void {
  it.each([
    ['CEs2L', false],
    ['CEs2Q', true],
  ] as const)(
    `${name}: %s has the reference's thresholds, stabilities and core, and its labels by the same tie rule`,
    async (key, squared) => {
      const golden = vectors()[key]
      const run = await stableClusters(tableOf(columnsOf(vectors())), vectors().input.k, squared)
      expect(run.threshold).toBe(golden.otsu_threshold_CA)
      expectClose(run.stability, golden.stability_raw, 1e-12)
      expectClose(run.scaledStability, golden.stability_normalised, 1e-10)
      expect(run.stabilityThreshold).toBe(golden.otsu_threshold_stability)
      expect(Array.from(run.core, i => i + 1)).toEqual(golden.core_1based)
      expect(run.suggestedCount).toBe(golden.core_clusters_suggested)
      expectSamePartition(run.coreLabels, golden.core_labels)
      expect(run.rounds).toEqual(golden.halo_rounds_added_and_k)
      expectSamePartition(run.labelsBeforeMerge, golden.labels_before_final_merge)
      expectSamePartition(run.labels, golden.labels)
    },
  )
}

describe('ces2l and ces2q', () => {
  itMatchesTheVectors('hand12', () => HAND)

  it('take every sample as core when all are equally stable', async () => {
    const labels = [0, 0, 1, 1, 2, 2]
    const result = await consensus([labels, labels], { clusterCount: 3, method: 'ces2q' })
    expect([...result.labels]).toEqual(labels)
  })
})

describeWithData('ces2l and ces2q on the golden pools', () => {
  for (const pool of POOLS) itMatchesTheVectors(pool, () => poolVectors(pool))
})
