import { countText } from '../../count-text.js'
import { InputError } from '../../errors.js'
import { manyFloat64Arrays } from '../../numeric/many-arrays.js'
import { Pauser } from '../../pause.js'
import { type ColumnBelow, columnBelow, decideHeader } from '../header.js'
import { isMissingNumber, isMissingText, withoutMissingSigns } from '../missing.js'
import { parseNumber } from '../parse-number.js'
import { type Column, checkTableSize, checkTextCount, quoted, type Table, TextCollector } from '../table.js'
import { NotUtf8Error } from '../text/decode-text.js'
import { CsvCells } from './csv-cells.js'
import { type CsvLayout, csvLayout } from './csv-layout.js'

export interface CsvOptions {
  name?: string
  /** Whether the first row contains the column names. Auto-detected by default. */
  header?: boolean
  /** The size of the file as it was given, perhaps compressed, which bounds the number of cells. */
  fileSize?: number
  signal?: AbortSignal
}

/** A part of a file that is read in blocks. */
export interface CsvPartOptions {
  readonly name?: string
  readonly signal?: AbortSignal
  /** The layout of the file. */
  readonly layout: CsvLayout
  readonly place: CsvPlace
}

/** Where a part is in its file, and what is known from the earlier parts. */
interface CsvPlace {
  readonly isFirst: boolean
  /** The first row in the bytes of this part. */
  readonly dataStart: number
  /** Rows and lines of the earlier parts. */
  readonly rows: number
  readonly lines: number
  /** The size of the file as it was given, perhaps compressed. */
  readonly fileSize?: number
}

/** Bytes from which the layout of a file is detected, and lines that they contain at least. */
const OPENING = 2 ** 20
const OPENING_LINES = 8

/** The longest row. An unclosed quote would otherwise take the whole file as one cell. */
export const MOST_ROW_BYTES = 2 ** 26

const COMMA = 44
const POINT = 46
/** Cells between two chances to pause: some milliseconds. */
const CELLS_PER_PAUSE = 32_768

/** What a column contains. Codes are digits that a number would change, such as 007. Long integers do not fit a double. */
const NUMBERS = 0
const TEXT = 1
const CODES = 2
const LONG = 3

/**
 * Reads CSV text, separated by comma, tab, semicolon, vertical bar or spaces.
 *
 * Two passes over the bytes. The first reads every cell as a number, directly into its column, and finds the
 * columns that contain anything else. The second creates strings for those columns only. Numbers never
 * become strings, so that a million rows of twenty numbers take seconds, and eight bytes per number.
 */
export async function readCsv(bytes: Uint8Array, options: CsvOptions = {}): Promise<Table> {
  const { name, signal, header, fileSize } = options
  const caller = name ?? 'readTable'
  const layout = layoutOf(caller, bytes.subarray(0, contentEnd(bytes)), header)
  const read = (layout: CsvLayout) => {
    const place = { isFirst: true, dataStart: layout.dataStart, rows: 0, lines: 0, fileSize }
    return readCsvPart(bytes, { name, signal, layout, place })
  }
  let { table } = await read(layout)
  if (isDataAfterAll(layout, table))
    ({ table } = await read(layoutOf(caller, bytes.subarray(0, contentEnd(bytes)), false)))
  if (table.rowCount === 0) throw new InputError(`${caller}: the table has a header but no rows`)
  return table
}

/** The table of a part of a file. */
interface CsvPartRead {
  readonly table: Table
  /** The first number with a comma, if there is one; what commas and points mean depends on the whole file. */
  readonly comma: string | null
  /** Names of columns with a cell that is missing among numbers and may be a value among words. */
  readonly missingNumbers: ReadonlySet<string>
}

