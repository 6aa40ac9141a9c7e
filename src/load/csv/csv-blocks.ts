import { InputError } from '../../check.js'
import type { Table } from '../table.js'
import { type CsvContinuation, layoutOf, readCsv } from './csv.js'

const LINE_FEED = 10
const RETURN = 13
const QUOTE = 34

/** Number of bytes from which the layout of a file is detected. */
const OPENING = 2 ** 18

/**
 * Reads CSV text in pieces and yields one table per piece, cut at the ends of rows. Column names and separator come
 * from the first piece. Messages count rows and lines from the beginning of the file.
 */
export async function* csvBlocks(
  pieces: AsyncIterable<Uint8Array>,
  { name, signal }: { name: string; signal?: AbortSignal },
): AsyncGenerator<Table> {
  let rest: Uint8Array = new Uint8Array(0)
  let continued: CsvContinuation | undefined
  const read = async (bytes: Uint8Array) => {
    const table = await readCsv(bytes, { name, signal, continued })
    const layout = continued?.layout ?? layoutOf(name, bytes)
    const { rows, lines } = continued ?? { rows: 0, lines: 0 }
    continued = { layout, rows: rows + table.rowCount, lines: lines + countLines(bytes) }
    return table
  }
  for await (const piece of pieces) {
    rest = joined(rest, piece)
    if (continued === undefined && rest.length < OPENING) continue
    const end = lastRowEnd(rest)
    if (end === 0 || isBlank(rest.subarray(0, end))) continue
    yield await read(rest.subarray(0, end))
    rest = rest.slice(end)
  }
  if (!isBlank(rest)) yield await read(rest)
  else if (continued === undefined) {
    throw new InputError(`${name}: the file is empty; expected a table with a header and rows`)
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** The end of the last complete row: after the last line break outside quotes; 0 if there is none. */
function lastRowEnd(bytes: Uint8Array): number {
  if (!bytes.includes(QUOTE)) return bytes.lastIndexOf(LINE_FEED) + 1
  let end = 0
  let isQuoted = false
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted
    else if (bytes[at] === LINE_FEED && !isQuoted) end = at + 1
  }
  return end
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === LINE_FEED || byte === RETURN)
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_FEED) count++
  return count
}
