import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../src/tables/read-table.js'
import { contentOf, fixture } from './tables.js'

const MATRIX = {
  column1: [0.1, 4e-7, 1 / 3, Number.NaN],
  column2: [-2.5, 1e300, 12345678.9, Infinity],
  column3: [3, -0, 7, -Infinity],
}

describe('.npy', () => {
  it.each(['matrix', 'fortran', 'big-endian', 'version2', 'version3'])(
    'reads %s.npy exactly as NumPy wrote it',
    async name => {
      expect(contentOf(await readTable(fixture(`${name}.npy`)))).toEqual(MATRIX)
    },
  )

  it('is known by its content, under any name and inside gzip', async () => {
    const bytes = fixture('matrix.npy')
    expect(contentOf(await readTable(bytes, { name: 'table.csv' }))).toEqual(MATRIX)
    expect(contentOf(await readTable(new Uint8Array(gzipSync(bytes))))).toEqual(MATRIX)
  })

  it('reads a vector as one column', async () => {
    expect(contentOf(await readTable(fixture('vector.npy')))).toEqual({ column1: [3, 1, 2] })
  })

  it('reads strings, beyond the basic plane and in either byte order', async () => {
    expect(contentOf(await readTable(fixture('unicode.npy')))).toEqual({
      column1: ['rouge', 'grün', '青', 'rouge', '😀'],
    })
    expect(contentOf(await readTable(fixture('unicode-big-endian.npy')))).toEqual({ column1: ['ab', 'grün'] })
    expect(contentOf(await readTable(fixture('bytes.npy')))).toEqual({ column1: ['ab', 'c', 'ab'] })
  })

  it('reads records as named columns', async () => {
    expect(contentOf(await readTable(fixture('records.npy')))).toEqual({
      id: [1, 2],
      width: [0.5, 1.5],
      kind: ['a', 'bc'],
    })
  })

  it('keeps integers beyond 2^53 apart, as texts', async () => {
    expect(contentOf(await readTable(fixture('beyond.npy')))).toEqual({
      column1: ['4611686018427387905', '4611686018427387906', '5'],
    })
  })

  it.each([
    ['objects', 'the array contains Python objects (pickled code, which is never run) (|O)'],
    ['complex', 'the array contains complex numbers (<c16)'],
    ['cube', 'the array must be a vector or a matrix; its shape is (2, 2, 2)'],
    ['empty', 'the array is empty; its shape is (0, 3)'],
  ])('refuses %s.npy with the reason', async (name, message) => {
    await expect(readTable(fixture(`${name}.npy`), { name: 'x.npy' })).rejects.toThrow(`x.npy: ${message}`)
  })
})

describe('.npz', () => {
  const types = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8'].flatMap(type => [
    type,
    `${type}_big`,
  ])

  it.each(['types.npz', 'types-packed.npz'])('%s: reads every type in either byte order', async file => {
    for (const variable of types) {
      const { columns } = await readTable(fixture(file), { variable })
      expect(columns.map(column => column.kind === 'number' && [...column.numbers])).toEqual([
        [1, 0, 3],
        [100, 2, 127],
      ])
    }
    expect(contentOf(await readTable(fixture(file), { variable: 'bool' }))).toEqual({
      bool_1: [0, 0, 1],
      bool_2: [1, 0, 1],
    })
  })

  it('reads half precision to the last bit, subnormal numbers included', async () => {
    const { halves } = contentOf(await readTable(fixture('halves.npz')))
    expect(halves).toEqual([0.5, -1.5, 2 ** -14, 2 ** -24, 65504, Infinity, Number.NaN])
  })

  it('takes the largest matrix and the truth beside it, and says so', async () => {
    const table = await readTable(fixture('members.npz'))
    expect(contentOf(table)).toEqual({
      members_1: [1, 1, 2, 3],
      members_2: [1, 2, 2, 2],
      members_3: [2, 2, 1, 1],
      gt: [1, 1, 2, 2],
    })
    expect(table.notes).toEqual([
      '"note" (the array must be a vector or a matrix; its shape is ()) is skipped',
      '"members" (4 x 3) is used because it is the largest array; the others are "gt" (4 values)',
      '"gt" (4 values) is added as a column',
    ])
  })

  it('says that a matrix looks transposed where the truth fits its columns, and leaves it as it is', async () => {
    const { notes, rowCount, columns } = await readTable(fixture('transposed.npz'))
    expect([rowCount, columns.length]).toEqual([3, 4])
    expect(notes).toContain(
      '"X" (3 x 4) looks transposed: "gt" (4 values) has one value per column; samples must be rows',
    )
  })

  it('lists the arrays where the named one is not there', async () => {
    await expect(readTable(fixture('members.npz'), { variable: 'X' })).rejects.toThrow(
      '`variable` must name an array of the file; got "X", but the file contains "members" (4 x 3), "gt" (4 values)',
    )
  })
})
