import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type ByteSource,
  InputError,
  labelBlocks,
  readTable,
  sourceOfBytes,
  type Table,
  tableBlocks,
  toLabelings,
  WholeFileNeeded,
} from '../../src/internal.js'
import { csvBlocks } from '../../src/tables/csv/csv-blocks.js'
import { cellText } from '../../src/tables/table.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The text in pieces of so many bytes. */
async function* piecesOf(text: string, size: number) {
  const bytes = bytesOf(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size)
}

async function collect<T>(blocks: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const block of blocks) all.push(block)
  return all
}

/** The cells of tables under each other, as text. */
const cellsOf = (tables: readonly Table[]) =>
  tables.flatMap(({ rowCount, columns }) =>
    Array.from({ length: rowCount }, (_, i) =>
      columns.map(column => {
        if (column.kind === 'number') return Number.isNaN(column.numbers[i]) ? null : String(column.numbers[i])
        return cellText(column, i)
      }),
    ),
  )

function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** More rows than one piece of a file contains. */
const LONG = `id,a,b,c\n${Array.from({ length: 40_000 }, (_, i) => `s${i},${i % 7},${i % 5 === 0 ? '' : i % 3},"x, ${i % 2}"\n`).join('')}`

describe('tables in blocks', () => {
  it.each([
    ['as text', bytesOf(LONG)],
    ['compressed', new Uint8Array(gzipSync(LONG))],
    ['compressed in members', joinedBytes(LONG.match(/[\s\S]{1,50000}/g)!.map(part => new Uint8Array(gzipSync(part))))],
  ])('are the table of the whole file: CSV %s', async (_how, bytes) => {
    const blocks = await collect(tableBlocks(sourceOfBytes(bytes, 'long.csv')))
    expect(JSON.stringify(cellsOf(blocks))).toBe(
      JSON.stringify(cellsOf([await readTable(bytes, { name: 'long.csv' })])),
    )
  })

  it('of a header without rows are refused', async () => {
    await expect(collect(csvBlocks(piecesOf('a,b\n', 2), { name: 'h.csv' }))).rejects.toThrow(
      'h.csv: the table has a header but no rows',
    )
  })

  it('are cut at the ends of rows, not at line breaks in quotes', async () => {
    const text = `a,b\n${Array.from({ length: 20_000 }, (_, i) => `"line one\nline ${i}",${i}\r\n`).join('')}`
    const blocks = await collect(csvBlocks(piecesOf(text, 100_000), { name: 'quotes.csv', opening: 100_000 }))
    expect(blocks.length).toBeGreaterThan(2)
    expect(cellsOf(blocks)).toHaveLength(20_000)
    expect(cellsOf(blocks)[19_999]).toEqual(['line one\nline 19999', '19999'])
  })

  it.each([
    'matrix.npy',
    'fortran.npy',
    'vector.npy',
    'records.npy',
    'unicode.npy',
    'big-endian.npy',
    'arrow-groups.parquet',
    'arrow-snappy.parquet',
    'duckdb-zstd.parquet',
    'scipy.mat',
  ])('are the table of the whole file: %s', async name => {
    const bytes = new Uint8Array(readFileSync(`packages/chorale/test/tables/fixtures/${name}`))
    const options = name === 'scipy.mat' ? { variable: 'X' } : {}
    const whole = await readTable(bytes, { name, ...options }).catch(error => String(error))
    const blocks = await collect(tableBlocks(sourceOfBytes(bytes, name), options)).catch(error => String(error))
    if (typeof whole === 'string' || typeof blocks === 'string') return expect(blocks).toBe(whole)
    expect(cellsOf(blocks)).toEqual(cellsOf([whole]))
    expect(blocks[0].columns.map(column => column.name)).toEqual(whole.columns.map(column => column.name))
  })

  it('come one row group of Parquet after the other, with only their bytes read', async () => {
    const bytes = new Uint8Array(readFileSync('packages/chorale/test/tables/fixtures/arrow-groups.parquet'))
    const reads: number[] = []
    const source: ByteSource = {
      name: 'groups.parquet',
      byteLength: bytes.length,
      async read(from, to) {
        reads.push(to - from)
        return bytes.slice(from, to)
      },
    }
    const blocks = await collect(tableBlocks(source))
    expect(blocks.length).toBeGreaterThan(1)
    expect(Math.max(...reads.slice(1))).toBeLessThan(bytes.length)
  })

  it('name the row of the whole file that is uneven or cut short', async () => {
    const cut = `${LONG.slice(0, -12)}`
    await expect(collect(csvBlocks(piecesOf(cut, 65_536), { name: 'cut.csv', opening: 65_536 }))).rejects.toThrow(
      /cut.csv: row 40000 \(line 40001\) has 1 cell, but the table has 4 columns/,
    )
    const uneven = LONG.replace('\ns30000,', '\nnothing\ns30000,')
    await expect(collect(csvBlocks(piecesOf(uneven, 65_536), { name: 'uneven.csv', opening: 65_536 }))).rejects.toThrow(
      'uneven.csv: row 30001 (line 30002) has 1 cell, but the table has 4 columns',
    )
  })

  it('name the row in which an .npy file is cut short, and damaged gzip', async () => {
    const bytes = new Uint8Array(readFileSync('packages/chorale/test/tables/fixtures/matrix.npy')).slice(0, -8)
    await expect(collect(tableBlocks(sourceOfBytes(bytes, 'cut.npy')))).rejects.toThrow(/cut short in row \d+/)
    const compressed = new Uint8Array(gzipSync(LONG)).slice(0, -2000)
    await expect(collect(tableBlocks(sourceOfBytes(compressed, 'cut.csv.gz')))).rejects.toThrow(
      'cut.csv.gz: the compressed data (gzip) is damaged or cut short',
    )
  })
})

