import { describe, expect, it } from 'vitest'
import { adoptLabelings } from '../../chorale/src/internal.js'
import { clusterProfiles, differenceText, tellingDifferences } from '../src/data/cluster-profiles.js'
import { clusterRows } from '../src/data/cluster-rows.js'
import { confidenceBins } from '../src/data/confidence-bins.js'
import { leastCertain } from '../src/data/least-certain.js'
import { spectrumOf } from '../src/data/spectrum.js'
import { truthTable } from '../src/data/truth-table.js'
import { areEqualWeights, weightRows } from '../src/data/weight-rows.js'
import { datasetOf, LABELINGS } from './inputs.js'

describe('clusterRows', () => {
  it('counts samples and averages their confidence', () => {
    const rows = clusterRows(Int32Array.of(0, 1, 0, 0), Float64Array.of(0.1, 0.8, 0.3, 0.5))
    expect(rows).toEqual([
      { cluster: 0, size: 3, share: 0.75, meanConfidence: expect.closeTo(0.3, 12), medianConfidence: 0.3 },
      { cluster: 1, size: 1, share: 0.25, meanConfidence: 0.8, medianConfidence: 0.8 },
    ])
  })

  it('leaves out a number that no sample has', () => {
    expect(clusterRows(Int32Array.of(0, 2), new Float64Array(2)).map(row => row.cluster)).toEqual([0, 2])
  })
})

describe('clusterProfiles', () => {
  it('describes a cluster in the middle by its neighbours, where the mean of all others is nearly the same', () => {
    // Means 1, 5 and 9: all others of the middle one have 5, too.
    const dataset = datasetOf({ a: [1, 1, 5, 5, 9, 9], b: [0, 1, 0, 1, 0, 1] })
    const [low, middle] = clusterProfiles(dataset, Int32Array.of(0, 0, 2, 2, 1, 1))
    expect(low.differences[0]).toMatchObject({ name: 'a', between: null })
    const third = clusterProfiles(dataset, Int32Array.of(0, 0, 2, 2, 1, 1))[2]
    expect(third.differences[0]).toMatchObject({ name: 'a', inside: 5, outside: 5, standardised: 0, between: [0, 1] })
    expect(differenceText(third.differences[0])).toBe('5, between clusters 0 and 1')
    expect(tellingDifferences(third.differences).map(({ name }) => name)).toEqual(['a'])
    expect(middle.differences[0].between).toBeNull()
  })

  it('keeps the mean of all others where that tells more than the neighbours', () => {
    const dataset = datasetOf({ a: [1, 1, 2, 2, 9, 9, 9, 9] })
    const profiles = clusterProfiles(dataset, Int32Array.of(0, 0, 1, 1, 2, 2, 2, 2))
    expect(profiles.map(({ differences }) => differences[0].between)).toEqual([null, null, null])
  })

  it('rejects labels of another length', () => {
    expect(() => clusterProfiles(datasetOf({ a: [1, 2] }), Int32Array.of(0))).toThrow(
      'clusterProfiles: labels must have one entry per sample of the dataset (2); got 1',
    )
  })

  it('has nothing to compare in one cluster', () => {
    expect(clusterProfiles(datasetOf({ a: [1, 2] }), Int32Array.of(0, 0))).toEqual([])
  })

  it('names the largest differences first, in standard deviations', () => {
    // a: means 1 and 5, sd 2. b: means 2 and 2.5, sd √1.1875. c does not differ.
    const dataset = datasetOf({ b: [2, 2, 1, 4], a: [1, 1, 5, 5], c: [7, 8, 8, 7] })
    const [first, second] = clusterProfiles(dataset, Int32Array.of(0, 0, 1, 1), { count: 2 })
    expect(first.differences).toEqual([
      { name: 'a', inside: 1, outside: 5, standardised: -2, isShare: false, between: null },
      {
        name: 'b',
        inside: 2,
        outside: 2.5,
        standardised: expect.closeTo(-0.5 / Math.sqrt(1.1875), 12),
        isShare: false,
        between: null,
      },
    ])
    expect(second.differences[0]).toMatchObject({ name: 'a', inside: 5, outside: 1, standardised: 2 })
    expect(differenceText(first.differences[0])).toBe('1 against 5 elsewhere')
  })

  it('speaks in the units of the file', () => {
    const scaled = datasetOf(
      { a: [-1, 1] },
      { scaling: { scale: 'standard', centre: Float64Array.of(100), spread: Float64Array.of(20) } },
    )
    expect(clusterProfiles(scaled, Int32Array.of(0, 1))[0].differences[0]).toMatchObject({ inside: 80, outside: 120 })
  })

  it('is not fooled by a large offset', () => {
    const dataset = datasetOf({ a: [1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3] })
    const [{ differences }] = clusterProfiles(dataset, Int32Array.of(0, 0, 1, 1))
    expect(differences[0].standardised).toBeCloseTo(-2 / Math.sqrt(1.25), 9)
  })

  it('tells one value of a text column, as a share of samples', () => {
    const dataset = datasetOf(
      { 'colour=red': [1, 1, 0, 0], 'colour=blue': [0, 0, 1, 1], size: [1, 2, 1, 2] },
      { encodings: [{ column: 'colour', values: ['red', 'blue'], features: [0, 1] }] },
    )
    const [{ differences }] = clusterProfiles(dataset, Int32Array.of(0, 0, 0, 1))
    expect(differences.map(({ name }) => name)).toEqual(['colour = red', 'size'])
    expect(differenceText(differences[0]).replaceAll('\u00a0', ' ')).toBe('67 % against 0 % elsewhere')
  })
})

