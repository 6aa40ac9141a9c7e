import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { readTable } from '../../src/tables/read-table.js'
import { contentOf, fixture, valuesOf } from './tables.js'

const X = [
  [0.1, 4e-7, 1 / 3, Number.NaN],
  [-2.5, 1e300, 12345678.9, Infinity],
  [3, 0, 7, -Infinity],
]
const columnsOf = async (file: string, variable: string) =>
  (await readTable(fixture(file), { variable })).columns.map(valuesOf)

describe.each(['octave-v6.mat', 'octave-v7.mat'])('%s', file => {
  it('holds doubles exactly as Octave wrote them', async () => {
    const [first, second, third] = await columnsOf(file, 'X')
    expect([first, second, third!.map(value => Number(value) + 0)]).toEqual(X)
  })

  it.each([
    ['a_int8', 1],
    ['a_uint8', 1],
    ['a_int16', 100],
    ['a_uint16', 500],
    ['a_int32', -10000],
    ['a_uint32', 30000000],
    ['a_int64', 1],
    ['a_uint64', 1],
    ['a_single', 0.25],
  ])('holds %s exactly', async (variable, factor) => {
    const [first, second] = await columnsOf(file, variable)
    expect(first).toEqual([factor, 0, 3 * factor])
    expect(second).toEqual([100 * factor, 2 * factor, 127 * factor])
  })

  it('holds logicals as 0 and 1', async () => {
    expect((await columnsOf(file, 'logicals')).slice(0, 2)).toEqual([
      [0, 0, 1],
      [1, 0, 1],
    ])
  })

  it('holds sparse matrices, filled up with zeros', async () => {
    expect((await columnsOf(file, 'thin')).slice(0, 2)).toEqual([
      [0, 0, -1, 0],
      [0.5, 0, 0, 7],
    ])
  })

  it('does not fail on the sparse logical, which Octave writes wrongly', async () => {
    const { notes } = await readTable(fixture(file), { variable: 'X' })
    expect(notes).toContain('"thin_logical" (damaged .mat: "thin_logical" is 2 x 2, but has 2 values) is skipped')
  })

  it('holds char matrices and cells of words as texts', async () => {
    expect((await columnsOf(file, 'characters'))[0]).toEqual(['red', 'green', 'blue'])
    expect((await columnsOf(file, 'words'))[0]).toEqual(['red', 'green', null, 'blue'])
  })

  it('skips what is no table, and says what it is', async () => {
    const { notes } = await readTable(fixture(file), { variable: 'X' })
    for (const said of [
      '"mixed" (a cell array)',
      '"record" (a struct)',
      '"complexes" (complex numbers)',
      '"cube" (3 dimensions)',
    ]) {
      expect(notes).toContain(`${said} is skipped`)
    }
  })
})

describe.each(['scipy.mat', 'scipy-packed.mat', 'octave-members.mat'])('%s', file => {
  it('gives the matrix and the truth beside it', async () => {
    const table = await readTable(fixture(file))
    expect(table.columns.map(column => column.name)).toEqual(['X_1', 'X_2', 'X_3', 'gt'])
    expect(contentOf(table).gt).toEqual([1, 1, 2, 2])
    expect(contentOf(table).X_1).toEqual(X[0])
    expect(table.notes.at(-1)).toMatch(/^"gt" \(.*\) is added as a column$/)
  })
})

describe('.mat in big-endian order', () => {
  it('reads as in little-endian order', async () => {
    const { columns } = await readTable(bigEndianMat())
    expect(columns.map(valuesOf)).toEqual([
      [1.5, -2],
      [3, 4],
    ])
  })
})

/** A 2 x 2 double matrix A, written by hand as a big-endian machine would. */
function bigEndianMat(): Uint8Array {
  const bytes = new Uint8Array(128 + 8 + 16 + 16 + 8 + 40)
  bytes.set(new TextEncoder().encode('MATLAB 5.0 MAT-file, by hand'.padEnd(124)))
  const view = new DataView(bytes.buffer)
  view.setUint16(124, 0x0100)
  bytes.set([0x4d, 0x49], 126)
  view.setUint32(128, 14)
  view.setUint32(132, 80)
  // Flags: class 6, double.
  view.setUint32(136, 6)
  view.setUint32(140, 8)
  view.setUint32(144, 6)
  // Sizes 2 x 2.
  view.setUint32(152, 5)
  view.setUint32(156, 8)
  view.setInt32(160, 2)
  view.setInt32(164, 2)
  // The name in a short element: size 1, type 1.
  view.setUint32(168, (1 << 16) | 1)
  bytes[172] = 'A'.charCodeAt(0)
  view.setUint32(176, 9)
  view.setUint32(180, 32)
  for (const [i, value] of [1.5, -2, 3, 4].entries()) view.setFloat64(184 + 8 * i, value)
  return bytes
}

