import { describe, expect, it } from 'vitest'
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

  it('skips nested columns, and says so', async () => {
    const table = await readTable(fixture('arrow-nested.parquet'))
    expect(contentOf(table)).toEqual({ a: [1, 2] })
    expect(table.notes).toEqual(['skipped nested columns: "vector"'])
  })

  it('does not depend on where in its buffer the file lies', async () => {
    const bytes = fixture('arrow-snappy.parquet')
    const wide = new Uint8Array(bytes.length + 13)
    wide.set(bytes, 5)
    expect(contentOf(await readTable(wide.subarray(5, 5 + bytes.length)))).toEqual(ROWS)
  })
})
