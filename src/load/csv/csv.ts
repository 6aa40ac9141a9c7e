import { InputError } from '../../check.js'
import { Pauser } from '../../pause.js'
import { isMissingNumber, isMissingText } from '../missing.js'
import { parseNumber } from '../parse-number.js'
import { type Column, checkTableSize, quoted, type Table, TextCollector } from '../table.js'
import { CsvCells } from './csv-cells.js'
import { type CsvLayout, csvLayout } from './csv-layout.js'

export interface CsvOptions {
  name?: string
  /** Whether the first row holds the column names; found out where not given. */
  header?: boolean
  signal?: AbortSignal
  /** Where the bytes are not the beginning of a file but go on with it: its layout, and what came before. */
  continued?: CsvContinuation
}

/** What a part of a file needs to know of the parts before it. */
export interface CsvContinuation {
  readonly layout: CsvLayout
  readonly rows: number
  readonly lines: number
}

const COMMA = 44
const POINT = 46
const ROWS_PER_BREATH = 4096

/** What a column turned out to hold; codes are digits that a number would not keep, such as 007. */
const NUMBERS = 0
const TEXT = 1
const CODES = 2

/**
 * Reads separated text: comma, tab, semicolon, vertical bar or blanks.
 *
 * Two walks over the bytes. The first reads every cell as a number, straight into its column, and learns
 * which columns hold something else; the second makes strings for those columns alone. Numbers never
 * become strings, so that a million rows of twenty numbers take seconds, and eight bytes each.
 */
export async function readCsv(bytes: Uint8Array, options: CsvOptions = {}): Promise<Table> {
  const caller = options.name ?? 'readTable'
  const { continued } = options
  const content = bytes.subarray(0, contentEnd(bytes))
  const layout = continued ? { ...continued.layout, dataStart: 0 } : layoutOf(caller, content, options.header)
  const notes = continued ? [] : [...layout.notes]
  const before = continued ?? { rows: 0, lines: 0 }
  const pauser = new Pauser(options.signal)

  const { rowCount, numbers, kinds, decimalComma, emptyLineCount } = await readNumbers(
    ...([caller, content, layout, before, pauser] as const),
  )
  if (decimalComma !== null) notes.push(`numbers have a decimal comma: ${decimalComma}`)
  if (emptyLineCount > 0) notes.push(`${emptyLineCount} empty line(s) skipped`)
  const texts = await readTexts(caller, content, layout, before, kinds, rowCount, pauser)

  const columns: Column[] = []
  for (const [j, name] of layout.names.entries()) {
    const text = texts[j]
    const values = numbers[j]
    const isUnnamedLast = j > 0 && j === layout.names.length - 1 && name === `column${j + 1}`
    if (text) columns.push({ name, kind: 'text', texts: text.texts, codes: text.codes })
    else if (isUnnamedLast && values.every(Number.isNaN)) {
      notes.push('the rows end with a separator: the empty last column is left out')
    } else columns.push({ name, kind: 'number', numbers: values })
  }
  return { name: options.name ?? null, rowCount, columns, notes }
}

/** How a file is laid out; a byte-order mark is stepped over. */
export function layoutOf(caller: string, bytes: Uint8Array, header?: boolean): CsvLayout {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  return csvLayout(caller, bytes, start, header)
}

/** Rows and lines of the parts of the file before this one. */
type Before = Pick<CsvContinuation, 'rows' | 'lines'>

/** Where the last line with something in it ends. */
function contentEnd(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--
  return end
}

async function readNumbers(caller: string, bytes: Uint8Array, layout: CsvLayout, before: Before, pauser: Pauser) {
  const { names, separator, dataStart } = layout
  const columnCount = names.length
  // Every row takes at least one byte per cell, so that the memory is bounded by the size of the file.
  const rowBound = Math.min(lineCount(bytes, dataStart), Math.ceil((bytes.length - dataStart + 1) / columnCount))
  checkTableSize(caller, rowBound, columnCount)
  const numbers = names.map(() => new Float64Array(rowBound))
  const kinds = new Uint8Array(columnCount)

  const cells = new CsvCells(bytes, dataStart, separator)
  let decimal: 44 | 46 = POINT
  let decimalComma: string | null = null
  let rowCount = 0
  let emptyLineCount = 0
  let j = 0
  while (cells.next()) {
    if (cells.isEmptyLine && columnCount > 1) {
      emptyLineCount++
      continue
    }
    if (j < columnCount && kinds[j] !== TEXT) {
      const { start, end } = cells
      let value = parseNumber(bytes, start, end, decimal)
      if (value === null && separator !== COMMA && parseNumber(bytes, start, end, COMMA + POINT - decimal) !== null) {
        decimalComma = checkDecimals(caller, cells, layout, before, decimal, rowCount, j)
        decimal = COMMA
        value = parseNumber(bytes, start, end, decimal)
      }
      if (value !== null) {
        if (end - start > 1 && looksLikeCode(bytes, start, value)) kinds[j] = CODES
      } else if (!isMissingNumber(ascii(bytes, start, end))) kinds[j] = TEXT
      numbers[j][rowCount] = value ?? Number.NaN
    }
    j++
    if (!cells.endsRecord) continue
    if (j !== columnCount) throw unevenRow(caller, cells, before, rowCount, j, columnCount)
    j = 0
    rowCount++
    if (rowCount % ROWS_PER_BREATH === 0) await pauser.pause()
  }
  if (cells.fault) throw quoteFault(caller, cells, before, rowCount)
  if (rowCount === 0) throw new InputError(`${caller}: the table has a header but no rows`)

  const filled = rowCount === rowBound ? numbers : numbers.map(values => values.slice(0, rowCount))
  return { rowCount, numbers: filled, kinds, decimalComma, emptyLineCount }
}

