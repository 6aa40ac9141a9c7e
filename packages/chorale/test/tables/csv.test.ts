import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../src/tables/read-table.js'
import { bytesOf, contentOf, tableOf, valuesOf } from './tables.js'

describe('separated text', () => {
  it('reads numbers and texts into columns, and says nothing where nothing was assumed', async () => {
    const table = await tableOf('width,kind\n1.5,a\n-2e3,b\n.25,a\n')
    expect(contentOf(table)).toEqual({ width: [1.5, -2000, 0.25], kind: ['a', 'b', 'a'] })
    expect(table.rowCount).toBe(3)
    expect(table.notes).toEqual([])
  })

  it.each([
    ['tab', '\t'],
    ['semicolon', ';'],
    ['vertical bar', '|'],
  ])('finds the separator %s, and says so', async (name, separator) => {
    const table = await tableOf(`a,x\n1,2\n`.replaceAll(',', separator))
    expect(contentOf(table)).toEqual({ a: [1], x: [2] })
    expect(table.notes).toEqual([`the separator is: ${name}`])
  })

  it('takes runs of blanks between numbers as one separator', async () => {
    const table = await tableOf('15.26  14.84\t0.871 1\n  14.88 14.57  0.8811  2 \n')
    expect(table.columns.map(valuesOf)).toEqual([
      [15.26, 14.88],
      [14.84, 14.57],
      [0.871, 0.8811],
      [1, 2],
    ])
  })

  it('keeps blanks inside a single column of words', async () => {
    expect(contentOf(await tableOf('city\nNew York\nLos Angeles\n'))).toEqual({ city: ['New York', 'Los Angeles'] })
  })

  it('reads decimal commas where the separator is another, and says where the first stands', async () => {
    const table = await tableOf('a;b\n1;2\n3;1,5\n-0,25;4\n')
    expect(contentOf(table)).toEqual({ a: [1, 3, -0.25], b: [2, 1.5, 4] })
    expect(table.notes).toContain('numbers use a decimal comma: row 2, column "b" is 1,5')
  })

  it('decides per column whether the decimal sign is a comma or a point', async () => {
    expect(contentOf(await tableOf('a;b\n1,5;2.5\n3;1.25\n'))).toEqual({ a: [1.5, 3], b: [2.5, 1.25] })
    expect(contentOf(await tableOf('a;b\n1;2.5\n3;1,5\n'))).toEqual({ a: [1, 3], b: ['2.5', '1,5'] })
  })

  it('reads 1.234 as 1234 where another column has decimal commas, and leaves 1,234 alone where none has', async () => {
    expect(contentOf(await tableOf('a;b\n1,5;1.234\n3;999\n'))).toEqual({ a: [1.5, 3], b: [1234, 999] })
    expect(contentOf(await tableOf('a;b\n1;1,234\n3;999\n'))).toEqual({ a: [1, 3], b: ['1,234', '999'] })
  })

  it('names the first uneven rows and counts the others', async () => {
    await expect(tableOf('a,b\n1\n1,2\n1,2,3\n4\n5\n')).rejects.toThrow(
      'row 1 (line 2) has 1 cell, row 3 (line 4) has 3 cells, row 4 (line 5) has 1 cell and 1 more row, but the table has 2 columns',
    )
  })

  it('does not take a quoted 1,234 of a comma-separated file for a decimal comma', async () => {
    expect(contentOf(await tableOf('a,b\n"1,234",2\n'))).toEqual({ a: ['1,234'], b: [2] })
  })

  it('reads quoted cells with separators, line ends and doubled quotes', async () => {
    const table = await tableOf('name,value\n"a,b",1\n"c ""d""",2\n"e\nf",3\n')
    expect(contentOf(table)).toEqual({ name: ['a,b', 'c "d"', 'e\nf'], value: [1, 2, 3] })
  })

  it('reads quoted numbers as numbers', async () => {
    expect(contentOf(await tableOf('"a","b"\n"1.5","2"\n'))).toEqual({ a: [1.5], b: [2] })
  })

  it.each([
    ['\\r\\n', '\r\n'],
    ['\\r', '\r'],
    ['\\n', '\n'],
  ])('ends rows at %s, with or without one after the last row', async (_, end) => {
    const expected = { a: [1, 3], b: [2, 4] }
    expect(contentOf(await tableOf(['a,b', '1,2', '3,4'].join(end)))).toEqual(expected)
    expect(contentOf(await tableOf(['a,b', '1,2', '3,4', ''].join(end)))).toEqual(expected)
    expect(contentOf(await tableOf(['a,b', '1,2', '3,4', '', '', ''].join(end)))).toEqual(expected)
  })

  it('steps over a byte-order mark, and reads UTF-16', async () => {
    expect(contentOf(await tableOf('\ufeffa,b\n1,2\n'))).toEqual({ a: [1], b: [2] })
    const wide = Uint8Array.from([0xff, 0xfe, ...Array.from('ä\tb\n1\t2\n', sign => [sign.charCodeAt(0), 0]).flat()])
    const table = await readTable(wide)
    expect(contentOf(table)).toEqual({ ä: [1], b: [2] })
    expect(table.notes).toContain('the file is UTF-16 text')
  })

  it('reads gzip, also of several members one after the other', async () => {
    const members = ['a,b\n1,2\n', '3,4\n', '5,6\n'].map(text => gzipSync(text))
    expect(contentOf(await readTable(new Uint8Array(Buffer.concat(members))))).toEqual({ a: [1, 3, 5], b: [2, 4, 6] })
  })

  it('skips empty lines between rows, and says how many', async () => {
    const table = await tableOf('a,b\n1,2\n\n3,4\n')
    expect(contentOf(table)).toEqual({ a: [1, 3], b: [2, 4] })
    expect(table.notes).toEqual(['skipped 1 empty line'])
  })

  it('takes an empty line of a single column as a missing value', async () => {
    expect(contentOf(await tableOf('run\n1\n\n2\n'))).toEqual({ run: [1, Number.NaN, 2] })
  })

  it.each(['', 'NA', 'N/A', '#N/A', 'NaN', 'nan', 'null', 'NULL', '?', 'None'])(
    'reads %j among numbers as missing',
    async cell => {
      expect(contentOf(await tableOf(`a,b\n1,${cell}\n2,3\n`)).b).toEqual([Number.NaN, 3])
    },
  )

  it('reads NA among texts as missing unless it is quoted, and None as a text', async () => {
    expect(contentOf(await tableOf('a,b\n1,x\n2,NA\n3,"NA"\n4,None\n5,""\n')).b).toEqual([
      'x',
      null,
      'NA',
      'None',
      null,
    ])
  })

  it.each([
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['+Inf', Infinity],
    ['1e999', Infinity],
  ])('reads %s as infinite, for the dataset to refuse', async (cell, value) => {
    expect(contentOf(await tableOf(`a,b\n1,${cell}\n`)).b).toEqual([value])
  })

  it('keeps digits that a number would change as texts: leading zeros, and more than 2^53', async () => {
    const table = await tableOf('zip,long,amount\n00501,9007199254740993,007.5\n10001,1,1\n')
    expect(contentOf(table)).toEqual({ zip: ['00501', '10001'], long: ['9007199254740993', '1'], amount: [7.5, 1] })
  })
})

