import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describeWithData, referencePath } from '../../../../test/reference-data.js'
import { toLabelings } from '../../src/tables/labelings/to-labelings.js'
import { readTable } from '../../src/tables/read-table.js'
import { bytesOf, contentOf, fixture, tableOf } from './tables.js'

describe('readTable', () => {
  it('decides by content, not by name', async () => {
    const csv = bytesOf('a,b\n1,2\n')
    for (const name of ['table.parquet', 'table.npy', 'table.gz', 'table']) {
      expect(contentOf(await readTable(csv, { name }))).toEqual({ a: [1], b: [2] })
    }
    expect(contentOf(await readTable(new Uint8Array(gzipSync(csv)), { name: 'table.csv' }))).toEqual({ a: [1], b: [2] })
  })

  it('lets a column be called like the mark of another format', async () => {
    expect(contentOf(await tableOf('PAR1,RDX\n1,2\n'))).toEqual({ PAR1: [1], RDX: [2] })
    expect(contentOf(await tableOf('PK,BZh\n1,2\n'))).toEqual({ PK: [1], BZh: [2] })
  })

  it('keeps the name of the file in the table and in front of its errors', async () => {
    expect((await tableOf('a\n1\n', { name: 'x.csv' })).name).toBe('x.csv')
    expect((await tableOf('a\n1\n')).name).toBeNull()
    await expect(tableOf('', { name: 'x.csv' })).rejects.toThrow('x.csv: the file is empty')
  })

  it.each(['matrix.npy', 'octave-v7.mat', 'types.npz', 'arrow-zstd.parquet'])(
    'reads %s from a Buffer anywhere in its pool',
    async name => {
      const bytes = fixture(name)
      const pool = Buffer.concat([Buffer.from('abc'), bytes, Buffer.from('def')])
      const inPool = pool.subarray(3, 3 + bytes.length)
      expect(contentOf(await readTable(inPool))).toEqual(contentOf(await readTable(bytes)))
    },
  )

  it('does not change the bytes', async () => {
    for (const name of ['fortran.npy', 'octave-v6.mat', 'types-packed.npz', 'arrow-snappy.parquet']) {
      const bytes = fixture(name)
      await readTable(bytes)
      expect(bytes).toEqual(fixture(name))
    }
  })

  it('stops where its signal is aborted, with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(tableOf('a,b\n1,2\n', { signal })).rejects.toThrow('enough')
    await expect(readTable(fixture('arrow-none.parquet'), { signal })).rejects.toThrow('enough')
  })
})

describeWithData('the published pools and tables', () => {
  it('a pool is a hundred labelings and the truth', async () => {
    const table = await readTable(readFileSync(referencePath('data/pools/Ecoli.csv.gz')), { name: 'Ecoli.csv.gz' })
    const { labelings, sampleCount, truthName, idName, notes } = toLabelings(table)
    expect([labelings.length, sampleCount, truthName, idName, notes]).toEqual([100, 336, 'gt', null, []])
  })

  it.each([
    ['seeds.csv', 210, 8],
    ['rice.csv', 3810, 8],
    ['wfrn.csv', 5456, 5],
    ['allaml.csv.gz', 72, 7130],
    ['tox171.csv.gz', 171, 5749],
  ])('%s has its rows and columns, and nothing is assumed', async (name, rowCount, columnCount) => {
    const table = await readTable(readFileSync(referencePath(`data/${name}`)))
    expect([table.rowCount, table.columns.length, table.notes]).toEqual([rowCount, columnCount, []])
  })
})