describe('weightRows', () => {
  it('compares each base clustering with the consensus over the samples it covers', () => {
    const ensemble = adoptLabelings(
      [
        [0, 0, 1, 1],
        [0, -1, 1, -1],
        [0, 1, 0, 1],
      ],
      { names: ['a', 'b', 'c'] },
    )
    expect(weightRows(ensemble, Int32Array.of(0, 0, 1, 1), Float64Array.of(0.5, 0.25, 0.25))).toEqual([
      { name: 'a', clusterCount: 2, weight: 0.5, agreement: 1, coverage: 1 },
      { name: 'b', clusterCount: 2, weight: 0.25, agreement: 1, coverage: 0.5 },
      { name: 'c', clusterCount: 2, weight: 0.25, agreement: 0, coverage: 1 },
    ])
  })

  it('calls weights equal but for those left out', () => {
    expect(areEqualWeights([0.5, 0, 0.5])).toBe(true)
    expect(areEqualWeights([0.5, 0.3, 0.2])).toBe(false)
  })
})

describe('spectrumOf', () => {
  it('finds the gap and the widest drop, not counting the first eigenvalue', () => {
    const spectrum = spectrumOf([3, 2, 0.5, 0.4], 0.1)
    expect(spectrum).toMatchObject({ gap: 0.1, widestDropAfter: 2 })
    expect(spectrum.next).toBeCloseTo(0.3, 12)
    expect(spectrum.relativeGap).toBeCloseTo(0.25, 12)
  })

  it('knows no drop of a single eigenvalue', () => {
    expect(spectrumOf([1], 0.5).widestDropAfter).toBeNull()
  })
})

describe('confidenceBins', () => {
  it('puts the ends of the range into bins', () => {
    const { bins, mean, undecidedCount } = confidenceBins(Float64Array.of(0, 0, 0.3, 1), 4)
    expect(bins.map(bin => bin.count)).toEqual([2, 1, 0, 1])
    expect(bins.map(bin => bin.from)).toEqual([0, 0.25, 0.5, 0.75])
    expect([mean, undecidedCount]).toEqual([0.325, 2])
  })

  it('has an axis from 0 to 1 for any values', () => {
    expect(confidenceBins(Float64Array.of(0.02, 0.07)).bins.at(-1)!.to).toBe(1)
    expect(confidenceBins(Float64Array.of(0, 0)).bins.at(-1)!.to).toBe(1)
  })
})

describe('leastCertain', () => {
  it('lists the samples of least confidence with the cluster they could go to', () => {
    const ensemble = adoptLabelings(LABELINGS)
    const confidence = Float64Array.of(0.9, 0.9, 0.1, 0.5, 0.5, 0.2)
    expect(leastCertain(ensemble, Int32Array.of(0, 0, 0, 1, 1, 1), confidence, 3)).toEqual([
      { sample: 2, cluster: 0, confidence: 0.1, nextCluster: 1 },
      { sample: 5, cluster: 1, confidence: 0.2, nextCluster: 0 },
      { sample: 3, cluster: 1, confidence: 0.5, nextCluster: 0 },
    ])
  })

  it('takes the first of equals, and all where there are few', () => {
    const ensemble = adoptLabelings(LABELINGS)
    const found = leastCertain(ensemble, new Int32Array(6), new Float64Array(6), 10)
    expect(found.map(({ sample }) => sample)).toEqual([0, 1, 2, 3, 4, 5])
    expect(found[0].nextCluster).toBeNull()
  })
})

describe('truthTable', () => {
  it('rejects a truth of another length', () => {
    expect(() => truthTable(Int32Array.of(0, 1), ['a'])).toThrow(
      'truthTable: truth must be as long as labels (2); got 1',
    )
  })

  it('counts clusters against classes, each class near the cluster that holds most of it', () => {
    const table = truthTable(Int32Array.of(0, 0, 1, 1, 1, 2), ['x', 'y', 'z', 'z', 'y', 'x'])
    expect(table.classes).toEqual(['x', 'y', 'z'])
    expect(table.clusters).toEqual([0, 1, 2])
    expect(Array.from(table.counts)).toEqual([1, 1, 0, 0, 1, 2, 1, 0, 0])
    expect([table.clusterSizes, table.classSizes]).toEqual([
      [2, 3, 1],
      [2, 2, 2],
    ])
  })

  it('orders classes by their clusters', () => {
    expect(truthTable(Int32Array.of(0, 1, 2), ['c', 'b', 'a']).classes).toEqual(['c', 'b', 'a'])
    expect(truthTable(Int32Array.of(2, 1, 0), ['c', 'b', 'a']).classes).toEqual(['a', 'b', 'c'])
  })
})