describe('the header', () => {
  it('is missed where the first row is data, and that is said', async () => {
    const table = await tableOf('5.1,3.5,setosa\n4.9,3.0,setosa\n')
    expect(contentOf(table)).toEqual({ column1: [5.1, 4.9], column2: [3.5, 3], column3: ['setosa', 'setosa'] })
    expect(table.notes).toEqual([
      'no header row found: columns are named column1 to column3, and row 1 is data; if it is the header, set `header: true`',
    ])
  })

  it('is missed in a labeling of words whose first word comes back', async () => {
    expect(contentOf(await tableOf('a,x\nb,x\na,y\n'))).toEqual({ column1: ['a', 'b', 'a'], column2: ['x', 'x', 'y'] })
  })

  it('is found over words that do not come back', async () => {
    expect(contentOf(await tableOf('first,second\na,x\na,y\n'))).toEqual({ first: ['a', 'a'], second: ['x', 'y'] })
  })

  it('may be a numbering with an empty corner, as data frames write it', async () => {
    expect(contentOf(await tableOf(',0,1\n0,5,6\n1,7,8\n'))).toEqual({ 'row names': [0, 1], 0: [5, 7], 1: [6, 8] })
  })

  it('may lack the cell above the row names, as R writes it', async () => {
    const table = await tableOf('"x" "y"\n"a" 1 2\n"b" 3 4\n')
    expect(contentOf(table)).toEqual({ 'row names': ['a', 'b'], x: [1, 3], y: [2, 4] })
    expect(table.notes).toContain('the header has one cell fewer than the rows: the first column is used as row names')
  })

  it('may be a comment line, as NumPy writes it', async () => {
    const table = await tableOf('# made up\n# x,y\n1,2\n3,4\n')
    expect(contentOf(table)).toEqual({ x: [1, 3], y: [2, 4] })
    expect(table.notes).toContain('skipped 2 comment lines above the table')
  })

  it('is believed where the caller says so', async () => {
    expect(contentOf(await tableOf('1,2\n3,4\n', { header: true }))).toEqual({ 1: [3], 2: [4] })
    expect(contentOf(await tableOf('a,b\n3,4\n', { header: false }))).toEqual({
      column1: ['a', '3'],
      column2: ['b', '4'],
    })
  })

  it('gets repeated names told apart, and says which', async () => {
    const table = await tableOf('a,a,a_2,a\n1,2,3,4\n')
    expect(table.columns.map(column => column.name)).toEqual(['a', 'a_3', 'a_2', 'a_4'])
    expect(table.notes).toEqual(['repeated column names get a number: "a"'])
  })

  it('names a column without a name after its place', async () => {
    expect(contentOf(await tableOf('a,,c\n1,2,3\n'))).toEqual({ a: [1], column2: [2], c: [3] })
  })

  it('loses an empty last column that comes from a separator at the end of the rows', async () => {
    const table = await tableOf('a,b,\n1,2,\n3,4,\n')
    expect(contentOf(table)).toEqual({ a: [1, 3], b: [2, 4] })
    expect(table.notes).toEqual(['the rows end with a separator: the empty last column is ignored'])
  })

  it('obeys a line sep=; above it', async () => {
    expect(contentOf(await tableOf('sep=;\na;b\n1;2\n'))).toEqual({ a: [1], b: [2] })
  })
})

