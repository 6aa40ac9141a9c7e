import { describe, expect, it } from 'vitest'
import { readTable } from '../../src/tables/read-table.js'
import { LATIN1_NOTE } from '../../src/tables/text/cell-decoder.js'
import { bytesOf, contentOf } from './tables.js'
import { WRITERS, type WrittenColumn } from './writers.js'

describe('words for "no value"', () => {
  const columns: WrittenColumn[] = [
    { name: 'a', kind: 'text', values: ['x', 'NA', 'null', '?', 'y', 'x', '-', 'N/A'] },
    { name: 'b', kind: 'number', values: [1, 2, 3, 4, 5, 6, 7, 8.5] },
  ]

  it.each(Object.keys(WRITERS))('are missing, as in CSV: %s', async format => {
    const table = await readTable(WRITERS[format](columns), { name: `t.${format}` })
    expect(contentOf(table).a).toEqual(['x', null, null, null, 'y', 'x', null, null])
  })
})

describe('strings that are not UTF-8', () => {
  /** The letter after every v replaced by a byte. */
  const spoiled = (bytes: Uint8Array, letter: string, replacement: number) =>
    bytes.map((byte, i) => (byte === letter.charCodeAt(0) && bytes[i - 1] === 0x76 ? replacement : byte))
  const columns: WrittenColumn[] = [
    { name: 'a', kind: 'text', values: ['vQ', 'vZ', 'vQ'] },
    { name: 'b', kind: 'number', values: [1, 2, 3] },
  ]

  it.each(['parquet', 'arrow'])('stay different, and that is said: %s', async format => {
    const whole = WRITERS[format](columns)
    const table = await readTable(spoiled(spoiled(whole, 'Q', 0xfc), 'Z', 0xf6))
    expect(contentOf(table).a).toEqual(['vü', 'vö', 'vü'])
    expect(table.notes).toEqual([LATIN1_NOTE])
  })

  it('stay different in .npy, and that is said', async () => {
    const header = bytesOf("{'descr': '|S2', 'fortran_order': False, 'shape': (3,), }\n")
    const start = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]
    const values = [0x76, 0xfc, 0x76, 0xf6, 0x76, 0xfc]
    const table = await readTable(Uint8Array.from([...start, ...header, ...values]))
    expect(contentOf(table)).toEqual({ column1: ['vü', 'vö', 'vü'] })
    expect(table.notes).toEqual([LATIN1_NOTE])
  })
})
