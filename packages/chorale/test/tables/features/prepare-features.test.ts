import { describe, expect, it } from 'vitest'
import { areComponents } from '../../../src/tables/features/components.js'
import type { Feature } from '../../../src/tables/features/encode-column.js'
import { kindOfNumbers, preparationOf, preparedNumber } from '../../../src/tables/features/preparation.js'
import { preparedFeatures } from '../../../src/tables/features/prepare-features.js'
import { mostVariable, spreadOf } from '../../../src/tables/features/top-genes.js'

const featuresOf = (columns: readonly (readonly number[])[]): Feature[] =>
  columns.map((values, f) => ({
    name: `gene${f}`,
    values: Float64Array.from(values),
    first: 0,
    stride: 1,
    category: null,
  }))

const valuesOf = (features: readonly Feature[]) => features.map(({ values }) => [...values])

describe('the kind of numbers', () => {
  it.each([
    [
      'whole numbers from 0 on, with zeros',
      [
        [0, 3, 12],
        [7, 0, 40],
      ],
      'counts',
    ],
    [
      'expected counts, which are not whole',
      [
        [0, 3.5, 1200],
        [7, 0, 40.25],
      ],
      'counts',
    ],
    [
      'large numbers without a zero',
      [
        [20, 300, 12_000],
        [7, 45.5, 40],
      ],
      'intensities',
    ],
    [
      'large numbers, some of them negative',
      [
        [0, -300, 12_000],
        [7, 45, 40],
      ],
      'intensities',
    ],
    [
      'logged numbers',
      [
        [0, 7.5, 11.2],
        [3, 4.5, 15.1],
      ],
      'none',
    ],
    [
      'mutated or not',
      [
        [0, 1, 1],
        [0, 0, 1],
      ],
      'none',
    ],
  ])('is seen for %s', (_, columns, kind) => {
    expect(kindOfNumbers(featuresOf(columns), 3)).toBe(kind)
  })
})

describe('prepared numbers', () => {
  // The sums of the samples are 10, 20 and 40; their median is 20.
  const counts = featuresOf([
    [10, 5, 0],
    [0, 15, 40],
  ])

  it('are counts of samples of the same sum, logged', () => {
    const { features, preparation } = preparedFeatures('test', counts, 3, { prepare: 'counts', isExpression: false })
    expect(preparation).toEqual({ numbers: 'counts', librarySize: 20 })
    const [a, b] = valuesOf(features)
    expect(a[0]).toBeCloseTo(Math.log(21), 12)
    expect(a[1]).toBeCloseTo(Math.log(6), 12)
    expect(a[2]).toBe(0)
    expect(b[2]).toBeCloseTo(Math.log(21), 12)
  })

  it('do not change when a sample is sequenced twice as deeply', () => {
    const deep = featuresOf([
      [10, 10, 0],
      [0, 30, 40],
    ])
    const preparation = preparationOf('counts', counts, 3)
    expect(preparedNumber(preparation, 10, 40)).toBe(preparedNumber(preparation, 5, 20))
    expect(valuesOf(deep)[0][1]).toBe(10)
  })

  it('are logarithms of intensities, and low ones are half the median of the positive', () => {
    const given = featuresOf([[-5, 1, 64, 128, 256, 1024]])
    const { features, preparation } = preparedFeatures('test', given, 6, {
      prepare: 'intensities',
      isExpression: false,
    })
    expect(preparation).toEqual({ numbers: 'intensities', floor: 64 })
    expect(valuesOf(features)[0]).toEqual([6, 6, 6, 7, 8, 10])
  })

  it('leave out genes that are constant after it', () => {
    const given = featuresOf([
      [1, 2, 3],
      [400, 200, 800],
    ])
    const { features } = preparedFeatures('test', given, 3, { prepare: 'intensities', isExpression: false })
    expect(features.map(({ name }) => name)).toEqual(['gene1'])
  })

  it('stay as they are without a reason', () => {
    const given = featuresOf([[10, 5, 0]])
    const found = preparedFeatures('test', given, 3, { isExpression: false })
    expect(found).toEqual({ features: given, sources: given, preparation: null, choices: [], notes: [] })
  })

  it('are refused with a preparation that is none', () => {
    expect(() => preparedFeatures('test', counts, 3, { prepare: 'log' as 'none', isExpression: false })).toThrow(
      /prepare must be one of auto, counts, intensities, none/,
    )
    expect(() => preparedFeatures('test', counts, 3, { topGenes: 0, isExpression: false })).toThrow(
      /topGenes must be an integer of at least 1, 'auto' or 'all'; got 0/,
    )
  })
})

