import { describe, expect, it } from 'vitest'
import { contentOf, tableOf } from './tables.js'

const HEADER = `% made up
@RELATION flowers

@attribute width NUMERIC
@ATTRIBUTE 'petal colour' {red, 'dark blue', "it's"}
@attribute note string
@attribute seen date "yyyy-MM-dd"
@data
`

describe('ARFF', () => {
  it('reads numbers, nominal values, strings, dates, quotes, comments and missing values', async () => {
    const table = await tableOf(`${HEADER}
1.5, red, 'say \\'so\\', twice', 2020-01-01
% between
?, 'dark blue', ?, "2020-01-02"
-2e3,"it's",'?',?
`)
    expect(contentOf(table)).toEqual({
      width: [1.5, Number.NaN, -2000],
      'petal colour': ['red', 'dark blue', "it's"],
      note: ["say 'so', twice", null, '?'],
      seen: ['2020-01-01', '2020-01-02', null],
    })
    expect(table.notes).toEqual([])
  })

  it('fills sparse rows with 0 and the first value, and says so', async () => {
    const table = await tableOf(`@relation r
@attribute a real
@attribute b {x,y}
@attribute c integer
@data
{0 1.5, 2 3}
{}
{1 y}
4, x, ?
`)
    expect(contentOf(table)).toEqual({ a: [1.5, 0, 0, 4], b: ['x', 'x', 'y', 'x'], c: [3, 0, 0, Number.NaN] })
    expect(table.notes).toEqual(['3 sparse rows: omitted values are 0, or the first nominal value'])
  })

  it('ignores the weights of rows, and says so', async () => {
    const table = await tableOf('@relation r\n@attribute a real\n@attribute b real\n@data\n1,2,{5}\n3,4\n')
    expect(contentOf(table)).toEqual({ a: [1, 3], b: [2, 4] })
    expect(table.notes).toEqual(['the weights of 1 row are ignored'])
  })

  it.each([
    ['1,green,a,b', 'row 1 (line 9), "petal colour" must be one of "red", "dark blue", "it\'s"; got "green"'],
    ['x,red,a,b', 'row 1 (line 9), "width" must be a number or ?; got "x"'],
    ['1,red', 'row 1 (line 9) has 2 values, but there are 4 attributes'],
    ["1,red,'open,b", 'row 1 (line 9) opens a quote that is never closed'],
    ['{9 1}', 'row 1 (line 9) has index 9; indices must be from 0 to 3'],
    ['{a 1}', 'row 1 (line 9) must be {index value, index value, ...}; got "{a 1}"'],
    ['{0 1', 'row 1 (line 9) must be {index value, index value, ...}; got "{0 1"'],
    ['', 'the ARFF file has no rows after @data'],
  ])('refuses the row %j with its place', async (row, message) => {
    await expect(tableOf(`${HEADER}${row}\n`, { name: 'f.arff' })).rejects.toThrow(`f.arff: ${message}`)
  })

  it.each([
    ['@relation r\n@attribute a real\n', 'the ARFF file ends before @data'],
    ['@relation r\n@data\n1\n', 'the ARFF file has no @attribute before @data'],
    [
      '@relation r\n@attribute a relational\n@data\n',
      'line 2: the type of "a" must be numeric, real, integer, string, date or { values }',
    ],
    ['@relation r\n@attribute a {x,y\n@data\n', 'line 2: the values of "a" must be in { }, separated by commas'],
    ['@relation r\nattribute a real\n@data\n', 'line 2 must begin with @attribute or @data; got "attribute a real"'],
  ])('refuses the header %j with its place', async (text, message) => {
    await expect(tableOf(text)).rejects.toThrow(message)
  })
})
