import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConsensusOptions, consensus } from '../../src/consensus/consensus.js'
import { consensusOfBlocks, packLabelings } from '../../src/consensus/consensus-of-blocks.js'
import { planFit } from '../../src/consensus/plan-fit.js'
import { prepareConsensus } from '../../src/consensus/prepare.js'
import { adoptLabelings, type Labeling } from '../../src/labelings/adopt.js'
import { anyEnsemble, plantedEnsemble } from '../ensembles.js'

function* blocksOf(labelings: readonly Labeling[], size: number) {
  for (let from = 0; from < labelings[0].length; from += size)
    yield labelings.map(labels => Array.prototype.slice.call(labels, from, from + size))
}

/** The result by every entry. */
async function byEveryEntry(labelings: readonly Labeling[], options: ConsensusOptions, size: number) {
  const ensemble = adoptLabelings(labelings)
  return [
    await consensus(labelings, options),
    await consensus(ensemble, options),
    await consensus(prepareConsensus(ensemble), options),
    await consensusOfBlocks(blocksOf(labelings, size), options),
    await consensusOfBlocks(await packLabelings([labelings]), options),
  ]
}

/** Three groups in four labelings, and one labeling of a single cluster that leaves out every other sample. */
const withGaps = () => {
  const { labelings } = plantedEnsemble(3, { sampleCount: 120, ensembleSize: 4, clusterCount: 3, noise: 0.1 })
  return [...labelings, labelings[0].map((_, i) => (i % 2 === 0 ? 'all' : null))]
}

describe('every entry', () => {
  it('fits the same rows where a labeling of one cluster with gaps makes more rows differ', async () => {
    // Defect: by blocks the rows were counted with the labeling of one cluster, in memory without it.
    const labelings = withGaps()
    const rowCount = new Set(
      labelings[0].map((_, i) =>
        labelings
          .slice(0, 4)
          .map(labels => labels[i])
          .join(),
      ),
    ).size
    for (const fitRows of [undefined, 40]) {
      const [first, ...others] = await byEveryEntry(labelings, { clusterCount: 3, alpha: 0.3, fitRows }, 50)
      expect(first.ensemble.distinctRows).toBeGreaterThan(rowCount)
      expect(first.fit.rows).toBe(fitRows ?? 120)
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('gives the same result, to the bit, and the one that was planned', async () => {
    const methods = fc.constantFrom<ConsensusOptions['method']>('balanced', 'gpec', 'lwgp', 'eac')
    const fitRows = fc.option(fc.integer({ min: 2, max: 24 }), { nil: undefined })
    const size = fc.integer({ min: 1, max: 24 })
    await fc.assert(
      fc.asyncProperty(anyEnsemble, methods, fitRows, size, async (labelings, method, fitRows, size) => {
        const options = { clusterCount: 2, method, fitRows, alpha: method === 'gpec' ? 0.1 : undefined }
        const settled = await Promise.allSettled([byEveryEntry(labelings, options, size)])
        // A small sample may have no labeling with two clusters, which every entry refuses alike.
        if (settled[0].status === 'rejected') {
          expect(fitRows).toBeDefined()
          expect(settled[0].reason.message).toContain('fitRows must be large enough')
          return
        }
        const [first, ...others] = settled[0].value
        for (const other of others) expect(other).toEqual(first)
        expect((await planFit(adoptLabelings(labelings), options)).fit).toEqual(first.fit)
      }),
      { numRuns: 60 },
    )
  })

  it.each<[string, Labeling[], string]>([
    [
      'a labeling without members',
      [
        [0, 1],
        [null, null],
      ],
      "consensus: every labeling must cover at least one sample; 'labeling 2' has only missing labels",
    ],
    [
      'a sample without labels',
      [
        [0, 1, -1],
        [0, 0, -1],
      ],
      'consensus: every sample must be covered by at least one labeling; sample 3 has only missing labels',
    ],
    [
      'labelings that are all one cluster',
      [
        [0, 0],
        [1, 1],
      ],
      'consensus: labelings must include one with at least two clusters; all of them have one cluster',
    ],
    [
      'a sample that only labelings of one cluster cover',
      [
        [0, 1, -1],
        [0, 0, 0],
        [1, -1, 1],
      ],
      "consensus: every sample must be covered by a labeling with at least two clusters; sample 3 is covered only by 'labeling 2', 'labeling 3'",
    ],
  ])('refuses %s in the same words', async (_, labelings, message) => {
    for (const fitRows of [undefined, 2]) {
      const options = { clusterCount: 2, fitRows }
      await expect(consensus(labelings, options)).rejects.toThrow(message)
      await expect(consensusOfBlocks(blocksOf(labelings, 1), options)).rejects.toThrow(message)
      await expect(consensusOfBlocks([labelings], options)).rejects.toThrow(message)
    }
  })
})
