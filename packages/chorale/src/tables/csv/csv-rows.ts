import { isUtf16 } from '../text/decode-text.js'
import { isDataAfterAll, layoutOf, lineCount, readCsvPart } from './csv.js'
import type { CsvLayout } from './csv-layout.js'

/*
 * Rows of a plain CSV file: columns of numbers only, without quotes, empty lines or decimal commas. Any piece of such a file
 * that ends with a line can be read without the pieces before it. What is not plain is read as a whole, which also says what
 * is wrong with it.
 */

/** How the rows of a plain CSV file are read. Plain data that can be sent to another thread. */
export interface CsvRows {
  readonly layout: CsvLayout
  readonly columnNames: readonly string[]
  readonly notes: readonly string[]
}

const QUOTE = 34

/** Decides from the beginning of a file whether it may be plain. */
export async function plainCsv(name: string, opening: Uint8Array): Promise<CsvRows | null> {
  if (isUtf16(opening) || opening.includes(QUOTE)) return null
  const layout = layoutOf(name, opening)
  // A name that is a number may turn out to be data, by all rows below it.
  if (layout.assumedHeader?.some(cell => cell.trim() !== '' && Number.isFinite(Number(cell)))) return null
  const rows: CsvRows = { layout, columnNames: layout.names, notes: layout.notes }
  const end = opening.lastIndexOf(10) + 1
  const table = end <= layout.dataStart ? null : await plainPart(rows, name, opening.subarray(0, end), true)
  return table === null || isDataAfterAll(layout, table) ? null : rows
}

/** The numbers of a piece, row after row, in 32 bits if that changes none of them; null if the piece is not plain. */
export async function csvNumbers(
  rows: CsvRows,
  name: string,
  bytes: Uint8Array,
  isFirst: boolean,
): Promise<Float32Array | Float64Array | null> {
  const table = bytes.includes(QUOTE) ? null : await plainPart(rows, name, bytes, isFirst)
  if (table === null) return null
  const { columns, rowCount } = table
  const d = columns.length
  const values = new Float64Array(rowCount * d)
  for (let j = 0; j < d; j++) {
    const column = columns[j]
    if (column.kind !== 'number') return null
    for (let i = 0; i < rowCount; i++) values[i * d + j] = column.numbers[i]
  }
  const short = new Float32Array(values)
  return values.every((value, at) => value === short[at]) ? short : values
}

async function plainPart({ layout }: CsvRows, name: string, bytes: Uint8Array, isFirst: boolean) {
  const dataStart = isFirst ? layout.dataStart : 0
  const place = { isFirst, dataStart, rows: 0, lines: isFirst ? 0 : lineCount(bytes, 0) }
  try {
    const { table, comma, missingNumbers } = await readCsvPart(bytes, { name, layout, place })
    const isPlain =
      comma === null &&
      missingNumbers.size === 0 &&
      table.columns.length === layout.names.length &&
      table.notes.length === (isFirst ? layout.notes.length : 0) &&
      table.columns.every(({ kind }) => kind === 'number')
    return isPlain ? table : null
  } catch {
    // Whoever reads the file as a whole says what is wrong, and where.
    return null
  }
}