function lineCount(bytes: Uint8Array, start: number): number {
  let count = start < bytes.length ? 1 : 0
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === 10 || (byte === 13 && bytes[i + 1] !== 10)) count++
  }
  return count
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return end - start > 8 ? '...' : String.fromCharCode(...bytes.subarray(start, end))
}

/** A leading zero, or more than a double can count: an identifier rather than an amount. */
function looksLikeCode(bytes: Uint8Array, start: number, value: number): boolean {
  if (bytes[start] === 48) return bytes[start + 1] >= 48 && bytes[start + 1] <= 57
  return value > Number.MAX_SAFE_INTEGER
}

/** The texts of the columns that hold texts. A column of codes counts if all its cells are digits. */
async function readTexts(
  caller: string,
  bytes: Uint8Array,
  layout: CsvLayout,
  before: Before,
  kinds: Uint8Array,
  rowCount: number,
  pauser: Pauser,
): Promise<(TextCollector | null)[]> {
  const columnCount = kinds.length
  const texts = Array.from(kinds, kind => (kind === NUMBERS ? null : new TextCollector(rowCount)))
  if (texts.every(text => text === null)) return texts

  const cells = new CsvCells(bytes, layout.dataStart, layout.separator)
  let row = 0
  let j = 0
  while (cells.next()) {
    if (cells.isEmptyLine && columnCount > 1) continue
    const collector = texts[j]
    if (collector) {
      const text = cellText(caller, cells, before, row, layout.names[j])
      const isMissing = cells.isQuoted ? text === '' : isMissingText(text)
      if (!isMissing) collector.set(row, text)
      if (!isMissing && kinds[j] === CODES && !/^\d+$/.test(text)) texts[j] = null
    }
    j++
    if (!cells.endsRecord) continue
    j = 0
    row++
    if (row % ROWS_PER_BREATH === 0) await pauser.pause()
  }
  return texts
}

function cellText(caller: string, cells: CsvCells, before: Before, row: number, name: string): string {
  try {
    return cells.text()
  } catch {
    throw new InputError(
      `${caller}: ${placeOf(cells, before, row)}, column ${quoted(name)} is not UTF-8 text; ` +
        'save the file with UTF-8 encoding',
    )
  }
}

/** Refuses decimal commas beside decimal points; otherwise says where the first comma stands. */
function checkDecimals(
  caller: string,
  cells: CsvCells,
  { names, dataStart, separator }: CsvLayout,
  before: Before,
  decimal: 44 | 46,
  row: number,
  j: number,
): string {
  const text = cells.text()
  const place = `row ${before.rows + row + 1}, column ${quoted(names[j])}`
  const mixed = (other: string) =>
    new InputError(`${caller}: ${place} is ${text}, but ${other}; use either decimal points or decimal commas`)
  if (decimal === COMMA) throw mixed('the rows above have decimal commas')

  const earlier = new CsvCells(cells.bytes, dataStart, separator)
  while (earlier.next() && earlier.start < cells.start) {
    const { bytes, start, end } = earlier
    if (bytes.subarray(start, end).includes(POINT) && parseNumber(bytes, start, end) !== null) {
      throw mixed(`line ${before.lines + lineAt(bytes, start)} has ${earlier.text()}`)
    }
  }
  return `${place} is ${text}`
}

function unevenRow(
  caller: string,
  cells: CsvCells,
  before: Before,
  row: number,
  count: number,
  columnCount: number,
): InputError {
  return new InputError(
    `${caller}: ${placeOf(cells, before, row)} has ${count} cell${count === 1 ? '' : 's'}, but the table has ${columnCount} ` +
      `column${columnCount === 1 ? '' : 's'}; every row needs the same number (a cell that holds a separator must be in quotes)`,
  )
}

function quoteFault(caller: string, cells: CsvCells, before: Before, row: number): InputError {
  const place = placeOf(cells, before, row)
  return new InputError(
    cells.fault === 'open quote'
      ? `${caller}: ${place} opens a quote (") that is never closed`
      : `${caller}: ${place} has text after a closing quote; a quote inside a quoted cell must be doubled ("")`,
  )
}

/** Row and line of the current cell, from 1. */
function placeOf({ bytes, start }: CsvCells, { rows, lines }: Before, row: number): string {
  return `row ${rows + row + 1} (line ${lines + lineAt(bytes, start)})`
}

/** The line of a byte, from 1. */
function lineAt(bytes: Uint8Array, position: number): number {
  return lineCount(bytes.subarray(0, position + 1), 0)
}
