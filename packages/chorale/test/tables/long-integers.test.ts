import { describe, expect, it } from 'vitest'
import { toDataset } from '../../src/tables/features/to-dataset.js'
import { toLabelings } from '../../src/tables/labelings/to-labelings.js'
import { readTable } from '../../src/tables/read-table.js'
import { toTable } from '../../src/tables/to-table.js'
import { bytesOf, contentOf, tableOf } from './tables.js'
import { WRITERS, type WrittenColumn } from './writers.js'

/** Two pairs of integers that one double stands for. */
const LONG = [9007199254740992n, 9007199254740993n, -9007199254740993n, -9007199254740992n, 5n, -7n]
const COLUMNS: WrittenColumn[] = [
  { name: 'key', kind: 'integer', values: LONG },
  { name: 'run', kind: 'integer', values: [LONG[0], LONG[1], LONG[0], LONG[1], 5n, 5n] },
]

describe('integers beyond 2^53', () => {
  it.each(Object.keys(WRITERS))('stay different labels and ids: %s', async format => {
    const table = await readTable(WRITERS[format](COLUMNS), { name: `t.${format}` })
    expect(contentOf(table)).toEqual({
      key: LONG.map(String),
      run: [LONG[0], LONG[1], LONG[0], LONG[1], 5n, 5n].map(String),
    })
    const { labelings, ids } = toLabelings(table, { id: 'key' })
    expect(ids).toEqual(LONG.map(String))
    expect([...labelings[0]]).toEqual([0, 1, 0, 1, 2, 2])
  })

  it('stay different as strings of JSON and beside fractions', async () => {
    const strings = await tableOf(JSON.stringify(LONG.map(value => ({ key: String(value) }))))
    expect(contentOf(strings)).toEqual({ key: LONG.map(String) })
    expect(contentOf(await tableOf('a\n9007199254740993\n0.5\n'))).toEqual({ a: ['9007199254740993', '0.5'] })
    expect(contentOf(await tableOf('[{"a":9007199254740993},{"a":0.5}]'))).toEqual({ a: ['9007199254740993', '0.5'] })
  })

  it('stay different in objects of the caller', () => {
    const table = toTable(LONG.map(key => ({ key })))
    expect(contentOf(table)).toEqual({ key: LONG.map(String) })
  })

  it('are not touched inside of strings, vectors and longer numbers', async () => {
    const text = '[{"a":"x 9007199254740993 \\" 9007199254740993","v":[9007199254740993,1.5],"w":9007199254740993e2}]'
    const table = await readTable(bytesOf(text))
    expect(contentOf(table)).toEqual({
      a: ['x 9007199254740993 " 9007199254740993'],
      v: ['[9007199254740992, 1.5]'],
      w: [9007199254740993e2],
    })
  })

  it('are features only if they are named, with a warning', async () => {
    const table = await tableOf('t,x\n9007199254740993,1.5\n9007199254740999,2.5\n9007199254741999,0.5\n')
    expect(toDataset(table).featureNames).toEqual(['x'])
    const dataset = toDataset(table, { columns: ['t', 'x'], scale: 'none' })
    expect([...dataset.values]).toEqual([9007199254740992, 1.5, 9007199254741000, 2.5, 9007199254742000, 0.5])
    expect(dataset.warnings).toEqual(['"t" contains integers beyond 2^53, which are rounded as features'])
  })
})
