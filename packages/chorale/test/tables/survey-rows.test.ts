import { describe, expect, it } from 'vitest'
import { randomFor } from '../../src/numeric/random.js'
import { plainTable, scaleRows } from '../../src/tables/features/plain-reading.js'
import { joinMoments, momentRows, momentsOf, scaleOf } from '../../src/tables/features/scale.js'
import { type ColumnSurvey, joinSurveys, plainContents, surveyRows } from '../../src/tables/features/survey-rows.js'
import { toDataset } from '../../src/tables/features/to-dataset.js'
import type { Table } from '../../src/tables/table.js'

/** A table of numbers with the given rows. */
function tableOf(rows: readonly (readonly number[])[], names = rows[0].map((_, j) => `column${j + 1}`)): Table {
  const columns = names.map((name, j) => ({
    name,
    kind: 'number' as const,
    numbers: Float64Array.from(rows, row => row[j]),
  }))
  return { name: 't.npy', rowCount: rows.length, columns, notes: [] }
}

const surveyOf = (rows: readonly (readonly number[])[], blockRows = rows.length): ColumnSurvey[] => {
  const blocks: ColumnSurvey[][] = []
  for (let from = 0; from < rows.length; from += blockRows) {
    const part = rows.slice(from, from + blockRows)
    blocks.push(surveyRows(Float64Array.from(part.flat()), part.length, rows[0].length))
  }
  return joinSurveys(blocks)
}

const random = randomFor(3, 0)
const measured = Array.from({ length: 500 }, () => [random() * 5, 1e9 + random(), 1e-9 * random() - 3])

describe('moments', () => {
  it('are range, mean and mean square relative to the range, by hand', () => {
    const moments = momentsOf([9, 2, 9, 4, 9, 6], 1, 2, 3)
    expect(moments).toEqual({ count: 3, least: 2, most: 6, mean: 0.5, square: (0.25 + 0 + 0.25) / 3 })
    expect(scaleOf(moments, 'standard')).toEqual([4, 4 * Math.sqrt(1 / 6)])
    expect(scaleOf(moments, 'minmax')).toEqual([2, 4])
    expect(scaleOf(moments, 'none')).toEqual([0, 1])
  })

  it('of blocks give those of all values, constant blocks included', () => {
    const values = [5, 5, 5, 1, 2, 9, 9, 7]
    const whole = momentsOf(values, 0, 1, 8)
    const joined = joinMoments([momentsOf(values, 0, 1, 3), momentsOf(values, 3, 1, 2), momentsOf(values, 5, 1, 3)])
    expect(joined).toMatchObject({ count: 8, least: 1, most: 9 })
    expect(joined.mean).toBeCloseTo(whole.mean, 14)
    expect(joined.square).toBeCloseTo(whole.square, 14)
  })

  it('neither overflow nor underflow', () => {
    for (const unit of [1e308, 1e-300]) {
      const values = [0, 0.5 * unit, unit, unit]
      const [centre, spread] = scaleOf(
        joinMoments([momentsOf(values, 0, 1, 2), momentsOf(values, 2, 1, 2)]),
        'standard',
      )
      expect(centre / unit).toBeCloseTo(0.625, 12)
      expect(spread / unit).toBeCloseTo(Math.sqrt(0.171875), 12)
    }
  })

  it('are taken of fewer rows where rows are wide', () => {
    expect([1, 64, 65, 784, 1e6].map(momentRows)).toEqual([65_536, 65_536, 32_768, 4096, 1024])
  })
})

describe('a survey of rows', () => {
  it('is the same for any blocks, but for rounding', () => {
    const whole = surveyOf(measured)
    for (const blockRows of [1, 7, 499]) {
      surveyOf(measured, blockRows).forEach((column, j) => {
        const { mean, square, ...counted } = column
        const { mean: wholeMean, square: wholeSquare, ...wholeCounted } = whole[j]
        expect(counted).toEqual(wholeCounted)
        expect(mean).toBeCloseTo(wholeMean, 6)
        expect(square).toBeCloseTo(wholeSquare, 6)
      })
    }
  })

  it('counts missing values, and keeps the values of a column of few integers', () => {
    const [first, second] = surveyOf(
      [
        [1, 0.5],
        [Number.NaN, 2],
        [3, 1],
        [1, 1],
      ],
      2,
    )
    expect(first).toMatchObject({ missingCount: 1, isDiscrete: true })
    expect(second).toMatchObject({ missingCount: 0, isDiscrete: false, few: null })
  })

  it.each<[string, number[][], string[]?]>([
    ['a missing value', [[0.5], [Number.NaN], [1.5]]],
    ['an infinite value', [[0.5], [Number.POSITIVE_INFINITY], [1.5]]],
    ['few integers', [[0], [1], [1], [2], [3]]],
    ['integers in steps of one', Array.from({ length: 30 }, (_, i) => [29 - i])],
    ['integers named like an id', Array.from({ length: 30 }, (_, i) => [3 * i]), ['customer_id']],
    ['integers named like the truth', Array.from({ length: 30 }, (_, i) => [3 * i]), ['class']],
    ['integers that may be dates', Array.from({ length: 30 }, (_, i) => [20_240_100 + i]), ['date']],
  ])('leaves a column with %s to whoever reads the whole table', (_, rows, names = ['x']) => {
    expect(plainContents(names, rows.length, surveyOf(rows))).toBeNull()
  })
})

const rowsOf = (table: readonly number[][]) => (rows: Int32Array) =>
  Float64Array.from(Array.from(rows).flatMap(row => table[row]))

describe('a plain table', () => {
  it('has the roles, the scaling and the values of the dataset of the whole table', () => {
    const counts = measured.map((row, i) => [...row, (i * 37) % 211, 4])
    for (const scale of ['standard', 'minmax', 'none'] as const) {
      for (const options of [{ scale }, { scale, columns: ['column3', 'column1'] }, { scale, exclude: ['column4'] }]) {
        const dataset = toDataset(tableOf(counts), options)
        const head = tableOf(counts.slice(0, 100))
        const plain = plainTable(head, counts.length, surveyOf(counts), options, rowsOf(counts))!
        expect(plain.roles).toEqual(dataset.roles)
        expect(plain.featureNames).toEqual(dataset.featureNames)
        expect(plain.reading.scaling).toEqual(dataset.scaling)
        expect(plain.notes).toEqual(dataset.notes)
        expect(scaleRows(Float64Array.from(counts.flat()), plain.reading).values).toEqual(dataset.values)
      }
    }
  })

  it('is not made of options that need the whole table', () => {
    const survey = surveyOf(measured)
    for (const options of [{ id: 'column1' }, { truth: 'column2' }, { impute: 'median' as const }]) {
      expect(plainTable(tableOf(measured), measured.length, survey, options, rowsOf(measured))).toBeNull()
    }
  })
})
