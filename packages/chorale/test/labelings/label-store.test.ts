import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkCoverage } from '../../src/labelings/coverage.js'
import { describeStore } from '../../src/labelings/describe.js'
import {
  BLOCK_SAMPLES,
  LabelStoreBuilder,
  labelingsOf,
  pickLabelings,
  rowClustersInto,
  spansOf,
} from '../../src/labelings/label-store.js'
import { unstructuredEnsemble } from '../ensembles.js'

const storeOf = (labelings: readonly number[][], pieces = [labelings[0].length]) => {
  const builder = new LabelStoreBuilder(labelings.length)
  const columns = labelings.map(labels => Int32Array.from(labels))
  let from = 0
  for (const count of pieces) {
    builder.add(columns, from, from + count)
    from += count
  }
  return builder.finish()
}

describe('a label store', () => {
  it('keeps equal label rows once, numbered by first appearance', () => {
    const store = storeOf([
      [0, 1, 0, 1, 0],
      [0, 1, 0, -1, 1],
    ])
    const [block] = store.blocks
    expect([block.rowCount, [...block.rowOf], [...block.multiplicity]]).toEqual([4, [0, 1, 0, 2, 3], [2, 1, 1, 1]])
    const clusters = new Int32Array(8)
    rowClustersInto(clusters, block, store, 0, 4)
    // Clusters of the second labeling are numbered after the two of the first.
    expect([...clusters]).toEqual([0, 2, 1, 3, 1, -1, 0, 3])
    expect([store.sampleCount, store.hasMissing, [...store.clusterStarts]]).toEqual([5, true, [0, 2, 4]])
  })

  it('does not depend on the pieces in which the samples come', () => {
    const labelings = [3, 5, 7].map(count =>
      Array.from({ length: 70_000 }, (_, i) => ((i * i) % 11 === 4 ? -1 : i % count)),
    )
    const whole = storeOf(labelings)
    expect(whole.blocks.map(block => block.sampleCount)).toEqual([BLOCK_SAMPLES, BLOCK_SAMPLES, 20_000])
    expect(isDeepStrictEqual(storeOf(labelings, [1, 65_535, 0, 4000, 464]), whole)).toBe(true)
  })

  it.each([
    [254, Uint8Array],
    [255, Uint8Array],
    [256, Uint16Array],
    [65_535, Uint16Array],
    [65_536, Int32Array],
  ])('takes as many bytes as %i clusters need, with room for missing labels', (count, kind) => {
    const labels = Array.from({ length: count }, (_, i) => i)
    const store = storeOf([labels, labels.map(i => (i % 2 === 0 ? -1 : 0))])
    expect(store.blocks.at(-1)!.codes).toBeInstanceOf(kind)
    expect(labelingsOf(store).map(column => Array.from(column))).toEqual([
      labels,
      labels.map(i => (i % 2 === 0 ? -1 : 0)),
    ])
  })

  it('gives back single labelings, renumbering nothing', () => {
    const labelings = unstructuredEnsemble(2, { sampleCount: 50, ensembleSize: 4, missing: 0.2 })
    const picked = labelingsOf(pickLabelings(storeOf(labelings), [3, 1]))
    expect(picked.map(labels => Array.from(labels))).toEqual([labelings[3], labelings[1]])
  })

  it('is described as the ensemble would be', () => {
    const labelings = [
      [0, 0, 1, -1],
      [0, 0, 0, 0],
      [0, 0, 1, 1],
    ]
    expect(describeStore(storeOf(labelings))).toEqual({
      sampleCount: 4,
      ensembleSize: 3,
      clusterCounts: [2, 1, 2],
      coverage: [0.75, 1, 1],
      missingCount: 1,
      distinctRows: 3,
      oneClusterLabelings: [1],
    })
  })

  it('counts distinct rows over several blocks', () => {
    const labels = Array.from({ length: 200_000 }, (_, i) => Math.floor(i / 2) % 70_000)
    const { distinctRows } = describeStore(storeOf([labels, labels]))
    expect(distinctRows).toBe(70_000)
  })

  it('names the first sample without any label', () => {
    const check = (labelings: readonly number[][]) => checkCoverage('consensus', storeOf(labelings), ['a', 'b'])
    expect(() =>
      check([
        [0, -1, -1, 1],
        [0, 0, -1, -1],
      ]),
    ).toThrow('sample 3 has only missing labels')
    const many = Array.from({ length: BLOCK_SAMPLES + 9 }, (_, i) => (i === BLOCK_SAMPLES + 5 ? -1 : i % 2))
    expect(() => check([many, many])).toThrow(`sample ${BLOCK_SAMPLES + 6} has only missing labels`)
    expect(() =>
      check([
        [0, 1],
        [0, 0],
      ]),
    ).not.toThrow()
  })
})

describe('spans', () => {
  it('are single blocks up to 16 of them, then two blocks, then at most 64 spans of equal length', () => {
    expect(spansOf(1)).toEqual([{ from: 0, to: 1 }])
    expect(spansOf(16 * BLOCK_SAMPLES)).toHaveLength(16)
    expect(spansOf(17 * BLOCK_SAMPLES)).toHaveLength(9)
    expect(spansOf(128 * BLOCK_SAMPLES)).toHaveLength(64)
    const spans = spansOf(10_000_000)
    expect(spans.length).toBeLessThanOrEqual(64)
    expect(spans[0]).toEqual({ from: 0, to: 7 })
    expect(spans.at(-1)!.to).toBe(Math.ceil(10_000_000 / BLOCK_SAMPLES))
  })
})
