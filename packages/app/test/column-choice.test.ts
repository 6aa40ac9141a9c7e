import { describe, expect, it } from 'vitest'
import { columnRoles, readTable, toDataset } from '../../chorale/src/internal.js'
import { nameMatcher, onlyMatching, withRoles } from '../column-choice.js'
import { DEFAULT_SETTINGS } from '../settings.js'
import { transposedTable } from '../worker/inputs.js'
import type { ColumnView } from '../worker/messages.js'

async function read(text: string) {
  const table = await readTable(text)
  const columns = columnRoles(table).map(
    (role): ColumnView => ({ ...role, missingCount: 0, distinct: 0, examples: [] }),
  )
  return { table, columns, named: (name: string) => columns.filter(column => column.name === name) }
}

const TEXT = 'id,age,zip,colour,species\n11,1.5,8001,red,a\n12,2.5,8002,blue,b\n14,3.5,8003,red,a\n19,9.5,8003,blue,b\n'

/** The roles that the library gives with the settings. */
async function rolesWith(settings: ReturnType<typeof withRoles>): Promise<string> {
  const { table } = await read(TEXT)
  const options = {
    id: settings.id ?? undefined,
    truth: settings.truth ?? undefined,
    columns: settings.columns ?? undefined,
    exclude: settings.exclude ?? undefined,
    categorical: settings.categorical ?? undefined,
  }
  toDataset(table, options)
  return columnRoles(table, options)
    .map(({ role }) => role)
    .join()
}

describe('a role that the user gives to a column', () => {
  it('is the role that the library uses, and leaves the others alone', async () => {
    const { columns, named } = await read(TEXT)
    expect(await rolesWith(DEFAULT_SETTINGS)).toBe('id,feature,feature,description,truth')
    const change = (name: string, role: Parameters<typeof withRoles>[3]) =>
      rolesWith(withRoles(DEFAULT_SETTINGS, columns, named(name), role))
    expect(await change('zip', 'unused')).toBe('id,feature,unused,description,truth')
    expect(await change('colour', 'feature')).toBe('id,feature,feature,category,truth')
    expect(await change('id', 'feature')).toBe('feature,feature,feature,description,truth')
    expect(await change('colour', 'truth')).toBe('id,feature,feature,truth,description')
    expect(await change('species', 'unused')).toBe('id,feature,feature,description,unused')
  })

  it('can be taken back', async () => {
    const { columns, named } = await read(TEXT)
    const out = withRoles(DEFAULT_SETTINGS, columns, named('zip'), 'unused')
    const excluded = columns.map(column =>
      column.name === 'zip' ? { ...column, role: 'unused' as const, reason: 'excluded' } : column,
    )
    const back = withRoles({ ...DEFAULT_SETTINGS, ...out }, excluded, excluded.slice(2, 3), 'feature')
    expect(back).toEqual({ id: null, truth: null, columns: null, exclude: null, categorical: null })
  })

  it('takes one column out of a pattern', async () => {
    const { columns, named } = await read('x1,x2,x3,y\n1,2,3,4\n2,9,7,5\n6,3,1,7\n')
    const settings = { ...DEFAULT_SETTINGS, exclude: ['x*'] }
    expect(withRoles(settings, columns, named('x2'), 'feature').exclude).toEqual(['x1', 'x3'])
  })

  it('keeps a pattern as a pattern', async () => {
    const { columns } = await read('x1,x2,x3,y\n1,2,3,4\n2,9,7,5\n6,3,1,7\n')
    const matching = columns.filter(({ name }) => nameMatcher('x*')(name))
    expect(onlyMatching('x*', matching)).toEqual({ columns: ['x*'], exclude: null })
    expect(onlyMatching('x', matching)).toEqual({ columns: ['x1', 'x2', 'x3'], exclude: null })
  })
})

describe('a transposed table', () => {
  it('has the samples in rows, named by its columns', async () => {
    const table = transposedTable(await readTable('gene,p1,p2,p3\na,1,2,3\nb,4,5.5,6\nclass,x,y,x\n'))
    expect(table.columns.map(({ name }) => name)).toEqual(['sample', 'a', 'b', 'class'])
    const { ids, truth, featureNames, sampleCount } = toDataset(table)
    expect({ ids, truth, featureNames, sampleCount }).toEqual({
      ids: ['p1', 'p2', 'p3'],
      truth: ['x', 'y', 'x'],
      featureNames: ['a', 'b'],
      sampleCount: 3,
    })
  })
})