/** Reads a part of a file. */
export async function readCsvPart(bytes: Uint8Array, options: CsvPartOptions): Promise<CsvPartRead> {
  const { layout, place } = options
  const content = bytes.subarray(0, contentEnd(bytes))
  const notes = place.isFirst ? [...layout.notes] : []
  const part: CsvPart = { caller: options.name ?? 'readTable', bytes: content, layout, place }
  const pauser = new Pauser(options.signal)

  const read = await readNumbers(part, pauser)
  const { rowCount, numbers, kinds, comma, hasDecimalCommas, points, emptyLineCount } = read
  const decimal = hasDecimalCommas ? 'comma' : points
  if (hasDecimalCommas) notes.push(`numbers use a decimal comma: ${comma}`)
  if (emptyLineCount > 0) notes.push(`skipped ${countText(emptyLineCount, 'empty line')}`)
  const texts = await readTexts(part, kinds, rowCount, pauser)

  const columns: Column[] = []
  for (const [j, name] of layout.names.entries()) {
    const text = texts[j]
    const values = numbers[j]
    const isUnnamedLast = j > 0 && j === layout.names.length - 1 && name === `column${j + 1}`
    if (text) columns.push(withoutMissingSigns({ name, kind: 'text', texts: text.texts, codes: text.codes }))
    else if (isUnnamedLast && values.every(Number.isNaN)) {
      notes.push('the rows end with a separator: the empty last column is ignored')
    } else columns.push({ name, kind: 'number', numbers: values })
  }
  const ambiguous = layout.names.filter((_, j) => texts[j]?.texts.some(isMissingNumber) ?? read.missingNumbers[j] === 1)
  return {
    table: { name: options.name ?? null, rowCount, columns, notes, ...(decimal === null ? {} : { decimal }) },
    comma,
    missingNumbers: new Set(ambiguous),
  }
}

/** Whether the rows below a first row that was taken for the header show that it is data. */
export function isDataAfterAll({ assumedHeader }: CsvLayout, { columns, rowCount }: Table): boolean {
  if (assumedHeader === null || rowCount === 0) return false
  return (
    decideHeader(
      assumedHeader,
      columns.map((column, j) => belowIn(assumedHeader[j] ?? '', column)),
    ) === 'none'
  )
}

function belowIn(first: string, column: Column): ColumnBelow {
  if (column.kind === 'text') return columnBelow(first, column.texts)
  if (column.kind === 'vector')
    return { isNumbers: false, repeats: false, isWords: false, isGenes: false, isAlike: false }
  const isNumbers = column.numbers.some(value => !Number.isNaN(value))
  return {
    isNumbers,
    repeats: first !== '' && column.numbers.includes(Number(first)),
    isWords: false,
    isGenes: false,
    isAlike: false,
  }
}

/** Detects the layout of a file, after its byte-order mark. */
export function layoutOf(caller: string, bytes: Uint8Array, header?: boolean, opening?: number): CsvLayout {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const end = openingEnd(bytes, opening)
  if (end > MOST_ROW_BYTES && !hasLineBreak(bytes.subarray(0, MOST_ROW_BYTES))) throw longRow(caller, 1)
  return csvLayout(caller, bytes.subarray(0, end), start, header)
}

function hasLineBreak(bytes: Uint8Array): boolean {
  return bytes.includes(10) || bytes.includes(13)
}

/** The error for a row that is too long. */
export function longRow(caller: string, row: number): InputError {
  return new InputError(
    `${caller}: row ${row} is longer than ${MOST_ROW_BYTES / 2 ** 20} MiB; is a quote (") never closed?`,
  )
}

/**
 * The end of the bytes from which the layout is detected: the end of a line. It does not depend on how much of the file
 * follows, so that a file in blocks has the layout of the whole file.
 */
export function openingEnd(bytes: Uint8Array, opening: number = OPENING): number {
  let end = 0
  for (let lines = 0; lines < OPENING_LINES || end < opening; lines++) {
    end = bytes.indexOf(10, lines < OPENING_LINES ? end : Math.max(end, opening - 1)) + 1
    if (end === 0) return bytes.length
  }
  return end
}

