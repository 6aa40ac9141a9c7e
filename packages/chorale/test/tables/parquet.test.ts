import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { readTable } from '../../src/tables/read-table.js'
import { contentOf, fixture } from './tables.js'

const { NaN: none } = Number
const ROWS = {
  width: [0.1, none, 1 / 3, 1e300],
  count: [1, -2, none, 2 ** 31 - 1],
  long: [2 ** 53 - 1, 1, 2, 3],
  beyond: ['4611686018427387905', '4611686018427387906', '5', null],
  byte: [255, 0, 1, 2],
  half: [0.5, 1.5, -2, 0],
  single: [0.5, 1.5, -2, none],
  good: [1, 0, none, 1],
  name: ['a', 'b,c', null, 'grün'],
  kind: ['x', 'y', 'x', null],
  day: ['2020-02-29T00:00:00.000Z', null, '1970-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z'],
  price: [none, 1, 2, 3],
  nothing: [none, none, none, none],
}

describe('Parquet', () => {
  it.each(['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4', 'pages2', 'delta', 'groups'])(
    'reads arrow-%s.parquet exactly as Arrow wrote it',
    async name => {
      const table = await readTable(fixture(`arrow-${name}.parquet`))
      expect(contentOf(table)).toEqual(ROWS)
      expect(table.notes).toEqual([])
    },
  )

  it.each(['snappy', 'zstd'])('reads duckdb-%s.parquet exactly as DuckDB wrote it', async codec => {
    expect(contentOf(await readTable(fixture(`duckdb-${codec}.parquet`)))).toEqual({
      id: [0, 1, 2, 3, 4, 5],
      share: [0, 0.25, 0.5, 0.75, 1, 1.25],
      kind: [null, 'k1', 'k2', null, 'k1', 'k2'],
    })
  })

  it('reads lists of numbers of one length as vectors', async () => {
    const name = 'duckdb-vectors.parquet'
    const table = await readTable(fixture(name), { name })
    expect(table.columns.map(column => `${column.name} ${column.kind}`)).toEqual([
      'id text',
      'tokens number',
      'gaps vector',
      'fixed vector',
      'list vector',
    ])
    const [, , gaps, fixed, list] = table.columns
    expect(gaps).toMatchObject({
      size: 3,
      values: Float32Array.of(0.5, 1, none, 1.5, 2, 3, none, none, none, 2.5, 4, 5),
    })
    expect(fixed).toMatchObject({ size: 2, values: Float32Array.of(1.5, 2, 2.5, -1, 3.5, 4, 4.5, 5) })
    expect(list).toMatchObject({ size: 2, values: Float64Array.of(0.1, 1, 0.2, 2, 0.3, 3, 0.4, 4) })
    expect(table.notes).toEqual(['skipped nested columns: "ragged", "tags"'])
  })

  it('skips other nested columns, and says so', async () => {
    const table = await readTable(fixture('arrow-nested.parquet'))
    expect(contentOf(table)).toEqual({ a: [1, 2] })
    expect(table.notes).toEqual(['skipped nested columns: "vector"'])
  })

  it('reads or refuses lists in which a byte is wrong, with an InputError', async () => {
    const whole = fixture('duckdb-vectors.parquet')
    for (let at = 4; at < whole.length; at++) {
      for (const byte of [0, 0x7f, 0xff]) {
        const changed = whole.slice()
        changed[at] = byte
        const fault = await readTable(changed, { name: 'f.parquet' }).catch(error => error)
        if (fault instanceof Error) expect(fault).toBeInstanceOf(InputError)
      }
    }
  })

  it('does not depend on where in its buffer the file lies', async () => {
    const bytes = fixture('arrow-snappy.parquet')
    const wide = new Uint8Array(bytes.length + 13)
    wide.set(bytes, 5)
    expect(contentOf(await readTable(wide.subarray(5, 5 + bytes.length)))).toEqual(ROWS)
  })
})
