import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packLabelings, unpackLabelings } from '../../src/internal.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { describeEnsemble, describeStore } from '../../src/labelings/describe.js'
import { countDistinctRows } from '../../src/labelings/distinct-rows.js'
import {
  clusterCountsOf,
  type LabelStore,
  labelingsOf,
  pickLabelings,
  storeOf,
} from '../../src/labelings/label-store.js'
import { collapseRows, tableOf } from '../../src/labelings/label-table.js'
import type { Ensemble } from '../../src/types.js'
import { anyEnsemble, type Labelings } from '../ensembles.js'

/** Ensembles with gaps, labelings of one cluster and equal rows, and places to cut the samples. */
const anyPieces = fc.record({
  labelings: anyEnsemble,
  cuts: fc.array(fc.nat(24), { maxLength: 4 }),
})

function* piecesOf(labelings: Labelings, cuts: readonly number[]) {
  const n = labelings[0].length
  const ends = [...new Set([...cuts.filter(cut => cut > 0 && cut < n), n])].sort((a, b) => a - b)
  let from = 0
  for (const to of ends) {
    yield labelings.map(labels => labels.slice(from, to))
    from = to
  }
}

/** The store of an ensemble in blocks that are shorter than those of the library. */
function storeInBlocks(ensemble: Ensemble, cuts: readonly number[]): LabelStore {
  const { clusterCounts } = ensemble
  const whole = storeOf(ensemble)
  const pieces = piecesOf(ensemble.labelings.map(labels => Array.from(labels)) as Labelings, cuts)
  const blocks = [...pieces].flatMap(piece => {
    const labelings = piece.map(labels => Int32Array.from(labels))
    return storeOf({ sampleCount: labelings[0].length, labelings, clusterCounts }).blocks
  })
  return { ...whole, blocks }
}

describe('one label store', () => {
  it('gives the same table, description and labels in however many pieces and blocks the samples come', async () => {
    await fc.assert(
      fc.asyncProperty(anyPieces, async ({ labelings, cuts }) => {
        const ensemble = adoptLabelings(labelings)
        const table = collapseRows(ensemble)
        const report = describeEnsemble(ensemble)
        const packed = await packLabelings(piecesOf(labelings, cuts))
        for (const store of [packed.store, storeInBlocks(ensemble, cuts)]) {
          expect(tableOf(store)).toEqual(table)
          expect(describeStore(store)).toEqual(report)
          expect(labelingsOf(store)).toEqual(ensemble.labelings)
        }
        expect(unpackLabelings(packed)).toEqual(ensemble)
      }),
    )
  })

  it('counts distinct rows as a set of texts does, over any blocks', () => {
    fc.assert(
      fc.property(anyPieces, ({ labelings, cuts }) => {
        const texts = new Set(labelings[0].map((_, i) => labelings.map(labels => labels[i]).join()))
        expect(countDistinctRows(storeInBlocks(adoptLabelings(labelings), cuts))).toBe(texts.size)
      }),
    )
  })

  it('has, of some labelings, the table of these alone', () => {
    fc.assert(
      fc.property(anyPieces, fc.nat(100), ({ labelings, cuts }, seed) => {
        const ensemble = adoptLabelings(labelings)
        const kept = labelings.map((_, t) => t).filter(t => t === 0 || (seed >> t) % 2 === 1)
        const picked = pickLabelings(storeInBlocks(ensemble, cuts), kept)
        expect(clusterCountsOf(picked)).toEqual(kept.map(t => ensemble.clusterCounts[t]))
        const alone = {
          ...ensemble,
          labelings: kept.map(t => ensemble.labelings[t]),
          clusterCounts: kept.map(t => ensemble.clusterCounts[t]),
        }
        expect(tableOf(picked)).toEqual(collapseRows(alone))
      }),
    )
  })

  it('tells a missing label from any cluster where blocks differ in the bytes of a label', () => {
    // 255 and 65,535 are what stands for a missing label in one and in two bytes.
    const sampleCount = 4
    const labelings = [Int32Array.of(-1, 255, 65_535, -1), Int32Array.of(0, 1, 1, 1)]
    const ensemble = { sampleCount, labelings, clusterCounts: [65_536, 2], names: ['a', 'b'] }
    const store = storeInBlocks(ensemble, [1, 2, 3])
    expect(store.blocks.map(({ codes }) => codes.BYTES_PER_ELEMENT)).toEqual([1, 2, 4, 1])
    expect(tableOf(store)).toEqual(collapseRows(ensemble))
    expect(countDistinctRows(store)).toBe(4)
    expect(labelingsOf(store)).toEqual(labelings)
  })
})
