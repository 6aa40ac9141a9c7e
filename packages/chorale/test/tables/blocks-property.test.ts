import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError, labelBlocks, type Table, toLabelings, WholeFileNeeded } from '../../src/internal.js'
import { layoutOf, readCsvPart } from '../../src/tables/csv/csv.js'
import { csvBlocks } from '../../src/tables/csv/csv-blocks.js'

/** So few bytes decide the layout that a small table has many blocks. */
const OPENING = 24

const CELLS = [
  '0',
  '1',
  '2',
  '10',
  '007',
  '1.0',
  '1,5',
  '1,234',
  '1.234',
  '2.5',
  '-1',
  '+1',
  '1e3',
  '',
  'NA',
  'None',
  '-',
  'nan',
  '?',
  'x',
  'y',
]
const QUOTED = ['"NA"', '"None"', '""', '"1"', '"a\nb"', '"a ""b"""', '"1\n2"', 'in"ch', '" x"', '9007199254740993']

const cell = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('0', '1', '2') },
  { weight: 3, arbitrary: fc.constantFrom(...CELLS) },
  { weight: 1, arbitrary: fc.constantFrom(...QUOTED) },
)

const file = fc
  .record({
    names: fc.constantFrom('a,b', 'id,a', 'a,truth,b', 'a', 'id,a,class', 'a,b,'),
    rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 9, maxLength: 40 }),
    separator: fc.constantFrom(',', ';', '\t'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    hasLastBreak: fc.boolean(),
    emptyLines: fc.array(fc.nat({ max: 39 }), { maxLength: 3 }),
    isNumbered: fc.boolean(),
  })
  .map(({ names, rows, separator, lineBreak, hasLastBreak, emptyLines, isNumbered }) => {
    const header = names.split(',')
    const lines = rows.map((row, i) => {
      const cells = row.slice(0, header.length)
      if (isNumbered) cells[0] = `s${i}`
      if (header.at(-1) === '' && i % 7 !== 6) cells[header.length - 1] = ''
      return cells.map(each => (separator === ',' && each.includes(',') ? `"${each}"` : each)).join(separator)
    })
    for (const at of emptyLines) lines.splice(at, 0, '')
    return `${[header.join(separator), ...lines].join(lineBreak)}${hasLastBreak ? lineBreak : ''}`
  })

async function* piecesOf(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size)
}

async function wholeTable(bytes: Uint8Array): Promise<Table> {
  const layout = layoutOf('t.csv', bytes, undefined, OPENING)
  const place = { isFirst: true, dataStart: layout.dataStart, rows: 0, lines: 0 }
  const { table } = await readCsvPart(bytes, { name: 't.csv', layout, place })
  if (table.rowCount === 0) throw new InputError('t.csv: the table has a header but no rows')
  return table
}

/** What was found, or that it was refused: blocks meet another one of several faults first. */
async function outcome(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InputError) return 'refused'
    throw error
  }
}

describe('labelings of any table', () => {
  it('are the same for blocks of any size as for the whole file, or need the whole file', async () => {
    let inBlocks = 0
    let asWhole = 0
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 60 }), async (text, size) => {
        const bytes = new TextEncoder().encode(text)
        const whole = await outcome(async () => {
          const { names, labelings, clusterNames, ids, truth } = toLabelings(await wholeTable(bytes))
          return { names, labelings: labelings.map(labels => [...labels]), clusterNames, ids, truth }
        })
        const blocks = await outcome(async () => {
          const tables = csvBlocks(piecesOf(bytes, size), { name: 't.csv', opening: OPENING })
          const { names, blocks: found, clusterNames, ids, truth } = await labelBlocks(tables, 't.csv')
          const labelings = names.map(() => [] as number[])
          for await (const block of found) for (const [t, labels] of block.entries()) labelings[t].push(...labels)
          return { names, labelings, clusterNames, ids, truth }
        }).catch(error => {
          if (error instanceof WholeFileNeeded) return null
          throw error
        })
        if (blocks === null) asWhole++
        else {
          inBlocks++
          expect(blocks).toEqual(whole)
        }
      }),
      { numRuns: 400 },
    )
    // Neither way is the only one that is tested.
    expect(Math.min(inBlocks, asWhole)).toBeGreaterThan(40)
  })
})
