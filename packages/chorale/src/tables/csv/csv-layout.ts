import { countText } from '../../count-text.js'
import { InputError } from '../../errors.js'
import { columnBelow, decideHeader, HEADER_NOTE, type HeaderDecision, noHeaderNote } from '../header.js'
import { isMissingText } from '../missing.js'
import { parseNumber } from '../parse-number.js'
import { checkTableSize, shortList, uniqueNames } from '../table.js'
import { NotUtf8Error } from '../text/decode-text.js'
import { CsvCells } from './csv-cells.js'

/** The layout of CSV text. */
export interface CsvLayout {
  /** The byte that separates cells; 32 stands for runs of spaces. */
  readonly separator: number
  readonly names: readonly string[]
  /** The offset of the first row of data. */
  readonly dataStart: number
  readonly notes: readonly string[]
  /** The cells of the first row if they were taken for the header without being told; null otherwise. */
  readonly assumedHeader: readonly string[] | null
  /** Words above words: only the rows below can show that the first row is data. */
  readonly isHeaderLikely: boolean
}

const TAB = 9
const SPACE = 32
const HASH = 35
const COMMA = 44
const SEMICOLON = 59
const BAR = 124
const SEPARATOR_NAMES = new Map([
  [TAB, 'tab'],
  [SPACE, 'spaces'],
  [COMMA, 'comma'],
  [SEMICOLON, 'semicolon'],
  [BAR, 'vertical bar'],
])

/** The layout is detected from this many records, or from fewer if they take more bytes than this. */
const SAMPLE_RECORDS = 50
const SAMPLE_BYTES = 1 << 18

/** Detects the separator, the header and the column names from the first records. */
export function csvLayout(caller: string, bytes: Uint8Array, start: number, header?: boolean): CsvLayout {
  const notes: string[] = []
  const { contentStart, comment, separator: declared } = skipPreamble(bytes, start, notes)
  const separator = declared ?? findSeparator(caller, bytes, contentStart)
  const { rows, starts, fault } = readSample(bytes, contentStart, separator)
  const first = rows[0]
  if (first === undefined && fault) {
    const what = fault === 'open quote' ? 'a quote (") that is never closed' : 'text after a closing quote'
    throw new InputError(`${caller}: the first row has ${what}`)
  }
  if (first === undefined) throw new InputError(`${caller}: the file is empty; expected a table with a header and rows`)
  checkTableSize(caller, 1, Math.max(first.length, rows[1]?.length ?? 0))

  if (separator !== COMMA && first.length > 1) notes.push(`the separator is: ${SEPARATOR_NAMES.get(separator)}`)
  const body = rows.slice(1)
  const isShortHeader = body.length > 0 && body.every(row => row.length === first.length + 1)
  const decision = header === undefined && !isShortHeader ? headerOf(first, body) : 'certain'
  const fromComment =
    header === undefined && decision !== 'certain' ? commentHeader(comment, separator, first.length) : null
  if ((header ?? decision !== 'none') && fromComment === null) {
    // R's write.table omits the header of the row names.
    if (isShortHeader) notes.push('the header has one cell fewer than the rows: the first column is used as row names')
    if (decision === 'likely') notes.push(HEADER_NOTE)
    const dataStart = starts[1] ?? bytes.length
    const names = columnNames(caller, isShortHeader ? ['', ...first] : first, notes)
    const assumedHeader = header === undefined && !isShortHeader ? first : null
    return { separator, names, dataStart, notes, assumedHeader, isHeaderLikely: decision === 'likely' }
  }
  const place = { separator, dataStart: starts[0], notes, assumedHeader: null, isHeaderLikely: false }
  if (fromComment) {
    notes.push('the column names are taken from the comment line above the data')
    return { ...place, names: columnNames(caller, fromComment, notes) }
  }
  if (header === undefined) notes.push(noHeaderNote(first.length))
  return { ...place, names: first.map((_, j) => `column${j + 1}`) }
}

function headerOf(first: readonly string[], body: readonly (readonly string[])[]): HeaderDecision {
  if (body.length === 0) return first.some(cell => !isMissingText(cell) && !isNumber(cell)) ? 'certain' : 'none'
  return decideHeader(
    first,
    first.map((cell, j) =>
      columnBelow(
        cell,
        body.map(row => row[j] ?? '').filter(text => !isMissingText(text)),
      ),
    ),
  )
}

