import { InputError } from '../../errors.js'
import { type CsvOptions, readCsv } from '../csv/csv.js'
import { transposeGenes } from '../orientation/transpose-genes.js'
import { type Column, type Table, uniqueNames } from '../table.js'
import { columnOfCells } from '../to-table.js'

const BEGIN = '!series_matrix_table_begin'
const END = '!series_matrix_table_end'
/** Lines about how the samples were processed and who did it, which are the same for all, long, or both. */
const KEPT = /^!Sample_(title|geo_accession|source_name_ch\d|characteristics_ch\d|description)$/

/**
 * Reads a series matrix of GEO: lines that begin with `!` describe the series and its samples, and a table has genes in
 * rows. The table has samples in rows; their titles and characteristics describe them.
 */
export async function readSeriesMatrix(bytes: Uint8Array, options: CsvOptions = {}): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const begin = find(bytes, BEGIN, 0)
  if (begin < 0)
    throw new InputError(
      `${caller}: the series matrix has no table; GEO keeps the data of this series in supplementary files`,
    )
  const start = lineEnd(bytes, begin)
  const end = find(bytes, END, start)
  const table = await readCsv(bytes.subarray(start, end < 0 ? bytes.length : end), { ...options, header: true })
  const samples = Array.from({ length: table.columns.length - 1 }, (_, s) => s + 1)
  if (table.columns.length < 2) throw new InputError(`${caller}: the table of the series matrix has no samples`)
  const turned = transposeGenes(caller, table, { names: 0, samples, lines: [] })
  const facts = sampleFacts(caller, new TextDecoder().decode(bytes.subarray(0, begin)), samples.length)
  const { names } = uniqueNames([...turned.columns.map(({ name }) => name), ...facts.map(({ name }) => name)])
  const named = facts.map((fact, at) => ({ ...fact, name: names[turned.columns.length + at] }))
  const [id, ...genes] = turned.columns
  const notes = ['genes are in rows (GEO series matrix): samples are the columns of the file', ...turned.notes]
  return { ...turned, columns: [id, ...named, ...genes], notes }
}

/** The columns that describe the samples. Characteristics such as `tissue: brain` are columns by their own names. */
function sampleFacts(caller: string, head: string, sampleCount: number): Column[] {
  const facts: Column[] = []
  for (const line of head.split(/\r?\n/)) {
    const [key, ...quotedCells] = line.split('\t')
    if (!KEPT.test(key) || quotedCells.length !== sampleCount) continue
    const cells = quotedCells.map(cell =>
      cell
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"'),
    )
    const tag = commonTag(cells)
    const values = tag === null ? cells : cells.map(cell => cell.slice(cell.indexOf(':') + 1).trim())
    const name = tag ?? key.replace('!Sample_', '')
    facts.push({
      ...columnOfCells(
        caller,
        name,
        values.map(value => (value === '' ? null : value)),
      ),
      role: 'annotation',
    })
  }
  return facts
}

/** The word before the colon, if all cells that are not empty have the same. */
function commonTag(cells: readonly string[]): string | null {
  const tags = new Set(cells.filter(cell => cell !== '').map(cell => /^([^:]{1,60}): /.exec(`${cell} `)?.[1] ?? ''))
  const [tag] = tags
  return tags.size === 1 && tag !== '' ? tag : null
}

function find(bytes: Uint8Array, text: string, from: number): number {
  const pattern = new TextEncoder().encode(text)
  for (let at = bytes.indexOf(pattern[0], from); at >= 0; at = bytes.indexOf(pattern[0], at + 1)) {
    const isLineStart = at === 0 || bytes[at - 1] === 10
    if (isLineStart && pattern.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return -1
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(10, from)
  return at < 0 ? bytes.length : at + 1
}
