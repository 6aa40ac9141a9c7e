import { describe, expect, it } from 'vitest'
import { inFlagWords } from '../../../../cli/src/flag-words.js'
import { columnRoles, InputError, type Role, readTable, toDataset } from '../../../src/internal.js'
import { type CorpusFile, FILES } from './files.js'

const LETTERS: Record<string, Role> = {
  f: 'feature',
  c: 'category',
  i: 'id',
  t: 'truth',
  d: 'description',
  '-': 'unused',
}

/** Reads a file as the command does. */
async function read({ text, options = {} }: CorpusFile) {
  const { missing, ...rest } = options as { missing?: string[] }
  const table = await readTable(new TextEncoder().encode(text), { name: 'file.csv', missing })
  return { table, options: rest }
}

/** The expected roles: name, role, and the reason where one is given. */
function expectedRoles(line: string) {
  return line.split(' | ').map(column => {
    const [, name, letter, reason = null] = /^(.*?)=([fcitd-])(?::(.*))?$/.exec(column)!
    return { name, role: LETTERS[letter!], reason }
  })
}

describe('files as people have them', () => {
  it('are at least 60', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(60)
    expect(new Set(FILES.map(({ what }) => what)).size).toBe(FILES.length)
  })

  it.each(FILES.filter(({ problem }) => problem === undefined))(
    'are read with the right roles and values: $what',
    async file => {
      const { table, options } = await read(file)
      const { impute: _, ...roleOptions } = options as { impute?: unknown }
      const dataset = toDataset(table, { ...options, scale: 'none' })
      const expected = expectedRoles(file.roles!)
      const found = dataset.roles.map(({ name, role, reason }, j) => ({
        name,
        role,
        reason: expected[j]?.reason === null ? null : reason,
      }))
      expect(found).toEqual(expected)
      expect(columnRoles(table, roleOptions)).toEqual(dataset.roles)
      if (file.first !== undefined) {
        expect([...dataset.values.subarray(0, dataset.featureCount)]).toEqual(file.first)
      }
      const said = [...dataset.notes, ...dataset.warnings].join('\n')
      if (file.says !== undefined) expect(said).toContain(file.says)
      else expect(dataset.warnings).toEqual([])
    },
  )

  it.each(FILES.filter(({ problem }) => problem !== undefined))(
    'give all their problems in one message: $what',
    async file => {
      const fault = await read(file)
        .then(({ table, options }) => toDataset(table, options))
        .catch(error => error)
      expect(fault).toBeInstanceOf(InputError)
      expect(inFlagWords((fault as Error).message)).toBe(`file.csv: ${file.problem}`)
    },
  )
})