describe('gzip in blocks', () => {
  const rowsOf = async (bytes: Uint8Array) => {
    let rowCount = 0
    for await (const table of tableBlocks(sourceOfBytes(bytes, 'x.csv.gz'))) rowCount += table.rowCount
    return rowCount
  }

  // Once, only files that were read whole had a limit.
  it('has the limit of a file that is read whole', async () => {
    const line = `${'a'.repeat(1023)}\n`
    const mebibyte = new Uint8Array(gzipSync(line.repeat(1024), { level: 9 }))
    const bomb = joinedBytes(Array.from({ length: 130 }, () => mebibyte))
    const message = `x.csv.gz: ${bomb.length} compressed bytes decompress to more than 134217728`
    await expect(readTable(bomb, { name: 'x.csv.gz' })).rejects.toThrow(message)
    await expect(rowsOf(bomb)).rejects.toThrow(message)
  })

  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.slice(0, -100)],
    ['without its checksum', (bytes: Uint8Array) => bytes.slice(0, -8)],
    ['with a wrong checksum', (bytes: Uint8Array) => bytes.with(bytes.length - 8, bytes[bytes.length - 8] ^ 1)],
    ['with damaged data', (bytes: Uint8Array) => bytes.with(2000, bytes[2000] ^ 255)],
    ['too short', (bytes: Uint8Array) => bytes.slice(0, 12)],
  ])('is refused with the message of a file that is read whole: %s', async (_what, damage) => {
    const bytes = damage(new Uint8Array(gzipSync(LONG)))
    const whole = await readTable(bytes, { name: 'x.csv.gz' }).catch(error => error)
    expect(whole.message).toMatch(/^x\.csv\.gz: the compressed data \(gzip\) is damaged or cut short/)
    await expect(rowsOf(bytes)).rejects.toThrow(whole.message)
  })

  it('stops a member with a wrong checksum before the next one', async () => {
    const members = ['a,b\n1,2\n', '3,4\n'].map(text => new Uint8Array(gzipSync(text)))
    const wrong = members[0].with(members[0].length - 8, members[0][members[0].length - 8] ^ 1)
    await expect(rowsOf(joinedBytes([wrong, members[1]]))).rejects.toThrow('wrong checksum')
    expect(await rowsOf(joinedBytes(members))).toBe(2)
  })
})

describe('labelings in blocks', () => {
  const read = async (text: string, size: number, options = {}) => {
    const found = await labelBlocks(csvBlocks(piecesOf(text, size), { name: 'l.csv', opening: size }), 'l.csv', options)
    const blocks = await collect(found.blocks)
    return { ...found, labelings: found.names.map((_, t) => blocks.flatMap(block => Array.from(block[t]))) }
  }

  it('are those of the whole table: names, ids, truth and numbers by first appearance', async () => {
    const text = LONG.replace('id,a,b,c', 'id,a,b,truth')
    const whole = toLabelings(await readTable(bytesOf(text), { name: 'l.csv' }))
    const blocks = await read(text, 65_536)
    expect(blocks.names).toEqual(whole.names)
    expect(blocks.labelings).toEqual(whole.labelings.map(labels => Array.from(labels)))
    expect([blocks.idName, blocks.ids]).toEqual([whole.idName, whole.ids])
    expect([blocks.truthName, blocks.truth]).toEqual([whole.truthName, whole.truth])
  })

  const rows = (first: string, last: string) => `a,b\n${`${first},0\n`.repeat(60_000)}${`${last},1\n`.repeat(60_000)}`

  it.each([
    ['numbers, then words', rows('3', 'none'), 'column "a" contains numbers up to row'],
    ['words, then numbers', rows('none', '3'), 'column "a" contains text up to row'],
    ['numbers in another notation, then words', rows('1.0', 'x'), 'column "a" contains numbers up to row'],
    ['no value, then values', rows('', '3'), 'column "a" contains no value up to row'],
    ['missing numbers, then words', rows('None', 'x'), 'column "a" contains no value up to row'],
    ['codes, then numbers', rows('007', '7'), 'column "a" contains text up to row'],
    [
      'a separator at the end, then a last column',
      `a,b,\n${'1,0,\n'.repeat(60_000)}${'2,3,4\n'.repeat(60_000)}`,
      'no value',
    ],
  ])('need the whole file where a column changes: %s', async (_what, text, message) => {
    await expect(read(text, 65_536)).rejects.toThrow(WholeFileNeeded)
    await expect(read(text, 65_536)).rejects.toThrow(message)
  })

  it('need the whole file where a column that seemed to be the id repeats a value', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `s${i},${i % 2},${i % 3}`)
    const text = `id,a,b\n${lines.join('\n')}\ns7,0,0\n`
    await expect(read(text, 65_536)).rejects.toThrow(WholeFileNeeded)
    await expect(read(text, 65_536, { id: 'id' })).rejects.toThrow('row 60001 is "s7" in column "id"')
  })

  it('name the row of an empty truth', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `s${i},${i % 2},${i % 3},A`)
    const text = `id,a,b,truth\n${lines.join('\n')}\nnew,0,0,\n`
    const message = 'row 60001 has no class in the truth column "truth"'
    await expect(read(text, 65_536, { truth: 'truth' })).rejects.toThrow(InputError)
    await expect(read(text, 65_536, { truth: 'truth' })).rejects.toThrow(message)
    await expect(read(text, 65_536)).rejects.toThrow(WholeFileNeeded)
    await expect(read(text, 65_536)).rejects.toThrow(message)
  })
})
