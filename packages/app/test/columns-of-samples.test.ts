import { describe, expect, it } from 'vitest'
import { toDataset } from '../../chorale/src/internal.js'
import { columnValues, distributionOfColumn, rankSelection, samplesWith } from '../worker/columns-of-samples.js'

const NAMES = {
  name: 'city',
  kind: 'text' as const,
  texts: ['Bern', 'Lyon', 'Graz'],
  codes: Int32Array.of(0, 1, 0, -1, 2, 0),
}
const NUMBERS = { name: 'x', kind: 'number' as const, numbers: Float64Array.of(1, 2, Number.NaN, 4, 2, 100) }
const TABLE = { name: null, rowCount: 6, columns: [NAMES, NUMBERS], notes: [] }
/** The second row was dropped. */
const ROWS = Int32Array.of(0, 2, 3, 4, 5)

describe('the values of a column', () => {
  it('are those of the samples, with texts by their codes', () => {
    expect(columnValues(NAMES, ROWS)).toEqual({
      kind: 'text',
      name: 'city',
      texts: ['Bern', 'Lyon', 'Graz'],
      codes: Int32Array.of(0, 0, -1, 2, 0),
    })
  })

  it('are numbers with the range of those that are there', () => {
    const found = columnValues(NUMBERS, ROWS)
    expect(found).toMatchObject({ kind: 'number', range: [1, 100] })
    expect(found.kind === 'number' && [...found.values]).toEqual([1, Number.NaN, 4, 2, 100])
  })

  it('never fill the memory of the page: long texts are shortened', () => {
    const column = { ...NAMES, texts: ['a'.repeat(5000), 'b', 'c'] }
    const found = columnValues(column, ROWS)
    expect(found.kind === 'text' && found.texts.map(text => text.length)).toEqual([120, 1, 1])
  })
})

describe('the search of the samples', () => {
  it('finds a part of a text in all text columns, whatever its case', () => {
    expect([...samplesWith(TABLE, ROWS, 'bER', null)]).toEqual([0, 1, 4])
    expect([...samplesWith(TABLE, ROWS, 'lyon', null)]).toEqual([])
  })

  it('finds a number in the column that is named, as a whole', () => {
    expect([...samplesWith(TABLE, ROWS, '2', 'x')]).toEqual([3])
    expect([...samplesWith(TABLE, ROWS, '10', 'x')]).toEqual([])
  })
})

describe('the distribution of a column', () => {
  it('has one bar for each of few whole numbers', () => {
    const numbers = Float64Array.of(1, 1, 3, Number.NaN, 2, 1)
    expect(distributionOfColumn({ name: 'x', kind: 'number', numbers })).toEqual({
      kind: 'number',
      from: 1,
      to: 3,
      median: 1,
      counts: [3, 1, 1],
    })
  })

  it('has 24 equal parts for other numbers, which have all values', () => {
    const numbers = Float64Array.from({ length: 240 }, (_, i) => i / 10)
    const found = distributionOfColumn({ name: 'x', kind: 'number', numbers })
    expect(found?.kind === 'number' && found.counts).toEqual(new Array(24).fill(10))
  })

  it('counts the most frequent texts, and the rest together', () => {
    const codes = Int32Array.from({ length: 100 }, (_, i) => (i < 40 ? 0 : i < 60 ? 1 : i - 58))
    const texts = Array.from({ length: 42 }, (_, at) => `t${at}`)
    const found = distributionOfColumn({ name: 'x', kind: 'text', texts, codes })
    expect(found).toMatchObject({ others: 34, valueCount: 42 })
    expect(found?.kind === 'text' && found.bars.slice(0, 3)).toEqual([
      { text: 't0', count: 40 },
      { text: 't1', count: 20 },
      { text: 't2', count: 1 },
    ])
  })

  it('is none for a column without values', () => {
    expect(distributionOfColumn({ name: 'x', kind: 'number', numbers: Float64Array.of(Number.NaN) })).toBeNull()
    expect(distributionOfColumn({ name: 'x', kind: 'text', texts: ['a'], codes: Int32Array.of(-1) })).toBeNull()
  })
})

describe('the ranking of a selection', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    flat: i % 2,
    far: i < 4 ? 10 + (i % 2) : i % 3,
    kind: i < 5 ? 'a' : 'b',
  }))
  const dataset = toDataset(rows)
  const table = {
    name: null,
    rowCount: 12,
    notes: [],
    columns: [
      {
        name: 'kind',
        kind: 'text' as const,
        texts: ['a', 'b'],
        codes: Int32Array.from(rows, ({ kind }) => (kind === 'a' ? 0 : 1)),
      },
    ],
  }
  const all = Int32Array.from(rows.keys())

  it('puts the feature first that differs most, with the means in the units of the file', () => {
    const found = rankSelection(Int32Array.of(0, 1, 2, 3), { dataset, table, rows: all })!
    expect(found.features[0].name).toBe('far')
    expect(found.features[0].inside).toBeCloseTo(10.5, 9)
    expect(found.features[0].outside).toBeCloseTo(9 / 8, 9)
    expect(found.features[0].effect).toBeGreaterThan(1.9)
  })

  it('names the value that the selection has more often', () => {
    const found = rankSelection(Int32Array.of(0, 1, 2, 3), { dataset, table, rows: all })!
    expect(found.values).toEqual([{ name: 'kind', value: 'a', inside: 1, outside: 1 / 8 }])
  })

  it('is none if there is nothing to compare with', () => {
    expect(rankSelection(all, { dataset, table, rows: all })).toBeNull()
    expect(rankSelection(Int32Array.of(), { dataset, table, rows: all })).toBeNull()
  })
})
