import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { decompressLz4 } from '../../src/tables/arrow/lz4.js'
import { readTable } from '../../src/tables/read-table.js'
import { contentOf, fixture } from './tables.js'

describe('Arrow and Feather', () => {
  it.each(['types.arrow', 'types.arrows', 'batches.arrow'])(
    'are read with all types, as file, stream and batches: %s',
    async name => {
      const table = await readTable(fixture(name), { name })
      expect(contentOf(table)).toEqual({
        id: [1, 2, 3, 4, 5],
        big: [1, -2, Number.NaN, 4, 5],
        x: [0.5, Number.NaN, 2.5, 3.5, -4.25],
        f: [0.5, 1.5, 2.5, 3.5, 4.5],
        ok: [1, 0, Number.NaN, 1, 1],
        text: ['ä', 'bb', null, null, 'a'],
        city: ['Bern', 'Lyon', 'Bern', null, 'Rome'],
        day: ['2024-01-31', '2024-02-01', '2024-02-02', '2024-02-03', null],
        at: ['2024-01-31 12:30:00', '2024-01-31 12:30:01', '2024-01-31 12:30:02', null, '2024-01-31 12:30:03'],
      })
      expect(table.notes).toEqual(['skipped columns of types that are not supported: "tags"'])
    },
  )

  it('hold vectors as lists of numbers of one length, over all batches', async () => {
    const table = await readTable(fixture('vectors.arrow'), { name: 'vectors.arrow' })
    expect(table.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'id text',
      'fixed vector',
      'tokens number',
      'list vector',
    ])
    expect(table.columns[1]).toMatchObject({
      size: 2,
      values: Float32Array.of(0.5, 1, 1.5, -2, Number.NaN, Number.NaN, 2.5, 4),
    })
    expect(table.columns[3]).toMatchObject({
      size: 3,
      values: Float64Array.of(0.1, 1, 2, 0.2, 3, 4, 0.3, 5, 6, 0.4, 7, 8),
    })
    expect(table.notes).toEqual(['skipped columns of types that are not supported: "ragged"'])
  })

  it('give an InputError wherever they are cut', async () => {
    for (const name of ['types.arrow', 'vectors.arrow']) {
      const whole = fixture(name)
      for (let size = 8; size < whole.length; size += 97) {
        const fault = await readTable(whole.slice(0, size), { name: 'f.arrow' }).catch(error => error)
        expect(fault).toBeInstanceOf(InputError)
      }
    }
  })

  // Once, a column with 2^31 values for five rows took all memory, and a negative size read the same part for ever.
  it.each(['types.arrow', 'types.arrows', 'vectors.arrow'])(
    'are read or refused at once where a count is changed: %s',
    async name => {
      const whole = fixture(name)
      for (let at = 0; at + 8 <= whole.length; at += 8) {
        for (const count of [2n ** 31n, -8n]) {
          const changed = whole.slice()
          new DataView(changed.buffer).setBigInt64(at, count, true)
          const fault = await readTable(changed, { name }).catch(error => error)
          if (fault instanceof Error) expect(fault).toBeInstanceOf(InputError)
        }
      }
    },
    20_000,
  )

  it('of version 1 are refused', async () => {
    await expect(readTable(Uint8Array.from('FEA1\0\0\0\0', letter => letter.charCodeAt(0)))).rejects.toThrow(
      'not a table but a Feather file of version 1; save it with version 2, or as Parquet',
    )
  })
})

describe('LZ4 frames', () => {
  /** Magic, flags (version 1, independent blocks), block size, header checksum, one block, end mark. */
  const frame = (block: number[], isStored = false) =>
    Uint8Array.of(4, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, block.length, 0, 0, isStored ? 0x80 : 0, ...block, 0, 0, 0, 0)

  it('are decompressed: literals, overlapping copies and stored blocks', () => {
    // Three letters, a copy of 9 that starts 3 back, one more letter.
    expect([...decompressLz4(frame([0x35, 97, 98, 99, 3, 0, 0x10, 100]), 13)]).toEqual(
      [...'abcabcabcabcd'].map(letter => letter.charCodeAt(0)),
    )
    expect([...decompressLz4(frame([1, 2, 3], true), 3)]).toEqual([1, 2, 3])
  })

  it('are refused where they are damaged', () => {
    expect(() => decompressLz4(frame([0x35, 97, 98, 99, 9, 0, 0x10, 100]), 13)).toThrow('an LZ4 block is damaged')
    expect(() => decompressLz4(frame([0x30, 97, 98, 99]), 4)).toThrow('a buffer has another size than it says')
    expect(() => decompressLz4(Uint8Array.of(1, 2, 3, 4, 5), 1)).toThrow('it has no LZ4 frame')
  })
})