/** The part of a file that is being read. */
interface CsvPart {
  readonly caller: string
  readonly bytes: Uint8Array
  readonly layout: CsvLayout
  readonly place: CsvPlace
}

/** The end of the last line that is not empty. */
export function contentEnd(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--
  return end
}

async function readNumbers(part: CsvPart, pauser: Pauser) {
  const { caller, bytes, layout, place } = part
  const { names, separator } = layout
  const { dataStart } = place
  const columnCount = names.length
  // Every row takes at least one byte per cell, so the file size bounds the memory.
  const rowBound = Math.min(
    lineCount(bytes, dataStart),
    Math.ceil(Math.max(0, bytes.length - dataStart + 1) / columnCount),
  )
  checkTableSize(caller, rowBound, columnCount)
  checkTableSize(caller, place.rows + rowBound, columnCount, place.fileSize)
  const numbers = manyFloat64Arrays(columnCount, rowBound)
  const kinds = new Uint8Array(columnCount)
  const missingNumbers = new Uint8Array(columnCount)

  const cells = new CsvCells(bytes, dataStart, separator)
  const decimals = new Uint8Array(columnCount).fill(POINT)
  let comma: string | null = null
  // Whether some comma cannot separate thousands, so that commas are decimal signs.
  let isDecisive = false
  // What points stand for: decimal signs, if some of them cannot separate thousands.
  let points: 'point' | 'unclear' | null = null
  const uneven: UnevenRows = { places: [], count: 0 }
  let rowCount = 0
  let emptyLineCount = 0
  const rowsPerPause = Math.ceil(CELLS_PER_PAUSE / columnCount)
  let j = 0
  while (cells.next()) {
    if (cells.isEmptyLine && columnCount > 1) {
      emptyLineCount++
      continue
    }
    if (j < columnCount && kinds[j] !== TEXT) {
      const { start, end } = cells
      const decimal = decimals[j]
      let value = parseNumber(bytes, start, end, decimal)
      if (value === null && separator !== COMMA && parseNumber(bytes, start, end, COMMA + POINT - decimal) !== null) {
        // A column with both signs is decided when all of its strings are known.
        if (decimal === COMMA || hasDecimalPoint(part, j, start)) kinds[j] = TEXT
        else {
          decimals[j] = COMMA
          comma ??= `row ${place.rows + rowCount + 1}, column ${quoted(names[j])} is ${cells.text()}`
          value = parseNumber(bytes, start, end, COMMA)
        }
      }
      if (!isDecisive && decimals[j] === COMMA && value !== null)
        isDecisive = !separatesThousands(bytes, start, end, COMMA)
      if (points !== 'point' && decimals[j] === POINT && value !== null && !Number.isInteger(value)) {
        points = separatesThousands(bytes, start, end, POINT) ? 'unclear' : 'point'
      }
      if (value !== null) {
        if (end - start > 15 && !Number.isSafeInteger(value) && isDigits(bytes, start, end)) kinds[j] = LONG
        else if (kinds[j] === NUMBERS && hasLeadingZero(bytes, start, end)) kinds[j] = CODES
      } else {
        const text = ascii(bytes, start, end)
        if (!isMissingNumber(text)) kinds[j] = TEXT
        else if (cells.isQuoted ? text !== '' : !isMissingText(text)) missingNumbers[j] = 1
      }
      numbers[j][rowCount] = value ?? Number.NaN
    }
    j++
    if (!cells.endsRecord) continue
    if (j !== columnCount) noteUnevenRow(uneven, part, cells, rowCount, j)
    j = 0
    rowCount++
    if (rowCount % rowsPerPause === 0) await pauser.pause()
  }
  if (cells.fault) throw quoteFault(part, cells, rowCount)
  if (uneven.count > 0) throw unevenError(part, uneven)

  settleDecimals(part, kinds, decimals, isDecisive, numbers)
  const filled = rowCount === rowBound ? numbers : shortened(numbers, rowCount)
  return {
    rowCount,
    numbers: filled,
    kinds,
    missingNumbers,
    comma,
    hasDecimalCommas: isDecisive,
    points,
    emptyLineCount,
  }
}

