import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { adoptLabelings, type Labeling, renumberLabels } from '../../src/labelings/adopt.js'
import { anyEnsemble } from '../ensembles.js'

describe('adoptLabelings: bad input', () => {
  it.each<[string, Labeling[], readonly string[] | undefined, string]>([
    ['no labelings', [], undefined, 'adoptLabelings: labelings must be at least 2 labelings; got 0'],
    ['a single labeling', [[0, 1]], undefined, 'adoptLabelings: labelings must be at least 2 labelings; got 1'],
    ['labelings of no samples', [[], []], undefined, 'adoptLabelings: labelings must have at least one sample; got 0'],
    [
      'a labeling of another length',
      [[0, 1], [0, 0], [0]],
      undefined,
      "adoptLabelings: labelings must have the same length; got 2 in 'labeling 1' and 1 in 'labeling 3'",
    ],
    [
      'a labeling of another length, by its given name',
      [[0, 1], [0]],
      ['run a', 'run b'],
      "adoptLabelings: labelings must have the same length; got 2 in 'run a' and 1 in 'run b'",
    ],
    [
      'another number of names',
      [
        [0, 1],
        [0, 0],
      ],
      ['run a'],
      'adoptLabelings: names must be one name per labeling (2); got 1',
    ],
    [
      'a labeling without members',
      [
        [0, 1],
        [null, ''],
      ],
      undefined,
      "adoptLabelings: every labeling must cover at least one sample; 'labeling 2' has only missing labels",
    ],
    [
      'a sample that no labeling covers',
      [
        [0, 1, -1],
        [2, 2, Number.NaN],
      ],
      undefined,
      'adoptLabelings: every sample must be covered by at least one labeling; sample 3 has only missing labels',
    ],
  ])('rejects %s', (_, labelings, names, message) => {
    expect(() => adoptLabelings(labelings, { names })).toThrow(new InputError(message))
  })
})

describe('adoptLabelings: corners', () => {
  it('takes one sample', () => {
    expect(adoptLabelings([['a'], [7]])).toEqual({
      sampleCount: 1,
      labelings: [Int32Array.of(0), Int32Array.of(0)],
      clusterCounts: [1, 1],
      names: ['labeling 1', 'labeling 2'],
      clusterNames: [['a'], [7]],
    })
  })

  it('reads null, undefined, NaN, -1, an empty string and a hole in the array as not covered', () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    const holes = [null, undefined, Number.NaN, -1, '', , 5] as Labeling
    const { labelings, clusterCounts } = adoptLabelings([holes, [0, 0, 0, 0, 0, 0, 0]])
    expect([...labelings[0]]).toEqual([-1, -1, -1, -1, -1, -1, 0])
    expect(clusterCounts).toEqual([1, 1])
  })

  it('keeps other negative numbers, fractions and infinities as clusters of their own', () => {
    const { labels, clusterCount } = renumberLabels([-2, 0.5, Number.POSITIVE_INFINITY, -2, 0.5])
    expect([...labels]).toEqual([0, 1, 2, 0, 1])
    expect(clusterCount).toBe(3)
  })

  it('takes 0 and -0 as one cluster, 1 and "1" as two', () => {
    expect([...renumberLabels([0, -0, 1, '1', '-1']).labels]).toEqual([0, 0, 1, 2, 3])
  })

  it('keeps a labeling of one cluster and one of singletons', () => {
    expect(
      adoptLabelings([
        [4, 4, 4],
        [4, 5, 6],
      ]).clusterCounts,
    ).toEqual([1, 3])
  })
})

describe('adoptLabelings', () => {
  it('numbers clusters by first appearance', () => {
    const ensemble = adoptLabelings([['b', 'a', 'b', null, 'c'], Int32Array.of(9, 9, -1, 3, 9)], { names: ['x', 'y'] })
    expect(ensemble).toEqual({
      sampleCount: 5,
      labelings: [Int32Array.of(0, 1, 0, -1, 2), Int32Array.of(0, 0, -1, 1, 0)],
      clusterCounts: [3, 2],
      names: ['x', 'y'],
      clusterNames: [
        ['b', 'a', 'c'],
        [9, 3],
      ],
    })
  })

  it('does not depend on how clusters are named', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const named = labelings.map((labels, t) => labels.map(label => (label < 0 ? null : `${t}: ${99 - label}`)))
        const { clusterNames, ...numbered } = adoptLabelings(named)
        expect(adoptLabelings(labelings)).toMatchObject(numbered)
        expect(clusterNames).not.toEqual(adoptLabelings(labelings).clusterNames)
      }),
    )
  })

  it('numbers every cluster from 0 to its count, none left out', () => {
    fc.assert(
      fc.property(anyEnsemble, input => {
        const { labelings, clusterCounts } = adoptLabelings(input)
        labelings.forEach((labels, t) => {
          const used = new Set(labels.filter(label => label >= 0))
          expect([...used]).toEqual(Array.from({ length: clusterCounts[t] }, (_, c) => c))
        })
      }),
    )
  })

  it('adopts what it adopted unchanged', () => {
    fc.assert(
      fc.property(anyEnsemble, labelings => {
        const once = adoptLabelings(labelings)
        const { names, clusterNames } = once
        expect(adoptLabelings(once.labelings, { names, clusterNames })).toEqual(once)
      }),
    )
  })

  it('leaves the input alone and shares nothing with it', () => {
    const input = [Int32Array.of(5, 5, 6), Int32Array.of(1, 0, 0)]
    const names = ['x', 'y']
    const ensemble = adoptLabelings(input, { names })
    expect(input).toEqual([Int32Array.of(5, 5, 6), Int32Array.of(1, 0, 0)])
    input[0].fill(9)
    names[0] = 'changed'
    expect([...ensemble.labelings[0]]).toEqual([0, 0, 1])
    expect(ensemble.names).toEqual(['x', 'y'])
  })
})
