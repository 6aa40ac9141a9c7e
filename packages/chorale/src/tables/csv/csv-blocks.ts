import { InputError } from '../../errors.js'
import { Pauser } from '../../pause.js'
import { type Column, quoted, type Table } from '../table.js'
import { NotUtf8Error } from '../text/decode-text.js'
import { WholeFileNeeded } from '../whole-file-needed.js'
import {
  contentEnd,
  isDataAfterAll,
  layoutOf,
  lineCount,
  longRow,
  MOST_ROW_BYTES,
  openingEnd,
  readCsvPart,
} from './csv.js'
import { CsvCells } from './csv-cells.js'
import type { CsvLayout } from './csv-layout.js'

const LINE_FEED = 10
const RETURN = 13
const QUOTE = 34

export interface CsvBlocksOptions {
  readonly name: string
  readonly signal?: AbortSignal
  /** The size of a compressed file, which bounds the number of cells. */
  readonly fileSize?: number
  /** Number of bytes from which the layout is detected; see `openingEnd`. */
  readonly opening?: number
  /** Whether the first row contains the column names. Auto-detected by default. */
  readonly header?: boolean
}

/**
 * Reads CSV text in pieces and yields one table per piece, cut at the ends of rows. Separator, column names and kinds of
 * columns are those of the whole file: `WholeFileNeeded` is thrown if a later piece contradicts the first ones. Messages
 * count rows and lines from the beginning of the file.
 */
export async function* csvBlocks(pieces: AsyncIterable<Uint8Array>, options: CsvBlocksOptions): AsyncGenerator<Table> {
  try {
    yield* utf8Blocks(pieces, options)
  } catch (error) {
    // The encoding is that of the whole file.
    throw error instanceof NotUtf8Error ? new WholeFileNeeded(error.message) : error
  }
}

async function* utf8Blocks(
  pieces: AsyncIterable<Uint8Array>,
  { name, signal, fileSize, opening, header }: CsvBlocksOptions,
): AsyncGenerator<Table> {
  const pending = new PendingBytes()
  let file: CsvFile | null = null
  for await (const piece of pieces) {
    pending.add(piece)
    if (pending.length > 2 * MOST_ROW_BYTES) throw longRow(name, (file?.rows ?? 0) + 1)
    if (!pending.isDue) continue
    const bytes = pending.joined()
    if (file === null && openingEnd(bytes, opening) < bytes.length) {
      file = new CsvFile(name, layoutOf(name, bytes, header, opening), { signal, fileSize })
    }
    const block = file && pending.takeRows(rowsEnd(bytes, file.dataStart, file.layout.separator))
    const table = file && block && (await file.read(block))
    if (table) yield table
  }
  const rest = pending.joined()
  if (file === null) {
    if (contentEnd(rest) === 0)
      throw new InputError(`${name}: the file is empty; expected a table with a header and rows`)
    file = new CsvFile(name, layoutOf(name, rest, header, opening), { signal, fileSize })
  }
  const last = contentEnd(rest) > 0 ? await file.read(rest) : null
  if (last) yield last
  if (file.rows === 0) throw new InputError(`${name}: the table has a header but no rows`)
}

/** A file that is read in blocks: what is known of it so far. */
class CsvFile {
  rows = 0
  #lines = 0
  #isBegun = false
  readonly #kinds: ColumnKinds
  readonly #pauser: Pauser

  constructor(
    readonly name: string,
    readonly layout: CsvLayout,
    readonly options: Pick<CsvBlocksOptions, 'signal' | 'fileSize'>,
  ) {
    this.#kinds = new ColumnKinds(name)
    this.#pauser = new Pauser(options.signal)
  }

  /** The first row of data in the bytes that are read next. */
  get dataStart(): number {
    return this.#isBegun ? 0 : this.layout.dataStart
  }

