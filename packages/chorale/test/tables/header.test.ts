import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnBelow, decideHeader } from '../../src/tables/header.js'
import { readTable } from '../../src/tables/read-table.js'
import { tableBlocks } from '../../src/tables/table-blocks.js'
import { bytesOf, contentOf, tableOf } from './tables.js'
import { BARE_WRITERS } from './writers.js'

type Row = (string | number)[]

/** The decision on the first row of a table. */
function decided(rows: readonly (readonly string[])[]) {
  const [first, ...below] = rows
  const columns = first.map((cell, j) =>
    columnBelow(
      cell,
      below.map(row => row[j]),
    ),
  )
  return decideHeader(first, columns)
}

describe('a table without a header', () => {
  it('keeps its first row: ids and labels, separated by tabs', async () => {
    const text = 's1\t0\ns2\t0\ns3\t1\ns4\t1\n'
    expect(contentOf(await tableOf(text))).toEqual({ column1: ['s1', 's2', 's3', 's4'], column2: [0, 0, 1, 1] })
  })

  it('keeps its first row in JSON, as in CSV', async () => {
    const expected = { column1: ['u1', 'u1', 'u2', 'u2'], column2: ['v1', 'v1', 'v2', 'v2'] }
    const rows = [
      ['u1', 'v1'],
      ['u1', 'v1'],
      ['u2', 'v2'],
      ['u2', 'v2'],
    ]
    for (const write of Object.values(BARE_WRITERS)) expect(contentOf(await readTable(write(rows)))).toEqual(expected)
  })

  it('keeps its first row if a cell of it comes back far below, also in pieces', async () => {
    const names = Array.from(
      { length: 400 },
      (_, i) => `${String.fromCharCode(97 + (i % 26))}${'xyz'[i % 3]}${'k'.repeat(1 + (i >> 5))}`,
    )
    const text = `${['red', ...names, 'red'].map((name, i) => `${name},w${i === 0 ? '' : `${name}${'q'.repeat(i)}`}`).join('\n')}\n`
    expect((await tableOf(text)).rowCount).toBe(402)
    const bytes = bytesOf(text)
    const source = {
      name: 't.csv',
      byteLength: bytes.length,
      read: async (from: number, to: number) => bytes.subarray(from, to),
      close: async () => {},
    }
    const pieces = async () => {
      let count = 0
      for await (const table of tableBlocks(source)) count += table.rowCount
      return count
    }
    await expect(pieces()).rejects.toThrow('row 1 is data rather than a header')
  })

  it('has all its rows, in every format', async () => {
    const column = fc.constantFrom<((i: number, n: number) => string | number)[]>(
      i => `s${i + 1}`,
      i => i,
      i => i % 3,
      i => i % 2,
      i => (i * 37.5) % 11,
      i => ['red', 'blue'][i % 2],
      i => ['u1', 'u2', 'u3'][i % 3],
      i => `AB-${100 + i}`,
      i => -(i % 4),
    )
    const table = fc.tuple(fc.array(column, { minLength: 2, maxLength: 5 }), fc.integer({ min: 8, max: 90 }))
    await fc.assert(
      fc.asyncProperty(table, async ([columns, n]) => {
        const rows: Row[] = Array.from({ length: n }, (_, i) => columns.map(cell => cell(i, n)))
        for (const [format, write] of Object.entries(BARE_WRITERS)) {
          const { rowCount, columns: read } = await readTable(write(rows))
          expect([format, rowCount, read[0].name]).toEqual([format, n, 'column1'])
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the first row', () => {
  it.each([
    [
      'words above numbers',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
      'certain',
    ],
    [
      'words above numbers as people write them',
      [
        ['a', 'price'],
        ['x', '$1,200'],
        ['y', '$900'],
      ],
      'certain',
    ],
    [
      'years beside a word above numbers',
      [
        ['n', '2019', '2020'],
        ['1', '5', '6'],
        ['2', '7', '8'],
      ],
      'likely',
    ],
    [
      'an odd word in a row of data',
      [
        ['high', '7', '5'],
        ['1', '5', '6'],
        ['2', '7', '8'],
      ],
      'none',
    ],
    [
      'a numbering under an empty corner',
      [
        ['', '0', '1'],
        ['r', '5', '6'],
        ['s', '7', '8'],
      ],
      'certain',
    ],
    [
      'ids above ids',
      [
        ['s1', '0', '1'],
        ['s2', '0', '1'],
        ['s3', '1', '0'],
      ],
      'none',
    ],
    [
      'a word that is usual in headers',
      [
        ['id', 'colour'],
        ['x', 'red'],
        ['y', 'colour'],
      ],
      'certain',
    ],
    [
      'words above words',
      [
        ['first', 'second'],
        ['a', 'x'],
        ['a', 'y'],
      ],
      'likely',
    ],
    [
      'words that come back',
      [
        ['a', 'x'],
        ['b', 'x'],
        ['c', 'y'],
      ],
      'none',
    ],
    [
      'numbers above numbers',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      'none',
    ],
  ] as const)('is judged by the rows below: %s', (_, rows, decision) => {
    expect(decided(rows)).toBe(decision)
  })

  it('is what the caller says, in JSON and Excel, too', async () => {
    const rows = [
      ['a', 'b'],
      ['a', 'c'],
    ]
    for (const format of ['csv', 'json', 'ndjson', 'xlsx']) {
      const bytes = BARE_WRITERS[format](rows)
      expect(contentOf(await readTable(bytes, { header: true }))).toEqual({ a: ['a'], b: ['c'] })
      expect(contentOf(await readTable(bytes, { header: false }))).toEqual({ column1: ['a', 'a'], column2: ['b', 'c'] })
    }
  })

  it('is said to be a header, or none, where both are possible', async () => {
    const unsure = await tableOf('first,second\na,x\na,y\n')
    expect(unsure.notes).toContain('row 1 is used as the column names; if it is data, set `header: false`')
    const [note] = (await tableOf('["a","b"]\n["a","c"]\n')).notes
    expect(note).toBe(
      'no header row found: columns are named column1 to column2, and row 1 is data; if it is the header, set `header: true`',
    )
  })
})

describe('a header that starts with #', () => {
  it.each(['#', '#id', '# id', '#id '])('is the header: %j', async corner => {
    const table = await tableOf(`${corner}\tx\tclass\n1\t0.5\ta\n2\t1.5\ta\n3\t2.5\tb\n`)
    expect(table.columns.map(({ name }) => name)).toEqual([corner === '#' ? '#' : 'id', 'x', 'class'])
    expect(table.rowCount).toBe(3)
  })

  it('is the header of a sheet, too', async () => {
    const rows: Row[] = [
      ['#', 'x', 'class'],
      [1, 0.5, 'a'],
      [2, 1.5, 'a'],
      [3, 2.5, 'b'],
    ]
    const table = await readTable(BARE_WRITERS.xlsx(rows))
    expect(table.columns.map(({ name }) => name)).toEqual(['#', 'x', 'class'])
  })

  it('is the header above words, too', async () => {
    const table = await tableOf('#sample,group\ns1,u\nt,v\nw,v\n')
    expect(contentOf(table)).toEqual({ sample: ['s1', 't', 'w'], group: ['u', 'v', 'v'] })
  })
})
