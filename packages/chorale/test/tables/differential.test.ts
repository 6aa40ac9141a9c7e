import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { toLabelings } from '../../src/tables/labelings/to-labelings.js'
import { readTable } from '../../src/tables/read-table.js'
import { WRITERS, type WrittenColumn } from './writers.js'

type Cell = WrittenColumn['values'][number]

/** Kinds of odd values, each as the labels of a column. */
const KINDS: Readonly<Record<string, { kind: WrittenColumn['kind']; labels: readonly Cell[] }>> = {
  'integers beyond 2^53': { kind: 'integer', labels: [9007199254740992n, 9007199254740993n, -9007199254740993n, 1n] },
  'negative integers': { kind: 'integer', labels: [-3n, -2n, 0n, 7n] },
  'codes with leading zeros': { kind: 'text', labels: ['007', '07', '7', 'x0'] },
  'words for no value': { kind: 'text', labels: ['NA', 'null', '?', 'yes', 'no'] },
  'missing cells': { kind: 'text', labels: [null, 'a', 'b', 'c'] },
  'letters of many alphabets': { kind: 'text', labels: ['ü', 'u\u0308', 'Ω', '日本', '😀'] },
  'quotes, separators and blanks': { kind: 'text', labels: ['a,b', 'a;b', 'say "so"', "it's", 'two  words'] },
}

/** The labels that a file gives, or why it is refused. */
async function labelsOf(format: string, columns: readonly WrittenColumn[]): Promise<string> {
  try {
    const table = await readTable(WRITERS[format](columns), { name: `t.${format}` })
    const { labelings, ids } = toLabelings(table, { id: 'key', truth: null })
    return JSON.stringify({ ids, labelings: labelings.map(labels => [...labels]) })
  } catch (error) {
    if (error instanceof InputError) return 'refused'
    throw error
  }
}

describe('one table in nine formats', () => {
  it.each(Object.entries(KINDS))('gives the same labels or a refusal: %s', async (_, { kind, labels }) => {
    const rows = fc.array(fc.tuple(fc.constantFrom(...labels), fc.nat({ max: 2 })), { minLength: 4, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(rows, async cells => {
        // A labeling needs a label, and ids make sure that no row is lost or moved.
        const columns: WrittenColumn[] = [
          { name: 'key', kind: 'text', values: cells.map((_, i) => `sample ${i}`) },
          { name: 'odd', kind, values: [...cells.map(([label]) => label)] },
          { name: 'plain', kind: 'number', values: cells.map(([, label]) => label) },
        ]
        const found = new Map<string, string>()
        for (const format of Object.keys(WRITERS)) found.set(format, await labelsOf(format, columns))
        const answers = new Set([...found.values()].filter(answer => answer !== 'refused'))
        expect([answers.size <= 1, [...found]]).toEqual([true, [...found]])
      }),
      { numRuns: 75 },
    )
  })
})
