import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTable, type Table } from '../../chorale/src/internal.js'
import { readCsvRows } from '../src/csv-pieces.js'
import { openRows } from '../src/row-source.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chorale-csv-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Ten megabytes, so that there are three pieces. */
const ROWS = 400_000

/** Numbers of which some need 64 bits. */
function csvOf(change: (line: string, row: number) => string = line => line): string {
  const lines = Array.from({ length: ROWS }, (_, row) =>
    change(`${(row % 997) / 8},-${row}e-3,${((row * 7919) % 100_003) / 1000}`, row),
  )
  return `a;b;c\n${lines.join('\n').replaceAll(',', ';').replaceAll('^', ',')}\n`
}

async function rowsOf(text: string, threads: number) {
  const path = join(folder, 't.csv')
  writeFileSync(path, text)
  return readCsvRows(path, Buffer.byteLength(text), { name: 't.csv', threads })
}

/** Comparing so many numbers one by one takes minutes. */
function areEqual(a: Float64Array, b: Float64Array): boolean {
  return Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength))
}

function expectRowsOf({ columns, rowCount }: Table, found: NonNullable<Awaited<ReturnType<typeof rowsOf>>>): void {
  const { source, columnNames } = found
  expect(columnNames).toEqual(columns.map(({ name }) => name))
  const reader = openRows(source)
  const [all, some] = [reader.read(0, rowCount), reader.read(170_000, 350_001)]
  expect(areEqual(some, all.subarray(3 * 170_000, 3 * 350_001))).toBe(true)
  columns.forEach((column, j) => {
    const numbers = column.kind === 'number' ? column.numbers : new Float64Array()
    expect(
      areEqual(
        Float64Array.from(numbers, (_, i) => all[3 * i + j]),
        numbers,
      ),
    ).toBe(true)
  })
}

describe('a plain CSV file', () => {
  it('has the rows of the whole table, for any number of threads', async () => {
    for (const text of [csvOf(), csvOf().replaceAll('\n', '\r\n')]) {
      const table = await readTable(new TextEncoder().encode(text), { name: 't.csv' })
      for (const threads of [1, 3]) {
        const found = (await rowsOf(text, threads))!
        expect(found.notes).toEqual(table.notes)
        expectRowsOf(table, found)
      }
    }
  }, 60_000)

  it('is held in 32 bits where that changes no number', async () => {
    const { source } = (await rowsOf(
      csvOf((_, row) => `${row / 4},${row % 3},0.5`),
      2,
    ))!
    expect(source.kind === 'held' && source.pieces.every(piece => piece instanceof Float32Array)).toBe(true)
  })

  it.each<[string, (line: string, row: number) => string]>([
    ['a word', (line, row) => (row === 399_000 ? '1,2,many' : line)],
    ['a quote', (line, row) => (row === 399_000 ? '1,2,"3"' : line)],
    ['a row of another length', (line, row) => (row === 399_000 ? '1,2' : line)],
    ['an empty line', (line, row) => (row === 300_000 ? '' : line)],
    ['a decimal comma', (line, row) => (row === 300_000 ? '1^5,2,3' : line)],
  ])('is read as a whole with %s', async (_, change) => {
    expect(await rowsOf(csvOf(change), 2)).toBeNull()
  })

  it('stops when it is asked to', async () => {
    const path = join(folder, 't.csv')
    const text = csvOf()
    writeFileSync(path, text)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(readCsvRows(path, text.length, { name: 't.csv', threads: 2, signal })).rejects.toThrow('enough')
  })
})
