import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { countDistinctRows } from '../../src/labelings/distinct-rows.js'
import { BLOCK_SAMPLES, storeOf } from '../../src/labelings/label-store.js'
import { collapseRows, uncollapsedRows } from '../../src/labelings/label-table.js'
import { anyEnsemble, unstructuredEnsemble } from '../ensembles.js'

describe('collapseRows: corners', () => {
  it('makes one row of samples that are alike in every labeling', () => {
    const table = collapseRows(
      adoptLabelings([
        [3, 3, 3],
        [8, 8, 8],
      ]),
    )
    expect(table).toMatchObject({ rowCount: 1, rowOf: Int32Array.of(0, 0, 0), multiplicity: Float64Array.of(3) })
  })

  it('takes a missing label as a label of its own', () => {
    const table = collapseRows(
      adoptLabelings([
        [0, 0, 0, -1],
        [0, -1, -1, 0],
      ]),
    )
    expect([...table.rowOf]).toEqual([0, 1, 1, 2])
    expect(table.hasMissing).toBe(true)
  })

  it('tells apart as many rows as there are samples', () => {
    const each = Array.from({ length: 3000 }, (_, i) => i)
    const ensemble = adoptLabelings([each, each.toReversed()])
    const table = collapseRows(ensemble)
    expect(table).toEqual(uncollapsedRows(table))
    expect(countDistinctRows(storeOf(ensemble))).toBe(3000)
  })
})

describe('countDistinctRows', () => {
  it('tells apart rows whose hashes are equal', () => {
    // One round of the hash; the second label of sample 1 undoes what the first one made different.
    const round = (hash: number, label: number) => {
      const h = Math.imul(hash ^ label, 0x9e3779b1)
      return h ^ (h >>> 15)
    }
    const [first, other, last] = [0, 2, 5]
    const undone = last ^ round(0, first) ^ round(0, other)
    const labelings = [Int32Array.of(first, other), Int32Array.of(last, undone)]
    expect(undone).toBeGreaterThan(0)
    expect(round(round(0, first), labelings[1][0])).toBe(round(round(0, other), labelings[1][1]))
    const ensemble = { sampleCount: 2, labelings, clusterCounts: [3, undone + 1] }
    expect(countDistinctRows(storeOf(ensemble))).toBe(2)
    // The same in two blocks.
    const apart = labelings.map(labels => {
      const many = new Int32Array(BLOCK_SAMPLES + 1).fill(labels[0])
      many[BLOCK_SAMPLES] = labels[1]
      return many
    })
    expect(countDistinctRows(storeOf({ ...ensemble, sampleCount: BLOCK_SAMPLES + 1, labelings: apart }))).toBe(2)
  })
})

describe('collapseRows', () => {
  it('matches the hand-worked example', () => {
    // Samples 0 and 2 are alike, 1 and 4 as well.
    const table = collapseRows(
      adoptLabelings([
        ['a', 'a', 'a', 'b', 'a'],
        [1, 2, 1, 3, 2],
        [0, 0, 0, -1, 0],
      ]),
    )
    expect(table).toEqual({
      sampleCount: 5,
      ensembleSize: 3,
      rowCount: 3,
      rowOf: Int32Array.of(0, 1, 0, 2, 1),
      multiplicity: Float64Array.of(2, 2, 1),
      clusters: Int32Array.of(0, 0, 1, 2, 3, 4, 5, 5, -1),
      clusterStarts: Int32Array.of(0, 2, 5, 6),
      clusterSizes: Float64Array.of(4, 1, 2, 2, 1, 4),
      coverage: Float64Array.of(5, 5, 4),
      memberStarts: Int32Array.of(0, 2, 3, 4, 5, 6, 8),
      memberRows: Int32Array.of(0, 1, 2, 0, 1, 2, 0, 1),
      hasMissing: true,
    })
  })

  it('puts two samples into one row exactly when all their labels are equal', () => {
    const repetitive = unstructuredEnsemble(5, { sampleCount: 900, ensembleSize: 3, largest: 7, repeated: 0.2 })
    fc.assert(
      fc.property(fc.oneof(anyEnsemble, fc.constant(repetitive)), labelings => {
        const keys = labelings[0].map((_, i) => labelings.map(labels => labels[i]).join())
        const firstAppearance = [...new Set(keys)]
        const table = collapseRows(adoptLabelings(labelings))
        expect([...table.rowOf]).toEqual(keys.map(key => firstAppearance.indexOf(key)))
        expect(countDistinctRows(storeOf(adoptLabelings(labelings)))).toBe(firstAppearance.length)
      }),
      { numRuns: 50 },
    )
  })

  it('has the clusters, sizes and coverage of the samples', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const ensemble = adoptLabelings(labelings)
        const { rowCount, rowOf, clusters, clusterStarts, ...table } = collapseRows(ensemble)
        const sizes = new Float64Array(table.clusterSizes.length)
        ensemble.labelings.forEach((labels, t) => {
          labels.forEach((label, i) => {
            const c = clusters[t * rowCount + rowOf[i]]
            expect(c).toBe(label < 0 ? -1 : clusterStarts[t] + label)
            if (c >= 0) sizes[c]++
          })
          expect(table.coverage[t]).toBe(labels.filter(label => label >= 0).length)
        })
        expect(table.clusterSizes).toEqual(sizes)
        expect(table.multiplicity.reduce((a, b) => a + b)).toBe(ensemble.sampleCount)
        expect(table.hasMissing).toBe(labelings.some(labels => labels.includes(-1)))
      }),
    )
  })

  it('lists the rows of every cluster, ascending', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const { rowCount, clusters, clusterSizes, memberStarts, memberRows } = collapseRows(adoptLabelings(labelings))
        for (let c = 0; c < clusterSizes.length; c++) {
          const rows = Array.from({ length: clusters.length }, (_, at) => at).filter(at => clusters[at] === c)
          expect([...memberRows.subarray(memberStarts[c], memberStarts[c + 1])]).toEqual(rows.map(at => at % rowCount))
        }
        expect(memberStarts[clusterSizes.length]).toBe(memberRows.length)
      }),
    )
  })
})

describe('uncollapsedRows', () => {
  it('keeps every sample as a row, with the same clusters, sizes and coverage', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const ensemble = adoptLabelings(labelings)
        const collapsed = collapseRows(ensemble)
        const table = uncollapsedRows(collapsed)
        const n = ensemble.sampleCount
        expect([...table.rowOf]).toEqual(Array.from({ length: n }, (_, i) => i))
        expect(table.multiplicity).toEqual(new Float64Array(n).fill(1))
        for (const part of ['clusterStarts', 'clusterSizes', 'coverage', 'hasMissing'] as const) {
          expect(table[part]).toEqual(collapsed[part])
        }
        for (let t = 0; t < table.ensembleSize; t++) {
          const expected = Array.from(
            { length: n },
            (_, i) => collapsed.clusters[t * collapsed.rowCount + collapsed.rowOf[i]],
          )
          expect([...table.clusters.subarray(t * n, (t + 1) * n)]).toEqual(expected)
        }
      }),
    )
  })
})