  /** The table of the next rows; null if there are only empty lines. */
  async read(bytes: Uint8Array): Promise<Table | null> {
    const { name, layout, rows } = this
    const { signal, fileSize } = this.options
    await this.#pauser.pause()
    const place = { isFirst: rows === 0, dataStart: this.dataStart, rows, lines: this.#lines, fileSize }
    const { table, comma, missingNumbers } = await readCsvPart(bytes, { name, signal, layout, place })
    if (comma !== null) throw new WholeFileNeeded(`${name}: numbers contain commas: ${comma}`)
    this.#isBegun = true
    this.#lines += lineCount(bytes, 0) - 1
    if (table.rowCount === 0) return null
    if (layout.isHeaderLikely && isDataAfterAll(layout, table)) {
      throw new WholeFileNeeded(`${name}: the rows after row ${rows} show that row 1 is data rather than a header`)
    }
    await this.#pauser.pause()
    this.#kinds.check(table, missingNumbers, rows)
    await this.#pauser.pause()
    this.rows += table.rowCount
    return table
  }
}

/** Checks that each block gives a column the kind that the whole file gives it. */
class ColumnKinds {
  readonly #kinds = new Map<string, Column['kind']>()
  /** Columns with cells that are missing in a column of numbers and values in a column of text. */
  readonly #ambiguous = new Set<string>()
  #names: readonly string[] | null = null

  constructor(readonly source: string) {}

  check({ columns }: Table, missingNumbers: ReadonlySet<string>, row: number): void {
    const contradiction = (name: string, before: string, after: string) =>
      new WholeFileNeeded(
        `${this.source}: column ${quoted(name)} contains ${before} up to row ${row} and ${after} after it`,
      )
    const names = columns.map(column => column.name)
    if (this.#names !== null && this.#names.length !== names.length) {
      throw contradiction(names[names.length - 1] ?? '', 'no value', 'values')
    }
    for (const column of columns) {
      const { name, kind } = column
      if (missingNumbers.has(name)) this.#ambiguous.add(name)
      const isEmpty = kind === 'number' && column.numbers.every(Number.isNaN)
      const known = this.#kinds.get(name)
      // The first block decides the roles of the columns, so it must not be the only one without values.
      if (known === undefined && !isEmpty && this.#names !== null) throw contradiction(name, 'no value', 'values')
      if (!isEmpty && known !== undefined && known !== kind) {
        throw contradiction(name, wordsFor(known), wordsFor(kind))
      }
      if (!isEmpty) this.#kinds.set(name, kind)
      if (this.#ambiguous.has(name) && this.#kinds.get(name) === 'text') {
        throw contradiction(name, 'missing numbers or text', 'the other')
      }
    }
    this.#names ??= names
  }
}

function wordsFor(kind: Column['kind']): string {
  return kind === 'number' ? 'numbers' : 'text'
}

/** Bytes that have been read and not yet been divided into rows. Every byte is copied and searched a few times at most. */
class PendingBytes {
  #parts: Uint8Array[] = []
  length = 0
  /** The number of bytes at which it is worth looking for rows again. */
  #dueAt = 0

  get isDue(): boolean {
    return this.length >= this.#dueAt
  }

  add(piece: Uint8Array): void {
    this.#parts.push(piece)
    this.length += piece.length
  }

  joined(): Uint8Array {
    this.#dueAt = 2 * this.length
    if (this.#parts.length === 1) return this.#parts[0]
    const all = new Uint8Array(this.length)
    let at = 0
    for (const part of this.#parts) {
      all.set(part, at)
      at += part.length
    }
    this.#parts = [all]
    return all
  }

  /** Takes the bytes up to the end of complete rows; null if there are none. */
  takeRows(end: number): Uint8Array | null {
    if (end === 0) return null
    const bytes = this.joined()
    const rest = bytes.slice(end)
    this.#parts = [rest]
    this.length = rest.length
    this.#dueAt = 0
    return bytes.subarray(0, end)
  }
}

/**
 * The end of the last complete row that is not empty; 0 if there is none. Empty lines after it count only if the file
 * goes on.
 */
function rowsEnd(bytes: Uint8Array, start: number, separator: number): number {
  const end = bytes.includes(QUOTE) ? lastRecordEnd(bytes, start, separator) : bytes.lastIndexOf(LINE_FEED) + 1
  const content = contentEnd(bytes.subarray(0, end))
  if (content <= start) return 0
  const isPair = bytes[content] === RETURN && bytes[content + 1] === LINE_FEED
  return content + (isPair ? 2 : 1)
}

/** The end of the last record whose line break is there, by the rules for quotes. */
function lastRecordEnd(bytes: Uint8Array, start: number, separator: number): number {
  const cells = new CsvCells(bytes, start, separator)
  let end = 0
  while (cells.next()) {
    const last = bytes[cells.position - 1]
    const isCut = cells.position === bytes.length && last !== LINE_FEED
    if (cells.endsRecord && !isCut) end = cells.position
  }
  // The next rows do not change this fault. Whoever reads the row reports it.
  return cells.fault === 'text after quote' ? bytes.length : end
}