/** Skips a line "sep=;", which spreadsheets write, and comment lines at the top. */
function skipPreamble(bytes: Uint8Array, start: number, notes: string[]) {
  let contentStart = start
  let separator: number | undefined
  const opening = ascii(bytes, start, start + 6)
  const declaration = /^sep=([,;|\t])[\r\n]/i.exec(opening)
  if (declaration) {
    separator = declaration[1].charCodeAt(0)
    contentStart = lineEnd(bytes, start)
  }
  let comment = ''
  let commentCount = 0
  while (bytes[contentStart] === HASH) {
    const end = lineEnd(bytes, contentStart)
    comment = new TextDecoder().decode(bytes.subarray(contentStart, Math.min(end, contentStart + SAMPLE_BYTES)))
    contentStart = end
    commentCount++
  }
  if (commentCount > 0) notes.push(`skipped ${countText(commentCount, 'comment line')} above the table`)
  return { contentStart, comment, separator }
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(10, from)
  return at < 0 ? bytes.length : at + 1
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** Tab if it fits; then the separator that leaves most cells clean; spaces only between numbers. */
function findSeparator(caller: string, bytes: Uint8Array, start: number): number {
  const trials = [TAB, SEMICOLON, COMMA, BAR, SPACE].map(separator => tryout(caller, bytes, start, separator))
  const [tab, semicolon, comma, bar, space] = trials as [Tryout, Tryout, Tryout, Tryout, Tryout]
  if (tab.isEven) return TAB
  const even = [semicolon, comma, bar].filter(trial => trial.isEven)
  if (even.length > 0)
    return even.reduce((best, trial) => (trial.cleanShare > best.cleanShare ? trial : best)).separator
  if (space.isEven && space.numberShare >= 0.5) return SPACE
  // The rows are uneven: keep the most likely separator, so that the message about the row makes sense.
  const uneven = [comma, tab, semicolon, bar].reduce((best, trial) => (trial.share > best.share ? trial : best))
  return uneven.share > 0 ? uneven.separator : COMMA
}

interface Tryout {
  readonly separator: number
  /** All records have the same number of cells, at least two; the first may have one fewer (R's row names). */
  readonly isEven: boolean
  /** Share of the records with the most common number of cells, 0 if that is 1. */
  readonly share: number
  readonly cleanShare: number
  readonly numberShare: number
}

function tryout(caller: string, bytes: Uint8Array, start: number, separator: number): Tryout {
  const cells = new CsvCells(bytes, start, separator)
  const counts: number[] = []
  let cellCount = 0
  let cleanCount = 0
  let numberCount = 0
  let count = 0
  while (
    counts.length < SAMPLE_RECORDS &&
    (counts.length < 3 || cells.position - start < SAMPLE_BYTES) &&
    cells.next()
  ) {
    if (cells.isEmptyLine) continue
    count++
    cellCount++
    if (count > 1) checkTableSize(caller, 1, count)
    const isNumber = isNumberAt(bytes, cells.start, cells.end)
    if (isNumber) numberCount++
    if (isNumber || cells.isQuoted || !holdsSeparator(bytes, cells.start, cells.end)) cleanCount++
    if (cells.endsRecord) {
      counts.push(count)
      count = 0
    }
  }
  const [first = 0, ...rest] = counts
  const width = rest[0] ?? first
  const isEven = width > 1 && rest.every(each => each === width) && (first === width || first === width - 1)
  const common = mostCommon(counts)
  return {
    separator,
    isEven,
    share: common > 1 ? counts.filter(each => each === common).length / counts.length : 0,
    cleanShare: cleanCount / Math.max(1, cellCount),
    numberShare: numberCount / Math.max(1, cellCount),
  }
}

function mostCommon(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  let best = 0
  for (const [count, time] of times) if (time > (times.get(best) ?? 0)) best = count
  return best
}

function isNumberAt(bytes: Uint8Array, start: number, end: number): boolean {
  return parseNumber(bytes, start, end) !== null || parseNumber(bytes, start, end, 44) !== null
}

function holdsSeparator(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    if (byte === COMMA || byte === SEMICOLON || byte === BAR || byte === TAB) return true
  }
  return false
}

/** The first records as strings, and the offset of each. */
function readSample(bytes: Uint8Array, start: number, separator: number) {
  const cells = new CsvCells(bytes, start, separator)
  const rows: string[][] = []
  const starts: number[] = []
  let row: string[] = []
  let from = cells.position
  while (rows.length < SAMPLE_RECORDS && (rows.length < 3 || cells.position - start < SAMPLE_BYTES) && cells.next()) {
    if (!cells.isEmptyLine) {
      if (row.length === 0) starts.push(from)
      row.push(cells.text({ isLenient: true }))
    }
    if (!cells.endsRecord) continue
    if (row.length > 0) rows.push(row)
    row = []
    from = cells.position
  }
  return { rows, starts, fault: cells.fault }
}

const encoder = new TextEncoder()

/** The column names of a comment line directly above the data; null if it is a sentence rather than a header. */
function commentHeader(comment: string, separator: number, width: number): string[] | null {
  // A lone # is the name of a column of row numbers.
  const names = readSample(encoder.encode(comment.trimEnd()), 0, separator).rows[0] ?? []
  const bare = comment.replace(/^#+\s*/, '').trimEnd()
  const stripped = readSample(encoder.encode(bare), 0, separator).rows[0] ?? []
  const found = stripped.length === width && stripped[0] !== '' ? stripped : names
  const isNamed = found.length === width && found.every(name => name !== '' && !isNumber(name))
  return isNamed && (width > 1 || !/\s/.test(bare)) ? found : null
}

function isNumber(text: string): boolean {
  const bytes = encoder.encode(text)
  return isNumberAt(bytes, 0, bytes.length)
}

function columnNames(caller: string, cells: readonly string[], notes: string[]): string[] {
  const broken = cells.findIndex(cell => cell.includes('\uFFFD'))
  if (broken >= 0) {
    throw new NotUtf8Error(
      `${caller}: the name of column ${broken + 1} is not UTF-8 text; save the file with UTF-8 encoding`,
    )
  }
  const filled = cells.map((cell, j) => {
    if (cell !== '') return cell
    return j === 0 ? 'row names' : `column${j + 1}`
  })
  const { names, repeated } = uniqueNames(filled)
  if (repeated.length > 0) notes.push(`repeated column names get a number: ${shortList(repeated)}`)
  return names
}