describe('the most variable genes', () => {
  it('are those with the largest median absolute deviation, whatever single outliers say', () => {
    const genes = [
      [0.9, 1, 1.1, 1, 100], // deviations from 1: .1, 0, .1, 0, 99; median .1
      [1, 2, 3, 4, 5], // 2, 1, 0, 1, 2; median 1
      [1, 1.5, 2, 2.5, 3], // 1, .5, 0, .5, 1; median .5
    ].map(values => spreadOf(Float64Array.from(values)))
    expect(genes.map(({ deviation }) => Number(deviation.toFixed(12)))).toEqual([0.1, 1, 0.5])
    expect(mostVariable(genes, 2, false)).toEqual({ places: Int32Array.of(1, 2), rule: 'deviation' })
  })

  it('are those with more variance than genes of the same mean, for counts', () => {
    // The variance grows with the mean; gene 3 varies more than its mean explains.
    const genes = Array.from({ length: 400 }, (_, g) => ({
      mean: g,
      variance: g + (g === 3 ? 300 : 0),
      deviation: 1,
      zeroShare: 0,
      isConstant: false,
    }))
    const { places, rule } = mostVariable(genes, 1, true)
    expect(rule).toBe('trend')
    expect([...places]).toEqual([3])
    expect([...mostVariable(genes, 1, false).places]).toEqual([0])
  })

  it('do not depend on the order of the samples', () => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6]
    const { mean: _, variance: __, ...spread } = spreadOf(Float64Array.from(values))
    const { mean: ___, variance: ____, ...reversed } = spreadOf(Float64Array.from(values.slice().reverse()))
    expect(reversed).toEqual(spread)
  })

  it('are said in one line, with the option that takes all', () => {
    const given = featuresOf([
      [1, 1, 2],
      [5, 9, 1],
    ])
    const { features, notes } = preparedFeatures('test', given, 3, { topGenes: 1, isExpression: false })
    expect(features.map(({ name }) => name)).toEqual(['gene1'])
    expect(notes).toEqual([
      "the 1 most variable of 2 features are used, by the median absolute deviation; to use all, use `topGenes: 'all'`",
    ])
  })
})

describe('principal components', () => {
  const rowsOf = (columns: readonly (readonly number[])[]) => (rows: Int32Array) =>
    Float64Array.from(Array.from(rows).flatMap(row => columns.map(column => column[row])))

  it.each([
    ['PC1', 'PC2'],
    ['X_pca_1', 'X_pca_2'],
    ['Comp.1', 'Comp.2'],
    ['LSI_1', 'LSI_2'],
  ])('are known by the names %s and %s', (...names) => {
    expect(areComponents(names, [1, 4], 3, rowsOf([]))).toBe('names')
  })

  it('are known by variances that decrease while nothing is correlated', () => {
    const columns = [
      [4, -4, 4, -4],
      [1, 1, -1, -1],
    ]
    expect(areComponents(['a', 'b'], [16, 1], 4, rowsOf(columns))).toBe('numbers')
    expect(areComponents(['b', 'a'], [1, 16], 4, rowsOf(columns.slice().reverse()))).toBeNull()
    const correlated = [columns[0], [1, 1, 1, -1]]
    expect(areComponents(['a', 'b'], [16, 1], 4, rowsOf(correlated))).toBeNull()
  })
})