/** The first rows of every column, without the memory of the others. */
function shortened(numbers: readonly Float64Array[], rowCount: number): Float64Array[] {
  const columns = manyFloat64Arrays(numbers.length, rowCount)
  for (const [j, values] of numbers.entries()) columns[j].set(values.subarray(0, rowCount))
  return columns
}

export function lineCount(bytes: Uint8Array, start: number): number {
  let count = start < bytes.length ? 1 : 0
  for (let at = bytes.indexOf(10, start); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  for (let at = bytes.indexOf(13, start); at >= 0; at = bytes.indexOf(13, at + 1)) if (bytes[at + 1] !== 10) count++
  return count
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return end - start > 8 ? '...' : String.fromCharCode(...bytes.subarray(start, end))
}

/** A leading zero: an identifier rather than a quantity. */
function hasLeadingZero(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start > 1 && bytes[start] === 48 && bytes[start + 1] >= 48 && bytes[start + 1] <= 57
}

/** Whether a number is written as an integer, with or without a sign. */
function isDigits(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === 45 || bytes[start] === 43 ? start + 1 : start
  for (let i = first; i < end; i++) if (bytes[i] < 48 || bytes[i] > 57) return false
  return true
}

/** The strings of the text columns. A column of codes is one of them if all its cells are digits; one with a long integer always is. */
async function readTexts(
  part: CsvPart,
  kinds: Uint8Array,
  rowCount: number,
  pauser: Pauser,
): Promise<(TextCollector | null)[]> {
  const { bytes, layout, place } = part
  const columnCount = kinds.length
  const texts = Array.from(kinds, kind => (kind === NUMBERS ? null : new TextCollector(rowCount)))
  if (texts.every(text => text === null)) return texts

  const cells = new CsvCells(bytes, place.dataStart, layout.separator)
  const rowsPerPause = Math.ceil(CELLS_PER_PAUSE / columnCount)
  let row = 0
  let j = 0
  while (cells.next()) {
    if (cells.isEmptyLine && columnCount > 1) continue
    const collector = texts[j]
    if (collector) {
      const text = cellText(part, cells, row, layout.names[j])
      const isMissing = cells.isQuoted ? text === '' : isMissingText(text)
      if (!isMissing) collector.set(row, text)
      if (!isMissing && kinds[j] === CODES && !/^\d+$/.test(text)) texts[j] = null
    }
    j++
    if (!cells.endsRecord) continue
    j = 0
    row++
    if (row % rowsPerPause !== 0) continue
    checkTexts(part, texts)
    await pauser.pause()
  }
  checkTexts(part, texts)
  return texts
}

/** Rejects too many strings in a file that was compressed. */
function checkTexts({ caller, bytes, place }: CsvPart, texts: readonly (TextCollector | null)[]): void {
  const { fileSize = bytes.length } = place
  if (fileSize >= bytes.length) return
  const count = texts.reduce((sum, collector) => sum + (collector?.texts.length ?? 0), 0)
  checkTextCount(caller, count, fileSize)
}

function cellText(part: CsvPart, cells: CsvCells, row: number, name: string): string {
  try {
    return cells.text()
  } catch {
    throw new NotUtf8Error(
      `${part.caller}: ${placeOf(part, cells, row)}, column ${quoted(name)} is not UTF-8 text; ` +
        'save the file with UTF-8 encoding',
    )
  }
}

/** Whether a cell above has a number with a decimal point in this column. */
function hasDecimalPoint({ bytes, layout, place }: CsvPart, column: number, before: number): boolean {
  const cells = new CsvCells(bytes, place.dataStart, layout.separator)
  for (let j = 0; cells.next() && cells.start < before; ) {
    if (cells.isEmptyLine) continue
    const { start, end } = cells
    if (j === column && bytes.subarray(start, end).includes(POINT) && parseNumber(bytes, start, end) !== null)
      return true
    j = cells.endsRecord ? 0 : j + 1
  }
  return false
}

/** Whether the sign in a number may separate thousands: 1,234 but not 0,125 or 1,5. A number without it tells nothing. */
function separatesThousands(bytes: Uint8Array, start: number, end: number, sign: number): boolean {
  const first = bytes[start] === 45 || bytes[start] === 43 ? start + 1 : start
  const at = bytes.subarray(start, end).indexOf(sign)
  if (at < 0) return true
  const digitsBefore = start + at - first
  return end - (start + at) === 4 && digitsBefore >= 1 && digitsBefore <= 3 && bytes[first] !== 48
}

/**
 * Without a decisive comma, columns with commas become strings, whose thousands separators are found later. With one,
 * points in other columns separate thousands where they can.
 */
function settleDecimals(
  part: CsvPart,
  kinds: Uint8Array,
  decimals: Uint8Array,
  isDecisive: boolean,
  numbers: readonly Float64Array[],
): void {
  if (!decimals.includes(COMMA)) return
  for (let j = 0; j < kinds.length; j++) {
    if (kinds[j] !== NUMBERS) continue
    if (decimals[j] === COMMA && !isDecisive) kinds[j] = TEXT
    const isFraction = (value: number) => Number.isFinite(value) && !Number.isInteger(value)
    if (decimals[j] === POINT && isDecisive && numbers[j].some(isFraction)) joinThousands(part, j, numbers[j])
  }
}

/** Reads 1.234 as 1234 in a column whose points all separate thousands. */
function joinThousands({ bytes, layout, place }: CsvPart, column: number, numbers: Float64Array): void {
  const cells = new CsvCells(bytes, place.dataStart, layout.separator)
  const joined = Float64Array.from(numbers)
  let row = 0
  for (let j = 0; cells.next(); ) {
    if (cells.isEmptyLine && layout.names.length > 1) continue
    const { start, end } = cells
    if (j === column && bytes.subarray(start, end).includes(POINT)) {
      if (!separatesThousands(bytes, start, end, POINT)) return
      joined[row] = Math.round(1000 * numbers[row])
    }
    if (cells.endsRecord) row++
    j = cells.endsRecord ? 0 : j + 1
  }
  numbers.set(joined)
}

/** The first rows with another number of cells, and how many there are. */
interface UnevenRows {
  readonly places: string[]
  count: number
}

function noteUnevenRow(uneven: UnevenRows, part: CsvPart, cells: CsvCells, row: number, count: number): void {
  if (uneven.count < 3) uneven.places.push(`${placeOf(part, cells, row)} has ${countText(count, 'cell')}`)
  uneven.count++
}

function unevenError({ caller, layout }: CsvPart, { places, count }: UnevenRows): InputError {
  const more = count > places.length ? ` and ${countText(count - places.length, 'more row', 'more rows')}` : ''
  return new InputError(
    `${caller}: ${places.join(', ')}${more}, but the table has ${countText(layout.names.length, 'column')}; every row ` +
      'needs the same number of cells (a cell that contains a separator must be in quotes)',
  )
}

function quoteFault(part: CsvPart, cells: CsvCells, row: number): InputError {
  const { caller } = part
  const place = placeOf(part, cells, row)
  return new InputError(
    cells.fault === 'open quote'
      ? `${caller}: ${place} opens a quote (") that is never closed`
      : `${caller}: ${place} has text after a closing quote; a quote inside a quoted cell must be doubled ("")`,
  )
}

/** Row and line of the current cell, 1-based. */
function placeOf({ place }: CsvPart, { bytes, start }: CsvCells, row: number): string {
  return `row ${place.rows + row + 1} (line ${place.lines + lineAt(bytes, start)})`
}

/** The line of a byte, 1-based. */
function lineAt(bytes: Uint8Array, position: number): number {
  return lineCount(bytes.subarray(0, position + 1), 0)
}
