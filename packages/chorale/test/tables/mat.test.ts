import { describe, expect, it } from 'vitest'
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

describe('.mat of other versions', () => {
  it('refuses version 7.3 with the reason and the remedy', async () => {
    const bytes = new TextEncoder().encode('MATLAB 7.3 MAT-file, Platform: GLNXA64'.padEnd(512))
    await expect(readTable(bytes, { name: 'big.mat' })).rejects.toThrow(
      "big.mat: MATLAB 7.3 files (HDF5) are not supported; save it with save(file, variables, '-v7')",
    )
  })

  it('refuses version 4', async () => {
    await expect(readTable(fixture('scipy-v4.mat'), { name: 'old.mat' })).rejects.toThrow(
      "old.mat: not a MATLAB file of version 5 to 7; save it with save(file, variables, '-v7')",
    )
  })
})
