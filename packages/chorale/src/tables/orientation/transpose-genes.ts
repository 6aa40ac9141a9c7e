import { InputError } from '../../errors.js'
import { manyFloat64Arrays } from '../../numeric/many-arrays.js'
import { writtenNumbers } from '../columns/written-numbers.js'
import {
  type Column,
  cellText,
  checkTableSize,
  quoted,
  shortList,
  type Table,
  type TextColumn,
  uniqueNames,
} from '../table.js'
import { columnOfCells } from '../to-table.js'

/** Which columns of a table with genes in rows are what. */
export interface GeneColumns {
  /** The column with the names of the genes; null if they have none. */
  readonly names: number | null
  /** The columns of samples, in order. */
  readonly samples: readonly number[]
  /** The rows that describe the samples. By default those in which most samples have words. */
  readonly lines?: readonly number[]
}

/** The name of the column with the names of the samples. */
const SAMPLE_COLUMN = 'sample'

/** Genes that are written at a time, so that the numbers of one sample are read once for all of them. */
const BLOCK = 64

/**
 * The table with one row per sample: the names of the samples, the lines above or among the genes that describe them, and
 * one column per gene.
 */
export function transposeGenes(caller: string, table: Table, { names, samples, lines: given }: GeneColumns): Table {
  const columns = samples.map(j => table.columns[j])
  const { numbers, lines } = numbersOf(caller, table, names, columns, given)
  const isLine = new Uint8Array(table.rowCount)
  for (const { row } of lines) isLine[row] = 1
  const geneCount = table.rowCount - lines.length
  checkTableSize(caller, samples.length, geneCount + lines.length + 1)
  const notes = [...table.notes]

  const geneTexts: string[] = []
  const geneRows = new Int32Array(geneCount)
  for (let row = 0, g = 0; row < table.rowCount; row++) {
    if (isLine[row] === 1) continue
    geneRows[g++] = row
    geneTexts.push((names === null ? null : cellText(table.columns[names], row)) ?? `row${row + 1}`)
  }
  const { names: unique, repeated } = uniqueNames([SAMPLE_COLUMN, ...lines.map(({ name }) => name), ...geneTexts])
  if (repeated.length > 0) notes.push(`repeated names get a number: ${shortList(repeated)}`)
  if (lines.length > 0) {
    notes.push(`lines that describe the samples rather than a gene: ${shortList(lines.map(({ name }) => name))}`)
  }
  return {
    name: table.name,
    rowCount: samples.length,
    columns: [
      sampleColumn(columns.map(({ name }) => name)),
      ...lines.map(
        ({ cells }, at): Column => ({ ...columnOfCells(caller, unique[1 + at], cells), role: 'annotation' }),
      ),
      ...geneColumns(numbers, geneRows, unique.slice(1 + lines.length)),
    ],
    notes,
    orientation: 'transposed',
  }
}

function sampleColumn(texts: readonly string[]): TextColumn {
  return { name: SAMPLE_COLUMN, kind: 'text', texts, codes: Int32Array.from(texts.keys()), role: 'id' }
}

function geneColumns(numbers: readonly Float64Array[], rows: Int32Array, names: readonly string[]): Column[] {
  const genes = manyFloat64Arrays(rows.length, numbers.length)
  for (let from = 0; from < rows.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, rows.length)
    for (let s = 0; s < numbers.length; s++) {
      const sample = numbers[s]
      for (let g = from; g < to; g++) genes[g][s] = sample[rows[g]]
    }
  }
  return genes.map((values, g) => ({ name: names[g], kind: 'number', numbers: values, role: 'feature' }))
}

/** A line that describes the samples, such as their classes. */
interface SampleLine {
  readonly row: number
  readonly name: string
  readonly cells: readonly (string | null)[]
}

/** The numbers of every sample, NaN where one is missing, and the lines that hold words instead. */
function numbersOf(
  caller: string,
  table: Table,
  names: number | null,
  columns: readonly Column[],
  given: readonly number[] | undefined,
): { numbers: Float64Array[]; lines: SampleLine[] } {
  const lines = (given ?? wordRows(table, columns)).map(
    (row): SampleLine => ({
      row,
      name: (names === null ? null : cellText(table.columns[names], row)) ?? `line${row + 1}`,
      cells: columns.map(column => cellText(column, row)),
    }),
  )
  const isLine = new Set(lines.map(({ row }) => row))
  const numbers = columns.map(column => {
    if (column.kind === 'number') return column.numbers
    const values = new Float64Array(table.rowCount).fill(Number.NaN)
    if (column.kind === 'vector')
      throw new InputError(`${caller}: column ${quoted(column.name)} contains vectors, not one number per gene`)
    const parsed = parsedTexts(column)
    for (let row = 0; row < values.length; row++) {
      const code = column.codes[row]
      if (code < 0 || isLine.has(row)) continue
      const value = parsed[code]
      if (value === null) {
        throw new InputError(
          `${caller}: row ${row + 1}, column ${quoted(column.name)} is ${quoted(column.texts[code])}; with genes in rows, ` +
            'every cell of a sample must be a number',
        )
      }
      values[row] = value
    }
    return values
  })
  return { numbers, lines }
}

/** The rows in which most samples have words. */
function wordRows(table: Table, columns: readonly Column[]): number[] {
  const wordCounts = new Uint32Array(table.rowCount)
  for (const column of columns) {
    if (column.kind !== 'text') continue
    const parsed = parsedTexts(column)
    for (let row = 0; row < table.rowCount; row++) {
      const code = column.codes[row]
      if (code >= 0 && parsed[code] === null) wordCounts[row]++
    }
  }
  const rows: number[] = []
  for (let row = 0; row < table.rowCount; row++) {
    if (wordCounts[row] > 0 && 2 * wordCounts[row] >= columns.length) rows.push(row)
  }
  return rows
}

/** The different texts of a column as numbers, null where one is none. */
export function parsedTexts({ texts }: TextColumn): readonly (number | null)[] {
  const written = writtenNumbers(texts)
  if (written !== null) return written.map(value => (Number.isNaN(value) ? null : value))
  return texts.map(text => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : null))
}