describe('the separated text round trip', () => {
  const separators = fc.constantFrom(',', ';', '\t', '|')
  const quotedCell = (text: string) => `"${text.replaceAll('"', '""')}"`

  it('gives back every text, with quotes, separators and line ends in it', async () => {
    // With a letter, so that no cell is a number with a unit or a sign that means no value.
    const cell = fc.string({ unit: 'grapheme', maxLength: 8 }).map(text => `x${text}`)
    const awkward = fc.constantFrom('"', '""', ',', ';', '\n', '\r\n', 'a"b', ' lead', 'trail ', '|', '\t', "'", '#')
    const row = fc.array(fc.oneof(cell, awkward), { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), separators, async (rows, separator) => {
        const lines = [['sample_id', 'b', 'c'], ...rows].map(cells => cells.map(quotedCell).join(separator))
        const table = await readTable(bytesOf(lines.join('\n')), { header: true })
        const [first, ...rest] = table.columns.map(column =>
          valuesOf(column).map(value => (typeof value === 'number' ? value : String(value))),
        )
        const asRead = rows.map((_, i) => [first, ...rest].map(column => column![i]))
        // Cells that are numbers come back as numbers.
        const expected = rows.map(cells =>
          cells.map((text, j) => (table.columns[j]!.kind === 'number' ? Number(text) : text)),
        )
        expect(asRead).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('gives back every number, to the last bit', async () => {
    const number = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.float({ noNaN: true }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 20 }),
        separators,
        async (rows, separator) => {
          const lines = [
            'first,second'.replace(',', separator),
            ...rows.map(cells => cells.map(written).join(separator)),
          ]
          const table = await readTable(bytesOf(lines.join('\r\n')))
          rows.forEach((cells, i) => {
            cells.forEach((value, j) => {
              const column = table.columns[j]!
              // Digits alone beyond 2^53 stay text.
              const read = column.kind === 'number' ? column.numbers[i]! : Number(valuesOf(column)[i])
              expect(Object.is(read, value)).toBe(true)
            })
          })
        },
      ),
      { numRuns: 150 },
    )
  })
})

/** The shortest text that reads back as the same number; JavaScript writes -0 as 0. */
function written(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
