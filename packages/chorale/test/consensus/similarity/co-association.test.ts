import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeWithData } from '../../../../../test/reference-data.js'
import type { ClusterWeighting } from '../../../src/consensus/similarity/cluster-weights.js'
import { coAssociation } from '../../../src/consensus/similarity/co-association.js'
import { uncollapsedRows } from '../../../src/labelings/label-table.js'
import { anyEnsemble, expectClose, type Labelings, unstructuredEnsemble } from '../../ensembles.js'
import {
  expectGoldenMatrix,
  type GoldenVectors,
  HAND12,
  labelingsOf,
  POOL_VECTORS,
  poolVectors,
} from '../../golden-vectors.js'
import { denseGpec } from '../../reference/dense.js'
import { similaritiesOf, similaritiesOfLabelings, tableOf } from './samples.js'

const CA: ClusterWeighting = { kind: 'ca' }
const weightings = fc.constantFrom<ClusterWeighting>(CA, { kind: 'lwca', theta: 0.4 }, { kind: 'nwca', lambda: 0.3 })

describe('coAssociation: corners', () => {
  it('is 1 everywhere for samples that are alike in every labeling', () => {
    expect(
      similaritiesOfLabelings(
        [
          [0, 0],
          [3, 3],
        ],
        CA,
      ),
    ).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('is 0 for samples that no labeling covers together', () => {
    const disjoint = [
      [0, 0, 1, -1, -1, -1],
      [-1, -1, -1, 0, 0, 1],
    ]
    const S = similaritiesOfLabelings(disjoint, { kind: 'nwca', lambda: 0.3 })
    for (const i of [0, 1, 2]) for (const j of [3, 4, 5]) expect(S[i][j]).toBe(0)
    expect(S[0][1]).toBe(1)
  })
})

describe('coAssociation', () => {
  it('counts shared clusters: the hand-worked CA', () => {
    const S = similaritiesOfLabelings(
      [
        [0, 0, 1, 1],
        [0, 0, 0, 1],
      ],
      CA,
    )
    expect(S).toEqual([
      [1, 1, 0.5, 0],
      [1, 1, 0.5, 0],
      [0.5, 0.5, 1, 0.5],
      [0, 0, 0.5, 1],
    ])
  })

  it('divides by the labelings that cover both samples: the hand-worked CA with gaps', () => {
    const labelings = [
      [0, 0, 1, 1],
      [0, -1, 0, 1],
      [0, 0, -1, 0],
    ]
    // 0-1: two of two. 0-2: 0 and 1, one of two. 0-3: 0, 0, 1. 1-2: one labeling, apart. 1-3: 0, 1. 2-3: 1, 0.
    const third = 1 / 3
    expect(similaritiesOfLabelings(labelings, CA)).toEqual([
      [1, 1, 0.5, third],
      [1, 1, 0, 0.5],
      [0.5, 0, 1, 0.5],
      [third, 0.5, 0.5, 1],
    ])
  })

  it('divides NWCA by its largest diagonal entry: the hand-worked values', () => {
    // H({0, 1}) = 0, H({2, 3}) = 1 and H({0, 1, 2}) = bits of 2 : 1; k = 2 everywhere, λ m = 1.
    const split = Math.exp(-(Math.log2(3) - 2 / 3))
    const whole = 1
    const half = Math.exp(-1)
    const S = similaritiesOfLabelings(
      [
        [0, 0, 1, 1],
        [0, 0, 0, 1],
      ],
      { kind: 'nwca', lambda: 0.5 },
    )
    // Diagonal before scaling, times m: {0, 1}: whole + split; 2: half + split; 3: half + 1.
    const largest = Math.max(whole + split, half + split, half + 1)
    expectClose(S[0], [1, (whole + split) / largest, split / largest, 0], 1e-15)
    expectClose(S[2], [split / largest, split / largest, 1, half / largest], 1e-15)
  })

  it('cuts at 1 what exceeds the largest diagonal entry, which only gaps can cause', () => {
    // 0 and 1 are seen together once, in a cluster that nothing breaks up: 1. Their own means are lower.
    const labelings = [
      [0, 0, 1, 1, 2, 2],
      [0, -1, 0, 1, 1, 0],
      [-1, 0, 0, 1, 0, 1],
    ]
    const similarity = coAssociation(tableOf(labelings), { kind: 'nwca', lambda: 0.2 })
    const S = similaritiesOf(similarity)
    expect(S[0][1]).toBe(1)
    expect(Math.max(...similarity.within)).toBe(1)
  })

  it('is symmetric to the bit, within [0, 1], and the same by entry and by row', () => {
    fc.assert(
      fc.property(anyEnsemble, weightings, (labelings, weighting) => {
        const similarity = coAssociation(tableOf(labelings), weighting)
        const { rowCount } = similarity.table
        const row = new Float64Array(rowCount)
        for (let r = 0; r < rowCount; r++) {
          similarity.rowInto(row, r)
          expect(row[r]).toBe(similarity.within[r])
          for (let q = 0; q < rowCount; q++) {
            expect(row[q]).toBe(similarity.entry(r, q))
            expect(row[q]).toBe(similarity.entry(q, r))
            expect(row[q]).toBeGreaterThanOrEqual(0)
            expect(row[q]).toBeLessThanOrEqual(1)
          }
        }
        if (weighting.kind === 'nwca') expect(Math.max(...similarity.within)).toBe(1)
      }),
    )
  })

  it('is the same to 1e-14 with equal rows collapsed and with every sample on its own', () => {
    fc.assert(
      fc.property(anyEnsemble, weightings, (labelings, weighting) => {
        const whole = similaritiesOf(coAssociation(uncollapsedRows(tableOf(labelings)), weighting))
        expectClose(similaritiesOfLabelings(labelings, weighting).flat(), whole.flat(), 1e-14)
      }),
    )
  })

  it('agrees with the dense reference to 1e-13, gaps and all', () => {
    fc.assert(
      fc.property(anyEnsemble, fc.constantFrom(0.09, 1), (labelings, lambda) => {
        const informative = labelings.filter(labels => new Set(labels.filter(label => label >= 0)).size > 1)
        const dense = denseGpec(informative, { clusterCount: 1, alpha: 0.5, lambda }).coAssociation
        expectClose(similaritiesOfLabelings(informative, { kind: 'nwca', lambda }).flat(), dense.flat(), 1e-13)
      }),
      { numRuns: 40 },
    )
  })

  it('counts the labelings that cover both beyond 32 of them', () => {
    const labelings: Labelings = unstructuredEnsemble(3, { sampleCount: 12, ensembleSize: 70, missing: 0.4 })
    const S = similaritiesOfLabelings(labelings, CA)
    for (let i = 0; i < 12; i++) {
      for (let j = 0; j < i; j++) {
        const both = labelings.filter(labels => labels[i] >= 0 && labels[j] >= 0)
        const agreeing = both.filter(labels => labels[i] === labels[j])
        expect(S[i][j]).toBe(agreeing.length / both.length)
      }
    }
  })
})

function describeGolden(golden: () => GoldenVectors): void {
  it('has the CA, LWCA and NWCA of the golden vectors', () => {
    const { EAC, LWEA, NWCA } = golden()
    const labelings = labelingsOf(golden())
    expectGoldenMatrix(similaritiesOfLabelings(labelings, CA), EAC.CA, 1e-12)
    expectGoldenMatrix(similaritiesOfLabelings(labelings, { kind: 'lwca', theta: LWEA.theta }), LWEA.LWCA, 1e-12)
    const nwca = coAssociation(tableOf(labelings), { kind: 'nwca', lambda: NWCA.lam })
    expectGoldenMatrix(similaritiesOf(nwca), NWCA.NWCA, 1e-12)
    expectClose([nwca.divisor / labelings.length], [NWCA.max_before_scaling], 1e-12)
  })
}

describe('co-association of hand12', () => describeGolden(() => HAND12))

describeWithData('co-association of published pools', () => {
  describe.each(POOL_VECTORS)('%s', name => describeGolden(() => poolVectors(name)))
})