describe('.mat of version 4', () => {
  it('holds what scipy wrote: numbers, text and sparse matrices; complex numbers are skipped', async () => {
    expect((await columnsOf('scipy-v4.mat', 'X')).slice(0, 3)).toEqual([
      [0.1, 4e-7, 1 / 3, -1],
      [-2.5, 1e300, 12345678.9, 2],
      [3, 0, 7, 5.5],
    ])
    expect((await columnsOf('scipy-v4.mat', 'i2')).slice(0, 2)).toEqual([
      [1, 300],
      [-2, 4],
    ])
    expect((await columnsOf('scipy-v4.mat', 'words')).slice(0, 1)).toEqual([['red', 'green', 'blue']])
    expect((await columnsOf('scipy-v4.mat', 'thin')).slice(0, 2)).toEqual([
      [0, 0, -1, 0],
      [0.5, 0, 0, 7],
    ])
    const table = await readTable(fixture('scipy-v4.mat'))
    expect(table.columns.map(column => column.name)).toEqual(['X_1', 'X_2', 'X_3', 'gt'])
    expect(contentOf(table).gt).toEqual([1, 1, 2, 2])
    expect(table.notes).toContain('"z" (complex numbers) is skipped')
  })

  it.each([true, false])(
    'is read in either byte order and every type of numbers (little-endian: %s)',
    async isLittle => {
      // The types as MATLAB numbers them: double, single, int32, int16, uint16, uint8.
      const writers = ['setFloat64', 'setFloat32', 'setInt32', 'setInt16', 'setUint16', 'setUint8'] as const
      for (const [storage, write] of writers.entries()) {
        const size = [8, 4, 4, 2, 2, 1][storage]
        const bytes = mat4({ isLittle, type: storage * 10, rowCount: 3, columnCount: 2, bytes: 6 * size })
        const view = new DataView(bytes.buffer)
        for (const [i, value] of [1, 2, 3, 40, 50, 60].entries()) view[write](22 + i * size, value, isLittle)
        expect((await readTable(bytes)).columns.map(valuesOf)).toEqual([
          [1, 2, 3],
          [40, 50, 60],
        ])
      }
    },
  )

  it.each([
    ['a matrix that is larger than the file', mat4({ rowCount: 2 ** 30, columnCount: 2, bytes: 16 }), 'should take'],
    ['what follows an array', mat4({ rowCount: 1, columnCount: 2, bytes: 20 }), 'no array begins at byte 39'],
    [
      'a sparse matrix with two columns',
      mat4({ type: 2, rowCount: 2, columnCount: 2, bytes: 32 }),
      'does not have rows',
    ],
    ['a sparse matrix of size 0', mat4({ type: 2, rowCount: 1, columnCount: 3, bytes: 24 }), 'is empty'],
    [
      'a sparse entry in row 0',
      mat4({ type: 2, rowCount: 2, columnCount: 3, bytes: 48, values: [0, 2, 1, 2, 5, 0] }),
      'has an entry in row 0',
    ],
    [
      'an enormous sparse matrix',
      mat4({ type: 2, rowCount: 1, columnCount: 3, bytes: 24, values: [1e9, 1e9, 0] }),
      'old.mat: ',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    await expect(readTable(bytes, { name: 'old.mat' })).rejects.toThrow(InputError)
    await expect(readTable(bytes, { name: 'old.mat' })).rejects.toThrow(reason)
  })
})

/** An array A of version 4 with given doubles. */
function mat4({ isLittle = true, type = 0, rowCount = 1, columnCount = 1, bytes = 8, values = [] as number[] }) {
  const file = new Uint8Array(22 + bytes)
  const view = new DataView(file.buffer)
  const header = [(isLittle ? 0 : 1000) + type, rowCount, columnCount, 0, 2]
  for (const [field, value] of header.entries()) view.setInt32(4 * field, value, isLittle)
  file[20] = 'A'.charCodeAt(0)
  for (const [i, value] of values.entries()) view.setFloat64(22 + 8 * i, value, isLittle)
  return file
}

describe('.mat of other versions', () => {
  it('reads version 7.3, and says so if there is nothing after its first bytes', async () => {
    const { rowCount, columns } = await readTable(fixture('seven.mat'))
    expect([rowCount, columns.map(({ name }) => name)]).toEqual([20, ['X_1', 'X_2', 'X_3', 'gt', 'ids']])
    const bytes = new TextEncoder().encode('MATLAB 7.3 MAT-file, Platform: GLNXA64'.padEnd(512))
    await expect(readTable(bytes, { name: 'big.mat' })).rejects.toThrow(
      'big.mat: damaged HDF5 file: there is no superblock',
    )
  })

  it('refuses what is none', async () => {
    await expect(readTable(Uint8Array.of(0, 1, 2, 3), { name: 'old.mat' })).rejects.toThrow(
      "old.mat: not a MATLAB file of version 4 to 7; save it with save(file, variables, '-v7')",
    )
  })
})
