import { describe, expect, it } from 'vitest'
import { readTable } from '../../src/tables/read-table.js'
import { contentOf, tableOf } from './tables.js'

const jsonTable = async (value: unknown) => contentOf(await tableOf(JSON.stringify(value), { name: 'f.json' }))

describe('JSON', () => {
  const expected = { a: [1, 2.5], b: ['x', null] }

  it.each([
    [
      'an array of objects',
      [
        { a: 1, b: 'x' },
        { a: 2.5, b: null },
      ],
    ],
    ['objects without some keys', [{ a: 1, b: 'x' }, { a: 2.5 }]],
    ['an object of arrays', { a: [1, 2.5], b: ['x', null] }],
    [
      'an array of arrays with a header',
      [
        ['a', 'b'],
        [1, 'x'],
        [2.5, null],
      ],
    ],
    ['pandas, orient columns', { a: { 0: 1, 1: 2.5 }, b: { 0: 'x', 1: null } }],
    [
      'pandas, orient split',
      {
        columns: ['a', 'b'],
        index: [0, 1],
        data: [
          [1, 'x'],
          [2.5, null],
        ],
      },
    ],
    [
      'pandas, orient table',
      {
        schema: { fields: [] },
        data: [
          { a: 1, b: 'x' },
          { a: 2.5, b: null },
        ],
      },
    ],
  ])('is read as a table: %s', async (_, value) => {
    expect(await jsonTable(value)).toEqual(expected)
  })

  it('joins an object of objects by their keys', async () => {
    const expected = { index: ['u', 'v', 'w'], a: [1, 2, null], b: ['x', 'y', 'z'] }
    expect(await jsonTable({ a: { u: 1, v: 2 }, b: { v: 'y', u: 'x', w: 'z' } })).toEqual({
      ...expected,
      a: [1, 2, Number.NaN],
    })
    const counted = await tableOf('{"a":{"0":1,"1":2},"b":{"1":"y","0":"x"}}')
    expect(contentOf(counted)).toEqual({ a: [1, 2], b: ['x', 'y'] })
    expect(counted.notes).toEqual([])
  })

  it.each([
    ['numbered rows', { 0: { a: 1, b: 5 }, 1: { a: 2, b: 6 } }, { a: [1, 2], b: [5, 6] }],
    [
      'named rows of several types',
      { u: { a: 1, b: 'x' }, v: { b: 'y', a: 2 } },
      { index: ['u', 'v'], a: [1, 2], b: ['x', 'y'] },
    ],
    [
      'more rows than columns',
      { u: { a: 1, b: 5 }, v: { b: 6, a: 2 }, w: { a: 3, b: 7 } },
      { index: ['u', 'v', 'w'], a: [1, 2, 3], b: [5, 6, 7] },
    ],
  ])('is not read transposed, pandas with orient index: %s', async (_, value, expected) => {
    expect(await jsonTable(value)).toEqual(expected)
  })

  it('takes the names of split columns as they are, and keeps the names of the rows', async () => {
    const value = {
      columns: ['x', 'y'],
      index: ['u', 'v'],
      data: [
        ['x', 'p'],
        ['q', 'p'],
      ],
    }
    expect(await jsonTable(value)).toEqual({ index: ['u', 'v'], x: ['x', 'q'], y: ['p', 'p'] })
  })

  it('is read as a table, one object or array per line', async () => {
    expect(contentOf(await tableOf('{"a":1,"b":"x"}\n{"a":2.5,"b":null}\n'))).toEqual(expected)
    expect(contentOf(await tableOf('[1,2]\n[3,4]\n'))).toEqual({ column1: [1, 3], column2: [2, 4] })
  })

  it('names columns without a header, and takes booleans as words', async () => {
    expect(
      await jsonTable([
        [1, true],
        [2, false],
      ]),
    ).toEqual({ column1: [1, 2], column2: ['true', 'false'] })
  })

  it('skips nested columns with a note', async () => {
    const table = await tableOf('[{"a":1,"tags":[1]},{"a":2,"tags":[]}]')
    expect(contentOf(table)).toEqual({ a: [1, 2] })
    expect(table.notes).toEqual(['skipped because their values are nested: "tags"'])
  })

  it.each([
    ['{"a": 1}', 'the JSON must be an array of objects, an array of arrays, or an object of arrays of one length'],
    ['[{"a": 1', 'not valid JSON'],
    ['{"a":1}\n{"a":\n', 'line 2 is not valid JSON; got "{\\"a\\":"'],
    ['{"a":[1,2],"b":[1]}', 'the columns of a JSON table must have one length; "a" has 2 values, "b" has 1'],
    ['[[1,2],[3]]', 'the rows of a JSON table must have one length; row 1 has 2 values, row 2 has 1'],
    ['[[]]', 'the JSON table has no rows'],
    ['[{"a":{"b":1}}]', 'the JSON table has nested values only'],
  ])('says what is wrong with %j', async (text, message) => {
    await expect(readTable(text, { name: 'f.json' })).rejects.toThrow(`f.json: ${message}`)
  })
})

describe('the content of a file', () => {
  it.each(['iris.csv', './data/my file.xlsx', 'https://example.org/iris.csv'])('is not its name: %s', async name => {
    await expect(readTable(name)).rejects.toThrow(
      `readTable: input must be the content of a file; got the name ${JSON.stringify(name)}. Download or read the file first`,
    )
  })
})

describe('encodings', () => {
  const latin1 = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
  const utf16 = (text: string) => Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0), 0]))
  const text = 'größe,stadt\n1,Zürich\n2,Bern\n'
  const expected = { größe: [1, 2], stadt: ['Zürich', 'Bern'] }

  it('are detected: latin1, and UTF-16 without a byte-order mark', async () => {
    const one = await readTable(latin1(text))
    expect(contentOf(one)).toEqual(expected)
    expect(one.notes).toEqual(['the file is not UTF-8 and is read as latin1 (Windows-1252)'])
    const two = await readTable(utf16(text))
    expect(contentOf(two)).toEqual(expected)
    expect(two.notes).toEqual(['the file is UTF-16 text'])
  })

  it.each([
    ['JSON', '[{"größe":1,"ort":"M\xfcnchen"},{"größe":2,"ort":"M\xf6nchen"}]'],
    ['NDJSON', '{"größe":1,"ort":"M\xfcnchen"}\n{"größe":2,"ort":"M\xf6nchen"}\n'],
    ['ARFF', '@relation r\n@attribute größe numeric\n@attribute ort string\n@data\n1,M\xfcnchen\n2,M\xf6nchen\n'],
  ])('that are no UTF-8 keep different labels apart: %s', async (_, content) => {
    const table = await readTable(latin1(content))
    expect(contentOf(table)).toEqual({ größe: [1, 2], ort: ['München', 'Mönchen'] })
    expect(table.notes).toEqual(['the file is not UTF-8 and is read as latin1 (Windows-1252)'])
  })

  it('can be named', async () => {
    const table = await readTable(latin1(text), { encoding: 'latin1' })
    expect(contentOf(table)).toEqual(expected)
    expect(table.notes).toEqual([])
    await expect(readTable(text, { encoding: 'ebcdic' as 'latin1' })).rejects.toThrow(
      'encoding must be one of utf-8, latin1, utf-16; got ebcdic',
    )
  })
})
